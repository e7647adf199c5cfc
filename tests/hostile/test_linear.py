from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import chain, repeat

import pytest
from patterns import PATTERNS
from steps import steps

from incognote.core import registry
from incognote.core.document import Document, Span
from incognote.core.pipeline import Pipeline, Settings
from incognote.core.resolve import resolve
from incognote.detect.propagation import PropagationDetector
from incognote.languages.identify import other_language
from incognote.replace.name_lists import origin_by_letters
from incognote.replace.policy import get_policy
from incognote.replace.redact import redact
from incognote.replace.replacement import Context
from incognote.replace.verify import Verifier, make_verifier
from timing import in_line

Mark = Callable[[str, str], Iterator[Span]]
SIZE, TIMES = 200, 4
MOST = 7
"""Times the work of a text that is four times as long: of all pairs it would be sixteen."""
FEWEST = 50_000
"""Steps that a text may cost whatever it holds."""
LABELS = {
    "en": ("PATIENT", "DOCTOR", "HOSPITAL", "CITY", "DATE", "PHONE", "MRN", "EMAIL", "AGE"),
    "es": (
        "NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO", "HOSPITAL", "TERRITORIO",
        "FECHAS", "NUMERO_TELEFONO", "ID_SUJETO_ASISTENCIA", "CORREO_ELECTRONICO",
        "SEXO_SUJETO_ASISTENCIA",
    ),
}  # fmt: skip


def _words(text: str, lang: str) -> Iterator[Span]:
    """Every word a name; a model may say anything."""
    for i, match in enumerate(re.finditer(r"\S+", text)):
        yield Span(match.start(), match.end(), LABELS[lang][i % 2], 0.95, "neural")


def _mixed(text: str, lang: str) -> Iterator[Span]:
    """Every word something else."""
    labels = LABELS[lang]
    for i, match in enumerate(re.finditer(r"\w+", text)):
        yield Span(match.start(), match.end(), labels[i * 7 % len(labels)], 0.95, "neural")


def _whole(text: str, lang: str) -> Iterator[Span]:
    """All of it one name."""
    if text.strip():
        yield Span(0, len(text), LABELS[lang][0], 0.95, "neural")


def _long(text: str, lang: str) -> Iterator[Span]:
    """Houses of a line."""
    for match in re.finditer(r"\S.{0,98}\S", text, re.DOTALL):
        yield Span(match.start(), match.end(), LABELS[lang][2], 0.95, "neural")


def _chain(text: str, lang: str) -> Iterator[Span]:
    """Marks that overlap from one end of the text to the other."""
    words = [match.span() for match in re.finditer(r"\S+", text)]
    labels = LABELS[lang]
    for i, (start, _) in enumerate(words):
        end = words[min(i + 2, len(words) - 1)][1]
        yield Span(start, end, labels[i % len(labels)], 0.5 + i * 7 % 50 / 100, "neural")


@cache
def _detectors(lang: str) -> tuple[Pipeline, PropagationDetector, Verifier]:
    """What runs before a model, the second look behind it, and the search of outputs."""
    before = [registry.get("detector", name)(Settings(lang)) for name in ("rules", "lexicon")]
    return Pipeline(before), PropagationDetector(lang), make_verifier(Pipeline([]), lang)


def _stages(lang: str, text: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """The work of each stage on a text."""
    before, again, verifier = _detectors(lang)
    context = Context(b"key", lang=lang)
    policy = get_policy("all")

    def marked(mark: Mark) -> Document:
        return Document("a", text, tuple(mark(text, lang)))

    def united(mark: Mark) -> Document:
        return marked(mark).with_spans(resolve(marked(mark).spans, text))

    yield "rules and lists", partial(before.gather, [Document("a", text)])
    for mark in (_words, _whole):
        yield f"second look,{mark.__name__}", partial(again.detect, [marked(mark)])
    # Of one patient: each piece of the text a note.
    cut = [Document(f"{i}", text[i : i + 150]) for i in range(0, len(text), 150)]
    record = [piece.with_spans(_mixed(piece.text, lang)) for piece in cut]
    yield "record", partial(again.detect_record, record)
    for mark in (_chain, _mixed):
        yield f"uniting,{mark.__name__}", partial(resolve, marked(mark).spans, text)
    for mark in (_words, _mixed, _whole, _long):
        surrogates = policy.with_action("surrogate")
        yield f"surrogates,{mark.__name__}", partial(redact, united(mark), surrogates, context)
    for action in ("tag", "mask", "hash"):
        yield action, partial(redact, united(_mixed), policy.with_action(action), context)
    yield "policy", partial(redact, united(_mixed), get_policy("hipaa"), context)
    yield "search", partial(verifier.redact, united(_long), policy, context)


@pytest.mark.parametrize(
    ("lang", "name"), [(lang, name) for lang in PATTERNS for name in PATTERNS[lang]]
)
def test_the_work_grows_with_the_text_and_not_with_its_square(lang: str, name: str) -> None:
    small, large = (_stages(lang, PATTERNS[lang][name](size)) for size in (SIZE, TIMES * SIZE))
    for (stage, of_small), (_, of_large) in zip(small, large, strict=True):
        of_small()  # so that the tables that it reads are there: they are read once
        origin_by_letters.cache_clear()  # but not what is remembered of these very names
        bound = MOST * steps(of_small) + FEWEST
        assert steps(of_large, most=int(bound)) < bound, stage


def test_work_that_grows_with_the_square_is_seen() -> None:
    spans = [Span(i, i + 1, "PATIENT") for i in range(TIMES * SIZE)]

    def pairs(count: int) -> int:
        return steps(lambda: [len(a) for a in spans[:count] for _ in range(count // 100)])

    assert pairs(TIMES * SIZE) > 2 * MOST * pairs(SIZE) > 0


def test_a_slow_first_try_hides_no_square(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("time.process_time", lambda: clock[0])
    slow = chain([9.0], repeat(1.0))

    def works(power: float) -> bool:
        def work(size: int) -> Callable[[], object]:
            return lambda: operator.setitem(clock, 0, clock[0] + next(slow) * size**power)

        return in_line(work, 1)

    assert not works(2)
    assert works(1)


@pytest.mark.parametrize(
    ("lang", "name"),
    [("en", "one capital"), ("en", "zeros"), ("en", "distinct names"), ("es", "joined names")],
)
def test_what_one_call_does_is_no_square_either(lang: str, name: str) -> None:
    """Searches in C are one step each, so they are timed, and what they take is compared."""

    def work(size: int) -> Callable[[], object]:
        text = PATTERNS[lang][name](size)
        docs = [Document("a", text, tuple(mark(text, lang))) for mark in (_words, _whole)]
        return lambda: [_detectors(lang)[1].detect([doc]) for doc in docs]

    work(2_000)()  # reads the tables
    assert in_line(work, 5_000)


@pytest.mark.parametrize("name", ["one letter", "base64", "ats", "one URL", "slashes", "commas"])
def test_which_language_a_text_is_in_is_told_in_linear_time(name: str) -> None:
    """A file that is packed into a note is one word of its length."""
    assert in_line(lambda size: partial(other_language, PATTERNS["en"][name](size), "en"), 10_000)


@pytest.mark.parametrize("name", ["one letter", "zeros", "months", "places", "of the of the"])
@pytest.mark.parametrize(
    ("lang", "label"), [(lang, label) for lang, labels in LABELS.items() for label in labels]
)
def test_one_mark_of_any_kind_is_replaced_in_linear_time(lang: str, label: str, name: str) -> None:
    policy, context = get_policy("all").with_action("surrogate"), Context(b"key", lang=lang)

    def work(size: int) -> Callable[[], object]:
        text = PATTERNS[lang][name](size)
        doc = Document("a", text, (Span(0, len(text), label, 0.95, "neural"),))
        return partial(redact, doc, policy, context)

    work(500)()  # reads the tables
    assert in_line(work, 1_250)
