"""`Guard` and `Session`: what leaves in a prompt, and what of it comes back in the answer."""

from __future__ import annotations

import datetime
import re
import secrets
import threading
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, replace
from itertools import accumulate, chain
from types import TracebackType
from typing import Any, overload

from incognote.core.decoded import decode
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, NoteError
from incognote.core.resolve import mark_ends
from incognote.guard.answers import Answers, Pair, Stream, date_pattern
from incognote.guard.conversations import Conversations
from incognote.guard.machine_names import Ids, Names, holds_within, words_of_name
from incognote.guard.markup import Known
from incognote.guard.messages import RefusedError, Slots, slots_of_messages
from incognote.guard.pairs import Pairs, Said, forms_of, key_of
from incognote.replace.dates import Habits
from incognote.replace.note_dates import habits_of
from incognote.replace.policy import makes_up
from incognote.replace.redact import Redacted, Replaced
from incognote.replace.verify import Hit, Verified, with_marks
from incognote.run.deidentifier import Deidentifier, load

POLICY = "i2b2-2014"
"""Surrogates for all identifiers, dates moved alike, ages below 90 as they were: a model can still
reason about the text."""
_ROUNDS = 6
"""How often a turn is drawn, until what it sends is told apart and holds no original."""


class Guard:
    """Replaces identifiers before a prompt leaves, and puts them back into the answer.

    Examples:
        >>> guard = Guard()                                        # doctest: +SKIP
        >>> with guard.session() as session:                       # doctest: +SKIP
        ...     safe = session.protect("Write to Maria Delgado.")
        ...     answer = session.restore(llm(safe))

    Args:
        flow: Finds and replaces; its policy says what leaves. By default one that `load` makes.
        conversations: Where sessions with an id are kept, so that they outlive the process.
        settings: Arguments of `load`, where no flow is given: `lang`, `policy` (default:
            `POLICY`), `key`, `roster`, `site` ...

    Raises:
        ConfigError: If both are given, or the flow does not search what it writes; or as `load`.
    """

    def __init__(
        self,
        flow: Deidentifier | None = None,
        *,
        conversations: Conversations | None = None,
        **settings: Any,
    ) -> None:
        if flow is not None and settings:
            raise ConfigError("Give a flow or settings of one, not both.")
        self._flow = flow or load(**{"policy": POLICY, **settings})
        if self._flow.verify == "off":
            raise ConfigError("A guard searches what it lets go: set verify to 'redact' or 'fail'.")
        self.conversations = conversations
        self._turn = threading.Lock()
        self._names = Names(self._flow)

    def session(self, id: str = "", *, keep: bool = True) -> Session:
        """Returns a conversation, of which this process keeps nothing when it is closed.

        Args:
            id: Conversations of the same id (and key) get the same surrogates; where the guard
                has `conversations`, it is the same one, gone on with. '': others each time, so
                that nobody can tell two that speak of the same people, and nothing is kept.
            keep: Whether it is one of the `conversations`, where the guard has these.

        Raises:
            NoteError: If what was kept of it was changed.
        """
        kept = self.conversations if id and keep else None
        id = id or secrets.token_hex(16)
        return Session(self._flow, id, self._turn, self._names, kept)


class Session:
    """One conversation: which surrogate stands for which original.

    The same original gets the same surrogate in every turn, two originals never share one, and a
    surrogate is no word of what was sent beside it. It lives in memory alone, unless its guard
    keeps conversations.
    """

    def __init__(
        self,
        flow: Deidentifier,
        id: str,
        turn: threading.Lock,
        names: Names,
        kept: Conversations | None = None,
    ) -> None:
        self._flow, self._id, self._turn, self._names = flow, id, turn, names
        self._pairs = Pairs()
        self._avoid: frozenset[str] = frozenset()
        self._unchanged: frozenset[str] = frozenset()
        self._habits: dict[str, Habits] = {}
        self._answers: Answers | None = None
        self._closed = False
        self._kept, self._turns = kept, 0
        with turn:
            self._go_on()

    def __repr__(self) -> str:
        """How many surrogates, never which."""
        return f"Session({len(self._pairs.all)} surrogates)"

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Forgets everything: no answer can be restored any more."""
        self._pairs, self._answers, self._closed = Pairs(), None, True

    @overload
    def protect(self, prompt: str) -> str: ...
    @overload
    def protect(self, prompt: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]: ...
    def protect(self, prompt: str | Sequence[Mapping[str, Any]]) -> str | list[dict[str, Any]]:
        """Returns the prompt with its identifiers replaced.

        Args:
            prompt: A text, or the messages of a chat as OpenAI's API takes them.

        Raises:
            NoteError: If it cannot be processed whole; the message quotes nothing.
            RefusedError: If a message holds what cannot be searched: an image, an unknown field.
        """
        if isinstance(prompt, str):
            return self.protect_all([prompt])[0]
        messages, slots = slots_of_messages(prompt)
        self.protect_slots(slots)
        return messages

    def protect_slots(self, slots: Slots) -> None:
        """Replaces the identifiers of a request where it stands.

        Raises:
            NoteError: As `protect`.
            RefusedError: If a name for machines holds one.
        """
        slots.put(self.protect_all(slots.texts))
        names = list(dict.fromkeys(slots.names))
        if self._hold([*names, *slots.choices]) or self._names.any_tells(names):
            raise RefusedError(
                "A name for machines (of a tool, a property, a model) holds an identifier: give it "
                "another."
            )
        ids = Ids(self._flow.context.secret("ids of calls", self._id))
        for holder, key in slots.ids:
            holder[key] = ids.of(holder[key])

    def protect_all(self, texts: Sequence[str]) -> list[str]:
        """Returns several texts of one turn, each with its identifiers replaced.

        What one of them tells is looked for in the others.

        Raises:
            NoteError: As `protect`.
        """
        with self._turn:
            self._check_open()
            self._go_on()
            meta = {"patient": self._id}
            docs = [Document(f"text {i}", text, meta=meta) for i, text in enumerate(texts, 1)]
            found = list(self._flow.pipeline.annotate(docs, records=True))
            if [doc.id for doc in found] != [doc.id for doc in docs]:
                raise NoteError("prompt", "not every text came back; this is a bug")
            told = [list(self._told(doc)) for doc in found]
            docs = [
                self._with_known(doc, chain(*told[:i], *told[i + 1 :]))
                for i, doc in enumerate(found)
            ]
            known = Known(original for _, original in chain(self._pairs.told, *told))
            return self._sent(docs, known)

    def restore(self, answer: str, *, in_json: bool = False) -> str:
        """Returns an answer with the originals in place of the surrogates, also of bent ones.

        Args:
            answer: What came back.
            in_json: Whether it is JSON as a whole, so that what is put back is escaped.
        """
        return self._restorer().restore(answer, in_json=in_json)

    def restore_stream(self, chunks: Iterable[str]) -> Iterator[str]:
        """Yields an answer that comes in pieces; together it is what `restore` returns."""
        stream = self.stream()
        for chunk in chunks:
            if new := stream.add(chunk):
                yield new
        if rest := stream.end():
            yield rest

    def stream(self, *, in_json: bool = False) -> Stream:
        """Returns what takes the pieces of one answer; `in_json` as for `restore`."""
        return self._restorer().stream(in_json=in_json)

    def _restorer(self) -> Answers:
        self._check_open()
        if self._answers is None:
            self._answers = Answers(self._pairs.all, self._habits, self._unchanged)
        return self._answers

    def _check_open(self) -> None:
        if self._closed:
            raise ConfigError("The session is closed and has forgotten all; open a new one.")

    def _hold(self, names: Sequence[str]) -> bool:
        """Whether an original of the conversation stands in names for machines."""
        text = "\n".join((*names, *map(words_of_name, names)))
        doc = Document("names", text)
        ordinary = self._flow.verifier_of(doc).is_ordinary
        keys = [key_of(p.read or p.original) for p in self._pairs.all if p.type != "DATE"]
        parts = {
            word
            for key in keys
            for word in (*key.split(), key.replace(" ", ""))
            if not (word.isalpha() and ordinary(word))
        }
        found = self._search(self._pairs.told, doc, text)
        return bool(found) or any(holds_within(name, parts) for name in names)

    def _search(self, told: Iterable[tuple[str, str]], doc: Document, text: str) -> list[Hit]:
        """Where originals stand in a text of a note, also with markup within them."""
        told = list(dict.fromkeys(told))
        verifier, listed = self._flow.verifier_of(doc), _listed(told)
        hits = {
            Hit(*read.to_original(hit.start, hit.end), hit.label)
            for read in Known(original for _, original in told).readings(text)
            for hit in verifier.search_for(listed, read.text)
        }
        return sorted(hits, key=lambda hit: (hit.start, hit.end, hit.label))

    def _told(self, doc: Document) -> Iterator[tuple[str, str]]:
        """Label and words of what leaves a text."""
        read = decode(doc.text).document(doc)
        for span in read.spans:
            if self._flow.policy.removes(span, read.text):
                yield span.label, read.text[span.start : span.end]

    def _with_known(self, doc: Document, others: Iterable[tuple[str, str]]) -> Document:
        """The note with marks over what other texts and earlier turns tell, surrogates too."""
        told = [*self._pairs.told, *others]
        marks = self._search(told, doc, doc.text)
        # What reads as a surrogate of an earlier turn would come back as that one's original.
        forms = {form: pair.label for pair in self._pairs.all for form, _ in forms_of(pair)}
        for form, label in forms.items():
            border = r"(?<![^\W_])" if form[0].isalnum() else ""
            pattern = rf"{border}{re.escape(form)}(?![^\W_])"
            marks += (
                Hit(*match.span(), label) for match in re.finditer(pattern, doc.text, re.IGNORECASE)
            )
        return self._marked(doc, marks)

    def _marked(self, doc: Document, hits: Sequence[Hit]) -> Document:
        if not hits:
            return doc
        spans = [Span(hit.start, hit.end, hit.label, source="guard") for hit in hits]
        return with_marks(doc, spans, mark_ends(self._flow.language_of(doc)))

    def _sent(self, docs: list[Document], known: Known) -> list[str]:
        """What is sent for notes with all their marks.

        What markup divides has a tag, since no surrogate would come back with its markup.
        """
        said = Said("\n".join((*(decode(doc.text).text for doc in docs), *self._unchanged)))
        avoid = self._avoid | (said.words - self._pairs.drawn)
        label = ""
        pairs = self._pairs.copy()
        tagged: set[tuple[str, str]] = set()
        for turn in range(_ROUNDS):
            context = replace(self._flow.context, scope="patient", avoid=avoid)
            done = [self._flow.redact(doc, context) for doc in docs]
            draft = pairs.copy()
            if turn == _ROUNDS - 1:
                tagged = set()  # a tag of theirs may hold what left: [DATE-1] beside Ann Date
            clash = self._paired(done, draft, said, known, tagged, last=turn >= _ROUNDS // 2)
            if clash:
                avoid |= clash
                continue
            texts = [_written(each, draft, known) for each in done]
            docs, label = self._searched(done, texts, draft, pairs, known)
            if label:
                continue
            answers, unchanged, lost = self._answers_to(done, texts, draft, known)
            if lost and turn < _ROUNDS - 1:  # at the last one it leaves all the same: nothing leaks
                tagged |= lost
                pairs.drop(*filter(None, (pairs.of(*each) for each in lost)))
                continue
            self._check_borders([each.text for each in texts], docs, draft)
            self._keep(draft, avoid, unchanged)
            self._pairs, self._avoid, self._answers = draft, avoid, answers
            self._unchanged = unchanged
            return [each.text for each in texts]
        raise NoteError("prompt", f"a {label} that leaves would still stand in what is sent")

    def _check_borders(self, texts: Sequence[str], docs: Sequence[Document], draft: Pairs) -> None:
        """Refuses texts that hold an original once they are put side by side, as a model does."""
        borders = list(accumulate(map(len, texts)))[:-1]
        if not borders:
            return
        for hit in self._search(draft.told, docs[0], "".join(texts)):
            if any(hit.start < border < hit.end for border in borders):
                raise NoteError("prompt", f"a {hit.label} is divided between two of its texts")

    def _go_on(self) -> None:
        """Reads the turns that were kept since, by another session of this conversation too."""
        for turn in self._kept.turns(self._id, self._turns) if self._kept else ():
            self._pairs.add_since(turn)
            self._avoid |= set(turn["avoid"])
            self._unchanged |= set(turn.get("unchanged", ()))  # older turns tell none
            for lang, said in turn["habits"].items():
                note = said["note"] and datetime.date.fromisoformat(said["note"])
                self._habits.setdefault(lang, Habits(**{**said, "note": note}))
            self._turns += 1
            self._answers = None

    def _dates_kept(self, doc: Document, sent: Redacted) -> Iterator[str]:
        """What reads as a date in what is sent of a note and is no surrogate: no date, mostly."""
        starts = [change.new_start for change in sent.replaced]
        for match in date_pattern(self._flow.language_of(doc)).finditer(sent.text):
            i = bisect_left(starts, match.end())
            if not i or sent.replaced[i - 1].new_end <= match.start():
                yield match[0]

    def _answers_to(
        self, done: Sequence[Verified], texts: Sequence[Redacted], draft: Pairs, known: Known
    ) -> tuple[Answers, frozenset[str], set[tuple[str, str]]]:
        """What puts back the originals of a turn, what it leaves, and what it would not put back.

        The latter as types and originals.
        """
        docs = [each.doc for each in done]
        unchanged = self._unchanged.union(*map(self._dates_kept, docs, texts))
        answers = Answers(draft.all, self._habits, unchanged)
        lost, read_wrong = _not_restored(done, texts, known, answers)
        if read_wrong:
            unchanged |= read_wrong
            answers = Answers(draft.all, self._habits, unchanged)
        return answers, unchanged, lost

    def _keep(self, pairs: Pairs, avoid: frozenset[str], unchanged: frozenset[str]) -> None:
        """Keeps what a turn has added, before anything of it is sent."""
        if self._kept is None:
            return
        habits = {
            lang: {**asdict(each), "note": each.note and each.note.isoformat()}
            for lang, each in self._habits.items()
        }
        turn = {
            **pairs.since(self._pairs),
            "avoid": sorted(avoid - self._avoid),
            "unchanged": sorted(unchanged - self._unchanged),
            "habits": habits,
        }
        if turn["pairs"] or turn["never"] or turn["avoid"] or turn["unchanged"]:
            self._kept.keep(self._id, self._turns, turn)
            self._turns += 1

    def _paired(
        self,
        done: Sequence[Verified],
        draft: Pairs,
        said: Said,
        known: Known,
        tagged: Set[tuple[str, str]],
        *,
        last: bool,
    ) -> set[str]:
        """Pairs what was drawn, but for what is to be tagged; returns words not to be drawn."""
        clash: set[str] = set()
        for each in done:
            lang = self._flow.language_of(each.doc)
            ordinary = self._flow.verifier_of(each.doc).is_ordinary
            habits = habits_of(each.doc, replace(self._flow.context, lang=lang))
            for change, old, read, new in _changes(each, known):
                span = change.span
                if span.type == "DATE":
                    self._habits.setdefault(lang, habits)
                drawn = makes_up(change.action) or change.action == "shift"
                drawn = drawn and not change.unread and not read
                drawn = drawn and (span.type, old) not in tagged
                pair = Pair(span.type, new if drawn else "", old, lang, span.label, read)
                clash |= draft.take(pair, said, habits, ordinary, last=last)
        return clash

    def _searched(
        self,
        done: Sequence[Verified],
        texts: Sequence[Redacted],
        draft: Pairs,
        pairs: Pairs,
        known: Known,
    ) -> tuple[list[Document], str]:
        """The notes with marks over what still stands in what would be sent, and a label of it."""
        docs, label = [], ""
        for each, text in zip(done, texts, strict=True):
            left: list[Hit] = []
            for hit in self._search(draft.told, each.doc, text.text):
                within = [
                    r for r in text.replaced if r.new_start < hit.end and hit.start < r.new_end
                ]
                for change in within:
                    old, _ = _original(each.doc.text[change.span.start : change.span.end], known)
                    if pair := draft.of(change.span.type, old):
                        pairs.drop(pair)
                if not within:
                    left.append(Hit(text.to_old(hit.start), text.to_old(hit.end), hit.label))
                label = hit.label
            docs.append(self._marked(each.doc, left))
        return docs, label


def _original(text: str, known: Known) -> tuple[str, str]:
    """What comes back for a stretch of a note, and how it reads where markup divides it."""
    read = known.undivided(text)
    return (text, read) if read else (decode(text).text, "")


def _listed(told: Iterable[tuple[str, str]]) -> Document:
    """A note of originals alone, which are searched for elsewhere."""
    text, spans = "", []
    for label, original in dict.fromkeys(told):
        spans.append(Span(len(text), len(text) + len(original), label))
        text += f"{original}\n\n"
    return Document("originals", text, tuple(spans))


def _changes(done: Verified, known: Known) -> Iterator[tuple[Replaced, str, str, str]]:
    """What changed in a note, as `_original` has it, and what stands there; not titles."""
    for change in done.redacted.replaced:
        old = done.doc.text[change.span.start : change.span.end]
        new = done.redacted.text[change.new_start : change.new_end]
        if new != old:
            yield change, *_original(old, known), new


def _written(done: Verified, pairs: Pairs, known: Known) -> Redacted:
    """The note with the surrogates of the conversation."""
    pieces: list[str] = []
    replaced: list[Replaced] = []
    position = size = 0
    for change, old, _, _ in _changes(done, known):
        span = change.span
        pair = pairs.of(span.type, old)
        if pair is None:
            raise NoteError(done.doc.id, f"a {span.label} has no surrogate; this is a bug")
        before = done.doc.text[position : span.start]
        start = size + len(before)
        size = start + len(pair.surrogate)
        pieces += (before, pair.surrogate)
        replaced.append(replace(change, new_start=start, new_end=size))
        position = span.end
    text = "".join((*pieces, done.doc.text[position:]))
    return Redacted(done.doc.id, text, tuple(replaced))


def _not_restored(
    done: Sequence[Verified], texts: Sequence[Redacted], known: Known, answers: Answers
) -> tuple[set[tuple[str, str]], set[str]]:
    """What would not come back of what is sent, were the answer the same.

    Types and originals whose surrogates would not be known, as where letters touch them
    (`on3/14`), and words that would be taken for a surrogate.
    """
    lost: set[tuple[str, str]] = set()
    read_wrong: set[str] = set()
    for each, sent in zip(done, texts, strict=True):
        originals = [old for _, old, _, _ in _changes(each, known)]
        stretches = list(zip(sent.replaced, originals, strict=True))
        starts = [change.new_start for change in sent.replaced]
        back: set[int] = set()
        for found in answers.next_in(sent.text, 0):
            within = range(bisect_left(starts, found.start), bisect_left(starts, found.end))
            position, expected = found.start, ""
            for i in within:
                change, original = stretches[i]
                expected += sent.text[position : change.new_start] + original
                position = change.new_end
            expected += sent.text[position : found.end]
            if position <= found.end and found.text == expected:
                back.update(within)
            elif not within:
                read_wrong.add(sent.text[found.start : found.end])
        lost |= {
            (change.span.type, original)
            for i, (change, original) in enumerate(stretches)
            if i not in back
        }
    return lost, read_wrong
