"""Mending: what readers found leaves the release, and the same wherever else it stands."""

from __future__ import annotations

import pytest

from incognote.assure.mending import READER, SEARCH, marks_for, mend, surfaces
from incognote.assure.release import view_of
from incognote.core.document import Span
from incognote.replace.redact import Redacted, Replaced
from incognote.replace.verify import Verifier


def note(marked: str, label: str = "PATIENT") -> Redacted:
    """A released note: `<...>` is what stands in place of ten characters."""
    text, replaced, old = "", [], 0
    for i, piece in enumerate(marked.replace(">", "<").split("<")):
        if i % 2:
            place = Span(old, old + 10, label, 0.9, "neural")
            replaced.append(Replaced(place, len(text), len(text) + len(piece), "surrogate"))
            old += 10
        else:
            old += len(piece)
        text += piece
    return Redacted("n", text, tuple(replaced))


def at(released: Redacted, surface: str, label: str = "PATIENT") -> Span:
    start = view_of(released).text.index(surface)
    return Span(start, start + len(surface), label)


@pytest.mark.parametrize(
    ("released", "marked", "new"),
    [
        ("<Larkin> met Ruiz.", ["Ruiz"], "Larkin met [PATIENT]."),
        ("Ruiz met <Larkin>.", ["Ruiz"], "[PATIENT] met Larkin."),
        ("<Larkin> Ruiz left.", ["Ruiz"], "Larkin [PATIENT] left."),
        ("<Larkin>Ruiz left.", ["Ruiz"], "Larkin[PATIENT] left."),
        ("<Ed> Ruiz <Bo> left.", ["[PATIENT] Ruiz"], "[PATIENT] Bo left."),
        ("<Ed> Ruiz <Bo> left.", ["ENT] Ruiz [PA"], "[PATIENT] left."),
        ("Ana Ruiz left.", ["Ana Ruiz", "Ruiz"], "[PATIENT] left."),
        ("Ana Ruiz left <Bo>.", ["Ana", "Ruiz left"], "[PATIENT] [PATIENT] Bo."),
        ("Ana <Bo>.", [], "Ana Bo."),
    ],
)
def test_marks_become_tags_and_all_else_stays(released: str, marked: list[str], new: str) -> None:
    before = note(released)
    after = mend(before, [at(before, surface) for surface in marked])
    assert after.text == new
    for place in after.replaced:  # the record still says what stands where
        assert after.text[place.new_start : place.new_end] in ("[PATIENT]", "Larkin", "Ed", "Bo")
    ends = [x for p in after.replaced for x in (p.span.start, p.span.end)]
    assert ends == sorted(ends)
    # Everything that was not marked lies where it lay in the original.
    for i, char in enumerate(after.text):
        if not any(p.new_start <= i < p.new_end for p in after.replaced):
            assert before.text[before.to_new(after.to_old(i))] == char


def test_a_mended_note_can_be_mended_again() -> None:
    first = mend(note("<Larkin> met Ruiz and Ana."), [at(note("<Larkin> met Ruiz"), "Ruiz")])
    second = mend(first, [at(first, "Ana")])
    assert second.text == "Larkin met [PATIENT] and [PATIENT]."


SEARCHES = [
    ("en", "PATIENT", "Tarquini", "Seen with Tarquini today.", ["Tarquini"]),
    ("en", "PATIENT", "Ana Tarquini", "TARQUINI, ANA was seen.", ["TARQUINI, ANA"]),
    ("en", "PATIENT", "Ana Tarquini", "Mr Tarquini was seen.", ["Tarquini"]),
    ("en", "PATIENT", "Ana Mu&ntilde;oz", "Mr Muñoz was seen.", ["Muñoz"]),
    ("en", "PATIENT", "Muñoz", r"met\nMu&ntilde;oz.", ["Mu&ntilde;oz"]),
    ("en", "PHONE", "(216) 555-0143", "call 216 555 0143", ["216 555 0143"]),
    ("en", "MRN", "00482913", "record 0048-2913", ["0048-2913"]),
    ("en", "DATE", "3/14/2019", "seen 3/14/2019, BP 3/14", ["3/14/2019"]),
    ("en", "AGE", "54", "54 y, HR 54", []),
    ("en", "PATIENT", "Parkinson", "Parkinson's disease", []),
    ("es", "NOMBRE_SUJETO_ASISTENCIA", "Lucía Tarqui", "vino tarqui", ["tarqui"]),
    ("es", "NUMERO_TELEFONO", "600 123 456", "tel. 600123456", ["600123456"]),
    ("es", "FECHAS", "14/03/2019", "visto 14/03/2019", ["14/03/2019"]),
    ("es", "CALLE", "Calle Olmo 7", "vive en calle Olmo 7", ["calle Olmo 7"]),
]


@pytest.mark.parametrize(("lang", "label", "surface", "text", "hits"), SEARCHES)
def test_the_same_elsewhere_goes_too(
    lang: str, label: str, surface: str, text: str, hits: list[str]
) -> None:
    search = Verifier(lang)
    read = f"visto {surface} hoy"
    found = surfaces([(read, [Span(6, 6 + len(surface), label)])])
    other = Redacted("other", text)
    marks = marks_for(other, (), found, search)
    assert [text[m.start : m.end] for m in marks] == hits
    assert {m.source for m in marks} <= {SEARCH}


def test_what_stands_in_a_replacement_or_was_kept_is_let_alone() -> None:
    search = Verifier("en")
    found = surfaces([("Tarquini", [Span(0, 8, "PATIENT")])])
    released = note("<Tarquini> and Tarquini and Tarquini")
    kept = Redacted(
        released.id, released.text, released.replaced, (Span(15, 23, "PATIENT"),)
    )  # the second, in old offsets
    read = [Span(14, 22, "DOCTOR")]  # what the readers marked is theirs
    assert released.text[kept.to_new(15) : kept.to_new(23)] == "Tarquini"
    marks = marks_for(kept, (), found, search)
    assert [m.start for m in marks] == [view_of(kept).text.rindex("Tarquini")]
    marks = marks_for(released, read, found, search)
    assert [m.source for m in marks] == [READER, SEARCH]


def test_a_surface_is_searched_once_whoever_bears_it() -> None:
    text = "Ruiz and Ruiz"
    doc = surfaces([(text, [Span(0, 4, "DOCTOR"), Span(9, 13, "DOCTOR")]), (text, [])])
    assert (doc.text, len(doc.spans)) == ("Ruiz\n", 1)
