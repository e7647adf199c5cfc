"""Whether a reader who holds other notes of a patient finds the patient's released ones by them.

The reader has the originals of one note of each patient (of another day, from another site) and
looks in the release for the notes of the same person. It goes by what no replacement touches: rare
words (tf-idf), numbers that are no identifiers, and how a note is laid out. Of each held note the
released ones are ranked, those of its patient among all others; the note itself is not among them.
Where notes rank alike the reader takes them in any order, so that figures are expected numbers.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from incognote.assure.attack.traits import text_that_stays
from incognote.core.case import fold
from incognote.core.document import Document
from incognote.replace.redact import Redacted
from incognote.replace.replacement import Context

Vector = Mapping[str, float]
FIRST_FEW = 10
"""Notes at the head of the ranks that a reader would look at."""


@dataclass(frozen=True, slots=True)
class Linked:
    """How well one kind of sign leads from a held note to the released ones of its patient."""

    signs: str
    held: int
    """Notes that the reader holds."""
    patients: int
    """Whose they are."""
    released: int
    """Notes among which it looks for each."""
    first: float
    """Held notes for which a released one of the patient ranks first (expected number: of notes
    that rank alike any may come first)."""
    first_by_chance: float
    """The same for a reader who draws one."""
    among_ten: float
    """Held notes for which one ranks among the first ten (expected number),"""
    among_ten_by_chance: float
    """and for a reader who draws ten."""


def links(pairs: Sequence[tuple[Document, Redacted]], context: Context) -> list[Linked]:
    """Returns how well each kind of sign links, and all together.

    Args:
        pairs: Each note with its original text, and as it was released.
        context: Says which notes are of one patient; those whose patient is not known, or who has
            no other, are only looked among.
    """
    patients = [context.patient(doc) for doc, _ in pairs]
    several = {who for who, n in Counter(filter(None, patients)).items() if n > 1}
    held = [i for i, who in enumerate(patients) if who in several]
    rows = []
    total: dict[tuple[int, int], float] = defaultdict(float)
    for signs, of in SIGNS.items():
        stays = [of(text_that_stays(done)) for _, done in pairs]
        original = [of(pairs[i][0].text) for i in held]
        rare = _rarity(stays)
        released = [_vector(counts, rare) for counts in stays]
        scores = {
            (i, j): _cosine(vector, released[j])
            for i, vector in zip(held, (_vector(c, rare) for c in original), strict=True)
            for j in range(len(pairs))
            if i != j
        }
        for place, score in scores.items():
            total[place] += score
        rows.append(_linked(signs, scores, held, patients))
    rows.append(_linked("all of these together", total, held, patients))
    return rows


def _linked(
    signs: str,
    scores: Mapping[tuple[int, int], float],
    held: Sequence[int],
    patients: Sequence[str],
) -> Linked:
    found = dict.fromkeys((1, FIRST_FEW), 0.0)
    drawn = dict(found)
    for i in held:
        others = [j for j in range(len(patients)) if j != i]
        right = [scores[i, j] for j in others if patients[j] == patients[i]]
        best = max(right)
        above = sum(scores[i, j] > best for j in others)
        alike = sum(scores[i, j] == best for j in others)
        for few in found:
            found[few] += _any_of(few - above, alike, right.count(best))
            drawn[few] += _any_of(few, len(others), len(right))
    return Linked(
        signs,
        len(held),
        len({patients[i] for i in held}),
        max(0, len(patients) - 1),
        found[1],
        drawn[1],
        found[FIRST_FEW],
        drawn[FIRST_FEW],
    )


def _any_of(places: int, notes: int, right: int) -> float:
    """The chance that one of the right notes takes one of so many places, drawn from all notes."""
    if places <= 0:
        return 0.0
    return 1 - math.comb(notes - right, places) / math.comb(notes, min(places, notes))


def _words(text: str) -> Counter[str]:
    return Counter(fold(word) for word in re.findall(r"[^\W\d_]{3,}", text))


def _numbers(text: str) -> Counter[str]:
    """Numbers with the word before them: a dose, a value, a size."""
    found = re.findall(r"([^\W\d_]{2,})\W{1,3}(\d+(?:[.,/]\d+)?)", text)
    return Counter(f"{fold(word)} {number}" for word, number in found)


def _layout(text: str) -> Counter[str]:
    """Headings, and how its lines are: their length, their case, what they begin with."""
    counts: Counter[str] = Counter()
    for line in text.splitlines():
        heading = re.match(r"\s*([^\W\d_][^:\n]{0,30}):", line)
        if heading:
            counts[f"heading {fold(heading[1])}"] += 1
        if line.strip():
            counts[f"length {len(line) // 20}"] += 1
            counts[
                f"begins {re.sub(r'[^ ]', 'x', line[:4]) if line[0].isalpha() else line[0]}"
            ] += 1
            counts[f"capitals {line.isupper()}"] += 1
        else:
            counts["empty"] += 1
    return counts


SIGNS: Mapping[str, Callable[[str], Counter[str]]] = {
    "words": _words, "numbers": _numbers, "layout": _layout,
}  # fmt: skip


def _rarity(notes: Sequence[Counter[str]]) -> Mapping[str, float]:
    """How rare each sign is: the logarithm of notes over notes with it."""
    found = Counter(sign for counts in notes for sign in counts)
    return {sign: math.log(len(notes) / n) for sign, n in found.items()}


def _vector(counts: Counter[str], rare: Mapping[str, float]) -> Vector:
    """Weights of the signs that the release has, of length one."""
    weights = {s: (1 + math.log(n)) * rare[s] for s, n in counts.items() if rare.get(s)}
    length = math.sqrt(sum(w * w for w in weights.values()))
    return {sign: w / length for sign, w in weights.items()} if length else {}


def _cosine(a: Vector, b: Vector) -> float:
    short, long = (a, b) if len(a) < len(b) else (b, a)
    return sum(weight * long[sign] for sign, weight in short.items() if sign in long)
