import random

from incognote.core.document import Document, Span
from incognote.replace.values.names import make_person
from incognote.replace.values.shapes import fill
from incognote.replace.values.synthesis import Synthesis, Taste
from zeddish.places import TOWNS

VALUES = {"CITY": lambda rng: rng.choice(TOWNS), "KARTO": lambda rng: fill("######", rng)}


class Slots:
    def __init__(self, rng: random.Random) -> None:
        self.rng, self.patient = rng, make_person(rng, language="xx")

    def word(self, kind: str) -> str | None:
        return (
            {"female": "sestra", "male": "bratro"}[self.patient.gender] if kind == "kin" else None
        )

    def make(self, stem: str, entity: str, form: str) -> str:
        return self.patient.last if stem == "P" else VALUES[stem](self.rng)


class Refilled:
    day_first = False

    def __init__(self, doc: Document, rng: random.Random, taste: Taste) -> None:
        self.rng = rng

    def person(self, span: Span, surface: str) -> str:
        return make_person(self.rng, language="xx").last


SYNTHESIS = Synthesis(
    slots=Slots,
    labels={"P": "PATIENT"},
    refilled=Refilled,
    mentions={"PATIENT": Refilled.person},
    values={
        label: lambda note, surface, make=make: make(note.rng) for label, make in VALUES.items()
    },
    people=frozenset({"PATIENT"}),
)
