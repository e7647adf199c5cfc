"""`Revealer`: brings originals back from the vault of a run, where the operator gave one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from incognote.core.errors import NoteError
from incognote.replace.vault import Lock, revert


@dataclass(frozen=True, slots=True)
class Revealer:
    """An open vault."""

    lock: Lock
    rows: Mapping[str, str] = field(repr=False)
    """What is sealed of each note, by its name in the vault (`open_vault`)."""

    def original(self, id: str, text: str) -> str:
        """Returns a note as it was before the run.

        Args:
            id: As the run wrote it.
            text: As the run wrote it.

        Raises:
            NoteError: If the vault does not hold it, it was changed since, or not all that was
                replaced stands in the text.
        """
        sealed = self.rows.get(self.lock.name(id))
        if sealed is None:
            raise NoteError(id, "is not in the vault: it is of another run or renamed")
        changes = self.lock.changes(sealed, id, text)
        if any(each.start < 0 for each in changes):
            raise NoteError(id, "has originals that stand in no text of it: use incognote reveal")
        return revert(text, changes)
