"""Medical terms that hold a name, and so protect it: an eponym and its head, a score and its value.

All words are keys, as in `lists`: lower case without accents.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from incognote.core.words import any_of, listed
from incognote.detect.context import Words, united
from incognote.detect.lexicon.lists import GIVEN, MEDICAL, WORD, Lexicon, Token


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What stands around the name in a medical term. Tuples hold pieces of patterns."""

    heads_after: Words = frozenset()
    """What an eponym stands before: `Crohn disease`."""
    owned: Words = frozenset()
    """Those of them that a patient can have too: `Hopkins's drain` may be a person's."""
    heads_before: Words = frozenset()
    """What an eponym stands behind: `enfermedad de Crohn`,"""
    links: Words = frozenset()
    """with one of these between."""
    scores: Mapping[str, int] = field(default_factory=dict)
    """Names of scores in this language alone, and the highest number of each."""
    species: Mapping[str, Words] = field(default_factory=dict)
    """From an organism's species to its genera and their initials: `Aspergillus Niger`."""
    score_kinds: tuple[str, ...] = ()
    """What stands behind the name of a score, `scale`,"""
    score_links: tuple[str, ...] = ()
    """and before its number, `was`."""
    no_values: tuple[str, ...] = ()
    """What makes of the number behind a name an age, an hour, a dose or a street number."""


load_terms: Callable[[str], Terms] = united("context", "TERMS")
"""The words around medical terms in notes of a language."""


_MOST = {
    score: most
    for most, scores in (
        (
            6,
            "ashworth centor fazekas katz kellgren killip mallampati ramsay rankin richmond tanner",
        ),
        (15, "aldrete apgar bishop downton emina fagerstrom glasgow gleason khorana lawton"),
        (15, "pfeiffer pugh ranson rockall silverman wells"),
        (30, "borg braden caprini charlson epworth geneva norton padua tinetti yesavage"),
        (64, "berg cornell ferriman lobo waterlow"),
        (125, "barthel karnofsky lansky maddrey morse zarit zung"),
    )
    for score in listed(scores)
}
"""The highest number of each score: Wells 92 is a person and her age. They are named after people
and places, so alike in every language."""


@cache
def _scores(lang: str) -> tuple[Mapping[str, int], re.Pattern[str]]:
    """The highest number of each score, and what makes a score of its name.

    That is a number of its own behind it, and no age, hour or house.
    """
    terms = load_terms(lang)
    value = re.compile(
        rf"(?: {any_of(terms.score_kinds)})?(?: {any_of(terms.score_links)})?"
        r"[ :=]{1,3}(\d{1,3})(?:[.,]\d{1,2})?(?:/\d{1,3})?"
        rf"(?!\w|[-./:,]\d| \d|[ -]{{1,2}}{any_of(terms.no_values)}\b)",
        re.IGNORECASE,
    )
    return {**_MOST, **terms.scores}, value


_INITIAL = re.compile(r"(?<!\w)[^\W\d_](?:\. ?| )$")
"""In front of a name, as in `J. Norton 12`."""

_BESIDE = frozenset((" ", "  ", ".", ". ", "-"))
"""What stands between a title and the name behind it; not `[DOCTOR]: Glasgow 15`."""


def scored(tokens: list[Token], text: str, lexicon: Lexicon) -> Iterator[int]:
    """Yields the numbers of the words that name a score, as what stands behind them shows.

    'Dr. Glasgow: Glasgow 15' holds a person and a score; 'Dr. Barthel 60' and 'Ana Norton 12' not.
    """
    most, value_of, titles = *_scores(lexicon.lang), lexicon.context.titles
    for i, token in enumerate(tokens):
        if (
            token.key in most
            and not (
                _after_name(tokens, i, titles) and text[tokens[i - 1].end : token.start] in _BESIDE
            )
            and _INITIAL.search(text, max(0, token.start - 4), token.start) is None
            and (value := value_of.match(text, token.end)) is not None
            and int(value[1]) <= most[token.key]
        ):
            yield i


def medical_tokens(
    tokens: list[Token],
    phrases: list[tuple[int, int, int]],
    lexicon: Lexicon,
    borne: Sequence[tuple[int, int]] = (),
) -> set[int]:
    """Numbers of the words that are part of a medical term, and so no names.

    A word straight after a title is a person's name, whatever else it may be (Dr. Hickman), and so
    is one that holds a name of somebody known (stretches `borne`), unless a list knows the term:
    what stands behind a name makes it no eponym then (`Wexcombe's tumor`).
    """
    terms, titles = load_terms(lexicon.lang), lexicon.context.titles
    found: set[int] = set()
    named = {place for stretch in borne for place in range(*stretch)}
    for first, last, flags in phrases:
        if flags & MEDICAL and not _after_title(tokens, first, titles):
            found.update(range(first, last + 1))
    for i, token in enumerate(tokens):
        if token.flags & MEDICAL and not _after_name(tokens, i, titles):
            found.add(i)
        species = i > 0 and token.joined and tokens[i - 1].key in terms.species.get(token.key, ())
        if species and not _after_title(tokens, i - 1, titles):
            found.update((i - 1, i))
        if token.key in terms.heads_after and token.joined and i:
            around = _before(tokens, i, lexicon, terms.owned)
        elif token.key in terms.heads_before:
            around = _behind(tokens, i, terms.links)
        else:
            continue
        found.update(j for j in around if named.isdisjoint(range(tokens[j].start, tokens[j].end)))
    return found


def _after_title(tokens: list[Token], i: int, titles: Words) -> bool:
    return i > 0 and tokens[i - 1].key in titles


def _after_name(tokens: list[Token], i: int, titles: Words) -> bool:
    """Whether a title or a given name stands right before: 'Anna Foley'."""
    if _after_title(tokens, i, titles):
        return True
    last = tokens[i - 1] if i and tokens[i].joined else None
    return (
        last is not None
        and last.case > 0
        and tokens[i].case == last.case
        and last.flags & GIVEN > 0
        and not last.flags & (WORD | MEDICAL)
    )


def _before(tokens: list[Token], head: int, lexicon: Lexicon, personal: Words) -> range:
    """Numbers of the capitalised words right before a head: 'Wolff-Parkinson-White syndrome'."""
    titles = lexicon.context.titles
    first = head
    while first > 0 and head - first < 4 and tokens[first].joined and tokens[first - 1].case:
        first -= 1
    if first == head or tokens[first].key in titles or _after_title(tokens, first, titles):
        return _NONE
    owned = tokens[head - 1].key.endswith(("'s", "s'", "s’"))
    if owned and tokens[head].key in personal:
        return _NONE
    if tokens[head].case == 0 or not lexicon.flags.get(tokens[head - 1].key, 0):
        return range(first, head)
    return _NONE


_NONE = range(0)


def _behind(tokens: list[Token], head: int, links: Words) -> range:
    """Numbers of the capitalised words after a head: 'enfermedad de Graves', 'sonda Foley'."""
    i = head + 1
    if i < len(tokens) and tokens[i].joined and tokens[i].key in links:
        i += 1
    past = i
    while past < len(tokens) and past - i < 3 and tokens[past].joined and tokens[past].case:
        past += 1
    return range(i, past)
