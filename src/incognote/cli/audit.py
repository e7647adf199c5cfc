"""`audit.json`: what a run was made with and what became of it, without any note text."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from incognote.core.config import parse_json
from incognote.core.errors import InputError, OutputError
from incognote.core.language import AUTO, language_codes
from incognote.core.site import Site
from incognote.run.batch import Summary
from incognote.run.batch.growing import PARTS
from incognote.run.batch.written import AUDIT, FAILED, record_of

if TYPE_CHECKING:
    from incognote.assure.certificate import Mended


def hash_file(path: Path) -> str:
    """Returns the first 16 hexadecimal digits of a file's SHA-256.

    Raises:
        InputError: If it cannot be read.
    """
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}).") from None


def describe(
    lang: str, model: Path | None, policy: Any, site: Site | None = None
) -> dict[str, str]:
    """Returns versions and hashes of model, rules, word lists, site's file, policy and code."""
    from incognote.assure.evaluation import provenance
    from incognote.cli.calibrated import describe as describe_system
    from incognote.detect.lexicon.lists import LISTS

    parts = describe_system(lang, model, site) if lang != AUTO else {}
    for each in language_codes() if lang == AUTO else ():
        known = describe_system(each, model, site).items()
        parts |= {name if name == "incognote" else f"{name} ({each})": v for name, v in known}
    return {
        **provenance.versions(),
        **parts,
        "lists": provenance.hash_files(sorted(LISTS.rglob("*.txt.gz"))),
        "policy": f"{policy.name} {provenance.hash_policy(policy)}",
        "code": provenance.hash_code(),
    }


def read_system(output: Path) -> dict[str, str]:
    """Returns what made a release, by what it belongs to, as its record tells.

    `language` is the language of its notes, `calibration` the hash of that file if there was one.

    Args:
        output: What `incognote deid` wrote.

    Raises:
        InputError: If it has no such record.
    """
    path = record_of(output, AUDIT)
    try:
        record = parse_json(path.read_text(encoding="utf-8"))
        options = record["options"]
        system = {name: str(value) for name, value in record["system"].items()}
        system["language"] = str(options["lang"])
        system["replacement"] = str(options["replace"])
        system["recall bias"] = f"{options['recall_bias']:g}"
        system["verification"] = str(options["verify"])
        system |= how_dates_move(options["scope"], whole_weeks=options["whole_weeks"])
        for name in ("calibration", "roster", "overlay", "alone", "detector"):
            if options.get(name):
                system[name] = str(options[name])
        if options.get("device", "cpu") != "cpu":
            system["device"] = str(options["device"])
        system["notes that failed and are not in it"] = f"{record['notes']['failed']:,}"
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read ({error.strerror}): it says what made the release; give "
            "what incognote deid wrote."
        ) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(
            f"{path}: is not the record that incognote deid writes; release again."
        ) from None
    return system


def how_dates_move(scope: str, *, whole_weeks: bool) -> dict[str, str]:
    """Returns what says by how many days dates of a release moved, by what it belongs to."""
    return {"scope": scope, "shift": "whole weeks" if whole_weeks else "days"}


def write_audit(
    path: Path, summary: Summary, *, system: Mapping[str, str], options: Mapping[str, Any]
) -> None:
    """Writes the record of a run.

    Args:
        path: Where; `audit.json` in its output folder.
        summary: What became of the notes.
        system: As `describe` returns it.
        options: What the run was asked for; no note text, no key.

    Raises:
        OutputError: If it cannot be written.
    """
    record = {
        "system": dict(system),
        "options": dict(options),
        "notes": {
            "in": summary.notes_in,
            "out": summary.notes_out,
            "failed": summary.notes_failed,
            "not_begun": summary.not_begun,
            "not_in_roster": summary.not_in_roster,
            "other_language": sum(map(len, summary.other_languages.values())),
        },
        "complete": summary.ok,
        "interrupted": summary.interrupted,
        "left_the_text": [
            {"label": label, "action": action, "count": count}
            for (label, action), count in sorted(summary.actions.items())
        ],
        "stand_as_tags": summary.unread,
        "verification": {
            "mode": options.get("verify"),
            "marks_added": summary.added,
            "notes_with_marks_added": summary.notes_added,
            "outputs_that_hold_an_original": None if options.get("verify") == "off" else 0,
        },
    }
    _write(path, record)


def _write(path: Path, record: Mapping[str, Any]) -> None:
    part = path.with_name(f".{path.name}{PARTS}")
    try:
        part.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OutputError(f"{path}: cannot be written ({error.strerror}).") from None


def write_mended(source: Path, out: Path, taken: Mended) -> None:
    """Copies the records of a run to the mended release, with what was taken out of it.

    Args:
        source: The release as it was read.
        out: The mended one.
        taken: What was taken out.

    Raises:
        InputError: If the record of the run cannot be read.
        OutputError: If it cannot be written.
    """
    try:
        record = parse_json(record_of(source, AUDIT).read_text(encoding="utf-8"))
        failed = record_of(source, FAILED)
        if failed.exists():
            record_of(out, FAILED).write_bytes(failed.read_bytes())
    except (OSError, ValueError):
        raise InputError(f"{record_of(source, AUDIT)}: cannot be read; release again.") from None
    record["mended"] = {
        "marked_by_readers": taken.found,
        "the_same_elsewhere": taken.elsewhere,
        "notes_changed": taken.notes,
        "outputs": taken.outputs,
    }
    _write(record_of(out, AUDIT), record)
