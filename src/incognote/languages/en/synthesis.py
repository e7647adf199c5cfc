"""What synthesis asks of English."""

from __future__ import annotations

from incognote.languages.en.refill import MENTIONS, VALUES, Refilled
from incognote.languages.en.slots import Slots
from incognote.replace.values.synthesis import Synthesis

_LABELS = {
    "P": "PATIENT", "D": "DOCTOR", "H": "HOSPITAL", "ORG": "ORGANIZATION", "JOB": "PROFESSION",
    "LOC": "LOCATION_OTHER", "USER": "USERNAME", "ROOM": "UNIT",
}  # fmt: skip
SYNTHESIS = Synthesis(
    slots=Slots,
    labels=_LABELS,
    refilled=Refilled,
    mentions=MENTIONS,
    values=VALUES,
    people=frozenset({"PATIENT", "DOCTOR"}),
)
