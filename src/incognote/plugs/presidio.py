"""incognote in Presidio: a recogniser for presidio-analyzer, an operator for presidio-anonymizer.

Presidio's engine leaves out what its recognisers find where the configuration of its own model says
so (`labels_to_ignore`, in which ORGANIZATION stands by default); that concerns its model alone, and
nothing that is found here.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, MissingExtraError, unknown
from incognote.core.presidio_names import ENTITIES, OTHER
from incognote.replace.keys import read_key
from incognote.replace.policy import OVERRIDES, get_policy
from incognote.replace.redact import redact
from incognote.replace.replacement import Context
from incognote.run.deidentifier import load

try:
    from presidio_analyzer import EntityRecognizer, RecognizerResult
    from presidio_anonymizer.operators import Operator, OperatorType
except ImportError:
    raise MissingExtraError("The plug for Presidio", "presidio") from None

_TYPES = {
    "PERSON": "PATIENT",
    "ORGANIZATION": "ORGANIZATION",
    "NRP": "ORGANIZATION",
    "LOCATION": "LOCATION_OTHER",
    "AGE": "AGE",
    "DATE_TIME": "DATE",
    "PHONE_NUMBER": "PHONE",
    "EMAIL_ADDRESS": "EMAIL",
    "URL": "URL",
    "IP_ADDRESS": "IPADDRESS",
    "USERNAME": "USERNAME",
    "PROFESSION": "PROFESSION",
    "US_SSN": "SSN",
    "US_DRIVER_LICENSE": "LICENSE",
    "MEDICAL_LICENSE": "LICENSE",
}


class IncognoteRecognizer(EntityRecognizer):  # type: ignore[misc]
    """Finds identifiers in Presidio's analyzer, whatever the length of the text.

    Examples:
        >>> analyzer.registry.add_recognizer(IncognoteRecognizer(lang))    # doctest: +SKIP

    Args:
        lang: The language of the texts, also Presidio's name of it.
        entities: By type of ours the entity that is told; what is not in it is as in `ENTITIES`.
        settings: Further arguments of `load`; policy, key and replacement say nothing here.

    Raises:
        ConfigError: If `entities` names a type that does not exist, or as `load`.
    """

    def __init__(
        self, lang: str, *, entities: Mapping[str, str] | None = None, **settings: Any
    ) -> None:
        for type in entities or ():
            if type not in ENTITIES:
                raise unknown("type", type, ENTITIES)
        self.entities = {**ENTITIES, **(entities or {})}
        self._flow = load(lang, **settings)
        super().__init__(
            supported_entities=sorted({*self.entities.values(), OTHER}),
            name="IncognoteRecognizer",
            supported_language=lang,
        )

    def load(self) -> None:
        """Does nothing: all was loaded when this was made."""

    def analyze(self, text: str, entities: list[str], nlp_artifacts: Any = None) -> list[Any]:
        """Returns what was found of these entities, in offsets of the text (code points).

        `recognition_metadata["incognote_label"]` of each is our own label.

        Raises:
            NoteError: If the text cannot be processed whole.
        """
        return [
            RecognizerResult(
                entity,
                span.start,
                span.end,
                span.score,
                recognition_metadata={
                    RecognizerResult.RECOGNIZER_NAME_KEY: self.name,
                    RecognizerResult.RECOGNIZER_IDENTIFIER_KEY: self.id,
                    "incognote_label": span.label,
                },
            )
            for span in self._flow.detect(text)
            if (entity := self.entities.get(span.type, OTHER)) in entities or not entities
        ]


class IncognoteOperator(Operator):  # type: ignore[misc]
    """Replaces what was found in Presidio's anonymizer, by whichever recogniser.

    Presidio gives an operator the words that were found and not the note, so a surrogate agrees
    with others by key and patient, and its name may be read otherwise than where the whole note is.

    Parameters, of `OperatorConfig("incognote", {...})`:
        how: `tag`, `mask`, `surrogate` or `hash`; default: `tag`.
        key: Path of a key file (`incognote key new`); needed for `surrogate` and `hash`.
        patient: Whose note it is, so that a patient's surrogates and days agree.
        lang: Language of the text; default: that of `Context`.
    """

    def operate(self, text: str, params: dict[str, Any] | None = None) -> str:
        """Returns what stands in place of the words; their tag where they cannot be read."""
        given = {**(params or {})}
        entity = str(given.get("entity_type", ""))
        label = entity if entity in ENTITIES else _TYPES.get(entity, "IDNUM")
        if not text:
            return ""
        how = given.get("how", "tag")
        key = read_key(Path(given["key"])) if "key" in given else b""
        context = Context(key, lang=given["lang"]) if "lang" in given else Context(key)
        meta = {"patient": str(given["patient"])} if given.get("patient") else {}
        note = Document("text", text, (Span(0, len(text), label),), meta=meta)
        new = redact(note, get_policy("all").with_action(how), context)
        # What our policy would let stand somebody has asked to have replaced.
        return new.text if new.replaced else f"[{label}]"

    def validate(self, params: dict[str, Any] | None = None) -> None:
        """Refuses parameters that cannot be.

        Raises:
            ConfigError: If there is no such parameter or way, or a secret is needed and not given.
        """
        given = {**(params or {})}
        known = {"how", "key", "patient", "lang", "entity_type"}
        for name in given:
            if name not in known:
                raise unknown("parameter", name, known)
        how = given.get("how", "tag")
        if how not in OVERRIDES:
            raise unknown("replacement", str(how), OVERRIDES)
        if how in ("surrogate", "hash") and not given.get("key"):
            raise ConfigError(
                f"how={how} needs key, the path of a key file: incognote key new FILE makes one."
            )

    def operator_name(self) -> str:
        """Returns `incognote`."""
        return "incognote"

    def operator_type(self) -> Any:
        """Returns that it anonymizes."""
        return OperatorType.Anonymize
