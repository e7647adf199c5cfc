from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote import Span
from incognote.core.document import State
from incognote.core.errors import ConfigError
from incognote.core.resolve import (
    NO_ENDS,
    Overlaps,
    Thresholds,
    mark_ends,
    remainders,
    resolve,
)

TEXT = st.text(alphabet="aé1 -.\n'Ź中👩", min_size=1, max_size=40)
LABELS = st.sampled_from(["PATIENT", "DOCTOR", "CITY", "DATE"])


@st.composite
def texts_with_spans(draw):
    text = draw(TEXT)
    spans = []
    for _ in range(draw(st.integers(0, 8))):
        start = draw(st.integers(0, len(text) - 1))
        end = draw(st.integers(start + 1, len(text)))
        spans.append(
            Span(start, end, draw(LABELS), draw(st.sampled_from([0.3, 0.6, 0.9, 1.0])),
                 draw(st.sampled_from("ab")))
        )  # fmt: skip
    return text, spans


def covered(spans, text):
    return {i for s in spans for i in range(s.start, s.end) if text[i].isalnum()}


def test_a_score_at_the_threshold_is_a_finding():
    judged = Thresholds({"CITY": 0.7}, detector="neural")
    for score, state in ((0.7, State.FOUND), (0.69, State.EVIDENCE)):
        assert judged.judge(Span(0, 3, "CITY", score, "neural")).state is state


def test_of_marks_as_likely_as_one_another_the_longer_stands():
    text = "Ann Delgado Ward"
    for short, long in (((0, 3), (0, 11)), ((0, 11), (4, 16)), ((4, 16), (0, 11))):
        given = [Span(*short, "CITY", 0.9, "a"), Span(*long, "PATIENT", 0.9, "b")]
        longest = max(given, key=len)
        assert longest in resolve(given, text)


def test_marks_of_one_label_are_united_whatever_the_string_that_says_it():
    again = "".join(["PAT", "IENT"])
    given = [Span(0, 3, "PATIENT", 0.9, "a"), Span(2, 11, again, 0.8, "a")]
    (one,) = resolve(given, "Ann Delgado")
    assert (one.start, one.end) == (0, 11)


@given(texts_with_spans())
def test_overlaps_are_those_that_share_a_character(case):
    _, spans = case
    found = Overlaps(spans)
    for span in spans:
        sharing = [s for s in spans if s.start < span.end and span.start < s.end]
        assert found.of(span) == sorted(sharing, key=lambda s: s.start)


@given(texts_with_spans())
def test_no_alphanumeric_character_is_uncovered(case):
    text, spans = case
    assert covered(spans, text) <= covered(resolve(spans, text), text)


@given(texts_with_spans())
def test_the_result_is_disjoint_sorted_and_has_no_outer_blanks(case):
    text, spans = case
    result = resolve(spans, text)
    assert list(result) == sorted(result)
    assert all(a.end <= b.start for a, b in pairwise(result))
    for s in result:
        assert text[s.start : s.end].strip() == text[s.start : s.end]


@given(texts_with_spans(), st.randoms())
def test_input_order_does_not_matter(case, random):
    text, spans = case
    shuffled = list(spans)
    random.shuffle(shuffled)
    assert resolve(shuffled, text) == resolve(spans, text)


@given(texts_with_spans())
def test_resolving_again_changes_nothing(case):
    text, spans = case
    once = resolve(spans, text)
    assert resolve(once, text) == once


PIECES = st.sampled_from(
    ["Eva", "Ruiz", "9 días", " de vida", " de edad", "NºCol", "N°Col", "Nº Col", " CP", " ", ",",
     "+", "34", "|", "Medicina", ". Universidad", "\n"]
)  # fmt: skip
SPANISH = st.sampled_from(
    [
        "EDAD_SUJETO_ASISTENCIA",
        "NOMBRE_PERSONAL_SANITARIO",
        "TERRITORIO",
        "INSTITUCION",
        "NUMERO_FAX",
    ]
)


@given(st.lists(PIECES, min_size=1, max_size=8).map("".join), st.data())
def test_resolving_spanish_ends_again_changes_nothing_and_uncovers_no_name(text, data):
    bounds = st.integers(0, len(text))
    pairs = data.draw(st.lists(st.tuples(bounds, bounds, SPANISH), max_size=5))
    spans = [Span(*sorted((a, b)), label) for a, b, label in pairs if a != b]
    once = resolve(spans, text)
    assert resolve(once, text) == once
    left = {text[i] for i in covered(spans, text) - covered(once, text)}
    assert left <= set("de vida edad NºCol CP Nº°")


@given(texts_with_spans())
def test_no_word_is_cut_where_nothing_else_claims_the_rest(case):
    text, spans = case
    result = resolve(spans, text)
    taken = covered(result, text)
    for s in result:
        for inside, outside in ((s.start, s.start - 1), (s.end - 1, s.end)):
            if 0 <= outside < len(text) and outside not in taken:
                a, b = text[inside], text[outside]
                assert not (a.isalpha() and b.isalpha())
                assert not (a.isdigit() and b.isdigit())


def marks(text, *spans, ends=NO_ENDS):
    return [(text[s.start : s.end], s.label) for s in resolve(spans, text, ends)]


@pytest.mark.parametrize(
    ("text", "spans", "expected"),
    [
        # The likelier keeps its boundaries, the rest of the other stays.
        ("Maria Leeds", [(0, 5, "PATIENT", 0.9), (3, 11, "CITY", 0.6)],
         [("Maria", "PATIENT"), ("Leeds", "CITY")]),
        # A loser that holds the winner leaves a remainder on both sides.
        ("Mercy of Leeds Hospital", [(0, 23, "HOSPITAL", 0.6), (9, 14, "CITY", 0.9)],
         [("Mercy of", "HOSPITAL"), ("Leeds", "CITY"), ("Hospital", "HOSPITAL")]),
        # Same label: one span.
        ("12 March 2019", [(0, 8, "DATE", 0.9), (3, 13, "DATE", 0.6)], [("12 March 2019", "DATE")]),
        # Parts of one name from different sources become one; of one source they stay two.
        ("Ann Lee", [(0, 3, "PATIENT", 0.9, "a"), (4, 7, "PATIENT", 0.9, "b")],
         [("Ann Lee", "PATIENT")]),
        ("Ann Lee", [(0, 3, "PATIENT", 0.9, "a"), (4, 7, "PATIENT", 0.9, "a")],
         [("Ann", "PATIENT"), ("Lee", "PATIENT")]),
        # A line break divides names.
        ("Ann\nLee", [(0, 3, "PATIENT", 0.9, "a"), (4, 7, "PATIENT", 0.9, "b")],
         [("Ann", "PATIENT"), ("Lee", "PATIENT")]),
        # A cut word is made whole, also when it ends in a combining mark.
        ("Delgado", [(0, 4, "PATIENT", 0.9)], [("Delgado", "PATIENT")]),
        ("Jose\u0301 x", [(0, 4, "PATIENT", 0.9)], [("Jose\u0301", "PATIENT")]),
        # Digits and letters side by side are two words.
        ("54yo", [(0, 2, "AGE", 0.9)], [("54", "AGE")]),
        # An address ends before the full stop of its sentence; a street may not.
        ("a@b.org., J.", [(0, 9, "EMAIL", 0.9), (10, 12, "PATIENT", 0.9)],
         [("a@b.org", "EMAIL"), ("J.", "PATIENT")]),
        # Only blanks: nothing.
        ("a   b", [(1, 4, "DATE", 0.9)], []),
    ],
)  # fmt: skip
def test_cases(text, spans, expected):
    assert marks(text, *(Span(*s) for s in spans)) == expected


@pytest.mark.parametrize(
    ("text", "spans", "expected"),
    [
        # MEDDOCAN's numbers begin behind the plus.
        ("Fax: + 34 93 567", [(5, 16, "NUMERO_FAX", 0.9)], [("34 93 567", "NUMERO_FAX")]),
        # Its ages end before what they are the age of.
        ("a los 9 días de vida", [(6, 20, "EDAD_SUJETO_ASISTENCIA", 0.9)],
         [("9 días", "EDAD_SUJETO_ASISTENCIA")]),
        ("a los 9 días de vida", [(6, 15, "EDAD_SUJETO_ASISTENCIA", 0.9),
         (13, 20, "EDAD_SUJETO_ASISTENCIA", 0.8)], [("9 días", "EDAD_SUJETO_ASISTENCIA")]),
        # The label of what follows is no part of it, even without a blank between.
        ("Eva RuizNºCol: 28", [(0, 13, "NOMBRE_PERSONAL_SANITARIO", 0.9)],
         [("Eva Ruiz", "NOMBRE_PERSONAL_SANITARIO")]),
        ("Eva RuizNº Col: 28", [(0, 8, "NOMBRE_PERSONAL_SANITARIO", 0.9)],
         [("Eva Ruiz", "NOMBRE_PERSONAL_SANITARIO")]),
        ("Col. Roma CP 03020", [(5, 12, "TERRITORIO", 0.9)], [("Roma", "TERRITORIO")]),
        ("Roma CP 03020", [(5, 7, "TERRITORIO", 0.9)], []),
        # An institution ends with its sentence, but not with an abbreviation.
        ("Facultad de Medicina. Universidad de Lugo", [(0, 41, "INSTITUCION", 0.9)],
         [("Facultad de Medicina", "INSTITUCION"), ("Universidad de Lugo", "INSTITUCION")]),
        ("Fund. Renal", [(0, 11, "INSTITUCION", 0.9)], [("Fund. Renal", "INSTITUCION")]),
    ],
)  # fmt: skip
def test_marks_begin_and_end_as_the_scheme_of_the_language_does(text, spans, expected):
    assert marks(text, *(Span(*s) for s in spans), ends=mark_ends("es")) == expected


def test_without_ends_of_a_language_nothing_is_cut_off():
    text = "Fax: +34 93, 9 días de vida"
    spans = [Span(5, 11, "NUMERO_FAX", 0.9), Span(13, 27, "EDAD_SUJETO_ASISTENCIA", 0.9)]
    assert [s for s, _ in marks(text, *spans)] == ["+34 93", "9 días de vida"]


def test_thresholds_by_label_concern_one_source_and_only_their_labels():
    text = "Tom saw Leeds and Ruiz"
    spans = [
        Span(0, 3, "PATIENT", 0.2, "neural"),
        Span(8, 13, "CITY", 0.2, "neural"),
        Span(18, 22, "PATIENT", 0.2, "lexicon/surname"),
    ]
    found = resolve(map(Thresholds({"PATIENT": 0.1}).judge, spans), text)
    assert [(s.start, s.label) for s in found] == [(0, "PATIENT")]
    assert resolve(map(Thresholds().judge, spans), text) == ()


@pytest.mark.parametrize("state", State)
def test_findings_alone_become_marks_whatever_their_score(state):
    marks = resolve([Span(0, 3, "PATIENT", 0.01, state=state)], "Tom")
    assert len(marks) == (state is State.FOUND)


@pytest.mark.parametrize("state", State)
def test_what_was_set_aside_is_not_judged_again(state):
    span = Span(0, 3, "PATIENT", 0.4, state=state)
    judged = [Thresholds(default=t).judge(span) for t in (0.1, 0.9)]
    if state in (State.FOUND, State.EVIDENCE):
        assert [s.state for s in judged] == [State.FOUND, State.EVIDENCE]
    else:
        assert judged == [span, span]
    assert {s.score for s in judged} == {0.4}


@given(texts_with_spans(), st.data())
def test_remainders_are_what_of_a_span_no_other_covers(case, data):
    text, spans = case
    start = data.draw(st.integers(0, len(text) - 1))
    span = Span(start, data.draw(st.integers(start + 1, len(text))), "CITY", 0.7)
    rest = remainders(span, spans, text)
    assert covered(rest, text) == covered([span], text) - covered(spans, text)
    assert all(span.start <= s.start < s.end <= span.end for s in rest)
    assert {(s.label, s.score) for s in rest} <= {("CITY", 0.7)}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Teresa|y|Juan", []),
        ("Ann|and|Bob", []),
        ("Mercy|of St. Ann|Leeds", ["of St. Ann"]),
        ("Ana|de la Cruz|Ruiz", ["de la Cruz"]),
    ],
)
def test_particles_alone_are_left_out_of_the_remainders_where_asked(text, left):
    first, second = (i for i, char in enumerate(text) if char == "|")
    whole, between = Span(0, len(text), "PATIENT"), text[first + 1 : second]
    others = [Span(0, first, "PATIENT"), Span(second, len(text), "PATIENT")]
    for particles, expected in ((frozenset(), [between]), (mark_ends("en").particles, left)):
        rest = remainders(whole, others, text, particles)
        assert [text[s.start : s.end] for s in rest] == expected


def test_a_remainder_keeps_the_mark_on_its_last_letter():
    text = "11Z\u03011"
    spans = [Span(0, 5, "PATIENT", 0.6), Span(4, 5, "DOCTOR", 0.9)]
    assert [(s.start, s.end) for s in resolve(spans, text)] == [(0, 4), (4, 5)]


@pytest.mark.parametrize("threshold", [float("nan"), -0.1, 1.1, float("inf")])
def test_a_threshold_that_is_no_probability_is_refused(threshold):
    with pytest.raises(ConfigError, match="must be within 0 and 1"):
        Thresholds({"DATE": threshold})


def test_what_is_known_of_the_patient_outranks_what_may_stay():
    text = "Georgia states that St. Georgia Hospital is far."
    state = Span(0, 7, "STATE", 0.999, "neural")
    patient = Span(0, 7, "PATIENT", 0.97, "roster")
    house = Span(20, 40, "HOSPITAL", 0.999, "neural")
    part = Span(24, 31, "PATIENT", 0.97, "roster")
    found = resolve([state, patient, house, part], text)
    assert [(s.start, s.end, s.label) for s in found] == [(0, 7, "PATIENT"), (20, 40, "HOSPITAL")]
    trade = Span(0, 14, "PROFESSION", 0.99, "neural")
    name = Span(6, 14, "PATIENT", 0.9, "verify")
    found = resolve([trade, name], "guard Delgadox")
    assert [(s.start, s.end, s.label) for s in found] == [(0, 5, "PROFESSION"), (6, 14, "PATIENT")]


def test_a_tie_with_the_roster_goes_to_the_roster():
    for label in ("CITY", "HOSPITAL", "STATE", "DOCTOR"):
        tied = [Span(0, 4, label, 0.97, "neural"), Span(0, 4, "PATIENT", 0.97, "roster")]
        assert [s.label for s in resolve(tied, "Hope")] == ["PATIENT"]


def test_a_mark_over_a_bar_becomes_one_for_each_cell():
    text = "PID|1||Keogh^Damien|SEL|19661203"
    found = resolve([Span(7, 23, "PATIENT", 0.9, "neural")], text)
    assert [(text[s.start : s.end], s.label) for s in found] == [
        ("Keogh^Damien", "PATIENT"),
        ("SEL", "PATIENT"),
    ]
    assert resolve([Span(3, 4, "PATIENT", 0.9), Span(5, 7, "DATE", 0.9)], text) == ()
