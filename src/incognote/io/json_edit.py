"""JSON that is changed in places and is else, byte for byte, as it was."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from incognote.core.config import TOO_MANY_DIGITS, KeyTwiceError, no_key_twice
from incognote.core.errors import NoteError

_BLANK = re.compile(r"[ \t\r\n]*")
_OTHER = re.compile(r"[^ \t\r\n,\]}]+")
_DECODER = json.JSONDecoder()
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_LINE_ENDS = re.compile("[\x85\u2028\u2029]")


@dataclass(slots=True)
class Node:
    """A value where it stands: source[start:end]."""

    start: int
    end: int
    text: str | None = field(default=None, repr=False)
    """Of a string."""
    members: dict[str, Node] | None = field(default=None, repr=False)
    """Of an object."""
    items: list[Node] | None = field(default=None, repr=False)
    """Of an array."""
    cuts: list[int] = field(default_factory=list, repr=False)
    """Where its commas stand, and the bracket that ends it."""

    @property
    def is_literal(self) -> bool:
        """Whether it is a number, true, false or null."""
        return self.text is None and self.members is None and self.items is None


def parse(source: str, id: str) -> tuple[Node, Any]:
    """Returns the value that a text holds, as nodes and as Python has it.

    Args:
        source: All of it; blanks and a byte order mark may stand around.
        id: For messages.

    Raises:
        NoteError: If it is no JSON, names a key twice or holds half of a surrogate pair.
    """
    try:
        value = json.loads(
            source.removeprefix("\ufeff"),
            object_pairs_hook=no_key_twice,
            parse_constant=_no_constant,
        )
        if _SURROGATE.search(source):
            json.dumps(value, ensure_ascii=False).encode()
        node = nodes(source)
    except json.JSONDecodeError as error:
        reason = f"is no valid JSON at {_place(source, error)}"
    except KeyTwiceError:
        reason = "holds a key twice; leave one out"
    except _ConstantError:
        reason = "holds a number that JSON has not (NaN, Infinity)"
    except UnicodeEncodeError:
        reason = "holds half of a surrogate pair, which has no UTF-8 form"
    except RecursionError:
        reason = "is nested too deep; take some of the brackets away"
    except ValueError:  # Python's own limit
        reason = TOO_MANY_DIGITS
    else:
        return node, value
    raise NoteError(id, reason)


def _place(source: str, error: json.JSONDecodeError) -> str:
    """Where a text breaks; of one line, which `id` names among others, the column alone."""
    text = source.removeprefix("\ufeff").rstrip()
    if "\n" in text:
        return f"line {error.lineno}, column {error.colno}"
    return f"column {min(error.pos, len(text)) + 1}"


class _ConstantError(ValueError):
    """A number that JSON has not."""


def _no_constant(name: str) -> None:
    raise _ConstantError


def behind_blanks(source: str, at: int) -> int:
    """Returns where what is no blank of JSON stands, from a place on."""
    found = _BLANK.match(source, at)
    return found.end() if found else at


def nodes(source: str, *, depth: int = -1) -> Node:
    """Returns the value of a text that is known to be JSON.

    Args:
        source: As `parse`.
        depth: Objects and arrays deeper than this are not taken apart; -1 for all.
    """
    return _node(source, behind_blanks(source, int(source.startswith("\ufeff"))), depth)


def _node(source: str, start: int, depth: int) -> Node:
    sign = source[start]
    if sign == '"':
        text, end = _DECODER.raw_decode(source, start)
        return Node(start, end, text)
    if sign not in "{[":
        found = _OTHER.match(source, start)
        return Node(start, found.end() if found else start)
    if not depth:
        return Node(start, _DECODER.raw_decode(source, start)[1])
    node = Node(start, start)
    members: dict[str, Node] = {}
    items: list[Node] = []
    at = behind_blanks(source, start + 1)
    while source[at] not in "}]":
        if sign == "{":
            key, at = _DECODER.raw_decode(source, at)
            at = behind_blanks(source, behind_blanks(source, at) + 1)
            members[key] = child = _node(source, at, depth - 1)
        else:
            child = _node(source, at, depth - 1)
            items.append(child)
        at = behind_blanks(source, child.end)
        node.cuts.append(at)
        if source[at] == ",":
            at = behind_blanks(source, at + 1)
    node.end = at + 1
    if sign == "{":
        node.members = members
    else:
        node.items = items
    return node


def string(text: str, *, ascii_only: bool) -> str:
    """Returns a JSON string; where asked for, what is beyond ASCII is escaped."""
    return escaped(json.dumps(text, ensure_ascii=ascii_only))


def escaped(written: str) -> str:
    """Returns JSON for readers that take some letters for line ends, though it lets them stand."""
    return _LINE_ENDS.sub(lambda match: f"\\u{ord(match[0]):04x}", written)


def edited(
    source: str,
    root: Node,
    changes: Mapping[int, str | None],
    added: Mapping[int, Sequence[str]],
) -> str:
    """Returns a text of JSON with other values in it.

    Args:
        source: As it was parsed.
        root: What it holds.
        changes: From where a value starts to the JSON in its place; None leaves it out, and with
            it an object or array of which nothing else is left.
        added: From where an object starts to members (`"a": 1`) to write at its end.
    """
    places = sorted({*changes, *added})

    def emit(node: Node) -> str | None:
        if node.start in changes:
            return changes[node.start]
        first = bisect_left(places, node.start)
        if first == len(places) or places[first] >= node.end or node.is_literal:
            return source[node.start : node.end]
        children = list((node.members or {}).values()) or node.items or []
        pieces: list[str] = []
        begin = node.start + 1
        for child, cut in zip(children, node.cuts, strict=True):
            new = emit(child)
            if new is not None:
                pieces.append(source[begin : child.start] + new + source[child.end : cut])
            begin = cut + 1
        more = list(added.get(node.start, ()))
        if not pieces and not more:
            return None if children else source[node.start : node.end]
        if more:
            blanks = source[node.start + 1 : behind_blanks(source, node.start + 1)]
            behind = ""
            if pieces:
                last = pieces[-1].rstrip(" \t\r\n")
                behind = pieces[-1][len(last) :]
                pieces[-1] = last
            more = [blanks + each for each in more]
            more[-1] += behind
        ends = "{}" if node.members is not None else "[]"
        return ends[0] + ",".join([*pieces, *more]) + ends[1]

    new = emit(root)
    return source[: root.start] + ("{}" if new is None else new) + source[root.end :]
