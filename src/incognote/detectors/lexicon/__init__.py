"""Lists: names, places and hospitals that are known, with the context that makes one count.

Most words of the lists are weak evidence alone: 'May', 'Reading' and 'Hickman' are names and are
not. So what is found has the precision that was measured on the training notes as its score
(docs/lists.md): a few combinations are findings by themselves, all else is evidence that the
model reads. The source of a span names the list, `lexicon/given`.

Medical terms that hold a name (Foley catheter, Hodgkin lymphoma) protect it: `protected` returns
them to whoever else must not take them for persons.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from incognote.detectors.lexicon.context import CREDENTIALS, STAFF_TITLES, medical_tokens
from incognote.detectors.lexicon.lists import (
    CITY,
    COUNTRY,
    GIVEN,
    HOSPITAL,
    RARE,
    STATE,
    SURNAME,
    WORD,
    Lexicon,
    Token,
    load_lexicon,
)
from incognote.document import Document, Span
from incognote.pipeline import Settings

_LABELS = {
    "en": {
        "person": "PATIENT",
        "staff": "DOCTOR",
        "city": "CITY",
        "state": "STATE",
        "country": "COUNTRY",
        "hospital": "HOSPITAL",
    },
    "es": {
        "person": "NOMBRE_SUJETO_ASISTENCIA",
        "staff": "NOMBRE_PERSONAL_SANITARIO",
        "city": "TERRITORIO",
        "state": "TERRITORIO",
        "country": "PAIS",
        "hospital": "HOSPITAL",
    },
}

SCORES = {
    "en": {
        "name": 0.95,
        "name-word": 0.4,
        "name-lower": 0.4,
        "given": 0.3,
        "surname": 0.2,
        "rare": 0.1,
        "ambiguous": 0.1,
        "city-state": 0.9,
        "city": 0.3,
        "state": 0.4,
        "country": 0.4,
        "hospital": 0.9,
        "hospital-word": 0.3,
    },
}
SCORES["es"] = dict(SCORES["en"])
"""Share of what a source finds that is PHI, as bench/lexicon.py measures on training notes."""

_STATE_CODES = frozenset(
    ["AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS", "KY", "LA", "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV", "WI", "WY", "DC", "PR", "AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT", "NSW", "VIC", "QLD", "TAS"]
)
_PARTICLES = frozenset(
    ["de", "del", "la", "las", "los", "van", "von", "der", "den", "di", "da", "do", "dos", "das", "el", "al", "bin", "ibn", "y", "i"]
)
_NAME = GIVEN | SURNAME | RARE
_PLACES = ((HOSPITAL, "hospital"), (COUNTRY, "country"), (STATE, "state"), (CITY, "city"))


class LexiconDetector:
    """Finds what stands in the lists of a language.

    Args:
        lang: Language of the notes.

    Raises:
        ConfigError: If there are no lists for that language.
    """

    def __init__(self, lang: str) -> None:
        """See the class."""
        self.lang = lang
        self._lexicon = load_lexicon(lang)
        self._label = _LABELS[lang]
        self._score = SCORES[lang]
        self.labels = frozenset(self._label.values())

    def __reduce__(self) -> tuple[type[LexiconDetector], tuple[str]]:
        """Reads the lists anew in the process that it is sent to."""
        return type(self), (self.lang,)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns what the lists hold of each document; spans may overlap."""
        return [sorted(set(self._find(doc.text))) for doc in docs]

    def protected(self, text: str) -> list[tuple[int, int]]:
        """Returns the stretches [start, end) that are medical terms though they hold names."""
        tokens = self._lexicon.tokens(text)
        numbers = sorted(medical_tokens(tokens, list(self._lexicon.phrases(tokens)), self._lexicon))
        found: list[tuple[int, int]] = []
        last = -2
        for i in numbers:
            if i == last + 1 and tokens[i].joined:
                found[-1] = (found[-1][0], tokens[i].end)
            else:
                found.append((tokens[i].start, tokens[i].end))
            last = i
        return found

    def _find(self, text: str) -> Iterator[Span]:
        tokens = self._lexicon.tokens(text)
        phrases = list(self._lexicon.phrases(tokens))
        medical = medical_tokens(tokens, phrases, self._lexicon)
        for first, last, flags in phrases:
            if medical.isdisjoint(range(first, last + 1)):
                yield from self._places(tokens, first, last, flags, text)
        past = -1
        for i, token in enumerate(tokens):
            if not token.flags or i in medical:
                continue
            yield from self._places(tokens, i, i, token.flags, text)
            if not token.flags & _NAME:
                continue
            if i >= past:
                end, source = self._full_name(tokens, i, medical, text)
                if source:
                    past = end + 1
                    yield self._person(tokens, i, end, source, text)
            yield from self._single(tokens, i, text)

    def _single(self, tokens: list[Token], i: int, text: str) -> Iterator[Span]:
        """Evidence of one word; words of the language count only with a capital."""
        flags = tokens[i].flags
        if flags & WORD:
            if tokens[i].case:
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
            sure += not token.flags & WORD and bool(token.flags & (GIVEN | SURNAME))
            last = i
            i += 1
        if last == first or not tokens[last].flags & (SURNAME | RARE):
            return first, ""
        if not start.case:
            return (last, "name-lower") if sure > 1 else (first, "")
        return last, "name" if sure > 1 else "name-word"

    def _turned_name(self, tokens: list[Token], i: int, medical: set[int], text: str) -> int:
        """The last word of 'Surname, Given' that begins here; 0 where there is none."""
        if i + 1 >= len(tokens) or i + 1 in medical:
            return 0
        family, given = tokens[i], tokens[i + 1]
        clear = (
            family.flags & SURNAME
            and given.flags & GIVEN
            and not (family.flags | given.flags) & (WORD | STATE | COUNTRY)
            and not given.flags & CITY
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
        staff = (first > 0 and tokens[first - 1].key in STAFF_TITLES) or (
            CREDENTIALS.match(text, tokens[last].end, tokens[last].end + 20) is not None
        )
        return self._span(tokens, first, last, "staff" if staff else "person", source)

    def _places(
        self, tokens: list[Token], first: int, last: int, flags: int, text: str
    ) -> Iterator[Span]:
        for flag, kind in _PLACES:
            if not flags & flag or (flags & WORD and not tokens[first].case):
                continue
            if kind == "hospital":
                source = (
                    "hospital"
                    if last > first and self._titled(tokens, first, last)
                    else "hospital-word"
                )
                yield self._span(tokens, first, last, kind, source)
            elif kind == "city" and (state := self._state_after(tokens, first, last, text)):
                yield self._span(tokens, first, last, "city", "city-state")
                yield self._span(tokens, state[0], state[1], "state", "city-state")
            else:
                yield self._span(tokens, first, last, kind, kind)

    @staticmethod
    def _titled(tokens: list[Token], first: int, last: int) -> bool:
        return bool(tokens[first].case and tokens[last].case)

    def _state_after(
        self, tokens: list[Token], first: int, last: int, text: str
    ) -> tuple[int, int] | None:
        """The words of the state that follows a city after a comma."""
        i = last + 1
        if self.lang != "en" or i >= len(tokens) or not tokens[first].case:
            return None
        if text[tokens[last].end : tokens[i].start] not in (", ", ",", ",  "):
            return None
        surface = text[tokens[i].start : tokens[i].end]
        if surface in _STATE_CODES or (tokens[i].flags & STATE and tokens[i].case):
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
            self._label[kind],
            self._score[source],
            f"lexicon/{source}",
        )


def from_settings(settings: Settings) -> LexiconDetector:
    """Returns the detector with the lists of the language of the notes."""
    return LexiconDetector(settings.lang)
