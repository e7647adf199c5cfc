"""What a hospital's own package may hold: one row of each kind that incognote's registry opens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from incognote.core.document import Document, Span
from incognote.core.pipeline import OnError, Settings
from incognote.io.format import Fields, Format, New, Record
from incognote.replace.replacement import Context


class TrialNumbers:
    """Finds the numbers of the hospital's trials."""

    labels = frozenset({"IDNUM"})

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        return [
            [
                Span(found.start(), found.end(), "IDNUM", 1.0, "trial-numbers")
                for found in re.finditer(r"\bTRIAL-\d+\b", doc.text)
            ]
            for doc in docs
        ]


def trial_numbers(settings: Settings) -> TrialNumbers:
    return TrialNumbers()


def stars(doc: Document, spans: Sequence[Span], context: Context) -> list[str]:
    """Of each mark as many stars as it has letters."""
    return ["*" * len(span) for span in spans]


def trial_number(doc: Document, span: Span, context: Context) -> str:
    """A number of a trial that the hospital never had."""
    drawn = int.from_bytes(context.secret(doc.text[span.start : span.end])[:4], "big")
    return f"TRIAL-9{drawn % 10_000:04}"


def records(
    path: Path, name: str, *, fields: Fields, on_error: OnError | None = None
) -> Iterator[Record]:
    """Notes with a line `== id` before each; the first piece is the head of the file."""
    head, *blocks = re.split(r"^(?=== )", path.read_text(), flags=re.MULTILINE)
    yield Record("head", (), name, 0, original=head)
    for place, block in enumerate(blocks, start=1):
        title, _, text = block.partition("\n")
        id = title.removeprefix("== ")
        yield Record(id, (Document(id, text),), name, place, original=title)


def rewrite(record: Record, new: New) -> bytes:
    return "\n".join([record.original, *new.texts]).encode()


BLOCKS = Format(records=records, rewrite=rewrite, suffixes=(".blocks",))


def exact(pair: object) -> dict[str, object]:
    """See `assure/evaluation` for what a scorer counts."""
    from incognote.assure.evaluation.entities import score

    return score(pair)  # type: ignore[arg-type]


def linear(given: object) -> object:
    """A network that is an existing one by another name."""
    from incognote.lab.training.architectures import bilstm

    return bilstm(given)  # type: ignore[arg-type]
