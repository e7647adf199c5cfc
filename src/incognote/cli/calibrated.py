"""What commands need to make, check and apply a calibration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any

from incognote.cli import marked
from incognote.core.document import Document
from incognote.core.errors import ConfigError, NoteError
from incognote.core.labels import labels_of
from incognote.core.language import get_language
from incognote.core.pipeline import Settings
from incognote.core.site import Site
from incognote.replace.policy import Policy


def describe(lang: str, model: Path | None, site: Site | None = None) -> dict[str, str]:
    """Returns hashes and version of what a calibration is for, by what they belong to.

    Raises:
        ConfigError: If the language does not exist.
    """
    import incognote
    from incognote.assure.evaluation import provenance
    from incognote.detect.rules import load_rules

    language = get_language(lang)
    folder = model or language.model
    # Checks are functions: of these the version speaks.
    rows = (
        repr([f for f in astuple(r) if not callable(f)])
        for r in (load_rules(lang) if "rules" in language.detectors else ())
    )
    return {
        "model": provenance.hash_folder(folder) if folder else "none",
        "rules": provenance.hash_rows(rows),
        "site": "none" if site is None else site.digest(),
        "incognote": incognote.__version__,
    }


def describe_policy(policy: Policy) -> str:
    """Returns name and hash of a policy."""
    from incognote.assure.evaluation import provenance

    return f"{policy.name} {provenance.hash_policy(policy)}"


def apply(path: Path, settings: Settings, policy: Policy) -> Settings:
    """Returns the settings with the thresholds, curves and recall bias of a calibration.

    Raises:
        InputError: If the file cannot be read or is no calibration.
        ConfigError: If it was made for another system, language, policy or bias.
    """
    from incognote.assure.calibration import read_calibration

    found = read_calibration(path)
    bias = settings.recall_bias or found.recall_bias
    found.check_fits(
        lang=settings.lang,
        policy=describe_policy(policy),
        recall_bias=bias,
        system=describe(settings.lang, settings.model, settings.site),
    )
    return replace(
        settings, recall_bias=bias, thresholds=dict(found.thresholds), curves=found.curves
    )


def read_gold(path: Path, format: str, lang: str, **more: Any) -> list[Document]:
    """Returns marked notes in the scheme of a language; arguments and errors as of `marked`."""
    gold = marked.read_gold(path, format, **more)
    check_labels(gold, lang)
    return gold


def choose_unit(docs: Iterable[Document], unit: str | None) -> str:
    """Returns the field of meta whose notes are drawn together, '' for each note by itself.

    Args:
        docs: The reviewed notes.
        unit: What the user says; `note` for each by itself.

    Raises:
        ConfigError: If the user says nothing and notes share a patient: what is missed comes
            together in a patient's notes, so that they are no draws of their own.
    """
    if unit is not None:
        return "" if unit == "note" else unit
    patients = Counter(name for doc in docs if (name := doc.meta.get("patient", "")))
    shared = sum(n for n in patients.values() if n > 1)
    if shared:
        raise ConfigError(
            f"{shared:,} reviewed notes share a patient with another, and what is missed comes "
            "together in a patient's notes: give --unit patient, or --unit note if the notes were "
            "drawn one by one, whosever they are."
        )
    return ""


def check_labels(reviewed: Iterable[Document], lang: str) -> None:
    """Refuses marks of another scheme than the language has.

    Raises:
        ConfigError: If the language does not exist, or a label is of another scheme.
    """
    scheme = get_language(lang).scheme
    known = {label.name for label in labels_of(lang)}
    for doc in reviewed:
        for span in doc.spans:
            if span.label not in known:
                raise ConfigError(
                    f"{doc.id}: the label '{span.label}' at [{span.start}, {span.end}) is not of "
                    f"the scheme '{scheme}' that language '{lang}' has; use labels of that "
                    "scheme (incognote labels lists them), or the language of these marks."
                )


def check_texts(reviewed: Iterable[Document], notes: Iterable[Document]) -> None:
    """Refuses reviewed notes whose text is not that of the note.

    Raises:
        NoteError: If one is not among the notes, or from where on its text differs.
    """
    texts = {doc.id: doc.text for doc in notes}
    for doc in reviewed:
        if doc.id not in texts:
            raise NoteError(doc.id, "is reviewed but not among the notes; give the notes it is of")
        text = texts[doc.id]
        if doc.text != text:
            pairs = enumerate(zip(doc.text, text, strict=False))
            at = next((i for i, (a, b) in pairs if a != b), min(len(doc.text), len(text)))
            raise NoteError(
                doc.id,
                f"the reviewed text ({len(doc.text)} characters) and the note ({len(text)}) differ "
                f"from character {at} on; mark the note as it is",
            )
