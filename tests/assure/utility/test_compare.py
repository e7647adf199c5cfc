"""Which clinical facts a de-identified note keeps: each mutation is told."""

from __future__ import annotations

import pytest

from incognote.assure.utility.compare import KEPT, LOST, OTHERWISE, Compared, Comparer, paired
from incognote.core.document import Document, Span
from incognote.core.errors import InputError

COMPARERS = {lang: Comparer(lang) for lang in ("en", "es")}
EN = (
    "Mr. Ada Ruiz, a 54-year-old man, MRN 00482913, was seen on 03/14/2019 at Mercy Hospital "
    "and again on "
    "03/20/2019. No fever, no cough. Aspirin 81 mg PO daily for 10 days. K 4.1, BP 120/80. "
    "Parkinson's disease. Fell 3 days after discharge."
)
ES = (
    "Ada Ruiz, de 54 años, NHC 482913, acude el 14/03/2019 al Hospital La Paz y de nuevo el "
    "20/03/2019. "
    "Niega fiebre. Enalapril 10 mg cada 12 horas vo durante 7 días. Hb 9,8, TA 120/80. Neumonía "
    "hace 3 días."
)
SURROGATES = {
    "en": ("Ada Ruiz", "May-Li Chen", "00482913", "77120045", "Mercy Hospital", "Lakeside Clinic"),
    "es": ("Ada Ruiz", "Inés Soto", "482913", "771200", "Hospital La Paz", "Clínica Sur"),
}
TEXTS = {"en": EN, "es": ES}


def changed(text: str, *pairs: str) -> str:
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert old in text
        text = text.replace(old, new, 1)
    return text


def compare(lang: str, before: str, after: str, **more: list[Span]) -> Compared:
    return COMPARERS[lang].compare(Document("a", before), Document("a", after), **more)


def lost(done: Compared) -> list[str]:
    return sorted(o.fact.kind for o in done.outcomes if o.fate == LOST)


@pytest.mark.parametrize("lang", TEXTS)
def test_nothing_is_lost_where_identifiers_alone_were_replaced(lang: str) -> None:
    after = changed(TEXTS[lang], *SURROGATES[lang])
    done = compare(lang, TEXTS[lang], after)
    assert {o.fate for o in done.outcomes} == {KEPT}
    assert not done.added
    kinds = {o.fact.kind for o in done.outcomes}
    wanted = {"medication", "dose", "route", "frequency", "lab", "vital", "diagnosis", "negation"}
    assert kinds >= wanted | {"time", "duration", "age", "interval"}


@pytest.mark.parametrize(
    ("lang", "old", "new", "kinds"),
    [
        ("en", "81 mg", "810 mg", ["dose"]),
        ("en", "81 mg", "[PHONE]", ["dose"]),
        ("en", "81 mg", "81 mcg", ["dose"]),
        ("en", "Aspirin", "Ortega", ["medication"]),
        (
            "en",
            "Aspirin 81 mg PO daily for 10 days. ",
            "",
            ["dose", "duration", "frequency", "medication", "route"],
        ),
        ("en", "No fever", "Fever", ["negation"]),
        ("en", "no cough", "cough", ["negation"]),
        ("en", "no cough", "[NAME] cough", ["negation"]),
        ("en", "Parkinson's", "[DOCTOR]'s", ["diagnosis"]),
        ("en", "K 4.1", "K 4.7", ["lab"]),
        ("en", "BP 120/80", "BP 05/20", ["vital"]),
        ("en", "daily", "[DATE]", ["frequency"]),
        ("en", "3 days after", "[DATE] after", ["time"]),
        ("en", "54-year", "[AGE]-year", ["age"]),
        ("en", "54-year", "50-59-year", ["age"]),
        ("en", "03/20/2019", "03/21/2019", ["interval"]),
        ("en", "03/20/2019", "[DATE]", ["interval"]),
        ("en", "03/20/2019", "2019", ["interval"]),
        ("es", "10 mg", "100 mg", ["dose"]),
        ("es", "Enalapril", "[NOMBRE_SUJETO_ASISTENCIA]", ["medication"]),
        ("es", "Niega fiebre", "fiebre", ["negation"]),
        ("es", "Hb 9,8", "Hb 8,9", ["lab"]),
        ("es", "hace 3 días", "hace 5 días", ["time"]),
        ("es", "54 años", "57 años", ["age"]),
        ("es", "cada 12 horas", "cada 8 horas", ["frequency"]),
    ],
)
def test_a_mutation_is_told(lang: str, old: str, new: str, kinds: list[str]) -> None:
    before = TEXTS[lang]
    after = changed(before, *SURROGATES[lang], old, new)
    assert lost(compare(lang, before, after)) == kinds


@pytest.mark.parametrize(
    ("lang", "pairs"),
    [
        ("en", ("03/14/2019", "07/01/2020", "03/20/2019", "07/07/2020")),
        ("en", ("03/14/2019", "2019-07-25", "03/20/2019", "31 July 2019")),
        ("es", ("14/03/2019", "01/07/2020", "20/03/2019", "07/07/2020")),
    ],
)
def test_days_between_dates_stay_where_both_moved_by_the_same(
    lang: str, pairs: tuple[str, ...]
) -> None:
    assert lost(compare(lang, TEXTS[lang], changed(TEXTS[lang], *pairs))) == []


def test_dates_that_nobody_replaced_keep_their_interval_and_one_left_behind_does_not() -> None:
    assert lost(compare("en", EN, EN)) == []
    assert lost(compare("en", EN, changed(EN, "03/14/2019", "05/14/2019"))) == ["interval"]


def test_dates_side_by_side_are_paired_in_order() -> None:
    before = "Admitted 03/14/2019 03/20/2019 04/02/2019 home"
    moved = "Admitted 05/14/2019 05/20/2019 06/02/2019 home"
    assert lost(compare("en", before, moved)) == []
    assert lost(compare("en", before, moved.replace("05/20", "05/21"))) == ["interval", "interval"]


def test_a_finding_that_was_denied_by_words_put_there_is_lost() -> None:
    done = compare("en", "He has pneumonia today.", "He has no pneumonia today.")
    assert lost(done) == ["diagnosis"]
    assert [fact.kind for fact in done.added] == ["negation"]


@pytest.mark.parametrize(
    ("lang", "before", "after", "kinds"),
    [
        ("en", "Given by Ada: warfarin daily", "Given no: warfarin daily", ["medication"]),
        ("en", "Dr. Roe found K 4.1 today", "without K 4.1 today", ["lab"]),
        ("en", "Ada has BP 120/80 now", "denies BP 120/80 now", ["vital"]),
        ("en", "No. Ada: fever today", "No Ruiz fever today", ["diagnosis"]),
        ("es", "La vio Ana: warfarina diaria", "sin Ana: warfarina diaria", ["medication"]),
        ("es", "Ana Gil: fiebre", "niega Gil fiebre", ["diagnosis"]),
        ("en", "No fever", "No change, fever", ["negation"]),
        ("en", "No Ada fever", "No Ada. Ruiz: fever", ["negation"]),
        ("es", "Niega Ana fiebre", "Niega Ana. Presenta fiebre", ["negation"]),
    ],
)
def test_what_words_put_there_deny_or_deny_no_more_is_lost(
    lang: str, before: str, after: str, kinds: list[str]
) -> None:
    done = compare(lang, before, after)
    found = lost(done)
    assert set(kinds) <= set(found)


@pytest.mark.parametrize("kind", ["fever", "warfarin daily"])
def test_a_denial_that_moved_away_within_its_sentence_still_denies(kind: str) -> None:
    names = "Ada Ruiz, " * 14
    assert lost(compare("en", f"No Ada {kind}", f"No {names}{kind}")) == []
    assert lost(compare("en", f"No {names}{kind}", f"No Ada {kind}")) == []


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("for Type 2 [X]; IV fluids", "for class IV fluids", "route"),
        ("Ada Ruiz, K 4.1 today", "Ada [MRN-7]-K 4.1 today", "lab"),
    ],
)
def test_what_is_read_otherwise_since_its_surroundings_changed_is_kept_and_told(
    before: str, after: str, kind: str
) -> None:
    done = compare("en", before, after)
    assert {o.fact.kind: o.fate for o in done.outcomes}[kind] == OTHERWISE
    assert lost(done) == []


def test_a_surrogate_that_reads_as_a_fact_is_told() -> None:
    done = compare("en", "Seen by Ada Ruiz.", "Seen by Warfarin Ruiz.")
    assert [fact.kind for fact in done.added] == ["medication"]


def test_ages_from_90_are_no_facts() -> None:
    done = compare("en", "a 94-year-old man", "a 90+ man")
    assert done.outcomes == ()


def test_facts_in_identifiers_that_people_marked_are_put_aside() -> None:
    before, after = "Lives at 12 Allegra Asthma Road, has asthma", "Lives at [STREET], has asthma"
    assert lost(compare("en", before, after)) != []
    done = compare("en", before, after, identifiers=[Span(9, 31, "STREET")])
    assert lost(done) == []
    assert done.aside > 0


def test_an_age_and_a_date_that_people_marked_are_measured_all_the_same() -> None:
    age = EN.index("54")
    marks = [Span(age, age + 2, "AGE")]
    marks += [Span(EN.index(d), EN.index(d) + 10, "DATE") for d in ("03/14/2019", "03/20/2019")]
    done = compare("en", EN, EN.replace("54", "57"), identifiers=marks)
    assert lost(done) == ["age"]
    assert done.aside == 0


def test_what_took_a_fact_is_named() -> None:
    at = EN.index("81 mg")
    mark = Span(at, at + 5, "PHONE", 0.6, "neural")
    done = compare("en", EN, EN.replace("81 mg", "[PHONE]"), replaced=[mark])
    took = [outcome.taken_by for outcome in done.outcomes if outcome.fate == LOST]
    assert took == [("PHONE", "neural")]


def docs(*ids: str) -> list[Document]:
    return [Document(id, "no fever") for id in ids]


def test_notes_are_paired_by_id_whatever_their_order() -> None:
    assert [(a.id, b.id) for a, b in paired(docs("a", "b"), docs("b", "a"))] == [
        ("a", "a"),
        ("b", "b"),
    ]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (("a", "b"), ("a",), "AFTER lacks 1 note of BEFORE, b among them"),
        (("a",), ("a", "c", "d"), "BEFORE lacks 2 notes of AFTER, c among them"),
        (("a", "a"), ("a",), "BEFORE holds the id a twice"),
        (("a",), ("a", "a"), "AFTER holds the id a twice"),
    ],
)
def test_notes_that_one_side_lacks_are_refused(before, after, words: str) -> None:
    with pytest.raises(InputError, match=words):
        list(paired(docs(*before), docs(*after)))
