"""`Context`: what replacements share, and how they are found.

A replacement is a registry row: a function from a note, some of its marks and the context to what
stands in place of each, in order. It sees the whole note, so that one person stays one person. A
mark that it cannot read becomes its tag, and `redact` counts it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as changed
from functools import cached_property
from typing import Any

from incognote.core import registry
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, unknown
from incognote.core.language import DEFAULT
from incognote.replace.policy import ACTIONS, Options, Policy

SCOPES = ("note", "patient", "run")
"""How far the same text gets the same replacement."""

DOUBTFUL = ("tag", "surrogate")
"""What a mark may become of which its detector is not sure."""


@dataclass(frozen=True)
class Context:
    """What replacements are drawn with. The same context gives the same texts, in any process.

    Raises:
        ConfigError: If a value cannot be.
    """

    key: bytes = field(default=b"", repr=False)
    """Secret: another key, another world. Empty is for trials only: anybody can redo the draw."""
    scope: str = "patient"
    """One of `SCOPES`. A note whose patient is not known stands for itself."""
    lang: str = DEFAULT
    """Language of the notes."""
    vary: float = 0.0
    """Probability that a mention is replaced anew, without regard to the others (0 to 1)."""
    patient_from: str = ""
    """Pattern for the id of a note; its first group is the patient. '' asks the note's meta."""
    day_first: bool | None = None
    """Whether 3/4 is 3 April; None: what the note shows, then the habit of the language."""
    whole_weeks: bool = False
    """Whether dates move by whole weeks, so that days of the week stay."""
    mixed_origins: bool = False
    """Whether names come from all origins instead of that of the name they replace."""
    valid_numbers: bool = True
    """Whether numbers with a check digit get a right one; False: always a wrong one."""
    doubtful: str = "tag"
    """One of `DOUBTFUL`: what stands for a mark that may be no identifier, where others get
    surrogates, shifted dates or less exact values."""
    avoid: frozenset[str] = field(default=frozenset(), repr=False)
    """Names (small letters, no accents) that are never produced: originals of the corpus."""
    options: Options = field(default_factory=Options)
    """Of the policy; `redact` sets them."""

    def __post_init__(self) -> None:
        """Checks the values."""
        if not isinstance(self.key, bytes):  # what a key file holds, as text
            raise ConfigError("A key is bytes: incognote.replace.keys.read_key reads a key file.")
        if self.scope not in SCOPES:
            raise unknown("scope", self.scope, SCOPES)
        if self.doubtful not in DOUBTFUL:
            raise unknown("way with what is doubtful", self.doubtful, DOUBTFUL)
        if not 0.0 <= self.vary <= 1.0:
            raise ConfigError(f"The probability to vary must be within 0 and 1, not {self.vary}.")
        if self.patient_from and not self._pattern.groups:
            raise ConfigError(
                "The pattern for the patient has no group: put brackets around the part of the "
                "note's id that names the patient."
            )

    def patient(self, doc: Document) -> str:
        """Returns the patient of a note, '' where that is not known."""
        if self.patient_from:
            found = self._pattern.search(doc.id)
            return (found[1] or "") if found else ""
        return doc.meta.get("patient", "")

    def group(self, doc: Document) -> str:
        """Returns what the note is drawn with: notes of one group share their replacements."""
        if self.scope == "run":
            return "run"
        patient = self.patient(doc) if self.scope == "patient" else ""
        return f"patient\0{patient}" if patient else f"note\0{doc.id}"

    def secret(self, *parts: str) -> bytes:
        """Returns 32 bytes that only the holder of the key can tell, the same for the same parts.

        HMAC-SHA256 over the parts, each with its length, so that no two lists coincide.
        """
        message = b"".join(
            len(data).to_bytes(4, "big") + data
            for part in parts
            for data in (part.encode(errors="surrogatepass"),)
        )
        return hmac.digest(self.key or b"incognote", message, hashlib.sha256)

    @cached_property
    def _pattern(self) -> Any:
        """In RE2, whose time is linear: no pattern can stall a run."""
        import re2  # only now: help and a run without a pattern need none

        options = re2.Options()
        options.log_errors = False
        try:
            return re2.compile(self.patient_from, options)
        except re2.error as error:
            what = error.args[0].decode() if isinstance(error.args[0], bytes) else error.args[0]
            raise ConfigError(
                f"The pattern for the patient is not valid in RE2: {what}; look-around and "
                "backreferences do not exist there, so write it without them."
            ) from None


Replace = Callable[[Document, Sequence[Span], Context], list[str]]
"""A registry row of kind `replacement`."""

_UNREAD = frozenset(("tag", "mask", "hash"))
"""Actions that do not read a mark as what its label says. Of all others, another package's among
them, what is in doubt becomes a tag."""


def tag_of(span: Span) -> str:
    """Returns the label in brackets: what a mark becomes, and what one that cannot be read does."""
    return f"[{span.label}]"


def from_others(new: object, doc: Document, span: Span) -> str:
    """Returns what another package would write for a mark; '' where the original stands in it.

    Raises:
        TypeError: If it is no text.
    """
    if not isinstance(new, str):
        raise TypeError
    old = doc.text[span.start : span.end].strip()
    return "" if re.search(rf"(?<!\w){re.escape(old)}(?!\w)", new, re.IGNORECASE) else new


def replacements(
    doc: Document, spans: Sequence[Span], policy: Policy, context: Context
) -> list[tuple[str, str]]:
    """Returns the action and the new text of each of the marks, as the policy says.

    Args:
        doc: The note with all its marks.
        spans: Those that leave the text.
        policy: Gives the action of each.
        context: What replacements share.
    """
    if context.options != policy.options:
        context = changed(context, options=policy.options)
    places: dict[str, list[int]] = {}
    for place, span in enumerate(spans):
        places.setdefault(policy.action(span, doc.text), []).append(place)
    done: list[tuple[str, str]] = [("", "")] * len(spans)
    for action, at in places.items():
        replace: Replace = registry.get("replacement", action)
        for place, new in zip(at, replace(doc, [spans[i] for i in at], context), strict=True):
            if action not in ACTIONS:
                new = from_others(new, doc, spans[place]) or tag_of(spans[place])
            done[place] = (action, new)
    if context.doubtful == "tag" and not _UNREAD.issuperset(places):
        _tag_doubtful(doc, spans, context, done)
    return done


def _tag_doubtful(
    doc: Document, spans: Sequence[Span], context: Context, done: list[tuple[str, str]]
) -> None:
    """Puts tags in place of other values for marks that may be no identifiers."""
    from incognote.replace.doubt import doubtful  # which draws with a context, too

    asked = [
        place
        for place, (span, (action, new)) in enumerate(zip(spans, done, strict=True))
        # A relation or title that stays as it is falsifies nothing.
        if action not in _UNREAD and new != doc.text[span.start : span.end]
    ]
    doubts = doubtful(doc, [spans[place] for place in asked], context)
    for place, doubt in zip(asked, doubts, strict=True):
        if doubt:
            done[place] = (done[place][0], tag_of(spans[place]))
