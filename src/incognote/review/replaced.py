"""What stands in place of the marks: a note as `incognote deid --spans` would write it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from incognote.core.document import Document
from incognote.core.pipeline import Pipeline, Settings
from incognote.replace.policy import Policy
from incognote.replace.replacement import Context
from incognote.review.project import Project
from incognote.run.deidentifier import Deidentifier, make_detector


@dataclass(frozen=True, slots=True)
class Place:
    """Something that leaves a note, in code points of the note, and what stands there instead."""

    start: int
    end: int
    label: str
    text: str


class Replacer:
    """Replaces the marks of a project's notes as a run does, its search of the output included.

    Args:
        project: Open. Where surrogates are given, its notes are read for names never to produce.
        policy: What leaves the text, and what stands in its place.
        context: What replacements are drawn with.
    """

    def __init__(self, project: Project, policy: Policy, context: Context) -> None:
        self.policy, self._lang = policy, project.lang
        if "surrogate" in {action for _, action in policy.rows()}:
            from incognote.replace.name_lists import producible_in

            avoid = set(context.avoid)
            for note in project.notes:
                avoid |= producible_in(project.text(note.number), project.lang)
            context = replace(context, avoid=frozenset(avoid))
        self._context = context

    @cached_property
    def _run(self) -> Deidentifier:
        """Made when it is first asked: the lists take half a second, and many never ask."""
        # As with `deid --spans` nothing is looked for; what a container says of its patient is
        # searched in the output.
        pipeline = Pipeline([make_detector("roster", Settings(self._lang))])
        return Deidentifier(pipeline, self.policy, self._context, "redact")

    def __call__(self, doc: Document) -> list[Place]:
        """Returns what changes in a note with its marks, in order.

        Raises:
            NoteError: If an identifier that left the note stands in it still and cannot go.
        """
        new = self._run.redact(doc).redacted
        return [
            Place(r.span.start, r.span.end, r.span.label, new.text[r.new_start : r.new_end])
            for r in new.replaced
        ]
