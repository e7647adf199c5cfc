"""Names for machines pass only where they tell nobody."""

from __future__ import annotations

import re

import pytest

from incognote.guard import Guard, RefusedError
from incognote.guard.machine_names import Ids, holds_within, is_opaque, words_of_name

NOTE = "Patient: Maria Quillfeather, MRN 00482913, seen by Dr. Ada Ruiz on 3/14/2019."
CLEAN = [
    "get_current_weather",
    "find_patient",
    "getPatientRecord",
    "search_web",
    "read_file",
    "list_directory",
    "create_appointment",
    "calculate_bmi",
    "extract_vitals",
    "date_of_birth",
    "first_name",
    "city",
    "Patient",
    "type",
    "object",
    "string",
    "properties",
    "required",
    "additionalProperties",
    "#/$defs/Patient",
    "items",
    "enum",
    "send_email",
    "transfer_to_billing",
    "run_sql_query",
    "mcp__files__read_file",
    "web_search",
    "lookup",
    "get_time",
    "kubernetes",
    "github_create_issue",
    "grep",
    "json",
    "yaml",
    "str_replace_based_edit_tool",
    "fhir_read",
    "icd10_lookup",
    "hba1c",
    "egfr",
    "uuid",
    "boolean",
    "nullable",
    "minItems",
    "triage_level",
    "handoff_to_radiology",
]
TELLS = [
    "lookup_john_smith",
    "maria_delgado",
    "lookupMariaDelgado",
    "get_delgado_notes",
    "MRN00482913",
    "drRuiz",
    "send_to_maria.delgado",
    "patient_00482913",
    "555-12-3456",
]
KNOWN = [
    "call_quillfeather",
    "callQuillfeather",
    "quillfeather2",
    "lookupquillfeathernow",
    "QUILLFEATHER",
    "x00482913y",
    "get-Ruiz",
    "ruiz:note",
]


@pytest.fixture(scope="module")
def guard() -> Guard:
    return Guard(fast=True, key=b"k" * 32)


def body(name: str) -> list[dict[str, object]]:
    call = {"id": "call_1", "type": "function", "function": {"name": name, "arguments": "{}"}}
    return [
        {"role": "user", "content": "And?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": "Yes.", "name": name},
    ]


@pytest.mark.parametrize("name", CLEAN)
def test_a_name_that_anybody_uses_passes(guard: Guard, name: str) -> None:
    with guard.session() as session:
        session.protect(NOTE)
        _, assistant, tool = session.protect(body(name))
        assert assistant["tool_calls"][0]["function"]["name"] == tool["name"] == name


@pytest.mark.parametrize("name", TELLS)
def test_a_name_that_is_found_to_tell_is_refused(guard: Guard, name: str) -> None:
    with guard.session() as session, pytest.raises(RefusedError, match="name for machines") as no:
        session.protect(body(name))
    assert name not in str(no.value)


@pytest.mark.parametrize("name", KNOWN)
def test_a_name_that_holds_an_original_is_refused(guard: Guard, name: str) -> None:
    with guard.session() as session:
        session.protect(NOTE)
        with pytest.raises(RefusedError, match="name for machines"):
            session.protect(body(name))


def test_ids_of_calls_are_others_and_agree(guard: Guard) -> None:
    messages = body("find_patient")
    messages[1]["tool_calls"][0]["id"] = "call_Ruiz00482913"  # type: ignore[index]
    messages[2]["tool_call_id"] = "call_Ruiz00482913"
    with guard.session() as session:
        _, assistant, tool = session.protect(messages)
        _, again, _ = session.protect(messages)
    id = tool["tool_call_id"]
    assert assistant["tool_calls"][0]["id"] == id == again["tool_calls"][0]["id"]
    assert re.fullmatch(r"call_[A-Z][a-z]{3}\d{8}", id)
    assert "Ruiz" not in id
    assert "00482913" not in id


def test_ids_stay_apart() -> None:
    ids = Ids(b"k")
    given = [*map(str, range(40)), *(f"call_{i}" for i in range(40)), "Ruiz", "a" * 256, "-", "--"]
    drawn = [ids.of(each) for each in given]
    assert len(set(drawn)) == len(given)
    assert [ids.of(each) for each in given] == drawn
    assert all(len(new) == len(old) for new, old in zip(drawn, given, strict=True) if len(old) > 8)


def test_how_names_read() -> None:
    assert words_of_name("lookupMaria_delgado2") == "lookup Maria delgado 2"
    assert holds_within("xQuillfeather", ["quillfeather"])
    assert not holds_within("lookup", ["look"])
    assert is_opaque("msg_68af4030592c81938ec0a5fbab4a3e9f05438e46b5f69a3b")
    assert not is_opaque("rs_Maria")
