"""Where text stands in requests and answers of OpenAI's API, and what is refused because it may.

A request is read by a table of its fields: text is replaced, what can only be a number, a choice or
a code passes, and anything else (images, sound, files, fields that are not in the table) is refused
by name. Nothing is sent that was not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from incognote.core.config import parse_json
from incognote.core.errors import IncognoteError
from incognote.guard.machine_names import is_opaque


class RefusedError(IncognoteError):
    """A request that cannot be searched whole; the message names the field and quotes no value."""


@dataclass(slots=True)
class Slots:
    """The places of a request where text stands."""

    places: list[tuple[Any, Any]] = field(default_factory=list, repr=False)
    """Each a list or an object, and where in it."""
    in_json: set[int] = field(default_factory=set)
    """Numbers of those that are JSON themselves."""
    names: list[str] = field(default_factory=list, repr=False)
    """Names that somebody gave for machines: of tools, of properties. They stay as they are."""
    choices: list[str] = field(default_factory=list, repr=False)
    """What the API gives to choose from: models, efforts, large numbers. They stay as they are."""
    ids: list[tuple[Any, Any]] = field(default_factory=list, repr=False)
    """The places of ids of calls, which only have to agree within the request."""

    @property
    def texts(self) -> list[str]:
        """The texts, in order."""
        return [holder[key] for holder, key in self.places]

    def add(self, holder: Any, key: Any, *, in_json: bool = False) -> None:
        """Takes one more."""
        if in_json:
            self.in_json.add(len(self.places))
        self.places.append((holder, key))

    def put(self, texts: Sequence[str]) -> None:
        """Puts other texts into their places.

        Raises:
            RefusedError: If one that was JSON would be none any more.
        """
        for i, ((holder, key), text) in enumerate(zip(self.places, texts, strict=True)):
            if i in self.in_json and _is_json(holder[key]) and not _is_json(text):
                raise RefusedError(
                    "The arguments of a tool call hold an identifier that is no string; write "
                    "numbers that identify as strings."
                )
            holder[key] = text


def slots_of_messages(messages: Sequence[Mapping[str, Any]]) -> tuple[list[Any], Slots]:
    """Returns a copy of the messages of a chat, and where text stands in it.

    Raises:
        RefusedError: If they hold anything else.
    """
    asked = {"messages": [dict(message) for message in messages]}
    copied, slots = _slots(asked, {"messages": [_MESSAGE]})
    return copied["messages"], slots


def slots_of_chat(body: Mapping[str, Any]) -> tuple[dict[str, Any], Slots]:
    """Returns a copy of a request for chat completions, and where text stands in it.

    Raises:
        RefusedError: If it holds anything else.
    """
    return _slots(body, _CHAT)


def slots_of_responses(body: Mapping[str, Any]) -> tuple[dict[str, Any], Slots]:
    """Returns a copy of a request for the responses API, and where text stands in it.

    Raises:
        RefusedError: If it holds anything else, or asks for what an earlier request left there.
    """
    return _slots(body, _RESPONSES)


def restored(answer: Any, restore: Callable[[str, bool], str]) -> Any:
    """Returns a copy of an answer with all of its texts restored.

    Args:
        answer: Of either API, or an error: whatever came back.
        restore: From a text, and whether it is JSON, to the text with its originals.
    """

    def walk(value: Any, name: str) -> Any:
        if isinstance(value, dict):
            return {key: walk(each, key) for key, each in value.items() if key != LOGPROBS}
        if isinstance(value, list):
            return [walk(each, name) for each in value]
        if isinstance(value, str) and name not in CODES:
            return restore(value, name == "arguments")
        return value

    return walk(answer, "")


CODES = frozenset((
    "id", "object", "model", "role", "type", "name", "finish_reason", "system_fingerprint",
    "service_tier", "status", "call_id", "item_id", "tool_call_id", "event", "obfuscation",
    "encrypted_content", "previous_response_id", "code", "param", "effort", "reason", "truncation",
))  # fmt: skip
"""Fields of answers that hold no text."""

LOGPROBS = "logprobs"
"""A field of answers that is left out: its tokens are pieces of surrogates, which no piece of an
original stands for."""

_TEXT, _JSON, _CHOICE, _NAMED, _PLAIN, _SCHEMA = "text", "json", "choice", "name", "plain", "schema"
_CALL_ID, _ITEM_ID = "id of a call", "id of an item"
"""What a field holds: text; JSON in a text; what the API gives to choose from; a name for machines;
a number or yes or no; a schema; the id of a call, or of what an API keeps.
Else a set of choices, a list of one kind, an object of named fields, a choice of kinds by the type
of the value, or objects by their field `type` or `role`."""
_NAME = re.compile(r"[\w.:/$#*-]{1,256}", re.ASCII)
_FIELD = re.compile(r"[a-z0-9_]{1,40}")
_LARGEST = 10_000
"""From here on a number may be one of somebody's."""


@dataclass(frozen=True, slots=True)
class _By:
    """Objects that are told apart by a field."""

    field: str
    kinds: Mapping[str, Mapping[str, Any]]
    missing: str = ""
    """What it means where the field is left out."""


def _part(*names: str) -> _By:
    return _By("type", {name: {"text": _TEXT} for name in names})


_PARTS = (_TEXT, [_part("text")])
_CALL = _By(
    "type", {"function": {"id": _CALL_ID, "function": {"name": _NAMED, "arguments": _JSON}}}
)
_MESSAGE = _By(
    "role",
    {
        **{role: {"content": _PARTS} for role in ("system", "developer", "user")},
        "assistant": {
            "content": (
                _TEXT,
                [_By("type", {"text": {"text": _TEXT}, "refusal": {"refusal": _TEXT}})],
            ),
            "refusal": _TEXT,
            "reasoning": _TEXT,
            "reasoning_content": _TEXT,
            "tool_calls": [_CALL],
        },
        "tool": {"content": _PARTS, "tool_call_id": _CALL_ID, "name": _NAMED},
    },
)
_FUNCTION = {"name": _NAMED, "description": _TEXT, "parameters": _SCHEMA, "strict": _PLAIN}
_JSON_FORM = {"name": _NAMED, "description": _TEXT, "schema": _SCHEMA, "strict": _PLAIN}
_EFFORT = _CHOICE
_BOTH = {
    "model": _CHOICE,
    "stream": _PLAIN,
    "stream_options": {"include_usage": _PLAIN, "include_obfuscation": _PLAIN},
    "temperature": _PLAIN,
    "top_p": _PLAIN,
    "parallel_tool_calls": _PLAIN,
    "service_tier": _CHOICE,
    "store": _PLAIN,
}
_CHAT = {
    **_BOTH,
    "messages": [_MESSAGE],
    "frequency_penalty": _PLAIN,
    "presence_penalty": _PLAIN,
    "max_tokens": _PLAIN,
    "max_completion_tokens": _PLAIN,
    "n": _PLAIN,
    "seed": _PLAIN,
    "stop": (_TEXT, [_TEXT]),
    "reasoning_effort": _EFFORT,
    "verbosity": _CHOICE,
    "modalities": [frozenset(("text",))],
    "tools": [_By("type", {"function": {"function": _FUNCTION}})],
    "tool_choice": (_CHOICE, _By("type", {"function": {"function": {"name": _NAMED}}})),
    "response_format": _By(
        "type", {"text": {}, "json_object": {}, "json_schema": {"json_schema": _JSON_FORM}}
    ),
}
_SAID = _By(
    "type",
    {
        "input_text": {"text": _TEXT},
        "output_text": {"text": _TEXT, "annotations": [{}], "logprobs": [{}]},
        "refusal": {"refusal": _TEXT},
    },
)
_ITEM = _By(
    "type",
    {
        "message": {
            "id": _ITEM_ID,
            "role": frozenset(("system", "developer", "user", "assistant")),
            "status": _CHOICE,
            "content": (_TEXT, [_SAID]),
        },
        "reasoning": {
            "id": _ITEM_ID,
            "status": _CHOICE,
            "summary": [_part("summary_text")],
            "content": [_part("reasoning_text")],
        },
        "function_call": {
            **{"id": _ITEM_ID, "call_id": _CALL_ID, "name": _NAMED, "status": _CHOICE},
            "arguments": _JSON,
        },
        "function_call_output": {
            **{"id": _ITEM_ID, "call_id": _CALL_ID, "status": _CHOICE},
            "output": (_TEXT, [_part("input_text")]),
        },
    },
    missing="message",
)
_RESPONSES = {
    **_BOTH,
    "input": (_TEXT, [_ITEM]),
    "instructions": _TEXT,
    "include": [frozenset(("reasoning.encrypted_content",))],
    "max_output_tokens": _PLAIN,
    "max_tool_calls": _PLAIN,
    "reasoning": {"effort": _EFFORT, "summary": _CHOICE, "generate_summary": _CHOICE},
    "text": {
        "format": _By("type", {"text": {}, "json_object": {}, "json_schema": _JSON_FORM}),
        "verbosity": _CHOICE,
    },
    "tools": [_By("type", {"function": _FUNCTION})],
    "tool_choice": (_CHOICE, _By("type", {"function": {"name": _NAMED}})),
    "truncation": _CHOICE,
}


def _slots(body: Mapping[str, Any], kind: Any) -> tuple[Any, Slots]:
    reader = _Reader()
    asked = {"": deepcopy(dict(body))}
    reader.read(asked, "", kind, "")
    return asked[""], reader.slots


class _Reader:
    """Reads a request, field by field."""

    def __init__(self) -> None:
        self.slots = Slots()

    def read(self, holder: Any, key: Any, kind: Any, at: str) -> None:
        """Looks at the value at a place: takes it as text, lets it pass, or refuses it."""
        value = holder[key]
        if value is None:
            return
        if isinstance(kind, tuple):
            kind = next((each for each in kind if _fits(value, each)), kind[0])
        if not _fits(value, kind):
            raise RefusedError(f"{at or 'The request'} is not of a kind that can be searched.")
        if kind in (_TEXT, _JSON):
            self.slots.add(holder, key, in_json=kind == _JSON)
        elif kind == _CHOICE:
            self.slots.choices.append(value)
        elif kind == _PLAIN and abs(value) >= _LARGEST:  # of tokens, or of a patient
            self.slots.choices.append(f"{value}")
        elif kind == _NAMED:
            self.slots.names.append(value)
        elif kind == _CALL_ID:
            self.slots.ids.append((holder, key))
        elif kind == _ITEM_ID and not is_opaque(value):
            del holder[key]  # it may be left out, and what somebody made up may tell
        elif kind == _SCHEMA:
            self._schema(holder, key, at, "")
        elif isinstance(kind, list):
            for i in range(len(value)):
                self.read(value, i, kind[0], f"{at}[{i}]")
        elif isinstance(kind, _By):
            self._by(value, kind, at)
        elif isinstance(kind, Mapping):
            self._fields(value, kind, at)

    def _by(self, value: dict[str, Any], kind: _By, at: str) -> None:
        name = value.get(kind.field, kind.missing)
        if not isinstance(name, str) or name not in kind.kinds:
            told = f" '{name}'" if isinstance(name, str) and _FIELD.fullmatch(name) else ""
            raise RefusedError(
                f"{at}: the {kind.field}{told} cannot be searched, only {', '.join(kind.kinds)}."
            )
        self._fields(value, {kind.field: frozenset((name,)), **kind.kinds[name]}, at)

    def _fields(self, value: dict[str, Any], kinds: Mapping[str, Any], at: str) -> None:
        for name, each in list(value.items()):
            inner = f"{at}.{name}" if at else str(name)
            if name in kinds:
                self.read(value, name, kinds[name], inner)
            elif each or (isinstance(each, int) and not isinstance(each, bool)):
                told = f"'{name}'" if _FIELD.fullmatch(str(name)) else "a field"
                raise RefusedError(
                    f"{at or 'The request'} holds {told}, which is not searched: leave it out."
                )

    def _schema(self, holder: Any, key: Any, at: str, name: str) -> None:
        """A JSON schema: what it says in words is text, its names are for machines."""
        value = holder[key]
        if isinstance(value, dict):
            for inner in value:
                if not _NAME.fullmatch(str(inner)):
                    raise RefusedError(f"{at}: a name in the schema is none for machines.")
                self.slots.names.append(str(inner))
                own = inner if inner in _WORDS and not isinstance(value[inner], dict) else ""
                self._schema(value, inner, at, own)
        elif isinstance(value, list):
            for i in range(len(value)):
                self._schema(value, i, at, name)
        elif isinstance(value, str):
            if name in _WORDS:
                self.slots.add(holder, key)
            elif _NAME.fullmatch(value):
                self.slots.names.append(value)
            else:
                raise RefusedError(f"{at}: a value in the schema is none for machines.")
        elif name in _WORDS and not isinstance(value, bool) and value and abs(value) >= _LARGEST:
            raise RefusedError(f"{at}: write long numbers in the schema as strings.")


_WORDS = frozenset(
    ("description", "title", "default", "examples", "enum", "const", "pattern", "$comment")
)
"""What a schema says in words."""


def _fits(value: Any, kind: Any) -> bool:
    if kind in (_TEXT, _JSON):
        return isinstance(value, str)
    if kind in (_CHOICE, _NAMED, _CALL_ID, _ITEM_ID):
        return isinstance(value, str) and bool(_NAME.fullmatch(value))
    if kind == _PLAIN:
        return isinstance(value, (bool, int, float))
    if isinstance(kind, frozenset):
        return isinstance(value, str) and value in kind
    if isinstance(kind, list):
        return isinstance(value, list)
    return isinstance(value, dict)


def _is_json(text: str) -> bool:
    try:
        parse_json(text)
    except ValueError:
        return False
    return True
