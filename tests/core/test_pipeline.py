from dataclasses import replace

import pytest

from incognote import Document, NoteError, Pipeline, Span
from incognote.core.document import State
from incognote.core.errors import ConfigError
from incognote.core.pipeline import Protected
from incognote.core.resolve import resolve


class Finds:
    """A detector that marks every occurrence of a word."""

    def __init__(self, word, label, score=0.9, fail_on=None, error=None):
        self.word, self.label, self.score = word, label, score
        self.fail_on, self.error = fail_on, error
        self.labels = frozenset({label})
        self.batches = []

    def detect(self, docs):
        self.batches.append(len(docs))
        out = []
        for doc in docs:
            if doc.id == self.fail_on:
                raise self.error
            at = doc.text.find(self.word)
            found = [Span(at, at + len(self.word), self.label, self.score)] if at >= 0 else []
            out.append(found)
        return out


class SeesEvidence:
    labels = frozenset({"CITY"})

    def detect(self, docs):
        return [[Span(s.start, s.end, "CITY", 0.8) for s in doc.spans] for doc in docs]


def test_later_detectors_see_what_earlier_ones_found_at_any_score():
    pipeline = Pipeline([Finds("Leeds", "DATE", 0.1), SeesEvidence()])
    (doc,) = pipeline.annotate([Document("a", "in Leeds")])
    assert [(s.start, s.end, s.label) for s in doc.spans] == [(3, 8, "CITY")]


def test_spans_that_the_input_had_are_not_kept():
    gold = Document("a", "in Leeds", (Span(0, 2, "DATE"),))
    (doc,) = Pipeline([Finds("Leeds", "CITY")]).annotate([gold])
    assert [s.label for s in doc.spans] == ["CITY"]


def test_batches_are_bounded_and_order_is_kept():
    detector = Finds("a", "CITY")
    pipeline = Pipeline([detector], batch_notes=3, batch_characters=10)
    docs = [Document(str(i), "a" * size) for i, size in enumerate([1, 1, 1, 1, 8, 30, 1, 0])]
    assert [d.id for d in pipeline.annotate(docs)] == [d.id for d in docs]
    assert detector.batches == [3, 2, 1, 2]


def test_annotate_pulls_no_more_than_a_batch_ahead():
    pulled = []

    def notes():
        for i in range(1000):
            pulled.append(i)
            yield Document(str(i), "x")

    stream = Pipeline([Finds("x", "CITY")], batch_notes=4).annotate(notes())
    next(stream)
    assert len(pulled) <= 5


@pytest.mark.parametrize(
    "error", [ValueError("quotes Maria Delgado"), NoteError("b", "too long"), KeyError("Maria")]
)
def test_only_the_failing_note_fails_and_its_text_is_not_told(error):
    pipeline = Pipeline([Finds("Maria", "PATIENT", fail_on="b", error=error)])
    docs = [Document(i, "Maria Delgado") for i in "abc"]
    failures = []
    done = list(pipeline.annotate(docs, on_error=failures.append))
    assert [d.id for d in done] == ["a", "c"]
    assert [f.id for f in failures] == ["b"]
    assert "Maria" not in str(failures[0])
    with pytest.raises(NoteError) as caught:
        list(pipeline.annotate(docs))
    assert caught.value.__suppress_context__


def test_a_detector_that_returns_too_few_lists_is_an_error():
    class Short:
        labels = frozenset({"CITY"})

        def detect(self, docs):
            return []

    with pytest.raises(NoteError):
        list(Pipeline([Short()]).annotate([Document("a", "x")]))


class Counts(Finds):
    """A detector that tells how many notes of the patient it was shown."""

    def detect(self, docs):
        return [self.marks(doc, 1) for doc in docs]

    def detect_record(self, docs):
        if self.fail_on in {doc.id for doc in docs}:
            raise self.error
        return [self.marks(doc, len(docs)) for doc in docs]

    def marks(self, doc, count):
        if doc.id == self.fail_on:
            raise self.error
        return [Span(0, count, self.label, self.score)]


def note(id, patient=""):
    return Document(id, ".........", meta={"patient": patient} if patient else {})


def test_notes_of_one_patient_are_looked_at_together_whatever_the_batch():
    docs = [note("0"), note("1"), *(note(f"a{i}", "a") for i in range(5)), note("b", "b")]
    pipeline = Pipeline([Finds("q", "DATE"), Counts("x", "CITY")], batch_notes=2)
    done = list(pipeline.annotate(docs, records=True))
    assert [d.id for d in done] == [d.id for d in docs]
    assert [len(d.spans[0]) for d in done] == [1, 1, 5, 5, 5, 5, 5, 1]
    assert max(pipeline.detectors[0].batches) == 2
    assert {len(d.spans[0]) for d in pipeline.annotate(docs)} == {1}


def test_a_note_that_fails_costs_only_itself_within_a_record():
    failures = []
    pipeline = Pipeline([Counts("x", "CITY", fail_on="a1", error=ValueError("Maria"))])
    docs = [*(note(f"a{i}", "a") for i in range(3)), note("b", "b")]
    done = list(pipeline.annotate(docs, records=True, on_error=failures.append))
    assert [(d.id, len(d.spans[0])) for d in done] == [("a0", 2), ("a2", 2), ("b", 1)]
    assert [str(f) for f in failures] == ["a1: not processed: ValueError in a detector"]


def test_a_note_apart_from_those_of_its_patient_is_refused():
    failures = []
    docs = [note("a0", "a"), note("b", "b"), note("a1", "a")]
    pipeline = Pipeline([Counts("x", "CITY")])
    done = list(pipeline.annotate(docs, records=True, on_error=failures.append))
    assert [d.id for d in done] == ["a0", "b"]
    assert "sort the notes by patient" in str(failures[0])


class Weighs:
    """A detector that has read what `rules` finds, and finds nothing itself."""

    labels = frozenset({"CITY"})
    weighs = frozenset({"rules"})

    def detect(self, docs):
        return [[] for _ in docs]


def test_what_a_model_has_weighed_counts_by_itself_only_where_it_is_sure():
    class Rules(Finds):
        def detect(self, docs):
            text = docs[0].text
            return [[Span(0, 1, "CITY", s, name) for s, name in FOUND] for _ in docs if text]

    FOUND = ((0.89, "rules/a"), (0.45, "rules/b"))
    doc = Document("a", "x y")
    (plain,) = Pipeline([Rules("x", "CITY")]).annotate([doc])
    assert len(plain.spans) == 1
    (weighed,) = Pipeline([Rules("x", "CITY"), Weighs()]).annotate([doc])
    assert weighed.spans == ()
    for sure in ((0.9, "rules/a"), (0.6, "roster/a"), (0.6, "")):
        FOUND = (sure,)
        (kept,) = Pipeline([Rules("x", "CITY"), Weighs()]).annotate([doc])
        assert [s.score for s in kept.spans] == [sure[0]]


class Rules:
    """Rules that find one stretch."""

    labels = frozenset({"STREET"})

    def __init__(self, end, score):
        self.spans = [Span(0, end, "STREET", score, "rules/a")]

    def detect(self, docs):
        return [self.spans for _ in docs]


@pytest.mark.parametrize("threshold", [0.0, 0.3, 0.5, 0.6])
@pytest.mark.parametrize("score", [0.6, 0.89])
def test_what_a_model_weighed_away_comes_back_at_no_threshold(threshold, score):
    pipeline = Pipeline([Rules(8, score), Weighs()], threshold=threshold)
    doc = Document("a", "Elm Road, 3 pm")
    assert [found.spans for found in pipeline.annotate([doc])] == [()]
    (gathered,) = pipeline.gather([doc])
    assert [(s.state, s.score) for s in gathered.spans] == [(State.WEIGHED, score)]


@pytest.mark.parametrize(
    ("score", "threshold", "state"),
    [(0.2, 0.5, State.EVIDENCE), (0.2, 0.2, State.FOUND), (0.6, 0.7, State.EVIDENCE)],
)
def test_evidence_is_a_finding_only_where_its_score_reaches_the_threshold(score, threshold, state):
    rules, doc = Rules(8, score), Document("a", "Elm Road, 3 pm")
    pipeline = Pipeline([rules], threshold=threshold)
    (gathered,) = pipeline.gather([doc])
    assert [(s.state, s.score) for s in gathered.spans] == [(state, score)]
    (found,) = pipeline.annotate([doc])
    assert len(found.spans) == (state is State.FOUND)
    # A model that knows the rules decides about those that a lower threshold makes findings, too.
    (weighed,) = Pipeline([rules, Weighs()], threshold=threshold).gather([doc])
    assert weighed.spans[0].state is (State.WEIGHED if state is State.FOUND else state)


def test_a_finding_below_a_higher_threshold_supersedes_nothing():
    doc = Document("a", "Elm Road, 3 pm")
    (found,) = Pipeline([Rules(8, 0.95), FindsPart(0, 3, score=0.6)], threshold=0.7).annotate([doc])
    assert [(s.start, s.end, s.source) for s in found.spans] == [(0, 8, "rules/a")]


def test_what_became_of_each_span_is_said_and_scores_stay_as_they_were():
    text = "Elm Road Urology, 3 pm"
    (doc,) = Pipeline([Rules(16, 0.95), FindsPart(0, 8), Protects()]).gather([Document("a", text)])
    assert {(s.start, s.end, s.score, s.state) for s in doc.spans} == {
        (0, 16, 0.95, State.SUPERSEDED),
        (9, 16, 0.95, State.FOUND),  # what the model's finding left uncovered,
        (0, 16, 0.95, State.FOUND),  # and all of it since that one is protected
        (0, 8, 0.8, State.PROTECTED),
    }


class FindsPart:
    """Has weighed the rules and found one stretch."""

    labels = frozenset({"STREET"})
    weighs = frozenset({"rules"})

    def __init__(self, start, end, score=0.8):
        self.spans = [Span(start, end, "STREET", score, "neural")]

    def detect(self, docs):
        return [self.spans for _ in docs]


def test_where_a_model_overlaps_a_sure_rule_its_boundaries_stand_and_nothing_is_uncovered():
    class Rules:
        labels = frozenset({"STREET"})

        def detect(self, docs):
            return [[Span(0, 16, "STREET", 0.95, "rules/a")] for _ in docs]

    rules, doc = Rules(), Document("a", "Elm Road Urology, 3 pm")

    def spans(model):
        (found,) = Pipeline([rules, model]).annotate([doc])
        return [(s.start, s.end) for s in found.spans]

    assert spans(FindsPart(0, 8)) == [(0, 8), (9, 16)]
    assert spans(FindsPart(0, 19)) == [(0, 19)]
    assert spans(FindsPart(18, 22)) == [(0, 16), (18, 22)]
    # What the model itself does not count as found leaves the rule alone.
    assert spans(FindsPart(0, 20, score=0.3)) == [(0, 16)]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Elm y Ash", ["Elm", "Ash"]),
        ("Elm de la Ash", ["Elm", "Ash"]),
        ("Elm Y Ash", ["Elm", "Y", "Ash"]),
        ("Elm de Ana Ash", ["Elm", "de Ana", "Ash"]),
    ],
)
def test_of_a_sure_rule_a_particle_between_findings_does_not_stand(text, left):
    class Rules:
        labels = frozenset({"CITY"})

        def detect(self, docs):
            return [[Span(0, len(text), "CITY", 0.95, "rules/a")] for _ in docs]

    model = FindsPart(0, 3)
    model.spans.append(Span(len(text) - 3, len(text), "STREET", 0.8, "neural"))
    (found,) = Pipeline([Rules(), model]).annotate([Document("a", text)])
    assert [text[s.start : s.end] for s in found.spans] == left


class Protects:
    """Protects [0, 8) of each note from the model."""

    labels = frozenset()
    protects_from = frozenset({"neural"})

    def detect(self, docs):
        return [[] for _ in docs]

    def protected(self, docs):
        return [[Protected(0, 8)] for _ in docs]


class Cuts(Protects):
    """Protects [7, 10) of each note, whatever else a finding holds."""

    def protected(self, docs):
        return [[Protected(7, 10, cuts=True)] for _ in docs]


def test_a_stretch_that_cuts_takes_its_part_of_a_finding():
    (doc,) = Pipeline([FindsPart(0, 10), Cuts()]).annotate([Document("a", "Friday 4/5 strength")])
    assert [(s.start, s.end) for s in doc.spans] == [(0, 6)]
    (doc,) = Pipeline([FindsPart(0, 10), Protects()]).annotate([Document("a", "Friday 4/5 left")])
    assert [(s.start, s.end) for s in doc.spans] == [(0, 10)]


@pytest.mark.parametrize(
    ("score", "model", "left"),
    [
        (0.95, FindsPart(0, 8), [(0, 16)]),  # sure: it stands although the model's gave way
        (0.89, FindsPart(0, 8), []),
        (0.95, FindsPart(4, 16), [(0, 3), (4, 16)]),  # reaches out and stays
    ],
)
def test_what_a_rule_is_sure_of_is_not_protected_where_the_model_agrees(score, model, left):
    class Rules:
        labels = frozenset({"STREET"})

        def detect(self, docs):
            return [[Span(0, 16, "STREET", score, "rules/a")] for _ in docs]

    pipeline = Pipeline([Rules(), model, Protects()])
    (found,) = pipeline.annotate([Document("a", "Elm Road Urology, 3 pm")])
    assert [(s.start, s.end) for s in found.spans] == left


@pytest.mark.parametrize(
    "numbers",
    [
        {"threshold": float("nan")},
        {"threshold": 1.5},
        {"batch_notes": 0},
        {"batch_characters": float("nan")},
    ],
)
def test_numbers_with_which_nothing_would_be_found_are_refused(numbers):
    with pytest.raises(ConfigError, match="must be"):
        Pipeline([Finds("Leeds", "CITY")], **numbers)


def test_a_pipeline_in_two_parts_gathers_what_the_whole_does():
    class Weighs(Finds):
        weighs = frozenset({"rules"})

    class Rules(Finds):
        def detect(self, docs):
            spans = super().detect(docs)
            return [[replace(s, source="rules/x") for s in found] for found in spans]

    class Protects(SeesEvidence):
        protects_from = frozenset({"model"})

        def protected(self, docs):
            return [[Protected(0, len(doc.text))] for doc in docs]

    detectors = [Rules("Leeds", "CITY"), Weighs("in", "DATE"), Protects(), SeesEvidence()]
    docs = [Document("a", "in Leeds"), Document("b", "Leeds"), Document("c", "none")]
    whole = Pipeline(detectors).gather(docs)
    for cut in range(len(detectors) + 1):
        first = Pipeline(detectors[:cut]).gather(docs)
        assert Pipeline(detectors[cut:]).gather(first) == whole
    done = Pipeline(detectors).annotate(docs)
    assert [doc.spans for doc in done] == [resolve(doc.spans, doc.text) for doc in whole]
