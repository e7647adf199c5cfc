"""Which notes of a release a person must read, drawn so that bounds can be had from them.

Of the notes whose text has most room for identifiers all are read, the others are drawn by chance
alike, without replacement. The release lies fixed when the notes are drawn, so the draw is all the
chance there is: neither that identifiers of one note or patient are missed together, nor how the
thresholds were chosen, can make a bound wrong. Nothing that only may tell where misses are steers
the draw: on real misses a note's looks hardly tell, and reading its like more often would be paid
for by all others. What room does tell is how many a note can hold, and a few notes with far more
left than any other are what a draw by chance overlooks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from incognote.assure.bounds import Ints
from incognote.assure.planting import Planted, plant
from incognote.assure.record import read_record, to_json
from incognote.assure.release import Released, hash_release, view_of
from incognote.core.document import Document, hash_text
from incognote.core.errors import ConfigError, InputError
from incognote.replace.redact import Redacted

FORMAT_VERSION = 2
KIND = "incognote reading plan"

LIMITS = {1: 0.7, 2: 0.1, 4: 0.1, 8: 0.1}
"""By how much an unread note's limit may be raised: each with its part of the error. The first gets
most, so that a release with few left pays little for the others (bench/guarantees.py)."""

FEWEST_PLANTED = 10
"""With fewer planted identifiers nobody's reading can be measured."""

_ROOMIEST = 0.2
"""At most this part of the reading goes to the notes with most room."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a certificate is to say; all of it is decided before a note is read.

    Raises:
        ConfigError: If a value cannot be.
    """

    confidence: float = 0.95
    most: int = 10
    """A note that is not read counts for at most so many identifiers left, or for a multiple of it
    where a read note has more (`LIMITS`)."""
    precision: float = 0.8
    """Taken as given: the share of the marks that are identifiers, at least."""
    target: float = 0.99
    """The recall that the release must be shown to have, to pass."""

    def __post_init__(self) -> None:
        """Refuses terms that cannot be."""
        shares = (self.confidence, self.target)
        if any(not 0 < x < 1 for x in shares) or self.most < 1 or not 0 < self.precision <= 1:
            raise ConfigError(
                "A plan needs a confidence and a target between 0 and 1, at least 1 identifier "
                "left that a note counts for, and a precision above 0 up to 1, not "
                f"{self.confidence:g}, {self.target:g}, {self.most} and {self.precision:g}."
            )


@dataclass(frozen=True, slots=True)
class Stratum:
    """Notes among which those to read were drawn with equal chances."""

    name: str
    notes: int
    read: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A note to read."""

    id: str
    stratum: int
    sha256: str
    """Of the text to read: the note's view, with what is planted in it."""
    planted: Planted | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Which notes to read, and what the release was when they were drawn."""

    outputs: str
    """Hash of ids and texts of the release."""
    notes: int
    marks: Mapping[str, int]
    """Identifiers that were removed, by label."""
    actions: Mapping[str, int]
    """The same, by the action of the policy that replaced them."""
    strata: tuple[Stratum, ...]
    sample: tuple[Drawn, ...]
    roomy: Mapping[str, int]
    """How many notes that are not read have more room than an unread note counts for, by how much
    that is raised (`LIMITS`)."""
    seed: int
    terms: Terms
    system: Mapping[str, str]
    """Hashes and versions of what made the release."""
    format_version: int = FORMAT_VERSION
    kind: str = KIND

    @property
    def planted(self) -> int:
        """How many identifiers were planted."""
        return sum(drawn.planted is not None for drawn in self.sample)

    def to_json(self) -> str:
        """Returns the content of the file."""
        return to_json(self)

    def check_outputs(self, outputs: str) -> None:
        """Refuses a release that is not the one that the plan was made for.

        Raises:
            InputError: If it is another.
        """
        if outputs != self.outputs:
            raise InputError(
                "The plan was made for other outputs: a note was added, removed or changed since; "
                "give the folder as it was, or make a plan for this one and read again."
            )


def read_plan(path: Path) -> Plan:
    """Returns the plan that a file holds.

    Raises:
        InputError: If it cannot be read, or is none.
    """
    plan = read_record(Plan, path, kind=KIND, version=FORMAT_VERSION, by="incognote certify plan")
    counts = Counter(drawn.stratum for drawn in plan.sample)
    if [s.read for s in plan.strata] != [counts[i] for i in range(len(plan.strata))] or not (
        0 < len(plan.strata) < 3
        and all(0 < s.read <= s.notes for s in plan.strata)
        and set(plan.roomy) == {str(times) for times in LIMITS}
    ):
        raise InputError(f"{path}: its notes do not fit its strata; make the plan again.")
    return plan


def draw(room: Ints, read: int, most: int, rng: np.random.Generator) -> tuple[list[Stratum], Ints]:
    """Returns strata and which of them each note is drawn in.

    Args:
        room: [notes] how many identifiers each may hold, by its looks.
        read: How many to read, at most all.
        most: What an unread note counts for at most; only notes with more room are all read.
        rng: Draws, and breaks ties.

    Returns:
        The strata, and for each note the number of its stratum if it is to be read, else -1.
    """
    notes = len(room)
    drawn = np.full(notes, -1, np.int64)
    if read >= notes:
        drawn[:] = 0
        return [Stratum("all notes", notes, notes)], drawn
    order = rng.permutation(notes)
    order = order[np.argsort(-room[order], kind="stable")]
    first = min(int((room > most).sum()), int(_ROOMIEST * read))
    parts = [("most room", order[:first], first), ("others", order[first:], read - first)]
    strata: list[Stratum] = []
    for name, among, count in parts if first else [("all notes", order, read)]:
        drawn[rng.choice(among, size=count, replace=False)] = len(strata)
        strata.append(Stratum(name, len(among), count))
    return strata, drawn


def make_plan(
    release: Sequence[Released],
    released: Callable[[Collection[str]], Iterable[Redacted]],
    *,
    read: int,
    planted: int,
    seed: int,
    terms: Terms,
    system: Mapping[str, str],
) -> tuple[Plan, list[Document]]:
    """Returns the plan of a reading, and the texts to read.

    Args:
        release: All notes that will go out.
        released: Gives notes of these ids as they were released.
        read: How many to read, at most all.
        planted: Into how many of them an identifier is planted, if so many have a place for it.
        seed: Of the draw; recorded.
        terms: What the certificate is to say.
        system: Hashes and versions of what made the release, with its `language`.

    Raises:
        ConfigError: If the seed is below 0, there is nothing to draw from, or too few notes have a
            place for what is planted.
    """
    if not release or read < 1:
        raise ConfigError("A plan needs a release with notes, and at least one note to read.")
    if seed < 0:
        raise ConfigError(f"The seed of the draw must be 0 or more, not {seed}.")
    rng = np.random.default_rng(seed)
    room = np.array([note.room for note in release], np.int64)
    strata, drawn = draw(room, read, terms.most, rng)
    stratum = {n.id: int(i) for n, i in zip(release, drawn, strict=True) if i >= 0}
    places = [note.id for note in release if note.id in stratum and note.marks]
    if planted < FEWEST_PLANTED or len(places) < FEWEST_PLANTED:
        raise ConfigError(
            f"At least {FEWEST_PLANTED} identifiers must be planted, one to a note, or nobody "
            f"knows how well the notes were read; {len(places)} notes to read have a place for "
            f"one, and {planted} are asked for: read more notes, or raise --plant."
        )
    chosen = set(rng.choice(places, size=min(planted, len(places)), replace=False).tolist())
    sample, texts = [], []
    for note in sorted(released(stratum), key=lambda note: note.id):
        view, put = view_of(note), None
        if note.id in chosen:
            put = plant(note, view, lang=system["language"], rng=rng)
        text = put.into(note.id, view.text) if put else view.text
        sample.append(Drawn(note.id, stratum[note.id], hash_text(text), put))
        texts.append(Document(note.id, text))
    marks: Counter[str] = Counter()
    actions: Counter[str] = Counter()
    for each in release:
        marks.update(each.marks)
        actions.update(each.actions)
    unread = room[drawn < 0]
    plan = Plan(
        hash_release(release),
        len(release),
        dict(sorted(marks.items())),
        dict(sorted(actions.items())),
        tuple(strata),
        tuple(sample),
        {str(times): int((unread > times * terms.most).sum()) for times in LIMITS},
        seed,
        terms,
        dict(system),
    )
    return plan, texts
