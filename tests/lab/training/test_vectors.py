import pytest

from incognote.core.document import Document
from incognote.core.errors import InputError, OutputError
from incognote.lab.training.vectors import read_vectors, train_vectors

pytest.importorskip("gensim")
NOTES = [Document(str(i), f"Seen by Dr. Ruiz on {i}/14/2019 with pain. " * 5) for i in range(1, 9)]


def test_vectors_are_those_of_common_words_and_the_same_each_time(tmp_path):
    written = []
    for name in ("a.txt", "b.txt"):
        count = train_vectors(lambda: iter(NOTES), tmp_path / name, size=6, epochs=2)
        written.append((tmp_path / name).read_bytes())
        vectors = read_vectors(tmp_path / name, 6)
        assert count == len(vectors) == 12
        assert {"ruiz", "dr", "0", "00", "0000", "/"} < set(vectors)
    assert written[0] == written[1]


def test_rare_words_and_files_that_are_there_are_refused(tmp_path):
    with pytest.raises(InputError, match="no word of the notes occurs 99 times"):
        train_vectors(lambda: NOTES, tmp_path / "a.txt", min_count=99)
    (tmp_path / "b.txt").write_text("mine")
    with pytest.raises(OutputError, match="already"):
        train_vectors(lambda: NOTES, tmp_path / "b.txt")


def test_a_stray_accent_does_not_break_the_file(tmp_path):
    docs = [Document("a", "one \u00b4 two one \u00b4 two " * 6)]
    train_vectors(lambda: docs, tmp_path / "v", size=4, min_count=2, epochs=1)
    assert set(read_vectors(tmp_path / "v", 4)) == {"one", "two"}
