from incognote.replace.values.shapes import fill, same_shape
from incognote.replace.values.synthesis import Synthesis
from zeddish.places import PLACES

SYNTHESIS = Synthesis(
    labels={"P": "PATIENT"},
    words={"female": {"kin": "sestra"}, "male": {"kin": "bratro"}},
    slot_values={
        "CITY": lambda note, form: note.rng.choice(PLACES.towns.of["ZZ"]),
        "KARTO": lambda note, form: fill("######", note.rng),
    },
    values={"KARTO": lambda note, surface: same_shape(surface, note.rng)},
)
