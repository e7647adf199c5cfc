"""What synthesis asks of English."""

from __future__ import annotations

from incognote.languages.en.refill import MENTIONS, VALUES, Refilled
from incognote.languages.en.slots import SLOT_VALUES, Slots
from incognote.replace.values.synthesis import Synthesis

_LABELS = {
    "P": "PATIENT", "D": "DOCTOR", "H": "HOSPITAL", "ORG": "ORGANIZATION", "JOB": "PROFESSION",
    "LOC": "LOCATION_OTHER", "USER": "USERNAME", "ROOM": "UNIT",
}  # fmt: skip
_AGREEING = {
    "female": {"he": "she", "He": "She", "his": "her", "His": "Her", "him": "her", "sex": "F"},
    "male": {"he": "he", "He": "He", "his": "his", "His": "His", "him": "him", "sex": "M"},
}
SYNTHESIS = Synthesis(
    labels=_LABELS,
    words=_AGREEING,
    since=1998,
    far={"d": (300, 34000), "y": (300, 22000)},
    grains={
        "l": ("dmyw", "dmy"),
        "p": ("dm", "dm", "dm", "dmw", "w"),
        "w": ("w",),
        "m": ("my", "my", "m", "y", "season"),
        "mo": ("m",),
        "y": ("y",),
    },
    of_year=(" ", " of "),
    slots=Slots,
    slot_values=SLOT_VALUES,
    refilled=Refilled,
    mentions=MENTIONS,
    values=VALUES,
)
