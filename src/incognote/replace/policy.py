"""`Policy`: what is done with each kind of mark, as data.

A policy gives every label an action and settles what a label alone leaves open: bare years, days
of the week, names of departments. The ones that ship lie in `policies/` as TOML; a file of your
own has the same form. A label that a policy does not name follows its type, then `default`, so that
nothing stays for want of a line.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from incognote.core import registry
from incognote.core.case import fold
from incognote.core.config import read_config
from incognote.core.decoded import readable
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, unknown
from incognote.core.labels import LABELS, get_label, is_direct, our_type
from incognote.core.language import in_all_packs, reader
from incognote.core.words import any_of
from incognote.replace.policy_options import Options
from incognote.replace.postcodes import country_of

if TYPE_CHECKING:
    from incognote.detect.lexicon.lists import Lists

__all__ = [
    "ACTIONS",
    "OVERRIDES",
    "POLICIES",
    "Options",
    "Policy",
    "get_policy",
    "makes_up",
    "read_policy",
]

ACTIONS: Mapping[str, str] = {
    "keep": "stays in the text",
    "tag": "the label in brackets: [PATIENT]",
    "mask": "X for letters, 0 for digits, the same length",
    "generalise": "what Safe Harbor lets stay: the year of a date, '90+' for an age, three digits "
    "of a ZIP code",
    "surrogate": "a made-up value of the same kind and form",
    "shift": "the date moved by the patient's number of days",
    "hash": "a keyed code, the same for the same text: [PATIENT 4f2a91c0]",
}
"""What we can do with a mark; all but `keep` are registry rows of kind `replacement`. A policy may
name the rows of other packages too."""

_ONLY = {"generalise": ("DATE", "AGE", "ZIP"), "shift": ("DATE",)}
"""Actions that fit some types only."""

OVERRIDES = ("tag", "mask", "surrogate", "hash")
"""Actions that may be put in place of all others (`--replace`)."""

_UNKEYED = frozenset(("keep", "tag", "mask", "generalise"))
"""Actions that depend on no key; those of other packages may."""

_FOLDER = Path(__file__).parent / "policies"


@dataclass(frozen=True, slots=True)
class Policy:
    """Which labels leave the text, and what is done with each.

    Labels are our types; those of a language's scheme follow their type, unless they have a line
    of their own.

    Raises:
        ConfigError: If a label, an action or the value of an option does not exist.
    """

    name: str
    description: str
    labels: Mapping[str, str] = field(default_factory=dict)
    """From label to action."""
    default: str = "tag"
    """Action for the labels that have none."""
    options: Options = field(default_factory=Options)
    warning: str = ""
    """What whoever uses it must know; each run says it."""
    _actions: Mapping[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Checks the names and settles the action of every label."""
        for label, action in self.labels.items():
            if label not in LABELS:
                raise _nearest("label", label, LABELS)
            _check_action(label, action)
        _check_action("default", self.default)
        settled = {}
        for label in LABELS:
            of_type = self.labels.get(our_type(label), self.default)
            settled[label] = self.labels.get(label, of_type)
        object.__setattr__(self, "_actions", settled)

    def action(self, span: Span, text: str) -> str:
        """Returns what is done with a mark of `text`: a key of `ACTIONS`."""
        action = self._actions[span.label]
        if action == "keep":
            stays = _is_as_labelled(span, text)
            if span.type == "STATE" and self.options.regions == "remove":
                stays = stays and _is_state(span, text)
            if span.type == "PROFESSION" and self.options.rare_professions == "remove":
                stays = stays and many_have(text[span.start : span.end])
            return "keep" if stays else self._when_mistaken
        return "keep" if self._stays(span, text) else action

    @property
    def _when_mistaken(self) -> str:
        """What is done with a mark that cannot be of the label that would let it stay."""
        return "tag" if self.default == "keep" else self.default

    def removes(self, span: Span, text: str) -> bool:
        """Returns whether the span leaves `text`."""
        return self.action(span, text) != "keep"

    def leaving(self, doc: Document) -> list[bool]:
        """Returns for each mark of a note whether it leaves the text; escapes are read as meant."""
        _, read = readable(doc)
        return [self.removes(span, read.text) for span in read.spans]

    def apply(self, doc: Document) -> Document:
        """Returns the document with only the spans that leave the text."""
        marks = zip(self.adjust(doc).spans, self.leaving(doc), strict=True)
        return doc.with_spans(span for span, leaves in marks if leaves)

    def adjust(self, doc: Document) -> Document:
        """Returns the document with titles taken into the names they stand before, where asked."""
        if self.options.honorifics == "keep":
            return doc
        spans: list[Span] = []
        end = 0
        for span in doc.spans:
            start = span.start
            if span.category == "NAME" and self.removes(span, doc.text):
                found = _patterns().titles.search(doc.text, max(end, start - _TITLE_ROOM), start)
                start = found.start() if found else start
            spans.append(replace(span, start=start))
            end = span.end
        return doc.with_spans(spans)

    def with_action(self, action: str) -> Policy:
        """Returns the policy with one action for all that leaves the text.

        What is generalised stays so among surrogates, so that a policy means what its name says: a
        moved date or a made-up 94 would tell more than Safe Harbor lets stay.

        Raises:
            ConfigError: If it is neither one of `OVERRIDES` nor another package's.
        """
        if action not in OVERRIDES and not _is_of_others(action):
            raise unknown("replacement", action, OVERRIDES)
        as_they_are = {"keep", "generalise"} if action == "surrogate" else {"keep"}
        labels = {
            label: done if done in as_they_are else action for label, done in self._actions.items()
        }
        # Every label has a line now: the default is that of marks mistaken for what stays.
        return replace(self, labels=labels, default=action)

    @property
    def keep(self) -> frozenset[str]:
        """Labels that stay whatever they say."""
        return frozenset(label for label, action in self._actions.items() if action == "keep")

    @property
    def direct(self) -> tuple[str, ...]:
        """Labels that stay though each instance points at one person: names, contacts, numbers."""
        return tuple(filter(is_direct, sorted(self.keep)))

    @property
    def is_keyed(self) -> bool:
        """Whether some replacement is drawn with a key."""
        return not _UNKEYED.issuperset(self._actions.values())

    @property
    def cautions(self) -> tuple[str, ...]:
        """What whoever uses it must be told before its output goes out."""
        stay = (
            f"The policy '{self.name}' leaves identifiers in the text that point at one person: "
            f"{', '.join(self.direct)}; the output is not de-identified."
        )
        said = (stay if self.direct else "", self.warning if self.is_keyed else "")
        return tuple(filter(None, said))

    def rows(self) -> Iterator[tuple[str, str]]:
        """Yields every label with its action, then every option with its value."""
        yield from self._actions.items()
        for option in fields(Options):
            value = getattr(self.options, option.name)
            listed = ", ".join(value) or "policies/zip3.txt" if isinstance(value, tuple) else value
            yield option.name, str(listed)

    def _stays(self, span: Span, text: str) -> bool:
        """Whether an option lets this mark stay although its label leaves the text."""
        options, kind, patterns = self.options, span.type, _patterns()
        surface = text[span.start : span.end].strip()
        if kind == "DATE":
            if self._actions[span.label] in ("shift", "surrogate"):
                return False  # among dates that move, one that stays tells by how much
            if options.years == "keep" and patterns.year.fullmatch(surface):
                return int(surface[-4:]) >= options.first_year
            return options.weekdays == "keep" and bool(patterns.weekday.fullmatch(surface))
        if kind == "AGE":
            before = text[max(0, span.start - 8) : span.start]
            plain = age_below(surface, options.old_age) and not patterns.no_age.search(before)
            return options.ages == "keep" and plain
        if kind == "UNIT":
            return options.departments == "keep" and names_department(surface)
        if span.category == "LOCATION" and options.nationalities == "keep":
            return surface.casefold() in words_of_list("nationalities")
        return False


_BEGINNING = re.compile(r"(?:^|[.:;?!|(/\n\t•*-]|  )\s*$")
"""What stands before the first word of a sentence or a field."""


def _is_as_labelled(span: Span, text: str) -> bool:
    """Whether a mark may be what its label says: a place has no digits, an occupation no name.

    A detector that takes a postcode for a state, or an employer with the occupation, must not
    thereby let it stay.
    """
    surface = text[span.start : span.end]
    if span.type == "PROFESSION":
        small = _patterns().small
        words = [w for w in re.findall(r"[^\W\d_]{2,}", surface) if not small.fullmatch(w)]
        named = [w[0].isupper() and not w.isupper() for w in words]
        # 'Agricultor de Monegros', 'BronxWorks lawyer'; but 'School Bus Driver', 'VA nurse'
        inside = any(named[1:]) and not all(named)
        # 'Walmart cashier' within a sentence; but 'Retired teacher' where one begins
        first = len(named) > 1 and named[0] and not any(named[1:])
        led = first and not _BEGINNING.search(text[: span.start])
        placed = _patterns().employer.search(surface)
        glued = any(re.search(r"[a-z][A-Z]", w) for w in words)
        return not (inside or led or placed or glued)
    if span.type == "ZIP":
        return is_postcode(surface)
    if "ZIP" in get_label(span.label).also:
        surface = _patterns().postcode.sub("", surface)
    return span.category != "LOCATION" or not any(map(str.isdigit, surface))


def is_postcode(surface: str) -> bool:
    """Returns whether a surface is a postcode of a country that we know, and nothing else."""
    return bool(country_of(surface) or _POSTCODE.fullmatch(surface))


def names_country(surface: str) -> bool:
    """Returns whether a surface is the name or code of a country, and nothing else."""
    from incognote.detect.lexicon.lists import to_key  # heavy, and few policies ask

    key = to_key(surface).removeprefix("the ")
    return key in _countries() or key.replace(" ", "") in words_of_list("countries")


@cache
def _countries() -> frozenset[str]:
    from incognote.detect.lexicon.lists import read_list

    packs: Mapping[str, Lists] = in_all_packs("lists", "LISTS")
    names = (read_list("country", lang) for lang, each in packs.items() if "country" in each.own)
    return words_of_list("countries").union(*names)


def _is_state(span: Span, text: str) -> bool:
    """Whether a mark names one of the United States, and nothing of it."""
    surface = " ".join(text[span.start : span.end].replace(".", " ").split()).casefold()
    surface = _patterns().state.sub("", surface).replace("\u2019", "'")
    return surface in words_of_list("states") or surface.replace(" ", "") in words_of_list("states")


_BESIDE_JOB = re.compile(
    r"^(?:an?|the|una?|el|la)\s|\b(?:(?:semi-?)?retired|former|ex|part[- ]time|full[- ]time|"
    r"self[- ]employed|jubilad[oa]|prejubilad[oa]|exs?)\b[- ]?|(?<=[^\W\d_]{3})[.,]$"
)
"""What is said of an occupation and does not say which."""


def many_have(occupation: str) -> bool:
    """Returns whether an occupation is on the list of those that many people have.

    All of it must be, but for words like 'retired': of 'welder of church bells' few are left.

    Example:
        >>> many_have("Retired welder"), many_have("lighthouse keeper")
        (True, False)
    """
    plain = bare_occupation(occupation)
    common = words_of_list("occupations")
    return plain in common or (plain.endswith("s") and plain[:-1] in common)


def bare_occupation(occupation: str) -> str:
    """Returns an occupation in small letters, without what does not say which it is.

    Example:
        >>> bare_occupation("Retired welder"), bare_occupation("Retired")
        ('welder', 'retired')
    """
    said = occupation.casefold().strip(" .,")
    return " ".join(_BESIDE_JOB.sub(" ", said).split()) or said


def age_below(surface: str, limit: int) -> bool:
    """Returns whether an age is plainly below a number of years.

    True only where there is one plain number (also in words), two each with its unit (4 y 6 m) or a
    decade of life, and nothing beside them but words of an age: what is not understood leaves the
    text, a '07 MAR' that was taken for an age with it.
    """
    numbers = re.findall(r"\d+", surface)
    if not numbers:
        return _age_in_words(surface) < limit
    plain = len(numbers) == 1 or bool(_IN_TWO_UNITS.fullmatch(surface))
    if not plain or "+" in surface or not has_age_words_only(surface):
        return False
    # Python reads no number of thousands of digits.
    return all(len(number) <= 3 and int(number) < limit for number in numbers)


def _age_in_words(surface: str) -> float:
    """The age that words say (sixty-two), of a decade its last year; infinite where they do not."""
    said = [fold(w) for w in re.findall(r"[^\W\d_]+", surface)]
    said = [w for w in said if w == "y" or not _patterns().age_word.fullmatch(w)]
    words = " ".join(said).removesuffix(" y").removeprefix("y ")
    if words in _number_words():
        return _number_words()[words]
    decades: list[Mapping[str, int]] = [
        each.decades for each in in_all_packs("policy", "WORDS").values()
    ]
    return next((each[words] + 9 for each in decades if words in each), math.inf)


@cache
def _number_words() -> Mapping[str, int]:
    packs = in_all_packs("ages", "AGES").values()
    return {word: number for each in packs for word, number in each.numbers.items()}


_IN_TWO_UNITS = re.compile(
    r"(?:\d+[ -]?[^\W\d_]+\.?)[ ,]{0,2}(?:y )?(?:\d+[ -]?[^\W\d_]+\.?)(?:[ -]old)?"
)
"""4 y 6 m, 5 wk 4 d, 12 años y 2 meses."""


def has_age_words_only(surface: str) -> bool:
    """Returns whether every word of a surface, numbers aside, is one that ages are given with."""
    return all(_patterns().age_word.fullmatch(word) for word in re.findall(r"[^\W\d_]+", surface))


def get_policy(name: str) -> Policy:
    """Returns the policy of that name, or the one in a TOML file.

    Args:
        name: A policy that ships, or the path of a file that ends in `.toml`.

    Raises:
        ConfigError: If there is none, or the file does not say a policy.
    """
    if name.endswith(".toml"):
        return read_policy(Path(name))
    if name not in POLICIES:
        raise unknown("policy", name, POLICIES)
    return POLICIES[name]


def read_policy(path: Path) -> Policy:
    """Returns the policy that a TOML file says.

    Raises:
        ConfigError: If it cannot be read, or names a label, action, option or key that does not
            exist; the message names the file and the nearest name.
    """
    try:
        return read_config(_File, path).policy()
    except ConfigError as error:
        message = str(error)
        raise ConfigError(message if str(path) in message else f"{path}: {message}") from None


def path_of(name: str) -> Path:
    """Returns the file of a policy that ships.

    Raises:
        ConfigError: If there is none of that name.
    """
    if name not in POLICIES:
        raise unknown("policy", name, POLICIES)
    return _FOLDER / f"{name}.toml"


@dataclass(frozen=True, slots=True)
class _File:
    """The form of a policy file."""

    name: str
    description: str
    default: str = "tag"
    labels: Mapping[str, str] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    warning: str = ""

    def policy(self) -> Policy:
        return Policy(
            self.name, self.description, self.labels, self.default, self.options, self.warning
        )


class _Shipped(Mapping[str, Policy]):
    """The policies that ship, each read when it is asked for."""

    def __getitem__(self, name: str) -> Policy:
        if name not in _shipped_names():
            raise KeyError(name)
        return _shipped(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_shipped_names())

    def __len__(self) -> int:
        return len(_shipped_names())


POLICIES: Mapping[str, Policy] = _Shipped()
"""The policies that ship, by name."""


@cache
def _shipped_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def _shipped(name: str) -> Policy:
    return read_policy(_FOLDER / f"{name}.toml")


def makes_up(action: str) -> bool:
    """Returns whether an action writes values of its own making, in which an original may stand.

    Of another package's action nobody knows, so it counts as one.
    """
    return action == "surrogate" or action not in ACTIONS


def _is_of_others(action: str) -> bool:
    return action not in ACTIONS and action in registry.names("replacement")


def _check_action(label: str, action: str) -> None:
    if action not in ACTIONS and not _is_of_others(action):
        known = {*ACTIONS, *registry.names("replacement")}
        raise ConfigError(f"{label}: {unknown('action', action, known)}")
    if action not in ACTIONS:
        registry.get("replacement", action)  # so that one that cannot be loaded is told now
    types = _ONLY.get(action)
    if types and (label == "default" or our_type(label) not in types):
        raise ConfigError(f"{label}: the action '{action}' is for {', '.join(types)} only.")


def _nearest(kind: str, name: str, known: Mapping[str, object]) -> ConfigError:
    """As `unknown`, for lists too long to print."""
    near = difflib.get_close_matches(name.upper(), sorted(known), n=1, cutoff=0.6)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    return ConfigError(f"There is no {kind} '{name}'.{hint} 'incognote labels' lists them all.")


@cache
def words_of_list(name: str) -> frozenset[str]:
    """Returns the words of a list beside the policies, in small letters."""
    text = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word.strip().casefold() for line in lines for word in line.split(";"))


_POSTCODE = re.compile(r"[0-9]{5}[ -]?[0-9]{4}|[0-9]{5}-[0-9]{3}|[0-9]{4} ?[A-Z]{2}")
"""ZIP+4 however it is divided, Brazil, the Netherlands; the others are those of `values`."""
_YEAR = r"(?:19|20)\d\d"
_TITLE_ROOM = 24
"""Characters before a name in which its titles stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """By what words a policy knows what may stay: the part `policy` of a pack.

    All are patterns of `re`, read without regard to case; '' for no such words. A policy is one
    for the notes of all languages, so it goes by the words of all packs that have them;
    `policy_words` says which a language has.
    """

    year: str = ""
    """What may stand before a bare year."""
    weekday: str = ""
    """A day of the week and nothing else."""
    age_word: str = ""
    """One word that ages are given with."""
    decades: Mapping[str, int] = field(default_factory=dict)
    """Decades of a life in words, with their first year: fifties."""
    no_age: str = ""
    """What stands right before a number that was taken for an age."""
    department: str = ""
    """A kind of department or ward and nothing else."""
    title: str = ""
    """A title before a name, with its full stop."""
    employer: str = ""
    """What stands within an occupation right before the name of an employer, a blank behind it."""
    postcode: str = ""
    """A postcode within the mark of a place, where the scheme does not tell them apart."""
    state: str = ""
    """What may stand before or behind the name of a state, with the blank between: 'state of '."""
    small: str = ""
    """Words in small letters within an occupation that is written in capitals: 'of'."""


policy_words: Callable[[str], Words] = reader("policy", "WORDS")
"""The words by which policies know what may stay in notes of a language."""


@dataclass(frozen=True, slots=True)
class _Patterns:
    year: re.Pattern[str]
    weekday: re.Pattern[str]
    age_word: re.Pattern[str]
    no_age: re.Pattern[str]
    department: re.Pattern[str]
    titles: re.Pattern[str]
    employer: re.Pattern[str]
    postcode: re.Pattern[str]
    state: re.Pattern[str]
    small: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    """The words of all packs as patterns."""
    packs: Collection[Words] = in_all_packs("policy", "WORDS").values()

    def words(name: str, form: str = "{}") -> re.Pattern[str]:
        found = any_of(getattr(each, name) for each in packs)
        return re.compile(form.format(found), re.IGNORECASE)

    return _Patterns(
        words("year", f"(?:{{}} )?{_YEAR}"),
        words("weekday"),
        words("age_word"),
        words("no_age", "{}$"),
        words("department"),
        words("title", r"\b{0} *(?:{0} *)?$"),
        words("employer", r"\b{} (?-i:[^\W\d_a-z])"),
        words("postcode"),
        words("state"),
        words("small"),
    )


def names_department(surface: str) -> bool:
    """Returns whether that only names a kind of department or ward: 'MICU', 'cath lab'."""
    return bool(_patterns().department.fullmatch(surface.strip()))
