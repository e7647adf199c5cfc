"""Proposals for the columns of a table, by their names and a sample of their values.

A proposal is for somebody who knows the table to agree with. In doubt it is the careful one: what
may hold anything is searched as a note, what may name somebody is coded. No reason quotes a value.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from incognote.core.config import read_toml
from incognote.core.errors import ConfigError
from incognote.core.labels import TYPES, get_label
from incognote.core.language import in_all_packs
from incognote.io import column_names as names
from incognote.io.format import ROLES, Fields
from incognote.io.tables import ISO_DAY, Sample, is_null


@dataclass(frozen=True, slots=True)
class Proposal:
    """What might become of a column, and why."""

    name: str
    role: str
    """One of `ROLES` or a type."""
    reason: str


_BY_VALUE: tuple[tuple[str, str, str], ...] = (
    (r"[^\s@]+@[^\s@]+\.\w+", "EMAIL", "e-mail addresses"),
    (r"\d{3}-\d\d-\d{4}", "SSN", "social security numbers"),
    (r"\+?[\d(][\d ()./-]{7,}\d", "PHONE", "telephone numbers"),
)
_NOTHING = frozenset(("true", "false", "yes", "no", "y", "n", "s", "si", "sí"))
"""What columns of yes and no say."""
_DIGITS = re.compile(r"\d+(\.0+)?")
_NUMBER = re.compile(r"-?\d{0,4}([.,]\d+)?(e-?\d+)?|-?\d+[.,]\d+")
_FEW = 20
"""So many different values, each often, are a list of choices."""
_WORDS = 8
"""So many words in the middle value are text."""


_ONLY: Mapping[str, tuple[str, ...]] = {
    "small": ("keep", "drop", "AGE", "DATE"),
    "fixed": ("keep", "drop"),
    "nested": ("drop",),
    "folder": ("keep",),
    "table": ("drop",),
}
"""By kind of a column (`tables.KINDS`) what alone may be proposed; others may not be texts."""
_INSTEAD: Mapping[str, tuple[str, str]] = {
    "number": ("code", "numbers, nearly all different"),
    "date": ("shift", "dates"),
    "mixed": ("drop", "texts among other values, which cannot be searched"),
    "small": ("drop", "small integers, which have no room for codes"),
    "fixed": ("drop", "its type can only be kept or dropped"),
    "nested": ("drop", "lists, objects or bytes, which can only be kept or dropped"),
    "folder": ("keep", "stands in the names of folders, which stay: rename them if it tells whose"),
    "table": ("drop", "a table that is none of the model's can only be kept or dropped"),
}


def propose(found: Mapping[str, Sample], taken: Iterable[str] = ()) -> list[Proposal]:
    """Returns a proposal for each column, which its kind allows.

    Args:
        found: By column a sample of its values.
        taken: Roles that only one column can have, and one has.
    """
    taken = {*taken}
    proposals: dict[str, Proposal] = {}
    for name, sample in found.items():
        values = [v for v in sample.values if not is_null(v, "code")]
        role, reason = _role(name, values, taken)
        if role not in _ONLY.get(sample.kind, (role,)) or (
            role == "text" and sample.kind not in ("", "text")
        ):
            role, reason = _INSTEAD[sample.kind]
        if role in ("patient", "date"):
            taken.add(role)
        proposals[name] = Proposal(name, role, reason)
    if "patient" not in taken:
        numbers = (each.name for each in proposals.values() if each.role == "MRN")
        if name := next(numbers, ""):
            reason = "record numbers: no other column says whose row it is"
            proposals[name] = Proposal(name, "patient", reason)
    return list(proposals.values())


def _role(name: str, values: Sequence[str], taken: set[str]) -> tuple[str, str]:
    if values and all(value.strip().lower() in _NOTHING for value in values):
        return "keep", "yes or no"
    plain = names.words_of(name)
    words = sorted(len(value.split()) for value in values)
    middle = words[len(words) // 2] if words else 0
    if middle >= _WORDS or any("\n" in value for value in values):
        return "text", f"long text: {middle} words in the middle value"
    dates = {value for value in {*values} if _is_date(value)}
    dated = sum(value in dates for value in values) / len(values) if values else 0.0
    if names.PATIENT.fullmatch(plain):
        if "patient" not in taken:
            return "patient", "its name says whose row it is"
        return "code", "its name says that it numbers patients"
    if names.BIRTH.search(plain) and (not values or dated >= 0.5 or _share(_NUMBER, values) == 1):
        return "DATE", "its name says: a birth date"
    if dated > 0.8 or (not values and names.A_DATE.fullmatch(plain)):
        if names.NOTE_DATE.fullmatch(plain) and "date" not in taken:
            return "date", "dates, by its name those of the notes"
        return "shift", "dates"
    if (found := _by_name(plain, values)) is not None:
        return found
    if names.CONCEPT.fullmatch(plain):
        return "keep", "its name says: codes of a terminology"
    if names.NUMBERS.fullmatch(plain):
        return "code", "its name says that it numbers something"
    for pattern, type, what in _BY_VALUE:
        if sum(bool(re.fullmatch(pattern, v.strip())) for v in values if v not in dates) > (
            len(values) / 2
        ):
            return type, f"its values look like {what}"
    if not values and names.TEXT.fullmatch(plain):
        return "text", "its name says: notes"
    if not values:
        return "drop", "no value in the first rows"
    return _by_values(values)


def _is_date(value: str) -> bool:
    """Whether a value is a date with its year in a form of any language, an hour behind it too."""
    from incognote.replace.shift import is_day  # slow to import

    plain = value.strip()
    return bool(ISO_DAY.fullmatch(plain)) or (
        any(map(str.isdecimal, plain))
        and any(is_day(plain, lang) for lang in in_all_packs("calendar", "CALENDAR"))
    )


def _by_name(plain: str, values: Sequence[str]) -> tuple[str, str] | None:
    """The type that the words of a name tell."""
    for pattern, type, what in names.BY_NAME:
        if not pattern.search(plain):
            continue
        if type in names.NUMBERED:
            if names.ABOUT.fullmatch(plain):
                continue
            if names.NUMBERS.fullmatch(plain) and not (values and _without_digits(values)):
                return "code", f"its name says that it numbers {what}"
            if values and _share(_DIGITS, values) == 1:
                return "code", f"its name says: {what}, and its values are numbers"
        return type, f"its name says: {what}"
    return None


def _by_values(values: Sequence[str]) -> tuple[str, str]:
    different = {value.strip() for value in values}
    if all(_NUMBER.fullmatch(value) for value in different):
        return "keep", "small or decimal numbers"
    often = len(values) >= 3 * len(different)
    short = all(len(value.split()) <= 2 and len(value) <= _FEW for value in different)
    like_names = any(re.fullmatch(r"[A-Z][\w'-]+,? [A-Z][\w'-]+", each) for each in different)
    if (
        len(different) <= _FEW
        and often
        and short
        and not like_names
        and not _names_people(different)
    ):
        return "keep", f"a choice of {len(different)} values in {len(values)} rows"
    if all(re.fullmatch(r"(?=.*\d)[\w./:-]{4,}", value) for value in different):
        return "code", "numbers or codes, nearly all different"
    return "text", "any words: searched, since they may hold anything"


def _names_people(values: Iterable[str]) -> bool:
    """Whether a word of some values is a name of persons in one language and a word in none."""
    from incognote.detect.lexicon.lists import load_lexicon  # heavy, and few columns ask

    words = {word for value in values for word in re.findall(r"[^\W\d_]{3,}", value)}
    if not words:
        return False
    all_lists = [load_lexicon(lang) for lang in in_all_packs("lists", "LISTS")]
    return any(
        any(lists.is_only_a_name(word) for lists in all_lists)
        and not any(lists.is_ordinary(word) for lists in all_lists)
        for word in words
    )


def _without_digits(values: Iterable[str]) -> bool:
    return not any(char.isdecimal() for value in values for char in value)


def _share(pattern: re.Pattern[str], values: Sequence[str]) -> float:
    return sum(bool(pattern.fullmatch(value.strip())) for value in values) / len(values)


def as_options(roles: Mapping[str, str]) -> str:
    """Returns the options of `incognote deid` that decide so."""
    words: list[str] = []
    for name, role in roles.items():
        option, value = (role, name) if role in ROLES else ("label", f"{name}={role}")
        # Else a name that begins as an option does would be taken for one.
        words += [f"--{option}={value}"] if name[:1] == "-" else [f"--{option}", value]
    return shlex.join(words)


# The file of decisions ---------------------------------------------------------------------------

_HEAD = """\
# What becomes of each column: incognote deid SRC -o OUT --columns THIS_FILE
# Read every line and mend it; what you know of the table counts, not the reason given here.
#
{roles}
# A type (incognote labels) is replaced as the policy says: {types} ...
"""


def as_toml(proposals: Iterable[Proposal]) -> str:
    """Returns the proposals as a file of decisions, with their reasons."""
    roles = "\n".join(f"#   {role:8}{what}" for role, what in ROLES.items())
    types = ", ".join(label.name for label in TYPES[:4])
    lines = [_HEAD.format(roles=roles, types=types), "[columns]"]
    lines += [f'{_quoted(p.name)} = "{p.role}"  # {p.reason}' for p in proposals]
    return "\n".join(lines) + "\n"


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda c: f"\\u{ord(c[0]):04x}", escaped) + '"'


def read_decisions(path: Path) -> Fields:
    """Returns what a file of decisions says.

    Raises:
        ConfigError: If it is not TOML, or a decision is none.
        InputError: If it cannot be read.
    """
    said = read_toml(path)
    columns, other = said.pop("columns", {}), said.pop("other", "")
    if said:
        raise ConfigError(f"{path}: holds '{next(iter(said))}'; it may hold 'columns' and 'other'.")
    if not isinstance(columns, dict) or not isinstance(other, str):
        raise ConfigError(f"{path}: 'columns' is a table of names and roles, 'other' a word.")
    for name, role in columns.items():
        if not isinstance(role, str):
            raise ConfigError(f"{path}: columns: '{name}' must be a role or type in quotes.")
        if role not in ROLES:
            get_label(role)
    return Fields(columns, other)
