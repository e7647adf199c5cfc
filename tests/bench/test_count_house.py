"""bench/count_house.py counts what names a language, and nothing else."""

import importlib
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"

MODULE = '''"""A docstring may say Monday, and en."""

import re  # so may a comment: Monday, en

TABLE = {"en": 1, "fr": 2}
WORDS_ES = re.compile("lunes|x")  # called after one, and holds a word


def make(lang: str, spanish: bool = False) -> str:
    """Returns NOMBRE_SUJETO_ASISTENCIA."""
    if lang in ("en", "fr"):
        return "NOMBRE_SUJETO_ASISTENCIA"
    return "words_es" if lang == "de" else "STREET"
'''
FOUND = [
    (5, "code", "en"),
    (6, "name", "WORDS_ES"),
    (6, "word", "lunes|x"),
    (9, "name", "spanish"),
    (11, "branch", "lang in ('en', 'fr')"),
    (11, "code", "en"),
    (12, "label", "NOMBRE_SUJETO_ASISTENCIA"),
    (13, "code", "words_es"),
]


@pytest.fixture
def count_house(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    return importlib.import_module("count_house")


@pytest.fixture
def tree(tmp_path):
    package = tmp_path / "src/incognote"
    for name in ("engine.py", "languages/en/words.py", "rules/es/rows.py", "checks_es.py"):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(MODULE, encoding="utf-8")
    return tmp_path


def test_every_place_is_found_and_packs_are_left_alone(count_house, tree):
    found = [(p.path, p.line, p.kind, p.what) for p in count_house.places(tree)]
    assert found == [
        ("checks_es.py", 1, "name", "checks_es.py"),
        *(("engine.py", *place) for place in FOUND),
    ]


def test_lines_of_code_are_counted_without_comments_docstrings_and_blank_lines(count_house, tree):
    assert count_house.code_lines(MODULE) == 7
    assert count_house.sizes(tree)[count_house.ALL] == (4, 52, 28)
