"""The spaCy component `incognote`: `nlp.add_pipe("incognote")`.

It writes `doc.spans["phi"]` and `Doc._.deidentified`. A spaCy span ends where tokens do, so a mark
that ends within one is drawn out to its borders; the mark itself, in code points of `doc.text`,
stands in the group's attributes: `doc.spans["phi"].attrs["exact"]`, one (start, end, label, score)
for each span, in the same order.
"""

# No `from __future__ import annotations`: edsnlp refuses a factory whose annotations are strings.
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from incognote.core.document import Document
from incognote.core.errors import MissingExtraError, NoteError
from incognote.replace.keys import read_key
from incognote.run.deidentifier import Deidentifier, load

try:
    from spacy.language import Language
    from spacy.tokens import Doc, SpanGroup
except ImportError:
    raise MissingExtraError("The spaCy component", "spacy") from None

GROUP = "phi"
"""The key of `doc.spans`."""
TEXT = "deidentified"
"""The extension of `Doc` that holds the new text."""


class IncognoteComponent:
    """Marks and replaces identifiers in spaCy's documents.

    The models are loaded once in each process, when it first needs them: what was loaded before a
    process was forked is not used in it.

    Args:
        settings: Arguments of `load`.
        key: As `make`.
        patient: As `make`.

    Raises:
        IncognoteError: As `load`, so that a name that does not exist is told when the component is
            added.
    """

    def __init__(self, settings: dict[str, Any], *, key: str | None, patient: str | None) -> None:
        self.settings = settings
        self.key = key
        self.patient = patient
        self._flow: tuple[int, Deidentifier] | None = None
        if not Doc.has_extension(TEXT):
            Doc.set_extension(TEXT, default=None)
        _ = self.flow

    @property
    def flow(self) -> Deidentifier:
        """The flow of this process."""
        process = os.getpid()
        if self._flow is None or self._flow[0] != process:
            key = None if self.key is None else read_key(Path(self.key))
            self._flow = (process, load(**self.settings, key=key))
        return self._flow[1]

    def __getstate__(self) -> dict[str, Any]:
        """Leaves the models behind: the other process loads its own."""
        return {**self.__dict__, "_flow": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Takes what `__getstate__` gave, in a process where spaCy may be new."""
        self.__dict__.update(state)
        if not Doc.has_extension(TEXT):
            Doc.set_extension(TEXT, default=None)

    def __call__(self, doc: Any) -> Any:
        """Returns the document with its marks.

        Raises:
            NoteError: If it cannot be processed whole.
        """
        (done,) = self.pipe([doc])
        return done

    def pipe(self, stream: Iterable[Any], *, batch_size: int = 64) -> Iterator[Any]:
        """Yields each document with its marks, in order.

        Args:
            stream: Documents.
            batch_size: So many are worked on together.

        Raises:
            NoteError: If one cannot be processed whole; it is named by its number in the stream.
        """
        batch: list[Any] = []
        number = 0
        for doc in stream:
            batch.append(doc)
            if len(batch) >= batch_size:
                yield from self._together(batch, number)
                number += len(batch)
                batch = []
        yield from self._together(batch, number)

    def _together(self, docs: list[Any], first: int) -> list[Any]:
        notes = [
            Document(f"doc {first + i}", doc.text, meta=self._about(doc))
            for i, doc in enumerate(docs)
        ]
        # Strictly: a note that came back with another's marks would be a leak.
        for doc, note in zip(docs, self.flow.pipeline.annotate(notes), strict=True):
            self._mark(doc, note)
        return docs

    def _about(self, doc: Any) -> dict[str, str]:
        said = "" if self.patient is None else doc._.get(self.patient)
        return {"patient": str(said)} if said else {}

    def _mark(self, doc: Any, note: Document) -> None:
        spans = []
        for span in note.spans:
            found = doc.char_span(span.start, span.end, label=span.label, alignment_mode="expand")
            if found is None:
                raise NoteError(note.id, f"no token covers [{span.start}, {span.end})")
            spans.append(found)
        exact = [[s.start, s.end, s.label, s.score] for s in note.spans]
        text = self.flow.redact(note).redacted.text
        doc.spans[GROUP] = SpanGroup(doc, name=GROUP, spans=spans, attrs={"exact": exact})
        doc._.set(TEXT, text)


@Language.factory(  # type: ignore[untyped-decorator]
    "incognote",
    assigns=["doc.spans", f"doc._.{TEXT}"],
    default_config={
        "lang": None,
        "policy": "all",
        "replacement": None,
        "key": None,
        "patient": None,
        "model": None,
        "fast": False,
        "verify": "redact",
    },
)
def make(
    nlp: Any,
    name: str,
    lang: str | None,
    policy: str,
    replacement: str | None,
    key: str | None,
    patient: str | None,
    model: str | None,
    fast: bool,
    verify: str,
) -> IncognoteComponent:
    """Returns the component; spaCy calls it.

    Args:
        nlp: The pipeline of spaCy; its language is ours where none is named.
        name: Of the component in it.
        lang: As `load`.
        policy: As `load`.
        replacement: As `load`.
        key: Path of a key file (`incognote key new`); None: a key that is drawn and not kept, anew
            in each process, so that `n_process` and surrogates need one.
        patient: Name of an extension of `Doc` that says whose note it is, for surrogates that agree
            over a patient's notes; None: each note stands for itself.
        model: As `load`.
        fast: As `load`.
        verify: As `load`.
    """
    return IncognoteComponent(
        {
            "lang": lang or nlp.lang,
            "policy": policy,
            "replacement": replacement,
            "model": model,
            "fast": fast,
            "verify": verify,
        },
        key=key,
        patient=patient,
    )
