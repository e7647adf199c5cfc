"""Values of several patients in one record, and codes of UUIDs."""

from __future__ import annotations

import uuid

from incognote.core.document import Document
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.replace.structured import Value, code, replace_values

CONTEXT = Context(key=b"k" * 32)


def test_values_of_several_patients_in_a_record() -> None:
    values = [
        Value("a", "2019-03-14", "shift"),
        Value("a", "2019-03-14", "shift", owner="p2"),
        Value("a", "2019-03-14", "shift", owner="p1"),
        Value("a", "2019-03-14", "drop"),
    ]
    about = Document("r", "", meta={"patient": "p1"})
    one, two, three, four = replace_values(values, about, get_policy("hipaa-expert"), CONTEXT)
    assert one == three != two
    assert four is None


def test_the_code_of_a_uuid_is_a_uuid() -> None:
    text = "0b6e7a0c-9c3f-4a4e-8a5b-2d7a1f3c9e11"
    new = code(text, "text", CONTEXT)
    assert uuid.UUID(new).version == 8
    assert new == code(text.upper(), "token", CONTEXT) != text
