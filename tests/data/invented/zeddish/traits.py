from incognote.core.traits import Traits

TRAITS = Traits(
    sexes={"female": r"\bmistra\b", "male": r"\bmistro\b"},
    pronouns={"female": r"\bela\b", "male": r"\belo\b"},
    said={},
)
