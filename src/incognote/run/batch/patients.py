"""The notes of each patient together, wherever they stand in the sources.

The sources are read once to learn how many notes each patient has, then again to pass them on. A
patient whose notes stand side by side is held only while they are read. Those whose notes lie
apart are held until the last of them came; where these are many, they are taken in rounds, each
reading the sources anew, so that memory stays bounded and nothing of a note is put on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from incognote.core.errors import InputError, NoteError
from incognote.io.format import Record

HELD_CHARACTERS = 64_000_000
"""Notes of patients whose notes lie apart are held up to this size, or those of one patient."""

RECORD = 1_000
"""So many characters a record counts beside its texts."""

ALONE = "record\0"
"""How the patient begins of a record whose own is not known: no other record's is the same."""

Item = Record | NoteError
"""A record, or what keeps it from being worked on."""


@dataclass(slots=True)
class _Patient:
    first: int
    last: int
    notes: int = 0
    characters: int = 0
    round: int = 0


def together(
    read: Callable[[], Iterator[Item]], *, held_characters: int = HELD_CHARACTERS
) -> Iterator[list[Record] | NoteError]:
    """Yields the records of each patient, each without a patient alone, and each failure once.

    Args:
        read: Reads all sources from their beginning; every time the same.
        held_characters: Bound of what is held of patients whose notes lie apart.

    Raises:
        InputError: If the sources changed between one reading and the next.
    """
    patients: dict[str, _Patient] = {}
    for number, item in enumerate(read()):
        if isinstance(item, Record) and (patient := _patient(item)):
            known = patients.setdefault(patient, _Patient(number, number))
            known.last = number
            known.notes += 1
            known.characters += RECORD + sum(len(doc.text) for doc in item.texts)
    rounds = _set_rounds(patients, held_characters)
    for round in range(rounds):
        held: dict[str, list[Record]] = {}
        for item in read():
            if isinstance(item, NoteError):
                if not round:
                    yield item
            elif not (patient := _patient(item)):
                if not round:
                    yield [item]
            elif patient not in patients:
                raise _changed()
            elif patients[patient].round == round:
                notes = held.setdefault(patient, [])
                notes.append(item)
                if len(notes) == patients[patient].notes:
                    yield held.pop(patient)
        if held:
            raise _changed()


def _patient(record: Record) -> str:
    """Whose other records it has to be brought together with: a record without a text has none."""
    return "" if not record.texts or record.patient.startswith(ALONE) else record.patient


def _set_rounds(patients: dict[str, _Patient], held_characters: int) -> int:
    """Says in which reading each patient is passed on, and returns how many there are."""
    characters = last = 0
    for patient in patients.values():
        if patient.last - patient.first + 1 > patient.notes:
            patient.round = last = characters // held_characters
            characters += patient.characters
    return last + 1


def _changed() -> InputError:
    return InputError("The sources changed while they were read; run again when they are at rest.")
