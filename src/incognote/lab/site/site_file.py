"""Proposals as a site's file in TOML: what is accepted stands in it, all else as comments.

It quotes notes: entries are names of wards and staff, contexts are words of a note.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence

from incognote.core.site import Site, SitePattern
from incognote.lab.site.proposals import Proposal, Proposals

HOLDS_PHI = "THIS FILE HOLDS WORDS FROM CLINICAL NOTES: keep it where the notes may be kept."

_HEAD = (
    HOLDS_PHI,
    "Proposed by incognote adapt rules. What stands in it without # is applied by --site FILE.",
    "Take a # away to accept a proposal, put one in front to refuse it.",
)


def render(site: Site, found: Proposals, accepted: Collection[int] = ()) -> Iterator[str]:
    """Yields the lines of a site's file.

    Args:
        site: What the file has already, which stays.
        found: What is proposed.
        accepted: Numbers of the proposals that are accepted.
    """
    for line in _HEAD:
        yield f"# {line}"
    here, there = found.made_from, found.before
    yield (
        f"# Proposed from {here.notes:,} notes ({here.missed:,} of {here.identifiers:,} "
        f"identifiers missed, {here.alarms:,} false alarms), measured on {there.notes:,} others "
        f"({there.missed:,} of {there.identifiers:,} missed, {there.alarms:,} false alarms)."
    )
    numbered = list(enumerate(found.proposals))
    yield ""
    yield from _list("never", site.never, [n for n in numbered if n[1].kind == "never"], accepted)
    yield ""
    yield "[lists]"
    entries = [item for item in numbered if item[1].kind == "entry"]
    for label in sorted({*site.lists, *(proposal.label for _, proposal in entries)}):
        of_label = [item for item in entries if item[1].label == label]
        yield from _list(label, site.lists.get(label, ()), of_label, accepted)
    for pattern in site.patterns:
        yield ""
        yield from _pattern(pattern)
    for number, proposal in numbered:
        if proposal.pattern:
            mark = "" if number in accepted else "# "
            yield ""
            yield f"# {_effect(proposal)}"
            yield from (mark + line for line in _pattern(proposal.pattern))


def _list(
    name: str,
    held: Sequence[str],
    proposed: Sequence[tuple[int, Proposal]],
    accepted: Collection[int],
) -> Iterator[str]:
    yield f"{name} = ["
    for entry in held:
        yield f"    {_quoted(entry)},"
    for number, proposal in proposed:
        mark = "" if number in accepted else "# "
        yield f"    # {_effect(proposal)}"
        yield f"    {mark}{_quoted(proposal.entry)},"
    yield "]"


def _pattern(pattern: SitePattern) -> Iterator[str]:
    yield "[[patterns]]"
    yield f"name = {_quoted(pattern.name)}"
    yield f"label = {_quoted(pattern.label)}"
    yield f"pattern = {_literal(pattern.pattern)}"
    if pattern.context:
        yield f"context = {_literal(pattern.context)}"
    yield f"score = {pattern.score!r}"


def _effect(proposal: Proposal) -> str:
    effect = proposal.effect
    what = "false alarms" if proposal.kind == "never" else "misses"
    parts = [f"{effect.found} more found"] if proposal.kind != "never" else []
    if effect.lost or proposal.kind == "never":
        parts.append(f"{effect.lost} identifiers lost")
    return (
        f"takes {proposal.of_use} {what} of {proposal.units} notes away where it comes from; on "
        f"the held-out notes {', '.join(parts)}, false alarms {effect.alarms:+d}"
    )


def _quoted(text: str) -> str:
    """A basic string of TOML, which escapes as JSON does, DEL besides."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _literal(text: str) -> str:
    """A string in which backslashes are themselves, where TOML can write it so."""
    plain = "'" not in text and all(char.isprintable() for char in text)
    return f"'{text}'" if plain else _quoted(text)
