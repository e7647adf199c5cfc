"""Values that stand in places of their own: columns, elements, fields of a message.

What a place holds is known without searching, so a value is replaced as a mark over the whole of it
would be: by the policy, with the patient's surrogates and days, so that structure and notes agree.
Codes are asked for by themselves: they hold whatever the policy says. So are moved dates, but where
a policy lets dates or their years stay, which would tell by how many days others moved.
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError
from incognote.core.known import Known, named, words_in
from incognote.replace.note_dates import habits_of
from incognote.replace.policy import Options, Policy, has_age_words_only, names_country
from incognote.replace.redact import redact
from incognote.replace.replacement import Context, tag_of
from incognote.replace.shift import days_of, first_year, shift

FORMS = ("text", "date", "integer", "number", "token")
"""What may stand in a place: any text; an ISO date, also a year or month alone, or with a time
behind `T` or a blank; digits; also with a point; what has no blank, no bracket (an id, a code)."""


@dataclass(frozen=True, slots=True)
class Value:
    """What stands in a place of its own."""

    path: str
    """The place, the same for all records and no value of one: `person_id`, `PID-5`,
    `Patient.name.family`."""
    text: str = field(repr=False)
    what: str
    """One of our types, which the policy decides about; `code`, a keyed code; `shift`, a DATE that
    moves by the patient's days also where the policy tags it; `drop`: left out, whatever the policy
    says."""
    form: str = "text"
    """One of `FORMS`: a replacement that has another form (a tag in place of a date) cannot stand
    there, and nothing does."""
    owner: str = field(default="", repr=False)
    """Its patient, where the record is of several."""
    part: str = ""
    """Which of `NAME_PARTS` it is; '' for a whole name, or where nobody says."""


def replace_values(
    values: Sequence[Value],
    about: Document,
    policy: Policy,
    context: Context,
    searched: Document | None = None,
    notes: Sequence[Document] = (),
) -> list[str | None]:
    """Returns what stands in place of each value, in order; None where nothing can.

    Args:
        values: Of one record.
        about: Has the record's id, in `meta` its patient, as its notes have, and what is known.
        policy: Says what leaves, and what is done with it.
        context: What replacements are drawn with.
        searched: What `to_search` gave, with what was found in it; None: nothing of that stays.
        notes: Of the record: names of their patients are replaced as in them.
    """
    values = [_by_policy(value, policy) for value in values]
    stays = _nothing_else(values, policy, searched)
    made: list[str | None] = [None] * len(values)
    asked: dict[str, list[int]] = {}
    owners = {owner: _of(owner, about, notes) for owner in {value.owner for value in values}}
    for i, value in enumerate(values):
        if value.what == "drop":
            continue
        if not value.text.strip():
            made[i] = value.text
        elif value.what == "code":
            made[i] = code(value.text, value.form, context)
        elif value.what == "shift":
            asking = replace(context, options=policy.options)
            made[i] = _moved(value, owners[value.owner], asking)
            if made[i] is None and value.form == "text":
                made[i] = _as_written(value.text, owners[value.owner], asking)
        elif value.form == "date":
            made[i] = _date(value, owners[value.owner], policy, context)
        else:
            asked.setdefault(value.owner, []).append(i)
    for owner, places in asked.items():
        new = _marked([values[i] for i in places], owners[owner], policy, context, stays)
        for i, each in zip(places, new, strict=True):
            made[i] = each
    return made


def _by_policy(value: Value, policy: Policy) -> Value:
    """A date to move as one of which the policy decides, where that lets dates or years stay."""
    if value.what != "shift":
        return value
    action = policy.action(Span(0, len(value.text), "DATE"), value.text)
    stays = action in ("keep", "generalise") or policy.options.years == "keep"
    return replace(value, what="DATE") if stays else value


def _of(owner: str, about: Document, notes: Sequence[Document]) -> Document:
    """What is known of an owner, and the day of the record: today where it does not say."""
    said = about.meta.get("date", "")
    day = said if _ISO.fullmatch(said) else datetime.date.today().isoformat()
    meta = {**about.meta, "date": day} | ({"patient": owner} if owner else {})
    patient = meta.get("patient", "")
    told = (doc.known for doc in notes if doc.known and doc.meta.get("patient", "") == patient)
    own = None if patient != about.meta.get("patient", "") else about.known
    return replace(about, meta=meta, known=next(told, own))


def _marked(
    values: Sequence[Value],
    about: Document,
    policy: Policy,
    context: Context,
    stays: Collection[tuple[str, str]],
) -> list[str | None]:
    """Replaces values as marks in a note of theirs, each in a line, so that people stay people."""
    if not values:
        return []
    text, spans = "", []
    for value in values:
        spans.append(Span(len(text), len(text) + len(value.text), value.what))
        text += f"{value.text}\n\n"
    told = Known(providers=tuple(named(v.text, v.part) for v in values if v.part))
    known = told if about.known is None else about.known.united(told)
    note = Document(about.id, text, tuple(spans), about.meta, known)
    redacted = redact(note, policy, context)
    new = {r.span.start: redacted.text[r.new_start : r.new_end] for r in redacted.replaced}
    return [
        _fitting(new[span.start], value.form)
        if span.start in new
        else _staying(value, about, replace(context, options=policy.options), stays)
        for span, value in zip(spans, values, strict=True)
    ]


def _staying(
    value: Value, about: Document, context: Context, stays: Collection[tuple[str, str]]
) -> str | None:
    """A value that the policy lets stay; None where it says more than its type."""
    if value.what == "DATE":
        any_age = replace(context, options=replace(context.options, old_age=_OLDEST))
        is_one = _as_written(value.text, about, any_age) is not None
    elif value.what == "AGE":
        is_one = _is_age(value)
    elif value.what == "COUNTRY":
        is_one = names_country(value.text)
    else:
        is_one = not _says_anything(value, context.options) or (value.what, value.text) in stays
    return _fitting(value.text, value.form) if is_one else None


_OLDEST = 999
"""Years: nobody is so old."""


def _is_age(value: Value) -> bool:
    number = _AGE_AS_NUMBER if value.form == "number" else _AGE
    return has_age_words_only(value.text) and all(map(number.fullmatch, _RUN.findall(value.text)))


_RUN = re.compile(r"\d(?:[\W\d_]*\d)?")
"""Digits that no word stands between: together they may be a date or the number of something."""
_AGE_AS_NUMBER = re.compile(r"\d{1,5}(?:\.\d{1,5})?")
_AGE = re.compile(
    r"\d{1,3}|\d{1,2}[.,]\d{1,2}|(?:\d{1,2}|1[0-2]\d) ?[-\u2013] ?(?:\d{1,2}|1[0-2]\d)"
)


# What stays though it may say anything ------------------------------------------------------------


def _says_anything(value: Value, options: Options) -> bool:
    """Whether no list and no form tells what is of a value's type."""
    if value.what == "STATE":
        return options.regions == "keep"
    return value.form != "date" and value.what not in _CLOSED


_CLOSED = ("AGE", "DATE", "ZIP", "COUNTRY", "code", "shift", "drop")


def to_search(values: Sequence[Value], policy: Policy) -> str:
    """Returns a text of the values that the policy lets stay though they may say anything.

    An occupation or a town may have a name behind it, or be one. Each stands in a line behind its
    type, which is how one finds what is of another. '' where there are none.
    """
    return _listed(values, policy)[0]


def _listed(
    values: Sequence[Value], policy: Policy
) -> tuple[str, dict[tuple[str, str], tuple[int, int]]]:
    """The text to search, and where in it each value stands that is in it."""
    text, places = "", dict[tuple[str, str], tuple[int, int]]()
    for value in values:
        said = value.what, value.text
        if said in places or not value.text.strip() or not _says_anything(value, policy.options):
            continue
        if policy.removes(Span(0, len(value.text), value.what), value.text):
            continue
        text += f"{value.what.lower().replace('_', ' ')}: "
        places[said] = len(text), len(text) + len(value.text)
        text += f"{value.text}\n\n"
    return text, places


def _nothing_else(
    values: Sequence[Value], policy: Policy, searched: Document | None
) -> set[tuple[str, str]]:
    """Values in which nothing was found that leaves, and nobody whom the record knows."""
    if searched is None:
        return set()
    text, places = _listed(values, policy)
    if text != searched.text:
        raise ValueError("what was searched is none of these values")
    known = replace(searched.known or Known(), providers=()).words
    leaves = zip(searched.spans, policy.leaving(searched), strict=True)
    found = [(span.start, span.end) for span, gone in leaves if gone]
    return {
        (what, said)
        for (what, said), (start, end) in places.items()
        if not any(a < end and start < b for a, b in found)
        and known.isdisjoint(words_in(said))
        and not (what == "PROFESSION" and any(map(str.isdigit, said)))
    }


def _fitting(new: str, form: str) -> str | None:
    return new if _FITS[form](new) else None


_FITS: dict[str, Callable[[str], bool]] = {
    "text": lambda new: True,
    "integer": lambda new: bool(re.fullmatch(r"-?[0-9]+", new)),
    "number": lambda new: bool(re.fullmatch(r"-?[0-9]+(?:\.[0-9]+)?", new)),
    "token": lambda new: bool(re.fullmatch(r"[^\s\[\]]+", new)),
}


# Dates ----------------------------------------------------------------------------------------

TIME = (
    r"[T ]\d\d?(?::?\d\d(?::?\d\d(?:[.,]\d{1,9})?)?)?"
    r"(?: ?(?:Z|UTC|[AaPp][Mm]|[+-]\d\d(?::?\d\d)?))?"
)
"""A pattern of what may stand behind a day: anything but a time may be a name, and is no date."""
_ISO = re.compile(rf"([0-9]{{4}})(?:-([0-9]{{2}})(?:-([0-9]{{2}})({TIME})?)?)?", re.ASCII)


def moved(text: str, days: int) -> str | None:
    """Returns a date moved by so many days, a time behind it as it was; None where it is no date.

    A month moves as its fifteenth day does, a year as its second of July.
    """
    found = _ISO.fullmatch(text)
    if not found:
        return None
    year, month, day, time = found.groups()
    try:
        date = datetime.date(int(year), int(month or 7), int(day or (15 if month else 2)))
        new = (date + datetime.timedelta(days)).isoformat()
    except (ValueError, OverflowError):
        return None
    return new[: 10 if day else 7 if month else 4] + (time or "")


def _moved(value: Value, about: Document, context: Context) -> str | None:
    """A date moved; None where it is none, or tells an age that must not be told."""
    first = first_year(habits_of(about, context), context.options)
    old = value.text[:4].isdigit() and int(value.text[:4]) < first
    return None if old else moved(value.text, days_of(about, context))


def _as_written(text: str, about: Document, context: Context) -> str | None:
    """A date in a form of its own moved as one in a note is; None where it cannot be read."""
    span = Span(0, len(text), "DATE")
    (new,) = shift(Document(about.id, text, (span,), about.meta), (span,), context)
    return None if new == tag_of(span) else new


def _date(value: Value, about: Document, policy: Policy, context: Context) -> str | None:
    """A date as the policy says: as it is, moved, its year, or nothing."""
    found = _ISO.fullmatch(value.text)
    if not found:
        return None
    action = policy.action(Span(0, len(value.text), value.what), value.text)
    if action == "keep":
        return value.text
    if action in ("shift", "surrogate"):
        return _moved(value, about, replace(context, options=policy.options))
    if int(found[1]) < policy.options.first_year:
        return None  # it would tell an age that must not be told
    return found[1] if action == "generalise" else None


# Codes ----------------------------------------------------------------------------------------


def code(text: str, form: str, context: Context) -> str:
    """Returns a keyed code of a value, the same wherever it stands.

    An integer becomes another of as many bits (31 or 63), no two the same, so that it fits its
    column; a UUID another UUID (of version 8, RFC 9562); anything else 24 hexadecimal digits.

    Raises:
        ConfigError: If the context has no key: anybody could find out whose code it is.
    """
    if not context.key:
        raise ConfigError("Codes need a key.")
    if form == "integer" and (found := _INTEGER.fullmatch(text)):
        number = int(found[2])
        if number < 1 << 63:
            return found[1] + str(_permuted(number, context))
    if _UUID.fullmatch(text):
        digits = context.secret("code", text.lower())[:16].hex()
        groups = (digits[:8], digits[8:12], f"8{digits[13:16]}", f"8{digits[17:20]}", digits[20:])
        return "-".join(groups)
    return context.secret("code", text)[:12].hex()


_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")


_INTEGER = re.compile(r"(-?)(0|[1-9][0-9]*)")
_ROUNDS = 8
"""Of the Feistel network: four make it a permutation that cannot be told from a random one (Luby
and Rackoff 1988); more are cheap."""


def _permuted(number: int, context: Context) -> int:
    """A keyed permutation of the integers of up to 31 bits, and of those of 32 to 63."""
    small = number < 1 << 31
    half = 16 if small else 32
    key = context.secret("integer", str(half))
    least, end = (0, 1 << 31) if small else (1 << 31, 1 << 63)
    while True:  # a permutation of 32 or 64 bits, walked until it is back in the range
        left, right = number >> half, number & ((1 << half) - 1)
        for turn in range(_ROUNDS):
            drawn = hashlib.blake2b(b"%d.%d" % (turn, right), key=key, digest_size=half // 8)
            left, right = right, left ^ int.from_bytes(drawn.digest(), "big")
        number = left << half | right
        if least <= number < end:
            return number
