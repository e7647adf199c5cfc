"""What a site's file may say, and what is told of one that may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from incognote.core.errors import ConfigError
from incognote.core.site import Site, SitePattern, read_site

WHOLE = r"""
never = ["Alder regimen"]

[lists]
UNIT = ["Birch Suite", "Rowan"]

[[patterns]]
name = "number-on-top"
label = "MRN"
pattern = '\d{7}'
context = '\A'
score = 0.97
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "site.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    assert read_site(write(tmp_path, WHOLE)) == Site(
        {"UNIT": ("Birch Suite", "Rowan")},
        (SitePattern("number-on-top", "MRN", r"\d{7}", 0.97, r"\A"),),
        ("Alder regimen",),
    )


def test_nothing_is_a_site_too(tmp_path: Path) -> None:
    assert read_site(write(tmp_path, "")) == Site()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nevr = []", "setting 'nevr'. Did you mean 'never'"),
        ("[lists]\nUNITS = ['Rowan']", "lists: There is no label 'UNITS'. Did you mean 'UNIT'"),
        ("[lists]\nUNIT = 'Rowan'", "lists.UNIT must be a list"),
        ("[lists]\nUNIT = ['Rowan', '-']", r"lists.UNIT\[1\]: needs at least two"),
        ("[lists]\nUNIT = ['Rowan B', 'Rowan  B']", r"lists.UNIT\[1\]: is the same as \[0\]"),
        ("never = ['Rowan']\n[lists]\nUNIT = ['Rowan']", r"never\[0\]: stands in a list, too"),
        ("[[patterns]]\nname = 'a'\nlabel = 'MRN'", r"patterns\[0\]: 'pattern' is missing"),
        (
            "[[patterns]]\nname = 'a'\nlable = 'MRN'\npattern = 'x'",
            r"patterns\[0\]: There is no setting 'lable'. Did you mean 'label'",
        ),
        (
            "[[patterns]]\nname = 'a'\nlabel = 'MNR'\npattern = 'x'",
            "pattern 'a': label: There is no label 'MNR'. Did you mean 'MRN'",
        ),
        (
            "[[patterns]]\nname = 'a'\nlabel = 'MRN'\npattern = 'x'\nscore = 2",
            "pattern 'a': score: must be above 0",
        ),
        (2 * "[[patterns]]\nname = 'a'\nlabel = 'MRN'\npattern = 'x'\n", "'a' stands twice"),
        ("never = [", "not valid TOML"),
    ],
)
def test_what_cannot_be_is_named_with_its_key(text: str, says: str, tmp_path: Path) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ConfigError, match=says) as caught:
        read_site(path)
    assert str(path) in str(caught.value)
    assert "Rowan" not in str(caught.value)


def test_labels_of_another_language_are_refused() -> None:
    site = Site({"CENTRO_SALUD": ("Letanías",)})
    site.check_language("es")
    with pytest.raises(ConfigError, match="no incognote label 'CENTRO_SALUD'"):
        site.check_language("en")


def test_its_repr_holds_no_entry_and_its_digest_tells_them_apart() -> None:
    one = Site({"UNIT": ("Rowan",)}, (SitePattern("a", "MRN", "Birch"),), ("Alder",))
    assert not any(word in repr(one) for word in ("Rowan", "Birch", "Alder"))
    assert one.digest() == Site(dict(one.lists), one.patterns, one.never).digest()
    assert one.digest() != Site(dict(one.lists), one.patterns).digest()
