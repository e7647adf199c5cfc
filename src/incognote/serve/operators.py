"""What Presidio's anonymizer does to the stretches that a caller names, and back.

A caller of `/anonymize` says which stretches are replaced and by what; nothing is searched. Where
stretches overlap, the outcome is Presidio's: of one entity they are united, one within another is
left out, and of two others that overlap the second one keeps its beginning. tests/plugs holds it
against Presidio.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from incognote.core.errors import MissingExtraError
from incognote.serve.terms import RefusedError

try:
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    from cryptography.hazmat.primitives.padding import PKCS7
except ImportError:
    raise MissingExtraError("incognote serve", "serve") from None

Params = Mapping[str, Any]
_URL_SAFE = str.maketrans("-_", "+/")
_LEAST_SALT = 16
_GROWS = 8
"""A text may become so many times as long, and a million characters more."""


@dataclass(slots=True)
class Stretch:
    """What a caller says was found, or was replaced."""

    start: int
    end: int
    entity: str = field(repr=False)
    score: float | None = None


def _replace(text: str, entity: str, params: Params) -> str:
    return _string(params, "new_value", "") or f"<{entity}>"


def _redact(text: str, entity: str, params: Params) -> str:
    return ""


def _keep(text: str, entity: str, params: Params) -> str:
    return text


def _mask(text: str, entity: str, params: Params) -> str:
    sign = _string(params, "masking_char")
    count, from_end = _needed(params, "chars_to_mask"), _needed(params, "from_end")
    if len(sign) > 1:
        raise _invalid("Invalid input, masking_char must be a character")
    if type(count) is not int:
        raise _wrong("chars_to_mask", "number")
    if type(from_end) is not bool:
        raise _wrong("from_end", "boolean")
    count = max(0, min(len(text), count))
    rest = len(text) - count
    return text[:rest] + sign * count if from_end else sign * count + text[count:]


def _hash(text: str, entity: str, params: Params) -> str:
    kind = params.get("hash_type", "sha256")
    if kind not in ("sha256", "sha512"):
        raise _invalid("Parameter hash_type is not in range of values ['sha256', 'sha512']")
    # Without a salt anybody can try all names; so there is one that nobody knows.
    salt = _string(params, "salt").encode() if "salt" in params else os.urandom(32)
    if len(salt) < _LEAST_SALT:
        raise _invalid(f"Salt must be at least {_LEAST_SALT} bytes (128 bits).")
    return hashlib.new(kind, text.encode() + salt).hexdigest()


def _encrypt(text: str, entity: str, params: Params) -> str:
    start = os.urandom(16)
    padder = PKCS7(128).padder()
    padded = padder.update(text.encode()) + padder.finalize()
    cipher = Cipher(algorithms.AES(_key(params)), modes.CBC(start)).encryptor()
    sealed = start + cipher.update(padded) + cipher.finalize()
    return str(base64.urlsafe_b64encode(sealed), "ascii")


def _decrypt(text: str, entity: str, params: Params) -> str:
    key = _key(params)
    try:
        sealed = base64.b64decode(text.translate(_URL_SAFE), validate=True)
        cipher = Cipher(algorithms.AES(key), modes.CBC(sealed[:16])).decryptor()
        padded = cipher.update(sealed[16:]) + cipher.finalize()
        remover = PKCS7(128).unpadder()
        return str(remover.update(padded) + remover.finalize(), "utf-8")
    except ValueError:  # of the padding or the base64: which of them nobody is told
        raise _invalid("Invalid input, a text cannot be decrypted with this key") from None


Operator = Callable[[str, str, Params], str]
ANONYMIZERS: Mapping[str, Operator] = {
    "encrypt": _encrypt,
    "hash": _hash,
    "keep": _keep,
    "mask": _mask,
    "redact": _redact,
    "replace": _replace,
}
"""By name what makes of a text and its entity what stands in its place."""
DEANONYMIZERS: Mapping[str, Operator] = {"decrypt": _decrypt, "deanonymize_keep": _keep}
_DEFAULT = {"type": "replace"}


def anonymize(text: str, found: Sequence[Stretch], operators: Mapping[str, Params]) -> Params:
    """Returns a text with stretches replaced, and what stands where, as Presidio tells it.

    Args:
        text: The text.
        found: Stretches within it.
        operators: By entity, or `DEFAULT`, what is done: `type` names one of `ANONYMIZERS`.

    Raises:
        RefusedError: If an operator or its parameters cannot be, or a stretch is not within it.
    """
    _check(text, found)
    taken = _joined(text, _without_contained(_united(found)))
    return _operated(text, taken, {"DEFAULT": _DEFAULT, **operators}, ANONYMIZERS)


def deanonymize(text: str, found: Sequence[Stretch], operators: Mapping[str, Params]) -> Params:
    """Returns a text with stretches brought back; arguments and errors as `anonymize`."""
    _check(text, found)
    return _operated(text, found, operators, DEANONYMIZERS)


def _operated(
    text: str,
    found: Sequence[Stretch],
    operators: Mapping[str, Params],
    known: Mapping[str, Operator],
) -> Params:
    parts: list[str] = []
    items: list[dict[str, Any]] = []
    size, most, last = 0, _GROWS * len(text) + 1_000_000, len(text)
    # From the end, as their items come; of two that begin alike the order stays.
    for each in sorted(found, key=lambda each: each.start, reverse=True):
        params = operators.get(each.entity) or operators.get("DEFAULT")
        if params is None:
            raise _invalid("Invalid operator class: there is none for an entity, and no DEFAULT")
        name = params["type"]
        new = known[name](text[each.start : each.end], each.entity, params)
        parts.append(text[min(each.end, last) : last])
        size += len(parts[-1]) + len(new)
        if size > most:
            raise RefusedError(413, "The text would become too long; make the new values shorter.")
        parts.append(new)
        last = each.start
        # Where it begins is known from the end alone until all is done.
        place = {"start": -size, "end": len(new) - size}
        said = {"entity_type": each.entity, "text": new, "operator": name, "score": each.score}
        items.append({**place, **said})
    whole = text[:last] + "".join(reversed(parts))
    for item in items:
        item["start"] += len(whole)
        item["end"] += len(whole)
    return {"text": whole, "items": items}


def _united(found: Iterable[Stretch]) -> list[Stretch]:
    """Those of one entity that overlap become one; at the place of the last that it has."""
    order = sorted(found, key=lambda each: (each.start, each.end))
    by_entity: dict[str, list[tuple[int, Stretch]]] = {}
    for place, each in enumerate(order):
        by_entity.setdefault(each.entity, []).append((place, each))
    kept: list[tuple[int, Stretch]] = []
    for places in by_entity.values():
        now: tuple[int, Stretch] | None = None
        for place, each in places:
            copy = Stretch(each.start, each.end, each.entity, each.score)
            before = now[1] if now else None
            if before and min(before.end, each.end) > max(before.start, each.start):
                copy.start, copy.end = before.start, max(before.end, each.end)
                copy.score = max(before.score or 0, each.score or 0)
            elif now:
                kept.append(now)
            now = (place, copy)
        if now:
            kept.append(now)
    return [each for _, each in sorted(kept, key=lambda pair: pair[0])]


def _without_contained(found: Sequence[Stretch]) -> list[Stretch]:
    """Those that lie in no other; of those alike the likeliest, the last of them."""
    order = sorted(range(len(found)), key=lambda i: (found[i].start, -found[i].end))
    kept = set()
    furthest = -1
    for (_, end), alike in groupby(order, key=lambda i: (found[i].start, -found[i].end)):
        if furthest < -end:
            kept.add(max(alike, key=lambda i: (found[i].score or 0, i)))
            furthest = -end
    return [each for i, each in enumerate(found) if i in kept]


def _joined(text: str, found: Sequence[Stretch]) -> list[Stretch]:
    """Those of one entity that only blanks divide become one."""
    joined: list[Stretch] = []
    for each in found:
        before = joined[-1] if joined else None
        between = text[before.end : each.start] if before else ""
        if before and before.entity == each.entity and between and not between.strip(" "):
            each.start = joined.pop().start
        joined.append(each)
    return joined


def _check(text: str, found: Iterable[Stretch]) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _invalid("Invalid input, the text has half of a character") from None
    for each in found:
        if not each.start <= each.end <= len(text):
            raise _invalid(
                f"Invalid analyzer result, start: {each.start} and end: {each.end}, while text "
                f"length is only {len(text)}."
            )


def _needed(params: Params, name: str) -> Any:
    if params.get(name) is None:
        raise _invalid(f"Expected parameter {name}")
    return params[name]


def _string(params: Params, name: str, default: str | None = None) -> str:
    said = _needed(params, name) if default is None else params.get(name) or default
    if not isinstance(said, str):
        raise _wrong(name, "string")
    try:
        said.encode()
    except UnicodeEncodeError:
        raise _invalid(f"Invalid input, {name} has half of a character") from None
    return said


def _key(params: Params) -> bytes:
    key = _string(params, "key").encode()
    if len(key) not in (16, 24, 32):
        raise _invalid("Invalid input, key must be of length 128, 192 or 256 bits")
    return key


def _wrong(name: str, kind: str) -> RefusedError:
    return _invalid(f"Invalid parameter value for {name}. Expecting '{kind}'.")


def _invalid(reason: str) -> RefusedError:
    return RefusedError(422, reason)
