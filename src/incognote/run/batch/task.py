"""What is done to each note: in a worker process, or in this one."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from incognote.core.document import Document, hash_text
from incognote.core.errors import IncognoteError, NoteError
from incognote.core.pipeline import Pipeline
from incognote.languages.identify import other_language
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.replace.vault import Lock
from incognote.replace.verify import KnowsPatients, Verifier
from incognote.run.batch.folder import Done, Found, found_in, not_written
from incognote.run.multilingual import Multilingual, verifier_of

OTHER_LANGUAGE = ("warn", "fail", "pass")
"""What is done with a note that seems to be in another language than the run's: it is processed and
told, it fails, it is processed and not told."""


@dataclass(frozen=True, slots=True)
class Task:
    """What to do to each note; picklable, so that it reaches the workers."""

    load: Callable[[], Pipeline]
    """Makes the pipeline, once per process: a function of a module, or a partial of one."""
    policy: str = "all"
    """A name of `policy.POLICIES`."""
    replacement: str | None = None
    """An action of `policy.OVERRIDES` for all that leaves the text, or `policy`: as the policy
    says. None: only detect, no new text is written."""
    context: Context = field(default_factory=Context)
    """What replacements are drawn with; the same for all workers, so that they agree."""
    lock: Lock | None = None
    """Seals what was replaced for the vault; None: nothing is kept of it."""
    verify: str = "redact"
    """One of `verify.MODES`: what an original leads to that stands in an output."""
    other_language: str = "warn"
    """One of `OTHER_LANGUAGE`."""

    @property
    def gives_surrogates(self) -> bool:
        """Whether some identifiers get a made-up value."""
        if self.replacement in (None, "policy"):
            actions = {action for _, action in get_policy(self.policy).rows()}
            return self.replacement is not None and "surrogate" in actions
        return self.replacement == "surrogate"


Outcome = Done | NoteError
"""Exactly one per note."""


class Worker:
    """Processes notes one chunk at a time.

    Args:
        task: What to do.

    Raises:
        IncognoteError: As the pipeline's `load`, or for a policy or replacement that is not there.
    """

    def __init__(self, task: Task) -> None:
        """See the class."""
        self.pipeline = task.load()
        self.policy = get_policy(task.policy)
        if task.replacement not in (None, "policy"):
            self.policy = self.policy.with_action(task.replacement)
        self.context = task.context if task.replacement else None
        self.lock = task.lock
        self.task = task

    @cached_property
    def _verifier(self) -> Verifier:
        return verifier_of(self.pipeline, self.task.context.lang, self.task.verify)

    def _in_roster(self, doc: Document) -> bool:
        """Whether the patient has a row, where there is a roster."""
        pipeline = self.pipeline
        if isinstance(pipeline, Multilingual):
            pipeline = pipeline.of(pipeline.language_of(doc))
        rosters = (d for d in pipeline.detectors if isinstance(d, KnowsPatients))
        return all(roster.knows(doc) for roster in rosters)

    def _other_language(self, doc: Document) -> str:
        """Which language a note seems to be in, where that is not its pipeline's."""
        if self.task.other_language == "pass":
            return ""
        lang = self.task.context.lang
        if isinstance(self.pipeline, Multilingual):
            lang = self.pipeline.language_of(doc)
        return other_language(doc.text, lang)

    def process(self, docs: Sequence[Document], parts: Sequence[Path]) -> list[Outcome]:
        """Returns what became of each note, in the order of `docs`.

        Args:
            docs: Notes with different ids; those of one patient side by side, and all of them.
            parts: Where the new text of each goes; nothing is left there for one that failed.
        """
        try:
            return self._process(docs, parts)
        except IncognoteError as error:  # a pipeline that is made when a note first needs it
            return [NoteError(doc.id, f"not processed: {error}") for doc in docs]
        except Exception as error:
            # A bug of ours; its message may quote a note, and these notes are not to be lost.
            reason = f"not processed: {where(error)}; this is a bug, please report it"
            return [NoteError(doc.id, reason) for doc in docs]

    def _process(self, docs: Sequence[Document], parts: Sequence[Path]) -> list[Outcome]:
        outcomes: dict[str, Outcome] = {}

        def failed(error: NoteError) -> None:
            outcomes[error.id] = error

        part_of = {doc.id: part for doc, part in zip(docs, parts, strict=True)}
        others = {doc.id: self._other_language(doc) for doc in docs}
        if self.task.other_language == "fail":
            for id, other in others.items():
                if other:
                    outcomes[id] = NoteError(id, _in_another_language(other))
        taken = [doc for doc in docs if doc.id not in outcomes]
        for doc in self.pipeline.annotate(taken, on_error=failed, records=True):
            outcomes[doc.id] = self._finish(doc, part_of[doc.id], others[doc.id])
        return [outcomes[doc.id] for doc in docs]

    def _finish(self, doc: Document, part: Path, other: str) -> Outcome:
        try:
            unread = added = 0
            sealed = None
            sha256 = ""
            actions: tuple[tuple[str, str], ...] = ()
            if self.context:
                verified = self._verifier.redact(doc, self.policy, self.context)
                redacted, added = verified.redacted, verified.added
                unread = sum(change.unread for change in redacted.replaced)
                actions = tuple((change.span.label, change.action) for change in redacted.replaced)
                sealed = self.lock.seal(doc, redacted) if self.lock else None
                _write(part, redacted.text)
                spans, sha256 = found_in(redacted), hash_text(redacted.text)
            else:
                spans = tuple(
                    Found(s.start, s.end, s.label, s.score, s.source, not leaves)
                    for s, leaves in zip(doc.spans, self.policy.leaving(doc), strict=True)
                )
        except NoteError as error:
            return error
        except OSError as error:
            return not_written(doc.id, error)
        except Exception as error:
            # Only the type: a replacement may come from another package and quote the note.
            return NoteError(doc.id, f"not processed: {type(error).__name__} while replacing")
        in_roster = self._in_roster(doc)
        words = len(doc.text.split())
        return Done(doc.id, words, spans, sealed, unread, added, in_roster, actions, other, sha256)


def _in_another_language(other: str) -> str:
    return (
        f"seems to be in another language ({other}), in which identifiers would be missed; take it "
        "out, or take it all the same with --other-language warn"
    )


def _write(part: Path, text: str) -> None:
    """Writes a file whole or not at all."""
    try:
        part.write_bytes(text.encode())
    except OSError:
        part.unlink(missing_ok=True)
        raise


def where(error: BaseException) -> str:
    """Returns the type of an error and the line of ours that led to it: all that may be shown."""
    frames = [Path(f.filename) for f in traceback.extract_tb(error.__traceback__)]
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__)]
    package = Path(__file__).parent.parent.parent
    ours = [i for i, path in enumerate(frames) if package in path.parents]
    if not frames:
        return type(error).__name__
    i = ours[-1] if ours else len(frames) - 1
    return f"{type(error).__name__} in {frames[i].parent.name}/{frames[i].name}, line {lines[i]}"
