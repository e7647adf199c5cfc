from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from patterns import PATTERNS
from steps import steps

from incognote import registry
from incognote.document import Document, Span
from incognote.pipeline import Pipeline, Settings
from incognote.policy import get_policy
from incognote.redact import redact
from incognote.replacement import Context
from incognote.resolve import resolve
from incognote.verify import Verifier, make_verifier

SIZE, TIMES = 1200, 4
MOST = 7.5
"""Times the work of a text that is four times as long: of all pairs it would be sixteen."""
FEWEST = 20_000
"""Steps below which a text costs nothing worth a comparison."""
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
    """Houses of twenty words."""
    words = [match.span() for match in re.finditer(r"\S+", text)]
    for i in range(0, len(words), 20):
        yield Span(words[i][0], words[min(i + 19, len(words) - 1)][1], LABELS[lang][2], 0.95, "t")


def _chain(text: str, lang: str) -> Iterator[Span]:
    """Marks that overlap from one end of the text to the other."""
    words = [match.span() for match in re.finditer(r"\S+", text)]
    labels = LABELS[lang]
    for i, (start, _) in enumerate(words):
        end = words[min(i + 2, len(words) - 1)][1]
        yield Span(start, end, labels[i % len(labels)], 0.5 + i * 7 % 50 / 100, "neural")


MARKS = (_words, _mixed, _whole, _long, _chain)


@cache
def _detectors(lang: str) -> tuple[Pipeline, Pipeline, Verifier]:
    """What runs before a model, what runs behind one, and the search of outputs."""
    made = [registry.get("detector", n)(Settings(lang)) for n in ("rules", "lexicon")]
    behind = [registry.get("detector", n)(Settings(lang)) for n in ("protection", "propagation")]
    return Pipeline(made), Pipeline(behind), make_verifier(Pipeline([]), lang)


def _stages(lang: str, text: str) -> dict[str, Callable[[], object]]:
    """The work of each stage on a text."""
    before, behind, verifier = _detectors(lang)
    context = Context(b"key", lang=lang)
    stages: dict[str, Callable[[], object]] = {
        "rules and lists": lambda: before.gather([Document("a", text)])
    }
    for mark in MARKS:
        doc = Document("a", text, tuple(mark(text, lang)))
        done = doc.with_spans(resolve(doc.spans, text))
        # Of one patient: each piece of the text a note.
        cut = [Document(f"{i}", text[i : i + 300]) for i in range(0, len(text), 300)]
        record = [piece.with_spans(mark(piece.text, lang)) for piece in cut]
        detect_record = behind.detectors[-1].detect_record  # type: ignore[attr-defined]
        kind = mark.__name__.strip("_")
        stages |= {
            f"second look, {kind}": lambda doc=doc: behind.gather([doc]),
            f"record, {kind}": lambda record=record: detect_record(record),
            f"uniting, {kind}": lambda doc=doc: resolve(doc.spans, text),
            f"search, {kind}": lambda done=done: verifier.redact(done, get_policy("all"), context),
        }
        for action in ("mask", "surrogate", "hash"):
            policy = get_policy("all").with_action(action)
            stages[f"{action}, {kind}"] = lambda done=done, policy=policy: redact(
                done, policy, context
            )
        policy = get_policy("safe-harbor") if False else get_policy("hipaa")
        stages[f"policy, {kind}"] = lambda done=done, policy=policy: redact(done, policy, context)
    return stages
