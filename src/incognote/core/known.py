"""`Known`: what a hospital knows of a patient, which is searched in that patient's notes."""

from __future__ import annotations

from dataclasses import dataclass, field, fields


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of one patient: a row of a roster, or what a container says of its own.

    No value is in its repr.
    """

    names: tuple[str, ...] = field(default=(), repr=False)
    """'Maria Delgado Ruiz' or 'Delgado Ruiz, Maria'; former names, nicknames too."""
    birth_date: tuple[str, ...] = field(default=(), repr=False)
    """ISO, 1961-08-19."""
    phones: tuple[str, ...] = field(default=(), repr=False)
    emails: tuple[str, ...] = field(default=(), repr=False)
    addresses: tuple[str, ...] = field(default=(), repr=False)
    """Parts after commas: '18 Alder Row, Leadville, OH 44107'."""
    record_numbers: tuple[str, ...] = field(default=(), repr=False)
    relatives: tuple[str, ...] = field(default=(), repr=False)
    """Names, as above; what stands in brackets is not read: 'Ana Ruiz (mother)'."""
    providers: tuple[str, ...] = field(default=(), repr=False)

    def united(self, other: Known) -> Known:
        """Returns a row with the values of both."""
        return Known(
            *(
                tuple(dict.fromkeys((*getattr(self, f.name), *getattr(other, f.name))))
                for f in fields(Known)
            )
        )
