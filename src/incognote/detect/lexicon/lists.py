"""The word lists that ship, in the form that the detector looks words up in.

An entry is a key: words in lower case without accents, one blank between. `lists/<name>.txt.gz`
holds the keys of one list, one a line, sorted; docs/lists.md says where each comes from, NOTICE
under which licence, and tools/make_lists.py remakes them.

Single words are looked up in a dictionary, token by token; entries of several words by an
Aho-Corasick automaton, which would take too long to build over all names.
"""

from __future__ import annotations

import gzip
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import ahocorasick_rs

from incognote.core.errors import ConfigError

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

_SHARED = {"given": GIVEN, "surname": SURNAME, "surname_rare": RARE, "medical": MEDICAL}
_BY_LANG = {
    "words": WORD,
    "city": CITY,
    "state": STATE,
    "country": COUNTRY,
    "hospital": HOSPITAL,
}
_ENGLISH = {"organization": ORGANIZATION}
LANGUAGES = ("en", "es")
LISTS = Path(__file__).parents[2] / "languages"

_ABBREVIATIONS = frozenset(
    ("chas", "fco", "fdo", "ft", "geo", "gral", "jos", "ma", "mt", "nra", "sra", "st", "sta", "ste")
)
"""Words whose full stop does not end a sentence: St. Paul, Mt. Sinai, Ma. Luisa, Nra. Sra."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_MARKS = re.compile("[\u0300-\u036f]")
_JOINS = re.compile(r"[ \t]{1,2}|\.[ \t]|-|[ \t]?&[ \t]?")
"""What may stand between two words of one entry; never a line break (GUIDELINES, Boundaries)."""


class _Folding(dict[int, str]):
    """Maps a character to its lower-case base letter; always one to one, so offsets hold."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        base = unicodedata.normalize("NFD", char)[0].lower()
        self[code] = folded = base if len(base) == 1 else char
        return folded


_folding = _Folding({ord("’"): "'", ord("ʻ"): "'", ord("ʼ"): "'"})


def fold(text: str) -> tuple[str, list[int] | None]:
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


def words(text: str) -> frozenset[str]:
    """Returns the words of a table in the code, blank between."""
    return frozenset(text.split())


def to_key(entry: str) -> str:
    """Returns the key of an entry: folded words with one blank between ('' where it has none)."""
    return " ".join(re.findall(_WORD, fold(unicodedata.normalize("NFC", entry))[0]))


NEVER_NAMES = words("""
    a an and are as at be but by can did do for from had has have he her him his i if in is
    it me my no not of on or our she so the their them they to up us was we were who will
    with you de del la las los el en y e o u un una con por para al lo su se que sin mas no
    si correo
""")
"""Words that stand in no list, though some are names."""


_ALSO_WORDS = {
    "en": frozenset[str](),
    "es": words("""
        arroyo barriga becerra calvo concepcion crespo cruz estrella franco guerrero herrero
        laguna malo monte moreno palma paloma pastor paz pilar plaza pozo prieto ramos reyes
        rubio sierra toro torre valle zapatero
    """),
}
"""By language, names of persons that are words where they are written small: cruz de proteína."""


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
            lang: One of `LANGUAGES`.

        Raises:
            ConfigError: If there are no lists for that language.
        """
        if lang not in LANGUAGES:
            raise ConfigError(
                f"There are no word lists for language '{lang}'. Available: {', '.join(LANGUAGES)}."
            )
        self.lang = lang
        self.flags: dict[str, int] = {}
        own = _BY_LANG | (_ENGLISH if lang == "en" else {})
        rows = {**_SHARED, **{f"{name}_{lang}": flag for name, flag in own.items()}}
        for name, flag in rows.items():
            known = self.flags.get
            for entry in read_list(name):
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
        return key in NEVER_NAMES or bool(self.flags.get(key, 0) & WORD)

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
        listed = self.flags.get(key, 0) & (WORD | MEDICAL) or key in NEVER_NAMES
        return not (listed or key in self.prose or self.is_word_in_small(key))

    def is_word_in_small(self, key: str) -> bool:
        """Returns whether a name, given as its key, is a word too where it is written small."""
        return key in _ALSO_WORDS[self.lang]

    @cached_property
    def prose(self) -> frozenset[str]:
        """Keys of words that notes write in small letters and that stand in no other list."""
        return frozenset(read_list(f"prose_{self.lang}"))

    def tokens(self, text: str) -> list[Token]:
        """Returns the words of a note with what the lists say of each."""
        folded, origin = fold(text)
        flags = self.flags
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
            joined = between in (" ", "-") or (
                (between != ". " or len(found[-1].key) == 1 or found[-1].key in _ABBREVIATIONS)
                and _JOINS.fullmatch(between) is not None
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
            key = token.key.removesuffix("'s") if token.key not in self.flags else token.key
            piece = f"<{key}>" if token.joined else f"|<{key}>"
            starts.append(size if token.joined else size + 1)
            pieces.append(piece)
            size += len(piece)
        stream = "".join(pieces)
        for number, start, end in self._automaton.find_matches_as_indexes(stream):
            entry = self._phrases[number]
            yield bisect_left(starts, start), bisect_left(starts, end) - 1, self.flags[entry]


def list_file(name: str) -> Path:
    """Returns where a list lies: in its language's folder, or beside them where it serves all."""
    stem, _, lang = name.rpartition("_")
    folder = LISTS / lang if lang in LANGUAGES else LISTS
    return folder / "lists" / f"{stem if lang in LANGUAGES else name}.txt.gz"


def read_list(name: str) -> list[str]:
    """Returns the keys of a list that ships, sorted."""
    return gzip.decompress(list_file(name).read_bytes()).decode().split("\n")


@cache
def load_lexicon(lang: str) -> Lexicon:
    """Returns the lists of a language, read once."""
    return Lexicon(lang)
