"""Names of which only half was found: `St` of `St Elsewhere`, `Maria` where a line ends.

A word that never names alone needs the word beside it: a saint, a mount, or an ordinary word that
was taken for a hospital with little certainty (`Good` of `Good Tidings`). A given name that ends
its line needs the surname that begins the next. A word that no list knows, beside a name, is the
other half of it; so are initials, a given name in the middle of a sentence and what a hyphen joins.
An institution that ends with `and` lacks a word; a number takes the token that it is a part of.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from incognote.core.document import Span
from incognote.core.language import get_language
from incognote.core.pipeline import SURE
from incognote.core.words import any_of
from incognote.detect.lexicon.lists import GIVEN, RARE, SURNAME, Lexicon, to_key

_CAPITAL = "[A-ZÀ-ÖØ-Þ]"
_WRAPPED = re.compile(
    rf"[ \t]?\r?\n[ \t]{{0,40}}({_CAPITAL}[\w'’-]*[^\W\d_])(?=(?P<goes_on>,? [a-z])?)"
)
"""The first word of the next line, and whether a sentence goes on behind it."""
_SHORTEST_SURNAME = 4
_TITLED = rf"{_CAPITAL}[a-zà-öø-ÿ]+(?:[-'’]{_CAPITAL}?[a-zà-öø-ÿ]+)*"
_WORD_BEFORE = re.compile(rf"(?:\(|[,:;] )({_TITLED} )$")
"""A word before a name where the name begins: not `police Ofc Ruiz`."""
_INITIAL_BEFORE = re.compile(rf"(?:^|[\n(]|[;:,/] )[ \t]*({_CAPITAL}\. ?)\Z")
_INITIAL_BEHIND = re.compile(rf" {_CAPITAL}\.?(?=[ \t]{{2,}}|\t|\r?\n|$)")
"""An initial beside a name, where nothing else can be meant by it: at the end of a cell."""
_GIVEN_BEFORE = re.compile(rf"[a-zà-öø-ÿ] ({_TITLED} )\Z")
"""A word with a capital in the middle of a sentence, before a name."""
_REST = re.compile(rf"(?<=-){_CAPITAL}[^\W\d_]*(?:-{_CAPITAL}[^\W\d_]*)*")
"""What stands behind a mark that a hyphen ends."""
_CODE_BEFORE = re.compile(r"(?<![^\W_])[A-Z0-9]*[A-Z][A-Z0-9]*\Z")
_CODE_BEHIND = re.compile(r"[A-Z0-9]{1,12}(?![^\W_])")
"""The rest of a token of capitals and digits of which a mark holds a part."""
_WORD_BEHIND = re.compile(rf" ({_TITLED})(?![\w'’-])")
_ENDED = re.compile(r" ?(?:[,;:()/]|\.\s|\r?\n|$)|  | [A-Z][A-Za-z]*[A-Z]")
"""Behind a full name: a mark, a line's end, a degree. There a surname may be a word, too."""
_SHORTEST_BESIDE = 3
_CONFIDENT = 0.8
"""From this score on a mark is believed to hold a name, so that what stands beside it belongs."""
_INSTITUTIONS = frozenset(("HOSPITAL", "ORGANIZATION"))
_PLACES = _INSTITUTIONS | {"CITY", "LOCATION_OTHER", "UNIT"}
_NEXT_SMALL = re.compile(r"\.? ([a-z]{4,})")
_NEXT = re.compile(rf" {_CAPITAL}[\w'’-]*[^\W\d_]")
_NEXT_TITLED = re.compile(r" ([A-Z][a-z]{2,})\b")
_LEAD = 12
"""Characters before a name in which its saint stands, with its full stop."""
_STREET_BEFORE = re.compile(r"(?:[A-Z][\w'’.-]*|\d\w*) $")


@dataclass(frozen=True, slots=True, kw_only=True)
class Saints:
    """Words that need the name behind them to name anything: `context.SAINTS` of a pack.

    All are patterns of `re`; '' for no such words.
    """

    saint: str = ""
    """Saints and mounts as they are written before a name, without their full stop."""
    lady: str = ""
    """What stands before the name of a Virgin."""
    links: str = ""
    """What may stand between these and the name, with a blank behind each."""
    joins: str = ""
    """Words that end no name of an institution: `Health and` needs what stands behind it."""
    no_name: str = ""
    """What stands behind them where they are something else, or the note leaves out the name."""


@dataclass(frozen=True, slots=True)
class _Patterns:
    ends_in_saint: re.Pattern[str]
    """The whole of a mark; `12 Main St` has a number and is a street."""
    lady: re.Pattern[str]
    next: re.Pattern[str]
    joined: re.Pattern[str]
    """The end of a mark that needs the word behind it."""
    saint_before: re.Pattern[str]
    no_name: re.Pattern[str]


def saints_of(lang: str) -> Saints:
    """Returns the words of a language that need a name behind them.

    Raises:
        ConfigError: If its pack does not say.
    """
    saints: Saints = get_language(lang).part("context", "SAINTS")
    return saints


@cache
def _patterns(lang: str) -> _Patterns:
    words = saints_of(lang)
    saint, links = any_of([words.saint]), any_of([words.links])
    return _Patterns(
        re.compile(rf"(?:(?!\d)[\w'’-]+ ){{0,2}}{saint}\.?"),
        re.compile(words.lady or "(?!)"),
        re.compile(rf"\.? ((?:{links} ){{0,2}}{_CAPITAL}[\w'’-]*[^\W\d_])"),
        re.compile(rf" {any_of([words.joins])}$" if words.joins else "(?!)"),
        re.compile(rf"(?<![\w'’-]){saint}\.? $"),
        re.compile(words.no_name or "(?!)"),
    )


def whole_names(text: str, found: Sequence[Span], lexicon: Lexicon, lang: str) -> Iterator[Span]:
    """Yields spans that hold the whole of each half name.

    Args:
        text: The note.
        found: Its marks so far, sorted and disjoint.
        lexicon: The lists of its language,
        lang: and that language: the code of a pack.
    """
    patterns = _patterns(lang)
    starts = [span.start for span in found]
    for i, span in enumerate(found):
        if span.category == "NAME":
            end = _end_of_wrapped(text, span, lexicon)
            start, end = _with_words_beside(text, span, end, found, i, lexicon)
            first = found[i - 1].end if i else 0
            start, end = _with_initials_beside(text, span, start, end, first)
            elided = _ELIDED.search(text, max(0, start - 3), start)
            start = elided.start() if elided and elided.start() >= first else start
        elif span.category == "ID":
            start, end = _token(text, span, found[i - 1].end if i else 0)
        elif span.type in _PLACES:
            start, end = _start(text, found, i, patterns), _end(text, span, lexicon, patterns)
        else:
            continue
        reached = bisect_left(starts, end) > i + 1
        if (start, end) != (span.start, span.end) and not reached:
            yield replace(span, start=start, end=end, source="propagation")


_ELIDED = re.compile(r"(?<!\w)[^\W\d_]['’]$")
"""The `O'` of O'Brien, the `D'` of D'Angelo."""


def _end_of_wrapped(text: str, span: Span, lexicon: Lexicon) -> int:
    """Where a person's name ends of which the mark holds the given name."""
    surface = text[span.start : span.end]
    behind = _WRAPPED.match(text, span.end)
    if behind is None or len(behind[1]) < _SHORTEST_SURNAME or not lexicon.is_only_a_name(surface):
        return span.end
    surname = lexicon.is_surname(behind[1])
    no_word = behind["goes_on"] and lexicon.is_no_word(behind[1])
    return behind.end() if surname or no_word else span.end


def _with_words_beside(
    text: str, span: Span, end: int, found: Sequence[Span], i: int, lexicon: Lexicon
) -> tuple[int, int]:
    """Where a name begins and ends with the words beside it that can be nothing but names.

    A name that no list has is often found by one half: what stands beside a name, has a capital
    and is no word of the language, of medicine or of places belongs to it.
    """
    start, surface = span.start, text[span.start : span.end]
    if span.score < _CONFIDENT or not surface[0].isupper() or surface.isupper():
        return start, end
    first = found[i - 1].end if i else 0
    lead = text[max(first, start - 30) : start]
    if before := _WORD_BEFORE.search(lead):
        own = _is_but_a_name(before[1].strip(), lexicon)
    elif before := _GIVEN_BEFORE.search(lead):
        own = _is_given(before[1].strip(), lexicon)
    if before and own:
        start -= len(before[1])
    behind = _WORD_BEHIND.match(text, end)
    if behind and "," not in surface:
        flags = lexicon.flags.get(to_key(behind[1]), 0)
        named = lexicon.is_only_a_name(surface) or lexicon.is_of_no_list(surface)
        ends = named and flags & (SURNAME | RARE) and _ENDED.match(text, behind.end())
        if ends or _is_but_a_name(behind[1], lexicon):
            end = behind.end()
    return start, end


def _token(text: str, span: Span, first: int) -> tuple[int, int]:
    """Where a number begins and ends with the capitals and digits that are joined to it."""
    if not any(char.isdigit() for char in text[span.start : span.end]):
        return span.start, span.end
    before = _CODE_BEFORE.search(text, max(first, span.start - _LEAD), span.start)
    behind = _CODE_BEHIND.match(text, span.end)
    start = before.start() if before else span.start
    return start, behind.end() if behind else span.end


def _with_initials_beside(
    text: str, span: Span, start: int, end: int, first: int
) -> tuple[int, int]:
    """Where a name begins and ends with its initials and what a hyphen joins to it."""
    if span.score < _CONFIDENT or not text[start].isupper():
        return start, end
    rest = _REST.match(text, end)
    # In capitals behind a name that has but one it is no name: Ruiz-NPO.
    if rest and (len(rest[0]) == 1 or not rest[0].isupper() or text[start:end].isupper()):
        end = rest.end()
    before = _INITIAL_BEFORE.search(text, max(first, start - _LEAD), start)
    if before and text[start : start + 2].isalpha():
        start = before.start(1)
    surface = text[start:end]
    if surface.isupper() and surface.isalpha() and (behind := _INITIAL_BEHIND.match(text, end)):
        end = behind.end()
    return start, end


def _is_given(word: str, lexicon: Lexicon) -> bool:
    """Whether a word with a capital in the middle of a sentence is a name of a person there."""
    key, context = to_key(word), lexicon.context
    named = lexicon.flags.get(key, 0) & (GIVEN | SURNAME) or key in lexicon.lists.never_names
    no_given = context.titles | context.titles_not_given | context.before_names
    return bool(named) and key not in no_given | lexicon.lists.abbreviations


def _is_but_a_name(word: str, lexicon: Lexicon) -> bool:
    """Whether a word is of no list but those of names, or is a name and only a town beside."""
    key = to_key(word)
    return (
        len(word) >= _SHORTEST_BESIDE
        and (lexicon.is_of_no_list(word) or lexicon.is_only_a_name(word))
        and lexicon.is_no_word(word)
        and key not in lexicon.context.titles
        and key not in lexicon.context.before_names
    )


def _end(text: str, span: Span, lexicon: Lexicon, patterns: _Patterns) -> int:
    """Where the name ends that the mark begins."""
    surface = text[span.start : span.end]
    if patterns.ends_in_saint.fullmatch(surface) or patterns.lady.fullmatch(surface):
        small = surface.islower()
        behind = (_NEXT_SMALL if small else patterns.next).match(text, span.end)
        if behind is None or patterns.no_name.match(behind.group(1)):
            return span.end
        return behind.end()
    if span.type in _INSTITUTIONS and patterns.joined.search(surface):
        behind = _NEXT.match(text, span.end)
        return span.end if behind is None else behind.end()
    if (
        span.type in _INSTITUTIONS
        and span.score < SURE
        and surface.istitle()
        and surface.isalpha()
        and lexicon.is_ordinary(surface)
    ):
        behind = _NEXT_TITLED.match(text, span.end)
        return span.end if behind is None else behind.end()
    return span.end


def _start(text: str, found: Sequence[Span], i: int, patterns: _Patterns) -> int:
    """Where the name begins that the mark ends: before its saint, unless that ends a street."""
    span = found[i]
    if span.type == "UNIT" or not text[span.start].isalpha():
        return span.start
    lead = max(0, span.start - _LEAD)
    before = patterns.saint_before.search(text[lead : span.start])
    if before is None:
        return span.start
    start = lead + before.start()
    in_street = _STREET_BEFORE.search(text[max(0, start - 30) : start])
    held = any(other.start <= start < other.end for other in found[max(0, i - _LEAD) : i])
    return span.start if in_street or held else start
