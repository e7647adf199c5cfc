r"""Letters and digits of Unicode in a few ranges, so that patterns stay small.

RE2 writes `\pL` out as some 600 ranges of bytes, again for every place where it stands and for each
count of a repeat. Names are made of it, and with Unicode's own classes the English rows alone take
16 MB and half a second to compile. The ranges here hold all letters, and beside them the
marks that are written over and between letters, which Unicode counts apart; not what fonts put at
places of their own, as the bullets of word processors. Where capital and small letters alternate
(Ā, ā), as beyond Latin-1, both count as either. Ligatures (ﬁ), as PDF gives them, are small.
"""

from __future__ import annotations

import re

_LETTER = (
    r"A-Za-zªµºÀ-ÖØ-öø-\x{1FFF}\x{2C00}-\x{2DFF}\x{3005}-\x{3007}\x{3040}-\x{D7FF}"
    r"\x{F900}-\x{FDFF}\x{FE20}-\x{FE2F}\x{FE70}-\x{FEFC}\x{FF21}-\x{FF3A}\x{FF41}-\x{FFDC}"
    r"\x{10000}-\x{1EFFF}\x{20000}-\x{323AF}"
)
_RANGES = {
    "L": _LETTER,
    "Lu": r"A-ZÀ-ÖØ-ÞĀ-ɏΆ-ΫЀ-ЯѠ-ՖḀ-ỿ",
    "Ll": r"a-zµß-öø-ʯΐά-ώа-ԯՠ-ֈḀ-ỿ\x{FB00}-\x{FB06}",
    "N": r"0-9²³¹¼-¾\x{660}-\x{669}\x{6F0}-\x{6F9}\x{966}-\x{96F}\x{FF10}-\x{FF19}",
}
_PART = re.compile(
    r"\\p(?:\{(?P<long>\w+)\}|(?P<short>\w))|\\Q.*?(?:\\E|$)|\\.|\[:\^?\w+:\]"
    r"|(?P<opens>\[\^?\]?)|(?P<closes>\])",
    re.DOTALL,
)


def in_few_ranges(pattern: str) -> str:
    r"""Returns an RE2 pattern with `\pL`, `\p{Lu}`, `\p{Ll}` and `\pN` written as a few ranges.

    Other classes, and those that are negated by `\P`, stay as they are.

    Examples:
        >>> in_few_ranges(r"\pN+[^\pN]") == f"[{_RANGES['N']}]+[^{_RANGES['N']}]"
        True
    """
    within = False  # a class in brackets

    def written(part: re.Match[str]) -> str:
        nonlocal within
        if part["opens"]:
            # Within a class `[` is itself, and a `]` behind it the end.
            within = not within or not part["opens"].endswith("]")
        elif part["closes"]:
            within = False
        ranges = _RANGES.get(part["long"] or part["short"] or "")
        # `[+-\pL]` is no class: RE2 must see it, where `[+-A-Z]` would leave letters out.
        if ranges is None or (within and pattern[part.start() - 1] == "-"):
            return part.group()
        return ranges if within else f"[{ranges}]"

    return _PART.sub(written, pattern)
