"""`Multilingual`: the pipelines of several languages as one, each note through that of its own.

The language of a note is told by its letters alone (`languages/identify.py`), so that neither the
order of the notes nor the number of processes matters. What a patient's notes of one language tell
is looked for in the notes of that language only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from incognote.core.document import Document
from incognote.core.errors import NoteError
from incognote.core.pipeline import OnError, Pipeline, by_patient
from incognote.languages.identify import nearest_language, other_language

OF_RECORD = "language of the record"
"""The part of a document's `meta` that says its language, where it has no sentences to tell it by:
what stands in the fields of a record."""


class Multilingual(Pipeline):
    """Runs each note through the pipeline of the language that it seems to be in.

    Args:
        load: By language what makes its pipeline; called when the first note needs it.
        only: Whether a note that seems to be in none of these languages fails.
    """

    def __init__(self, load: Mapping[str, Callable[[], Pipeline]], *, only: bool = False) -> None:
        super().__init__([])
        self.languages = tuple(load)
        self.only = only
        self._load = dict(load)
        self._loaded: dict[str, Pipeline] = {}

    @property
    def labels(self) -> frozenset[str]:
        """Every label that any of the pipelines may give; loads them all."""
        return frozenset().union(*(self.of(lang).labels for lang in self.languages))

    def of(self, lang: str) -> Pipeline:
        """Returns the pipeline of a language.

        Raises:
            IncognoteError: If it cannot be made.
        """
        if lang not in self._loaded:
            self._loaded[lang] = self._load[lang]()
        return self._loaded[lang]

    def language_of(self, doc: Document) -> str:
        """Returns the language whose pipeline a note goes through."""
        return doc.meta.get(OF_RECORD) or nearest_language(doc.text, self.languages)

    def annotate(
        self, docs: Iterable[Document], *, on_error: OnError | None = None, records: bool = False
    ) -> Iterator[Document]:
        """Yields each document with its spans, in order; arguments as `Pipeline.annotate`.

        Raises:
            NoteError: If `on_error` is None and a note cannot be processed whole, or is in
                another language where `only` these are taken.
        """
        units = by_patient(docs, on_error) if records else ([doc] for doc in docs)
        for batch in self._batches(units):
            taken = [doc for unit in batch for doc in unit if self._takes(doc, on_error)]
            langs = [self.language_of(doc) for doc in taken]
            done: dict[int, Document] = {}
            for lang in dict.fromkeys(langs):
                places = [place for place, of in enumerate(langs) if of == lang]
                mine = [taken[place] for place in places]
                found = self.of(lang).annotate(mine, on_error=on_error, records=records)
                at = iter(places)
                for doc in found:  # in order, without those that failed
                    done[next(p for p in at if taken[p].id == doc.id)] = doc
            yield from (done[place] for place in sorted(done))

    def gather(self, docs: Sequence[Document]) -> list[Document]:
        """Returns each document with all that was found, as `Pipeline.gather`."""
        return [self.of(self.language_of(doc)).gather([doc])[0] for doc in docs]

    def _takes(self, doc: Document, on_error: OnError | None) -> bool:
        """Whether a note is in one of the languages; tells of it where not."""
        other = other_language(doc.text, self.language_of(doc)) if self.only else ""
        if not other:
            return True
        error = NoteError(
            doc.id, f"seems to be in another language ({other}) than {', '.join(self.languages)}"
        )
        if on_error is None:
            raise error
        on_error(error)
        return False
