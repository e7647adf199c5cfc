"""With --lang auto the fields of a record are replaced in the language of its notes."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from incognote import cli
from incognote.cli import options
from incognote.core.pipeline import Pipeline, Settings
from incognote.detect.rules import from_settings
from incognote.run.multilingual import Multilingual

NOTES = {
    "en": "She was seen on the ward with her son and is well, home tomorrow.",
    "es": "Acude con su hija por dolor en la pierna y se da de alta con la analítica.",
    "": "",
}
"""By language a note of it, and none."""
QUICK = ("--max-note-seconds", "0", "--jobs", "1", "--names-may-recur")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a key, and pipelines of rules alone."""

    def load(settings: Settings) -> Pipeline:
        def each(lang: str) -> Pipeline:
            return Pipeline([from_settings(Settings(lang))])

        if settings.lang != "auto":
            return each(settings.lang)
        return Multilingual({lang: partial(each, lang) for lang in ("en", "es")})

    monkeypatch.setattr(options, "load_pipeline", load)
    monkeypatch.chdir(tmp_path)
    assert cli.run(["key", "new", "k.key"]) == 0
    return tmp_path


FIELDS = {
    "patient": "p7",
    "name": "Maria Delgado",
    "dob": "3/4/1961",
    "seen": "2019-03-14",
    "said": "4/5/2019",
    "zip": "44077",
    "town": "Painesville",
    "job": "fontanero",
}
TABLE = (
    *("--text=note", "--patient=patient", "--label=name=PATIENT", "--label=dob=DATE"),
    *("--date=seen", "--shift=said", "--label=zip=ZIP", "--label=town=CITY"),
    "--label=job=PROFESSION",
)


def csv(note: str) -> tuple[str, str, tuple[str, ...]]:
    row = {**FIELDS, "note": note}
    cells = (f'"{cell}"' for cell in row.values())
    return "a.csv", f"{','.join(row)}\n{','.join(cells)}\n", TABLE


def jsonl(note: str) -> tuple[str, str, tuple[str, ...]]:
    return "a.jsonl", json.dumps({**FIELDS, "note": note}) + "\n", TABLE


def hl7(note: str) -> tuple[str, str, tuple[str, ...]]:
    said = [
        r"MSH|^~\&|LAB|MERCY|EHR|MERCY|20190314101500||ORU^R01|M1|P|2.5.1",
        "PID|1||00482913^^^M^MR||DELGADO^MARIA||19610403|F|||12 Oak Street^^Painesville^OH^44077",
        "NK1|1|DELGADO^PEDRO|SPO||2165550187",
        *([f"OBX|1|TX|NOTE||{note}||||||F"] if note else []),
    ]
    return "a.hl7", "\r".join([*said, ""]), ()


def fhir(note: str) -> tuple[str, str, tuple[str, ...]]:
    patient = {
        "resourceType": "Patient",
        "id": "p7",
        "name": [{"family": "Delgado", "given": ["Maria"]}],
        "birthDate": "1961-04-03",
        "telecom": [{"system": "phone", "value": "216-555-0187"}],
        "address": [{"line": ["12 Oak Street"], "city": "Painesville", "postalCode": "44077"}],
        "text": {"status": "generated", "div": f"<div>{note}</div>"},
    }
    return "a.json", json.dumps(patient if note else {**patient, "text": None}), ()


def cda(note: str) -> tuple[str, str, tuple[str, ...]]:
    said = (
        '<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><id extension="V77" '
        'root="2.16.840.1"/><effectiveTime value="20190314"/><recordTarget><patientRole><id '
        'extension="00482913" root="2.16.840.1.2"/><addr><city>Painesville</city></addr><patient>'
        "<name><given>Maria</given><family>Delgado</family></name><birthTime value='19610403'/>"
        "</patient></patientRole></recordTarget><component><structuredBody><component><section>"
        f"<title></title><text>{note}</text></section></component></structuredBody></component>"
        "</ClinicalDocument>"
    )
    return "a.xml", said, ()


FORMATS = (csv, jsonl, hl7, fhir, cda)


def written(name: str, lang: str, *more: str) -> str:
    out = Path(f"out {lang}")
    assert cli.run(["deid", name, "-o", str(out), "--lang", lang, "--key", "k.key", *more]) == 0
    return (out / name).read_text()


@pytest.mark.parametrize("how", [("--replace=surrogate",), (), ("--policy=hipaa",)])
@pytest.mark.parametrize("lang", NOTES)
@pytest.mark.parametrize("format", FORMATS)
def test_fields_are_replaced_as_in_a_run_of_the_notes_language(
    format: Callable[[str], tuple[str, str, tuple[str, ...]]], lang: str, how: tuple[str, ...]
) -> None:
    name, text, roles = format(NOTES[lang])
    Path(name).write_text(text, encoding="utf-8")
    more = (*roles, *how, *QUICK)
    auto = written(name, "auto", *more)
    assert auto == written(name, lang or "en", *more)
    assert "elgado" not in auto.lower()
    assert "DELGADO" not in auto


def test_the_language_of_a_record_matters() -> None:
    """Else the test above could not fail where a record's notes are in Spanish."""
    name, text, roles = csv(NOTES["es"])
    Path(name).write_text(text, encoding="utf-8")
    more = (*roles, "--replace=surrogate", *QUICK)
    assert written(name, "es", *more) != written(name, "en", *more)
