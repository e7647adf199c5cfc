from __future__ import annotations

from pathlib import Path

import pytest

from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError
from incognote.io import inline
from incognote.io.split import part_of, split

CORPORA = Path(__file__).parents[2] / "corpora"
DOCS = [Document("a", "1"), Document("b/c", "2")]


def table(folder: Path, content: str) -> Path:
    (folder / "split.tsv").write_text(content)
    return folder / "split.tsv"


@pytest.mark.needs("corpora")
@pytest.mark.parametrize("name", ["notes_en", "notes_es", "extra_en", "extra_es"])
def test_our_corpora_divide_into_train_and_dev(name: str) -> None:
    docs = list(inline.read(CORPORA / name))
    parts = {p: list(split(docs, CORPORA / name / "split.tsv", p)) for p in ("train", "dev")}
    assert sorted(d.id for part in parts.values() for d in part) == sorted(d.id for d in docs)
    patients = [{d.meta["patient"] for d in part if "patient" in d.meta} for part in parts.values()]
    assert not patients[0] & patients[1]


def test_notes_are_ids_with_or_without_suffix(tmp_path: Path) -> None:
    file = table(tmp_path, "note\tsplit\na\tdev\nb/c.txt\ttrain\n")
    assert [d.id for d in split(DOCS, file, "train")] == ["b/c"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("note\tsplit\na\tdev\n", "note 'b/c' is not listed"),
        (
            "note\tsplit\na\tdev\nb/c\tdev\nd\tdev\n",
            "1 notes are listed that the corpus lacks.*'d'",
        ),
        ("a\tdev\nb/c\tdev\n", "split.tsv:1: the first line must be"),
        ("", "split.tsv:1: the first line must be"),
        ("note\tsplit\na dev\n", "split.tsv:2: must be a note, a tab"),
        ("note\tsplit\na\tdev\na.txt\ttrain\n", "split.tsv:3: this note is listed twice"),
    ],
)
def test_a_split_that_does_not_fit(content: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        list(split(DOCS, table(tmp_path, content), "dev"))


def test_an_unknown_part(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no part 'test'.*Available: dev"):
        split(DOCS, table(tmp_path, "note\tsplit\na\tdev\n"), "test")


def test_a_missing_split_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot be read.*'a' has no part of its own"):
        list(split(DOCS, tmp_path / "split.tsv", "dev"))


def test_without_a_split_file_the_notes_say_their_part(tmp_path: Path) -> None:
    docs = [Document("a", "1", meta={"part": "dev"}), Document("b", "2", meta={"part": "train"})]
    assert [d.id for d in split(docs, tmp_path / "split.tsv", "train")] == ["b"]
    with pytest.raises(ConfigError, match=r"no part 'test'.*Available: dev, train"):
        list(split(docs, tmp_path / "split.tsv", "test"))
    with pytest.raises(InputError, match="'c' has no part of its own"):
        list(split([*docs, Document("c", "3")], tmp_path / "split.tsv", "dev"))


@pytest.mark.parametrize(
    ("id", "source", "part"),
    [
        ("training-PHI-Gold-Set1/220-01", "corpus", "train"),
        ("testing-PHI-Gold-fixed/220-01", "training", "test"),
        ("deid_surrogate_train_all_version2/1", "x", "train"),
        ("valid/7", "x", "dev"),
        ("train/fold/7", "x", "train"),
        ("7", "test", "test"),
        ("latest/7", "device_notes", ""),
        ("train", "x", ""),
    ],
)
def test_parts_by_the_names_of_folders(id: str, source: str, part: str) -> None:
    assert part_of(id, Path(source)) == ({"part": part} if part else {})


def test_a_listed_note_that_failed_is_not_missed(tmp_path: Path) -> None:
    file = table(tmp_path, "note\tsplit\na\tdev\nb/c\tdev\nd\tdev\ne\tdev\n")
    assert list(split(DOCS, file, "dev", failed=["d", "e"])) == DOCS
    with pytest.raises(InputError, match=r"1 notes are listed that the corpus lacks.*'e'"):
        list(split(DOCS, file, "dev", failed=["d"]))
