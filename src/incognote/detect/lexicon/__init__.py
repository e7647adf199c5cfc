"""Lists: names, places and hospitals that are known, with the context that makes one count.

Most words of the lists are weak evidence alone: 'May', 'Reading' and 'Hickman' are names and are
not. So what is found has the precision that was measured on the training notes as its score
(docs/lists.md): a few combinations are findings by themselves, all else is evidence that the
model reads. The source of a span names the list, `lexicon/given`.

Medical terms that hold a name (Foley catheter, Hodgkin lymphoma) protect it: `protected` returns
them to whoever else must not take them for persons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from incognote.core.document import Document, Span
from incognote.core.pipeline import Settings
from incognote.core.words import any_of, listed
from incognote.detect.lexicon.lists import (
    CITY,
    COUNTRY,
    GIVEN,
    HOSPITAL,
    MEDICAL,
    ORGANIZATION,
    RARE,
    STATE,
    SURNAME,
    WORD,
    Token,
    load_lexicon,
    to_key,
)
from incognote.detect.lexicon.medical import load_terms, medical_tokens, scored

SCORES = {
    "name": 0.98,
    "name-word": 0.95,
    "name-lower": 0.45,
    "name-weak": 0.4,
    "given": 0.45,
    "surname": 0.4,
    "rare": 0.3,
    "ambiguous": 0.2,
    "city": 0.4,
    "city-state": 0.94,
    "city-word": 0.2,
    "state": 0.93,
    "state-word": 0.4,
    "country": 0.95,
    "country-word": 0.45,
    "hospital": 0.95,
    "hospital-word": 0.45,
    "organization": 0.95,
    "organization-word": 0.45,
}
"""Score of each source. From 0.5 it is the share that bench/lexicon.py found to be PHI; for single
words that share is high only where notes are full of names, so their score stays below."""

_PARTICLES = listed("""
    de del la las los van von der den di da do dos das el al bin ibn y i
""")
"""What may stand within a full name; not Ben and Ap, which are given names and words too."""
_MAKES = listed("""
    buick chevrolet chevy chrysler dacia dodge fiat ford gmc hyundai kia nissan opel peugeot pontiac
    renault seat skoda toyota volkswagen
""")
"""Makes of cars that have models called after places: Seat Toledo, Dodge Durango, Ford Granada."""
_SHORTEST_NAME = 3
_SHORTEST_AS_ONE = 9
"""Letters of given name and surname that stand together without a blank."""
_TITLE_ROOM = 14
"""Characters before a name in which its title stands."""
_NAME = GIVEN | SURNAME | RARE
_NAME_OR_PLACE = _NAME | CITY | STATE | COUNTRY | HOSPITAL
_PLACES = (
    (HOSPITAL, "hospital"),
    (ORGANIZATION, "organization"),
    (COUNTRY, "country"),
    (STATE, "state"),
    (CITY, "city"),
)
"""Lists of places and their names, which `Context.labels` has too."""


class LexiconDetector:
    """Finds what stands in the lists of a language.

    Args:
        lang: Language of the notes.

    Raises:
        ConfigError: If there are no lists for that language.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._lexicon = load_lexicon(lang)
        load_terms(lang)  # a pack without them is refused now, not at its first note
        self._context = context = self._lexicon.context
        kinds = ("person", "staff", *(k for _, k in _PLACES if k in self._lexicon.lists.own))
        self.labels = frozenset(context.labels[kind] for kind in kinds)
        self._credentials = re.compile(rf",?\s{{0,2}}\(?{any_of(context.credentials)}\b")
        self._no_names = (
            context.titles | context.newborns | _PARTICLES | self._lexicon.lists.never_names
        )  # what a name may hold that tells nobody

    def __reduce__(self) -> tuple[type[LexiconDetector], tuple[str]]:
        """Reads the lists anew in the process that it is sent to."""
        return type(self), (self.lang,)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns what the lists hold of each document; spans may overlap."""
        return [sorted(set(self._find(doc.text))) for doc in docs]

    def is_ordinary(self, word: str) -> bool:
        """Returns whether a word is one of the language, whatever else it may be."""
        return self._lexicon.is_ordinary(word)

    def is_only_a_name(self, word: str) -> bool:
        """Returns whether the lists know a word as a name of persons, and not as a word."""
        return self._lexicon.is_only_a_name(word)

    def is_only_a_name_in_small(self, word: str) -> bool:
        """Returns whether a word is a name of persons and no other, even where written small."""
        return self._lexicon.is_only_a_name_in_small(word)

    def in_any_case(self, text: str, start: int, end: int) -> frozenset[str]:
        """Returns the words of a name that are that name however they are written.

        Of a name of several words of which one is known, or behind a title: all that no list knows
        as a word or medical term and no prose writes small; folded, also without apostrophe.

        Args:
            text: A note.
            start: Where the name begins in it,
            end: and where it ends.
        """
        room = max(0, start - _TITLE_ROOM)
        tokens = self._lexicon.tokens(text[room:end])
        before = [token for token in tokens if room + token.end <= start]
        inside = [token for token in tokens[len(before) :] if len(token.key) >= _SHORTEST_NAME]
        # A word that the window cuts is no title.
        titled = (
            bool(before)
            and before[-1].key in self._context.titles
            and (not room or before[-1].start > 0)
        )
        if not (titled or (len(inside) > 1 and any(token.flags & _NAME for token in inside))):
            return frozenset()
        keys = {
            token.key
            for token in inside
            if token.key not in self._no_names and self._lexicon.is_no_word(token.key)
        }
        return frozenset(
            form
            for key in keys
            for form in (key, key.replace("'", ""), key.rpartition("'")[2])
            if len(form) > _SHORTEST_NAME
        )

    def protected(
        self, text: str, *, surely: bool = False, borne: Sequence[tuple[int, int]] = ()
    ) -> list[tuple[int, int]]:
        """Returns the stretches [start, end) that are medical terms though they hold names.

        Args:
            text: A note.
            surely: Only those with a word that no list knows as a name or place: Miralax and
                Jarisch-Herxheimer, but not Paris, Dukes or Mallory.
            borne: Stretches that somebody known bears as a name: they are protected only where a
                list knows the term, not by what stands beside them.
        """
        tokens = self._lexicon.tokens(text)
        phrases = list(self._lexicon.phrases(tokens))
        terms = medical_tokens(tokens, phrases, self._lexicon, borne)
        numbers = sorted(terms.union(scored(tokens, text, self._lexicon)))
        runs: list[list[Token]] = []
        last = -2
        for i in numbers:
            if i == last + 1 and tokens[i].joined:
                runs[-1].append(tokens[i])
            else:
                runs.append([tokens[i]])
            last = i
        return [
            (run[0].start, run[-1].end)
            for run in runs
            if not surely or not all(token.flags & _NAME_OR_PLACE for token in run)
        ]

    def _find(self, text: str) -> Iterator[Span]:
        tokens = self._lexicon.tokens(text)
        phrases = list(self._lexicon.phrases(tokens))
        medical = medical_tokens(tokens, phrases, self._lexicon)
        inside: set[int] = set()
        for first, last, flags in phrases:
            inside.update(range(first, last + 1))
            if medical.isdisjoint(range(first, last + 1)):
                yield from self._places(tokens, first, last, flags, text)
        past = -1
        for i, token in enumerate(tokens):
            if (
                token.case == 1
                and not token.flags
                and (source := self._written_as_one(token, text))
            ):
                titled = text.startswith(self._context.joined_titles, token.start)
                yield self._span(tokens, i, i, "staff" if titled else "person", source)
            if not token.flags or i in medical:
                continue
            if i not in inside:
                yield from self._places(tokens, i, i, token.flags, text)
            if not token.flags & _NAME:
                continue
            if i >= past:
                end, source = self._full_name(tokens, i, medical, text)
                if source:
                    past = end + 1
                    yield self._person(tokens, i, end, source, text)
            yield from self._single(tokens, i, text)

    def _written_as_one(self, token: Token, text: str) -> str:
        """The source of a full name without a blank (MariaDelgado); '' for SynchroMed and all else.

        Makers write their products so (VitaGuard): short names do not count, nor does an unknown
        word behind a short one.
        """
        surface = text[token.start : token.end]
        if surface[1:].islower():
            return ""
        cuts = [i for i, (a, b) in enumerate(pairwise(surface), 1) if a.islower() and b.isupper()]
        parts = [surface[a:b] for a, b in pairwise((0, *cuts, len(surface)))]
        if to_key(parts[0]) in self._context.titles:
            del parts[0]
        if len(parts) < 2 or not all(word.istitle() for word in parts):
            return ""
        flags = [self._lexicon.flags.get(to_key(word), 0) for word in parts]
        if any(f & (WORD | MEDICAL) for f in flags) or not any(f & GIVEN for f in flags):
            return ""
        if all(f & (GIVEN | SURNAME) for f in flags):
            return "name" if sum(map(len, parts)) >= _SHORTEST_AS_ONE else ""
        known = flags[0] & GIVEN and min(map(len, parts)) >= 5
        # What no list of names has must be no word: MetroCream.
        others = (word for word, f in zip(parts, flags, strict=True) if not f)
        return "name-word" if known and all(map(self._lexicon.is_no_word, others)) else ""

    def _single(self, tokens: list[Token], i: int, text: str) -> Iterator[Span]:
        """Evidence of one word; words of the language count only with a capital."""
        flags = tokens[i].flags
        if flags & WORD:
            # Short words in capitals are clinical abbreviations: ROM, ALT, TIA.
            if tokens[i].case == 1 or (tokens[i].case == 2 and len(tokens[i].key) > 4):
                yield self._person(tokens, i, i, "ambiguous", text)
            return
        if flags & GIVEN:
            yield self._person(tokens, i, i, "given", text)
        if flags & SURNAME:
            yield self._person(tokens, i, i, "surname", text)
        if flags & RARE and tokens[i].case:
            yield self._person(tokens, i, i, "rare", text)

    def _full_name(
        self, tokens: list[Token], first: int, medical: set[int], text: str
    ) -> tuple[int, str]:
        """The last word of a full name that begins here and its source ('' where there is none)."""
        start = tokens[first]
        if start.key in self._context.titles_not_given:
            return first, ""
        turned = self._turned_name(tokens, first, medical, text)
        if turned:
            return turned, "name"
        if not start.flags & GIVEN:
            return first, ""
        last = first
        sure = int(not start.flags & WORD)
        i = first + 1
        while i < len(tokens) and i - first < 6 and tokens[i].joined and i not in medical:
            token = tokens[i]
            initial = token.end - token.start == 1 and token.case
            if token.key in _PARTICLES or initial:
                i += 1
                continue
            if not token.flags & _NAME or bool(token.case) != bool(start.case):
                break
            if token.key in self._context.not_surnames:
                return first, ""
            sure += not token.flags & WORD and bool(token.flags & (GIVEN | SURNAME))
            last = i
            i += 1
        if last == first or not tokens[last].flags & (SURNAME | RARE):
            return first, ""
        if not start.case:
            return (last, "name-lower") if sure > 1 else (first, "")
        if sure > 1:
            return last, "name"
        # In capitals any two words look like a name.
        return last, "name-word" if not start.flags & WORD and start.case == 1 else "name-weak"

    def _turned_name(self, tokens: list[Token], i: int, medical: set[int], text: str) -> int:
        """The last word of 'Surname, Given' that begins here; 0 where there is none."""
        if i + 1 >= len(tokens) or i + 1 in medical:
            return 0
        family, given = tokens[i], tokens[i + 1]
        clear = (
            family.flags & SURNAME
            and given.flags & GIVEN
            and not (family.flags | given.flags) & (WORD | STATE | COUNTRY)
            and family.case
            and given.case
        )
        if not clear or text[family.end : given.start] not in (", ", ","):
            return 0
        last = i + 1
        while (
            last + 1 < len(tokens)
            and tokens[last + 1].joined
            and tokens[last + 1].case
            and (
                tokens[last + 1].flags & GIVEN or tokens[last + 1].end - tokens[last + 1].start == 1
            )
        ):
            last += 1
        return last

    def _person(self, tokens: list[Token], first: int, last: int, source: str, text: str) -> Span:
        staff = (first > 0 and tokens[first - 1].key in self._context.staff_titles) or (
            self._credentials.match(text, tokens[last].end, tokens[last].end + 20) is not None
        )
        return self._span(tokens, first, last, "staff" if staff else "person", source)

    def _places(
        self, tokens: list[Token], first: int, last: int, flags: int, text: str
    ) -> Iterator[Span]:
        for flag, kind in _PLACES:
            if not flags & flag:
                continue
            # In lower case 'la palma' is a hand; a city that is a word, a word.
            if not tokens[first].case and (
                flags & WORD or tokens[first].key in self._context.articles
            ):
                continue
            # A place that is also a word or a name is one after a preposition: in Reading.
            doubtful = bool(flags & (WORD if kind == "city" else WORD | GIVEN)) or (
                not tokens[first].case
            )
            before = tokens[first - 1] if first and tokens[first].joined else None
            if before and before.case and before.key in _MAKES:
                doubtful = True
            elif doubtful and before and tokens[first].case < 2:
                doubtful = before.key not in self._context.before_places
            if kind in ("hospital", "organization"):
                sure = last > first and tokens[first].case and tokens[last].case
                yield self._span(tokens, first, last, kind, kind if sure else f"{kind}-word")
            elif kind == "city" and (state := self._state_after(tokens, first, last, text)):
                yield self._span(tokens, first, last, "city", "city-state")
                yield self._span(tokens, state[0], state[1], "state", "city-state")
            elif not doubtful:
                yield self._span(tokens, first, last, kind, kind)
            elif tokens[first].case == 1 or not flags & WORD:
                yield self._span(tokens, first, last, kind, f"{kind}-word")

    def _state_after(
        self, tokens: list[Token], first: int, last: int, text: str
    ) -> tuple[int, int] | None:
        """The words of the state that follows a city after a comma."""
        i = last + 1
        codes = self._context.region_codes
        if not codes or i >= len(tokens) or not tokens[first].case:
            return None
        if text[tokens[last].end : tokens[i].start] not in (", ", ",", ",  "):
            return None
        # 'Pilar Hannibal, MD': a degree, not Maryland; but 'Lake Placid, PA 19064' is a place.
        end = tokens[last].end
        named = first and (
            tokens[first - 1].key in self._context.titles
            or (tokens[first].joined and tokens[first - 1].case)
        )
        degree = self._credentials.match(text, end, end + 20)
        if named and degree and not text[degree.end() : degree.end() + 2].strip().isdigit():
            return None
        if tokens[first].flags & WORD and tokens[first].case == 2:
            return None
        surface = text[tokens[i].start : tokens[i].end]
        if surface in codes or (tokens[i].flags & STATE and tokens[i].case):
            return i, i
        if i + 1 < len(tokens) and tokens[i + 1].joined and tokens[i].case:
            pair = f"{tokens[i].key} {tokens[i + 1].key}"
            if self._lexicon.flags.get(pair, 0) & STATE:
                return i, i + 1
        return None

    def _span(self, tokens: list[Token], first: int, last: int, kind: str, source: str) -> Span:
        return Span(
            tokens[first].start,
            tokens[last].end,
            self._context.labels[kind],
            SCORES[source],
            f"lexicon/{source}",
        )


def from_settings(settings: Settings) -> LexiconDetector:
    """Returns the detector with the lists of the language of the notes."""
    return LexiconDetector(settings.lang)
