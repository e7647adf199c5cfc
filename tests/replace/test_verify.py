from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, NoteError
from incognote.core.pipeline import Pipeline
from incognote.replace.policy import Policy, get_policy
from incognote.replace.redact import Redacted, Replaced
from incognote.replace.replacement import Context
from incognote.replace.verify import MODES, Verifier, make_verifier

ALL = get_policy("all").with_action("tag")


def marked(text: str, *marks: tuple[str, str]) -> Document:
    spans = []
    for surface, label in marks:
        at = text.index(surface)
        spans.append(Span(at, at + len(surface), label))
    return Document("a", text, tuple(spans))


def hits(text: str, *marks: tuple[str, str], policy: Policy = ALL) -> list[tuple[str, str]]:
    """What the search finds in the output, where `marks` are all that was marked."""
    verifier = Verifier("en", mode="redact")
    doc = marked(text, *marks)
    done = verifier.redact(doc, policy, Context())
    assert done.added == len(done.doc.spans) - len(doc.spans)
    return [(text[s.start : s.end], s.label) for s in done.doc.spans if s.source == "verify"]


@pytest.mark.parametrize(
    ("text", "marks", "found"),
    [
        ("Ann Tabuteau. later TABUTEAU, tabuteau-jones", [("Ann Tabuteau", "PATIENT")],
         ["TABUTEAU", "tabuteau"]),
        ("Ann Delgado. later DELGADO, delgado-jones", [("Ann Delgado", "PATIENT")],
         ["DELGADO", "delgado"]),
        ("Hope White. later White, Hope; HOPE WHITE", [("Hope White", "PATIENT")],
         ["White, Hope", "HOPE WHITE"]),
        ("Hope Joy White. later White, Hope Joy; JOY WHITE HOPE", [("Hope Joy White", "PATIENT")],
         ["White, Hope Joy", "JOY WHITE HOPE"]),
        ("Will Brown. he will, brown stool. will brown", [("Will Brown", "PATIENT")], []),
        ("Ann Delgado née Zorpan. her sister, née Wu", [("Ann Delgado née Zorpan", "PATIENT")],
         []),
        ("Bo Zorpan III. Stage III, CN III; ZORPAN", [("Bo Zorpan III", "PATIENT")], ["ZORPAN"]),
        ("Dr. Bo Nee. later Nee", [("Bo Nee", "DOCTOR")], ["Nee"]),
        ("Ann Zorpan. later Zorpan's tumor, Zorpan grade 3", [("Ann Zorpan", "PATIENT")],
         ["Zorpan", "Zorpan"]),
        ("Ann O'Brien. later O'Brien's tumor, O’BRIEN grade 3", [("Ann O'Brien", "PATIENT")],
         ["O'Brien", "O’BRIEN"]),
        ("Dr. Foley. foley catheter, Foley placed", [("Foley", "DOCTOR")], []),
        ("Dr. Zorpan. a zorpan of a rash", [("Zorpan", "DOCTOR")], ["zorpan"]),
        ("Dr. Catheter. a catheter of a size", [("Catheter", "DOCTOR")], []),
        ("MRN 004-829. then 004829, 004 829, 0048291", [("004-829", "MRN")],
         ["004829", "004 829"]),
        ("call 216-555-0143 or (216) 5550143", [("216-555-0143", "PHONE")], ["216) 5550143"]),
        ("a.b@x.org then A.B@X.ORG", [("a.b@x.org", "EMAIL")], ["A.B@X.ORG"]),
        ("on 3/14/2019, BP 3/14, 03-14-2019, 3-14-2019", [("3/14/2019", "DATE")], ["3-14-2019"]),
        ("aged 54, 54 mg", [("54", "AGE")], []),
        ("a teacher, the teacher said", [("teacher", "PROFESSION")], []),
        ("bed 3 of 3, bed 3", [("bed 3", "UNIT")], []),
        ("in May, may 3", [("May", "DATE")], []),
        ("at Ferncliff General; ferncliff general called", [("Ferncliff General", "HOSPITAL")],
         ["ferncliff general"]),
        ("from Leadville, LEADVILLE", [("Leadville", "CITY")], ["LEADVILLE"]),
        ("from Elko, ELKO", [("Elko", "CITY")], ["ELKO"]),
        ("from Ely, ELY", [("Ely", "CITY")], []),
        ("user abynum, by ABYNUM", [("abynum", "USERNAME")], []),
        ("user kx12345, by KX12345", [("kx12345", "USERNAME")], ["KX12345"]),
    ],
)  # fmt: skip
def test_what_counts_as_left(text: str, marks: list[tuple[str, str]], found: list[str]) -> None:
    assert [surface for surface, _ in hits(text, *marks)] == found


@pytest.mark.parametrize("label", ["PHONE", "MRN", "SSN", "ID_SUJETO_ASISTENCIA"])
@pytest.mark.parametrize("size", [1, 2, 3, 5, 12])
@pytest.mark.parametrize("between", [" ", "-", " - "])
def test_a_number_is_left_in_pieces_of_any_size(label: str, size: int, between: str) -> None:
    number = "216555014398"
    pieces = between.join(number[i : i + size] for i in range(0, len(number), size))
    other = between.join("216555014399")  # begins alike
    text = f"{number}; {other}; later: {pieces}, 98"
    assert hits(text, (number, label)) == [(pieces, label)]


def test_a_spanish_name_that_is_a_word_is_left_with_a_capital_alone() -> None:
    verifier = Verifier("es", mode="redact")
    text = "Dra. Cruz. Orina: una cruz. Avisar a Cruz"
    done = verifier.redact(marked(text, ("Cruz", "NOMBRE_PERSONAL_SANITARIO")), ALL, Context())
    assert [s.start for s in done.doc.spans] == [text.index("Cruz"), text.rindex("Cruz")]


@pytest.mark.parametrize("left", ["28040", "28 040"])
def test_a_postcode_is_searched_where_the_scheme_has_one_label_for_towns_and_postcodes(
    left: str,
) -> None:
    text = f"CP 28040. Leucocitos 2804. Vive en {left} desde hoy"
    done = Verifier("es").redact(marked(text, ("28040", "TERRITORIO")), ALL, Context())
    assert [text[s.start : s.end] for s in done.doc.spans] == ["28040", left]


def test_what_stands_before_a_birth_name_is_no_original_that_came_back() -> None:
    policy = get_policy("all").with_action("surrogate")
    doc = marked("Mrs Ann Delgado née Zorpan came", ("Ann Delgado née Zorpan", "PATIENT"))
    done = Verifier("en").redact(doc, policy, Context(bytes(32)))
    assert done.retagged == 0
    assert " née " in done.redacted.text


def test_marks_that_the_policy_keeps_are_no_hits() -> None:
    policy = Policy("p", "", {"CITY": "keep"})
    doc = marked("Houston lives in Houston", ("Houston", "PATIENT"))
    doc = doc.with_spans((*doc.spans, Span(17, 24, "CITY")))
    done = Verifier("en").redact(doc, policy, Context())
    assert done.redacted.text == "[PATIENT] lives in Houston"
    assert done.added == 0


def test_a_hit_within_a_longer_mark_that_the_policy_keeps_is_none() -> None:
    policy = Policy("p", "", {"ORGANIZATION": "keep"})
    text = "Tabuteau works at The Tabuteau Works"
    doc = marked(text, ("Tabuteau", "PATIENT"), ("The Tabuteau Works", "ORGANIZATION"))
    done = Verifier("en").redact(doc, policy, Context())
    assert done.redacted.text == "[PATIENT] works at The Tabuteau Works"
    assert done.added == 0


def test_fail_gives_no_output_and_tells_where_in_it() -> None:
    doc = marked("Tabuteau, TABUTEAU", ("Tabuteau", "PATIENT"))
    with pytest.raises(NoteError) as caught:
        Verifier("en", mode="fail").redact(doc, ALL, Context())
    assert "the first PATIENT at its characters [11, 19)" in str(caught.value)
    assert "TABUTEAU" not in str(caught.value)
    text = Verifier("en", mode="off").redact(doc, ALL, Context()).redacted.text
    assert text[11:19] == "TABUTEAU"


def test_a_mode_that_does_not_exist() -> None:
    with pytest.raises(ConfigError, match="Did you mean 'redact'"):
        make_verifier(Pipeline([]), "en", "redat")


class Returns(Verifier):
    """Shown an output in which one surrogate is another original."""

    def search(self, doc: Document, redacted: Redacted) -> list:
        first, second = doc.spans
        surrogates = redacted.text[: first.start] + "Tabuteau saw Lindqvist"
        changed = (
            Replaced(first, 0, 8, "surrogate"),
            Replaced(second, 13, 22, "surrogate"),
        )
        return super().search(doc, Redacted(doc.id, surrogates, changed))


def test_a_surrogate_that_is_another_original_becomes_a_tag() -> None:
    doc = marked("Lindqvist saw Tabuteau", ("Lindqvist", "PATIENT"), ("Tabuteau", "PATIENT"))
    found = Returns("en").search(doc, Redacted(doc.id, ""))
    assert [(hit.start, hit.end) for hit in found] == [(0, 8), (13, 22)]


class Remembers:
    """A roster that knows one word."""

    labels = frozenset({"PATIENT"})

    def knows(self, doc: Document) -> bool:
        return True

    def detect(self, docs):
        at = [doc.text.find("Mymy") for doc in docs]
        return [[Span(i, i + 4, "PATIENT")] if i >= 0 else [] for i in at]


def test_values_of_the_roster_are_searched_too() -> None:
    verifier = make_verifier(Pipeline([Remembers()]), "en")
    done = verifier.redact(Document("a", "seen: Mymy"), ALL, Context())
    assert done.redacted.text == "seen: [PATIENT]"
    strict = make_verifier(Pipeline([Remembers()]), "en", "fail")
    with pytest.raises(NoteError):
        strict.redact(Document("a", "seen: Mymy"), ALL, Context())


def test_a_value_of_the_roster_does_not_stay_within_what_the_policy_keeps() -> None:
    verifier = make_verifier(Pipeline([Remembers()]), "en")
    doc = Document("a", "works as: Mymy", (Span(10, 14, "PROFESSION", 0.99, "neural"),))
    done = verifier.redact(doc, Policy("mine", "", {"PROFESSION": "keep"}), Context())
    assert done.redacted.text == "works as: [PATIENT]"
    kept = Policy("mine", "", {"PROFESSION": "keep", "PATIENT": "keep"})
    assert verifier.redact(doc, kept, Context()).redacted.text == doc.text


@given(
    st.lists(st.sampled_from(["Tabuteau", "TABUTEAU", "004829", "x", "and", "3/14/2019", "\n"])),
    st.sampled_from(MODES[:2]),
)
def test_no_output_holds_an_original(pieces: list[str], mode: str) -> None:
    text = " ".join(["Tabuteau 004829 3/14/2019", *pieces])
    doc = Document("a", text, (Span(0, 8, "PATIENT"), Span(9, 15, "MRN"), Span(16, 25, "DATE")))
    try:
        done = Verifier("en", mode=mode).redact(doc, ALL, Context())
    except NoteError:
        assert mode == "fail"
        return
    left = done.redacted.text.lower()
    assert not any(original in left for original in ("tabuteau", "004829", "3/14/2019"))


@pytest.mark.parametrize(
    ("text", "surface", "left"),
    [
        ("Patient Margaret Thornbury. Plan: thornbury agrees.", "Margaret Thornbury", "thornbury"),
        ("Seen by Dr. Hathersage. Page hathersage.", "Hathersage", "hathersage"),
        ("Seen by Ada Quorndon; quorn\u00addon knows.", "Ada Quorndon", "quorn\u00addon"),
        ("Seen by Ada O'Quorndon; o'quorndon knows.", "Ada O'Quorndon", "o'quorndon"),
    ],
)
def test_a_sure_surname_is_found_in_small_letters(text: str, surface: str, left: str) -> None:
    assert hits(text, (surface, "PATIENT")) == [(left, "PATIENT")]


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("Patient Margaret Stable is stable.", "Margaret Stable"),
        ("Patient Quorndon. quorndon left.", "Quorndon"),  # may be no name at all
    ],
)
def test_words_in_small_letters_are_no_surnames(text: str, surface: str) -> None:
    assert hits(text, (surface, "PATIENT")) == []


@pytest.mark.parametrize(
    ("old", "new"), [("lucia tarqui", "elena tarqui"), ("bo zorpan", "al zorpan")]
)
def test_a_name_in_small_letters_that_its_surrogate_keeps_is_found(old: str, new: str) -> None:
    doc = Document("a", f"seen: {old}", (Span(6, 6 + len(old), "PATIENT"),))
    kept = Redacted("a", f"seen: {new}", (Replaced(doc.spans[0], 6, 6 + len(new), "surrogate"),))
    hits = Verifier("en").search(doc, kept)
    assert (6 + new.index(" ") + 1, 6 + len(new)) in {(hit.start, hit.end) for hit in hits}
