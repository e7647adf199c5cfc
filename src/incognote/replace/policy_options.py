"""`Options`: what a label alone leaves open, as a policy settles it."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, fields
from functools import cached_property

from incognote.core.errors import ConfigError

LEAST_SHIFT = 184
"""Days: more than half a year, so that a bare year never comes out as it was."""
_YEAR, _SEASON = 365.2425, 45
"""Days of a year, and how far a shift stays from whole years, so that months and seasons move."""


@dataclass(frozen=True)
class Options:
    """What a label alone leaves open; each is `keep` or `remove`, unless it is a number.

    Raises:
        ConfigError: If a value cannot be.
    """

    honorifics: str = "keep"
    """Titles right before a name that leaves the text: 'Dr.', 'Mrs.'."""
    departments: str = "remove"
    """A UNIT mark that only names a kind of department or ward: 'MICU', 'cath lab'."""
    nationalities: str = "remove"
    """A mark of a place that is a nationality word: 'Haitian'."""
    weekdays: str = "remove"
    """A DATE mark that is only a day of the week."""
    years: str = "remove"
    """A DATE mark that is only a year."""
    old_years: str = "keep"
    """A year so long ago that whoever was born in it is `old_age` or more by the end of the current
    year; `remove` takes it out even where years stay, as a year of birth tells the age."""
    oldest_year: int = 0
    """An earlier year leaves the text even so, whatever year it is now; 0: none."""
    regions: str = "keep"
    """A STATE mark that is none of the United States: a county, a province. `remove` takes it out
    even where states stay, as Safe Harbor lets nothing below a state stay."""
    rare_professions: str = "keep"
    """An occupation that is not on the list of those that many have (`policies/occupations.txt`);
    `remove` takes it out even where professions stay: with an age it points at few people."""
    ages: str = "remove"
    """A plain age below `old_age`."""
    old_age: int = 90
    """From here on an age is generalised to this number and a plus."""
    small_zip_areas: tuple[str, ...] = ()
    """First three digits of ZIP codes that become 000 where ZIP codes are generalised; (): those of
    the census of 2020 (`policies/zip3.txt`)."""
    shift_least: int = LEAST_SHIFT
    """Least number of days by which dates move, forward or back."""
    shift_most: int = 320
    """Most of them. Below a year a note's season can be told from its surrogate; a wider range is
    harder to guess."""

    def __post_init__(self) -> None:
        """Checks the values."""
        for option in fields(self):
            value = getattr(self, option.name)
            if isinstance(value, str) and value not in ("keep", "remove"):
                raise ConfigError(
                    f"The option '{option.name}' must be 'keep' or 'remove', not '{value}'."
                )
            if isinstance(value, int) and value < 0:
                raise ConfigError(f"The option '{option.name}' must be 0 or more, not {value}.")
        if not all(re.fullmatch(r"[0-9]{3}", area) for area in self.small_zip_areas):
            raise ConfigError("The option 'small_zip_areas' must be a list of three digits each.")
        if self.shift_least < LEAST_SHIFT:
            raise ConfigError(f"The option 'shift_least' must be {LEAST_SHIFT} days or more.")
        if len(self.shifts) < _FEWEST or not any(days % 7 == 0 for days in self.shifts):
            raise ConfigError(
                f"The options 'shift_least' and 'shift_most' leave fewer than {_FEWEST} numbers of "
                "days; set them farther apart."
            )

    @cached_property
    def shifts(self) -> tuple[int, ...]:
        """The numbers of days by which dates may move: none that comes near whole years."""
        return tuple(
            days
            for days in range(self.shift_least, self.shift_most + 1)
            if _SEASON <= days % _YEAR < _YEAR - _SEASON + 1
        )

    @property
    def first_year(self) -> int:
        """The first year that may stay, where years do."""
        current = datetime.date.today().year - self.old_age + 1
        return max(self.oldest_year, current if self.old_years == "remove" else 0)


_FEWEST = 100
"""Numbers of days that a range of shifts must leave."""
