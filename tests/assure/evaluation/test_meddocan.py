"""MEDDOCAN's scores: figures derived by hand, traps of the definition, an independent oracle."""

from __future__ import annotations

import random

import pytest

from incognote.assure.evaluation import Options, evaluate, meddocan
from incognote.assure.evaluation.matching import Pair
from incognote.core.document import Document, Span
from incognote.core.errors import NoteError


def spans(*items: tuple[int, int, str]) -> tuple[Span, ...]:
    return tuple(Span(start, end, label) for start, end, label in items)


def row(text: str, gold: tuple[Span, ...], found: tuple[Span, ...]) -> dict[str, tuple[int, ...]]:
    pair = Pair(Document("a", text, gold), Document("a", text, found), sentences=4)
    return {
        str(m): tuple(int(v) for v in values)
        for m, values in meddocan.score(pair).items()
        if not m.label
    }


#        0         1         2         3
#        0123456789012345678901234567890123456
TEXT = "Ana Ruiz Gil, 70 años. Utrera\nSevilla"
ANA, RUIZ, GIL, AGE = (0, 3), (4, 8), (9, 12), (14, 21)
UTRERA, SEVILLA = (23, 29), (30, 37)
P, T, E, F = "NOMBRE_SUJETO_ASISTENCIA", "TERRITORIO", "EDAD_SUJETO_ASISTENCIA", "FECHAS"


@pytest.mark.parametrize(
    ("gold", "found", "ner", "strict", "merged"),
    [
        # Perfect: 2 items. Merged: UTRERA+SEVILLA join over the newline on both sides, so ok holds
        # 2 strict spans and the joined one: TP 3.
        (
            [(*UTRERA, T), (*SEVILLA, T)],
            [(*UTRERA, T), (*SEVILLA, T)],
            (2, 0, 0),
            (2, 0, 0),
            (3, 0, 0),
        ),
        # A wrong label: NER misses and alarms, strict does not see it.
        ([(*AGE, E)], [(*AGE, F)], (0, 1, 1), (1, 0, 0), (1, 0, 0)),
        # One name in two pieces: merged sees [0,8) on both sides, and the pieces lie in it.
        (
            [(0, 8, P)],
            [(*ANA, P), (*RUIZ, P)],
            (0, 2, 1),
            (0, 2, 1),
            (1, 0, 0),
        ),
        # Touching spans [0,2) [2,3): the text between is empty, which counts as no letter.
        ([(*ANA, P)], [(0, 2, P), (2, 3, P)], (0, 2, 1), (0, 2, 1), (1, 0, 0)),
        # Gold RUIZ and AGE have letters between them (Gil): not joined. Found [4,21) alone matches
        # nothing: FP 1, FN 2.
        ([(*RUIZ, P), (*AGE, E)], [(4, 21, P)], (0, 1, 2), (0, 1, 2), (0, 1, 2)),
        # Punctuation does not stop a merge: GIL ", " AGE joins to [9,21); found whole.
        ([(*GIL, P), (*AGE, E)], [(9, 21, P)], (0, 1, 2), (0, 1, 2), (1, 0, 0)),
        # Duplicate items count once, on either side.
        ([(*ANA, P), (*ANA, P)], [(*ANA, P), (*ANA, P)], (1, 0, 0), (1, 0, 0), (1, 0, 0)),
        # The same offsets with two labels: two NER items, one strict item.
        ([(*ANA, P), (*ANA, T)], [(*ANA, P)], (1, 0, 1), (1, 0, 0), (1, 0, 0)),
        # Later span with a smaller end: gold [0,12) then [4,8) join to [0,8), the end of the later
        # one; found [0,8) is therefore ok although no strict gold span is it. FP: [0,8) lies in ok.
        # FN: [0,12) does not lie in [0,8) and counts; [4,8) does and is forgiven.
        ([(0, 12, P), (4, 8, P)], [(0, 8, P)], (0, 1, 2), (0, 1, 2), (1, 0, 1)),
        # Nothing found; nothing there; both empty.
        ([(*AGE, E)], [], (0, 0, 1), (0, 0, 1), (0, 0, 1)),
        ([], [(*AGE, E)], (0, 1, 0), (0, 1, 0), (0, 1, 0)),
        ([], [], (0, 0, 0), (0, 0, 0), (0, 0, 0)),
    ],
)
def test_counts_by_hand(gold, found, ner, strict, merged):
    counts = row(TEXT, spans(*gold), spans(*found))
    assert (counts["ner"], counts["strict"], counts["merged"]) == (ner, strict, merged)
    assert counts["leak"] == (ner[2], 4)


def test_figures_sum_over_notes_before_dividing():
    # Note a: 2 gold, 1 right, 1 wrong label. Note b: 1 gold missed, 2 false alarms.
    # NER: tp 1, fp 1 + 2, fn 1 + 1 -> P 1/4, R 1/3, F1 2/7; leak 2 / (5 + 3) = 0.25.
    gold = [
        Document("a", TEXT, spans((*ANA, P), (*AGE, E))),
        Document("b", TEXT, spans((*RUIZ, P))),
    ]
    found = [
        Document("b", TEXT, spans((*UTRERA, T), (*AGE, E))),
        Document("a", TEXT, spans((*ANA, P), (*AGE, F))),
    ]
    result = evaluate(gold, found, ["meddocan"], Options(sentence_counts={"a": 5, "b": 3}))
    assert result["meddocan/ner/precision"] == 1 / 4
    assert result["meddocan/ner/recall"] == 1 / 3
    assert result["meddocan/ner/f1"] == pytest.approx(2 / 7)
    assert result["meddocan/leak/share"] == 0.25
    assert result.figures["meddocan/leak/share"].n == 8
    # EDAD: note a missed (labelled FECHAS), note b false alarm.
    assert result["meddocan/ner/label=EDAD_SUJETO_ASISTENCIA/recall"] == 0
    assert result.figures["meddocan/ner/label=EDAD_SUJETO_ASISTENCIA/recall"].n == 1


def test_leak_needs_the_sentences_of_every_note():
    doc = Document("ward/7", TEXT, spans((*ANA, P)))
    assert "meddocan/leak/share" not in evaluate([doc], [doc], ["meddocan"]).figures
    with pytest.raises(NoteError, match="ward/7"):
        evaluate([doc], [doc], ["meddocan"], Options(sentence_counts={"ward/8": 3}))


def literal_merged(gold, system, text):
    """The merged definition once more, word by word from the task's description, with lists."""

    def merge(phi):
        out = []
        for span in sorted(set(phi)):
            if out:
                between = text[out[-1][1] : span[0]] if out[-1][1] < span[0] else ""
                if all(not c.isalnum() for c in between):
                    out[-1] = [out[-1][0], span[1]]
                    continue
            out.append([span[0], span[1]])
        return [tuple(s) for s in out]

    gold, system = set(gold), set(system)
    ok = {s for s in gold if s in system} | {s for s in merge(gold) if s in merge(system)}
    fp = fn = 0
    for s in system:
        if s not in gold and all(not (o[0] <= s[0] and s[1] <= o[1]) for o in ok):
            fp += 1
    for s in gold:
        if s not in system and all(not (o[0] <= s[0] and s[1] <= o[1]) for o in ok):
            fn += 1
    return len(ok), fp, fn


def test_merged_equals_a_literal_reading_of_the_definition():
    rng = random.Random(3)
    differing = 0
    for _ in range(2000):
        text = "".join(rng.choice("a1é  ,\n.") for _ in range(8))

        def draw(text=text):
            found = []
            for _ in range(rng.randrange(6)):
                start = rng.randrange(len(text))
                found.append((start, rng.randint(start + 1, min(len(text), start + 4)), P))
            return found

        gold, found = draw(), draw()
        counts = row(text, spans(*gold), spans(*found))
        expected = literal_merged([g[:2] for g in gold], [f[:2] for f in found], text)
        assert counts["merged"] == expected
        differing += counts["merged"] != counts["strict"]
    assert differing > 150  # the data does exercise merging
