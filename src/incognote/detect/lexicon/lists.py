"""The word lists that ship, in the form that the detector looks words up in.

An entry is a key: words in lower case without accents, one blank between. `lists/<name>.txt.gz`
holds the keys of one list, one a line, sorted: in the folder of a pack, or beside the packs where
it serves all. docs/lists.md says where each comes from, NOTICE under which licence, and
tools/make_lists.py remakes them.

Single words are looked up in a dictionary, token by token; entries of several words by an
Aho-Corasick automaton, which would take too long to build over all names.
"""

from __future__ import annotations

import gzip
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product
from pathlib import Path

import ahocorasick_rs

from incognote.core.errors import unknown
from incognote.core.language import get_language
from incognote.detect.context import OWN, Words, load_context, united

GIVEN = 1
SURNAME = 2
RARE = 4
"""Family names of the tail of the census list: many are rarer as names than as misspellings."""
WORD = 8
"""Entries that are also ordinary words of the language."""
CITY = 16
STATE = 32
COUNTRY = 64
HOSPITAL = 128
MEDICAL = 256
ORGANIZATION = 512

_FLAGS = {
    "given": GIVEN,
    "surname": SURNAME,
    "surname_rare": RARE,
    "words": WORD,
    "city": CITY,
    "state": STATE,
    "country": COUNTRY,
    "hospital": HOSPITAL,
    "medical": MEDICAL,
    "organization": ORGANIZATION,
    "prose": 0,
}
"""What a word is that stands in a list of that name. `prose` says that it is a word, however rare:
it is read only where that is asked."""
LISTS = Path(__file__).parents[2] / "languages"
"""The folder of all lists that ship."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """What lists a pack has, and what it says of single words in them."""

    own: tuple[str, ...] = field(default=(), metadata=OWN)
    """Names of the files in its folder `lists`: keys of `_FLAGS`."""
    shared: tuple[str, ...] = field(default=(), metadata=OWN)
    """Names of those lists beside the packs that it takes too."""
    never_names: Words = frozenset()
    """Words that count in no list, though some are names."""
    abbreviations: Words = frozenset()
    """Words whose full stop ends no sentence: St. Paul, Nra. Sra."""
    small_words: Words = field(default=frozenset(), metadata=OWN)
    """Names of persons that are words where they are written small: `cruz de proteína`."""
    no_initials: Words = field(default=frozenset(), metadata=OWN)
    """Two or three letters that in capitals are no initials of a person more often: RA, HTN."""
    eponyms: Words = frozenset()
    """Keys of surnames that stand in medical terms: a person may bear them."""


_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_MARKS = re.compile("[\u0300-\u036f]")
_BLANKS = (" ", "\t")
_JOINS = frozenset(
    (
        *_BLANKS,
        *("".join(pair) for pair in product(_BLANKS, repeat=2)),
        *(f".{blank}" for blank in _BLANKS),
        "-",
        *("&".join(pair) for pair in product(("", *_BLANKS), repeat=2)),
    )
)
"""What may stand between two words of one entry; never a line break (GUIDELINES, Boundaries)."""


class _Folding(dict[int, str]):
    """Maps a character to its lower-case base letter; always one to one, so offsets hold."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        base = unicodedata.normalize("NFD", char)[0].lower()
        self[code] = folded = base if len(base) == 1 else char
        return folded


_folding = _Folding({ord("’"): "'", ord("ʻ"): "'", ord("ʼ"): "'"})


def fold_with_offsets(text: str) -> tuple[str, list[int] | None]:
    """Returns the text in lower case without accents, and where each character came from.

    The second part is None where offsets are the same; else it has one offset more than the folded
    text has characters, and combining marks belong to the letter in front of them.
    """
    if text.isascii():
        return text.lower(), None
    folded = text.translate(_folding)
    if not _MARKS.search(folded):
        return folded, None
    kept = [i for i, char in enumerate(folded) if not "\u0300" <= char <= "\u036f"]
    return "".join(folded[i] for i in kept), [*kept, len(text)]


def to_key(entry: str) -> str:
    """Returns the key of an entry: folded words with one blank between ('' where it has none)."""
    if entry.isascii() and entry.isalpha():  # mostly; the rest takes ten times as long
        return entry.lower()
    return " ".join(re.findall(_WORD, fold_with_offsets(unicodedata.normalize("NFC", entry))[0]))


@dataclass(slots=True)
class Token:
    """A word of a note."""

    start: int
    end: int
    key: str
    flags: int
    """Lists that hold the word, or all parts of it that hyphens divide."""
    joined: bool
    """Whether only blanks, a hyphen or the full stop of an abbreviation part it from the last."""
    case: int
    """0 lower, 1 title or mixed, 2 upper."""


class Lexicon:
    """The lists of one language."""

    def __init__(self, lang: str) -> None:
        """Reads the lists.

        Args:
            lang: Code of a pack.

        Raises:
            ConfigError: If there is no such pack, or it lacks a list or the words around names.
        """
        self.lang = lang
        self.context = load_context(lang)
        self.lists: Lists = united("lists", "LISTS")(lang)
        self.flags: dict[str, int] = {}
        known = self.flags.get
        for code, names in (("", self.lists.shared), (lang, self.lists.own)):
            for name in names:
                if name not in _FLAGS:
                    raise unknown("list", name, _FLAGS)
                if flag := _FLAGS[name]:
                    for entry in read_list(name, code):
                        self.flags[entry] = known(entry, 0) | flag
        self._phrases = [entry for entry in self.flags if " " in entry]
        # Words are wrapped, so that a match is always of whole words.
        self._automaton = ahocorasick_rs.AhoCorasick(
            [f"<{entry.replace(' ', '><')}>" for entry in self._phrases],
            matchkind=ahocorasick_rs.MatchKind.LeftmostLongest,
        )

    def is_ordinary(self, word: str) -> bool:
        """Returns whether a word is one of the language, whatever else it may be."""
        key = to_key(word)
        return key in self.lists.never_names or bool(self.flags.get(key, 0) & WORD)

    def is_only_a_name(self, word: str) -> bool:
        """Returns whether a word is known as a name of persons, and not as a word."""
        flags = self.flags.get(to_key(word), 0)
        return bool(flags & (GIVEN | SURNAME)) and not flags & (WORD | MEDICAL)

    def is_only_a_name_in_small(self, word: str) -> bool:
        """Returns whether a word is a name of persons and no other, even where written small."""
        return self.is_only_a_name(word) and not self.is_word_in_small(to_key(word))

    def is_surname(self, word: str) -> bool:
        """Returns whether a word is known as a family name, however rare, and not as a word."""
        key = to_key(word)
        flags = self.flags.get(key, 0)
        return bool(flags & (SURNAME | RARE)) and not flags & (WORD | MEDICAL)

    def is_no_word(self, word: str) -> bool:
        """Returns whether a word is none of the language, of medicine or of prose."""
        key = to_key(word)
        listed = self.flags.get(key, 0) & (WORD | MEDICAL) or key in self.lists.never_names
        return not (listed or key in self.prose or self.is_word_in_small(key))

    def is_of_no_list(self, word: str) -> bool:
        """Returns whether no list has a word but those of people's names."""
        others = self.flags.get(to_key(word), 0) & ~(GIVEN | SURNAME | RARE)
        return not others and self.is_no_word(word)

    def is_word_in_small(self, key: str) -> bool:
        """Returns whether a name, given as its key, is a word too where it is written small."""
        return key in self.lists.small_words

    @cached_property
    def prose(self) -> frozenset[str]:
        """Keys of words that notes write in small letters and that stand in no other list."""
        return frozenset(read_list("prose", self.lang) if "prose" in self.lists.own else ())

    def tokens(self, text: str) -> list[Token]:
        """Returns the words of a note with what the lists say of each."""
        folded, origin = fold_with_offsets(text)
        flags, abbreviations = self.flags, self.lists.abbreviations
        found: list[Token] = []
        last = -9
        for match in _WORD.finditer(folded):
            first, past = match.span()
            key = match.group()
            value = flags.get(key)
            if value is None:
                value = flags.get(key[:-2], 0) if key.endswith("'s") else 0
            between = folded[last:first] if last >= 0 else "|"
            start, end = (first, past) if origin is None else (origin[first], origin[past])
            surface = text[start:end]
            case = 0 if surface.islower() else 2 if surface.isupper() and past - first > 1 else 1
            joined = between in _JOINS and (
                between != ". " or len(found[-1].key) == 1 or found[-1].key in abbreviations
            )
            found.append(Token(start, end, key, value, joined, case))
            last = past
        return found

    def phrases(self, tokens: list[Token]) -> Iterator[tuple[int, int, int]]:
        """Yields (first token, last token, flags) of the entries of several words, disjoint."""
        starts = []
        pieces = []
        size = 0
        for token in tokens:
            key = token.key
            if key.endswith("'s") and key not in self.flags:
                key = key[:-2]
            piece = f"<{key}>" if token.joined else f"|<{key}>"
            starts.append(size if token.joined else size + 1)
            pieces.append(piece)
            size += len(piece)
        stream = "".join(pieces)
        for number, start, end in self._automaton.find_matches_as_indexes(stream):
            entry = self._phrases[number]
            yield bisect_left(starts, start), bisect_left(starts, end) - 1, self.flags[entry]


def read_list(name: str, lang: str = "") -> list[str]:
    """Returns the keys of a list, sorted.

    Args:
        name: Its file without suffix.
        lang: Whose it is; '' for one that serves all packs.

    Raises:
        ConfigError: If that pack has no such list.
    """
    path = f"lists/{name}.txt.gz"
    data = get_language(lang).read(path) if lang else (LISTS / path).read_bytes()
    return gzip.decompress(data).decode().split("\n")


@cache
def load_lexicon(lang: str) -> Lexicon:
    """Returns the lists of a language, read once."""
    return Lexicon(lang)
