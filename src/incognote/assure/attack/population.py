"""A synthetic population by a country's published figures, and how many of it agree with a note.

Each person has an age and a sex drawn together, and by these a race, a civil status, an occupation,
a nation and whether they served, each for itself: figures of how these go together are not in a
pack. A widow of twenty is then as common as one of eighty, so that k is too high for what rarely
goes together and too low for what often does. All live in one place, the catchment of the site that
released the notes: a reader is taken to know that, so a state or an area counts for nothing.

k is the number of people who agree on everything counted, the patient included. Risks are those of
El Emam and Dankar (Protecting privacy using k-anonymity, JAMIA 15, 2008, 627-637): a prosecutor
knows that somebody is in the release, and is right in 1/f where f records of it agree; a journalist
does not, and is right in 1/k. Where people ask for numbers they ask for k of 11 or more (risk .09:
EMA policy 0070; cells of CMS) or of 5 (risk .2).
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from incognote.assure.attack.traits import COUNTED, GROWN_UP, Found
from incognote.core.case import fold
from incognote.core.language import get_language
from incognote.replace.policy import bare_occupation, many_have

LIMITS = (5, 11)
"""Numbers of people below which k is told."""
MANY = 200_000
"""People of a country whose occupation is on the list of those that many have."""
_SEXES = ("female", "male")
_SERVED = 18
"""Years from which on figures of service hold; those of trade and civil status, `GROWN_UP`."""
_RESAMPLES, _SEED = 1000, 20
_LAST = 100
"""Years: the oldest are drawn up to here."""


@dataclass(frozen=True, slots=True)
class TraitRisk:
    """What the traits that stay in released notes tell a reader who holds a census."""

    policy: str
    notes: int
    people: int
    """In the population."""
    telling: Mapping[str, int]
    """From a trait to how many notes tell it."""
    counted: tuple[str, ...]
    """Traits that k counts."""
    k_quartiles: tuple[int, int, int]
    """Of the notes, from the least on."""
    k_least: int
    below: Mapping[str, int]
    """From each of `LIMITS`, as text, to how many notes have a k below it."""
    journalist: float
    """Mean of 1/k: the chance to be right of one who picks from the population who a note is of."""
    journalist_between: tuple[float, float]
    """Its 95 % interval, by bootstrap over notes."""
    prosecutor: float
    """Mean of 1/f, where f notes of the release tell the same."""
    alone: int
    """Notes that tell what no other of the release does."""
    matters: Mapping[str, float]
    """From a counted trait to how many times more people would agree without it: the median of the
    notes that tell it."""


def trait_risk(found: Sequence[Found], population: Population, policy: str) -> TraitRisk:
    """Returns what the traits of released notes tell, one note a patient.

    Args:
        found: What each note tells; none for no risk at all.
        population: The people that the reader holds a census of.
        policy: Its name, for the record.
    """
    ks = [population.k(each) for each in found]
    same = Counter(_key(each, population) for each in found)
    sizes = [same[_key(each, population)] for each in found]
    telling = Counter(trait for each in found for trait in each.values)
    matters = {}
    for trait in population.counted:
        more = [
            population.k(each, without=trait) / k
            for each, k in zip(found, ks, strict=True)
            if trait in each.values
        ]
        if more:
            matters[trait] = round(statistics.median(more), 1)
    return TraitRisk(
        policy,
        len(found),
        population.people,
        dict(sorted(telling.items())),
        population.counted,
        _quartiles(ks),
        min(ks, default=0),
        {str(limit): sum(k < limit for k in ks) for limit in LIMITS},
        _mean([1 / k for k in ks]),
        _mean_between([1 / k for k in ks]),
        _mean([1 / size for size in sizes]),
        sum(size == 1 for size in sizes),
        matters,
    )


def _key(found: Found, population: Population) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((t, v) for t, v in found.values.items() if t in population.counted))


def _quartiles(ks: Sequence[int]) -> tuple[int, int, int]:
    """The quartiles, none beyond what a note has; of two values the method goes on past both."""
    if len(ks) < 2:
        return (ks[0], ks[0], ks[0]) if ks else (0, 0, 0)
    low, middle, high = (int(cut) for cut in statistics.quantiles(ks, n=4))
    return max(low, min(ks)), middle, min(high, max(ks))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _mean_between(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a mean of chances, by bootstrap; of one value all that it can be."""
    import numpy as np

    if not values:
        return 0.0, 0.0
    if len(values) < 2:
        return 0.0, 1.0
    drawn = np.random.default_rng(_SEED).choice(values, (_RESAMPLES, len(values)))
    low, high = np.percentile(drawn.mean(axis=1), [2.5, 97.5])
    return float(low), float(high)


class Population:
    """People drawn by the figures of a language's table `population`.

    Args:
        lang: Its code.
        people: How many.
        seed: Of the draw.

    Raises:
        ConfigError: If the pack of the language has no such table.
    """

    def __init__(self, lang: str, people: int, seed: int) -> None:
        import numpy as np  # only now: help needs none

        self.people = people
        self._table = get_language(lang).table("population")
        rng = np.random.default_rng(seed)
        by_sex = {sex: _numbers(self._table[f"age {sex}"]) for sex in _SEXES}
        ages, weights = [], []
        for number, sex in enumerate(_SEXES):
            starts = [int(start) for start, _ in by_sex[sex]]
            for (_, n), first, after in zip(
                by_sex[sex], starts, [*starts[1:], _LAST + 1], strict=True
            ):
                years = after - first
                ages += [(number, first + year) for year in range(years)]
                weights += [n / years] * years
        cells = np.array(ages)[rng.choice(len(ages), people, p=_shares(weights))]
        self._sex, self._age = cells[:, 0].astype(np.int8), cells[:, 1].astype(np.int16)
        self._columns: dict[str, tuple[list[str], Any]] = {}
        for trait, least in (("marital", GROWN_UP), ("occupation", GROWN_UP), ("race", 0)):
            self._draw_by_sex(trait, least, rng)
        if "veteran" in self._table:
            self._draw("veteran", _numbers(self._table["veteran"]), self._age >= _SERVED, rng)

    @cached_property
    def counted(self) -> tuple[str, ...]:
        """Traits of which there are figures."""
        known = {"age", "sex", *self._columns, *(["nation"] if "nation" in self._table else [])}
        return tuple(trait for trait in COUNTED if trait in known)

    def k(self, found: Found, without: str = "") -> int:
        """Returns how many people agree with what a note tells, the patient among them: 1 or more.

        Args:
            found: What the note tells.
            without: A trait that the reader is taken not to see.
        """
        import numpy as np

        agree = np.ones(self.people, dtype=bool)
        for trait, value in found.values.items():
            if trait != without and trait in self.counted:
                mask = self._agrees(trait, value, found)
                if mask is not None:
                    agree &= mask
        share = 1.0
        nation = found.values.get("nation", "")
        if nation and without != "nation" and "nation" in self.counted:
            share = self._share_of_nation(nation)
        return max(1, round(int(agree.sum()) * share))

    def _agrees(self, trait: str, value: str, found: Found) -> Any:
        """Who agrees on one trait; None where nothing can be said of it."""
        import numpy as np

        if trait == "age" and found.age:
            return (self._age >= found.age[0]) & (self._age <= found.age[1])
        if trait == "sex":
            return self._sex == _SEXES.index(value)
        if trait == "race" and "nation" in found.values:
            return None  # the nation says it
        if trait in self._columns:
            values, column = self._columns[trait]
            wanted = self._occupations(value) if trait == "occupation" else [value]
            places = [i for i, each in enumerate(values) if each in wanted]
            return np.isin(column, places) if places else None
        return None

    def _occupations(self, said: str) -> list[str]:
        """The occupations of the table that a note's words mean.

        One of whose names all words are said ('school bus driver'), of several the one with most;
        and those that the note may mean where it says less ('engineer'). A word that a note shares
        with a name of which it lacks another means nothing ('metal worker', 'welfare worker'). For
        one that is in none: the rarest of those that many have, if it is on the list of these
        (`policies/occupations.txt`); else one at the lower quartile of the table, than which three
        of four are commoner.
        """
        words = _stems(bare_occupation(said))
        within = {
            job: max((len(name) for name in names if name <= words), default=0)
            for job, names in self._names.items()
        }
        most = max(within.values())
        told = [job for job, size in within.items() if size and size == most]
        if words:
            told += [
                job
                for job, names in self._names.items()
                if job not in told and any(words < name for name in names)
            ]
        if told:
            return told
        ranked = sorted(self._jobs, key=lambda job: (self._jobs[job], job))
        if many_have(said):
            ranked = [job for job in ranked if self._jobs[job] >= MANY]
            return ranked[:1]
        return ranked[len(ranked) // 4 :][:1]

    @cached_property
    def _names(self) -> Mapping[str, Sequence[frozenset[str]]]:
        """Of each occupation the words of each of its names."""
        return {job: [_stems(name) for name in job.split(" or ")] for job in self._jobs}

    @cached_property
    def _jobs(self) -> Mapping[str, float]:
        jobs: Counter[str] = Counter()
        for sex in _SEXES:
            jobs.update(dict(_numbers(self._table.get(f"occupation {sex}", ()))))
        return jobs

    def _share_of_nation(self, nation: str) -> float:
        total = float(self._table["people"][0])
        known = {fold(name): n for name, n in _numbers(self._table["nation"])}
        if fold(nation) in known:
            return known[fold(nation)] / total
        for key, names in self._table.items():
            group = re.fullmatch(r"nations (\d+)", key)
            if group and fold(nation) in map(fold, names):
                return int(group[1]) / total
        return 1.0

    def _draw_by_sex(self, trait: str, least: int, rng: Any) -> None:
        """Draws a trait by sex and, where there are figures of it, by age."""
        keys = [key for key in self._table if key.startswith(f"{trait} ")]
        for number, sex in enumerate(_SEXES):
            own = [key.split() for key in keys if key.split()[1] == sex]
            bands = sorted(int(parts[2]) if len(parts) > 2 else least for parts in own)
            for i, first in enumerate(bands):
                key = f"{trait} {sex} {first}"
                key = key if key in self._table else f"{trait} {sex}"
                after = bands[i + 1] if i + 1 < len(bands) else _LAST + 1
                who = (self._sex == number) & (self._age >= first) & (self._age < after)
                self._draw(trait, _numbers(self._table[key]), who, rng, self._grown_up(trait, sex))

    def _grown_up(self, trait: str, sex: str) -> float:
        """How many of a sex the figures of occupations are of; 0: those of the row add up to it."""
        if trait != "occupation":
            return 0.0
        ages = _numbers(self._table[f"age {sex}"])
        return sum(n for start, n in ages if int(start) >= GROWN_UP)

    def _draw(
        self, trait: str, figures: list[tuple[str, float]], who: Any, rng: Any, total: float = 0.0
    ) -> None:
        """Draws a trait for some; whom no figure is of has none."""
        import numpy as np

        if trait not in self._columns:
            self._columns[trait] = ([], np.full(self.people, -1, dtype=np.int16))
        values, column = self._columns[trait]
        values += [name for name, _ in figures if name not in values]
        places = [values.index(name) for name, _ in figures]
        weights = [n for _, n in figures]
        if total > sum(weights):
            places, weights = [*places, -1], [*weights, total - sum(weights)]
        drawn = rng.choice(len(places), int(who.sum()), p=_shares(weights))
        column[who] = np.array(places, dtype=np.int16)[drawn]


def _shares(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights]


def _numbers(values: Sequence[str]) -> list[tuple[str, float]]:
    """Values of a row of the table with their numbers."""
    return [(name, float(n)) for name, _, n in (value.rpartition(" ") for value in values)]


_STEM = 5


def _stems(words: str) -> frozenset[str]:
    """Beginnings of words, so that 'teaches' and 'teacher' are one."""
    return frozenset(word[:_STEM] for word in re.findall(r"[^\W\d_]{2,}", fold(words)))
