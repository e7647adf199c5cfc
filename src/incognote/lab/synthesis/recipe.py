"""What goes into a synthetic corpus: one number for each ingredient, nought to leave it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Recipe:
    """The ingredients of `synthesize` and `vary`; its TOML form is read by `config.read_config`.

    Examples:
        >>> Recipe("en", refill=0.0, damage={}).mix
        0.15
    """

    language: str
    """Of a pack that says what synthesis asks of it; the notes have its labels."""
    note: float = 1.0
    """Weight of notes made from the given ones, among all that `synthesize` makes."""
    furniture: float = 0.35
    """Weight of pieces written from grammars: headers, messages, tables, dumps, queries."""
    negative: float = 0.15
    """Weight of clinical prose and near misses that hold nothing to find."""
    refill: float = 0.9
    """Share of notes whose marks are refilled."""
    reform: float = 0.25
    """Share of refilled values that take another form than the old one had."""
    words: float = 0.08
    """Share of new people whose name holds an English word or an eponym (Hope Young, Dr. Bell)."""
    window: float = 0.15
    """Share of notes cut down to some of their lines."""
    drop: float = 0.1
    """Share of notes that lose some lines."""
    mix: float = 0.15
    """Share of notes that get a piece of another: a grammar's, or another note's lines."""
    damage: Mapping[str, float] = field(
        default_factory=lambda: {
            "upper": 0.06,
            "lower": 0.06,
            "upper_lines": 0.03,
            "typos": 0.06,
            "ocr": 0.05,
            "doubled_spaces": 0.03,
            "lost_spaces": 0.03,
            "collapsed": 0.06,
            "collapsed_spaces": 0.05,
            "rewrapped": 0.05,
            "broken_lines": 0.02,
            "joined_lines": 0.03,
            "unicode_marks": 0.05,
            "without_accents": 0.05,
            "clipped_lines": 0.01,
            "without_punctuation": 0.02,
        }
    )
    """Share of notes that suffer each damage of `damage.DAMAGE`; the kinds add up."""
