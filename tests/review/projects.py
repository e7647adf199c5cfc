"""Projects for tests: made up, with letters of every width."""

from __future__ import annotations

from pathlib import Path

from incognote.core.document import Document, Span
from incognote.review.making import make_project
from incognote.review.project import Project
from incognote.review.source import stamp

TEXT = "Seen by Dr. Ada Ruiz 😀 on 3/4/2019.\nAda Ruiz (José) rang RUIZ; bed 7.\n"


def span(text: str, surface: str, label: str, score: float = 0.8, nth: int = 0) -> Span:
    start = -1
    for _ in range(nth + 1):
        start = text.index(surface, start + 1)
    return Span(start, start + len(surface), label, score, "model")


def notes() -> list[Document]:
    other = "Tom Moss is Ada Ruiz's patient.\n"
    return [
        Document(
            "a/1",
            TEXT,
            (span(TEXT, "Ada Ruiz", "DOCTOR", 0.6), span(TEXT, "3/4/2019", "DATE", 0.99)),
            {"patient": "7"},
        ),
        Document("a/2", other, (span(other, "Tom Moss", "PATIENT", 0.95),), {"patient": "7"}),
        Document("b/1", "Ada Ruiz did not come.\n", (), {"patient": "8"}),
    ]


def made(folder: Path, purpose: str = "check", docs: list[Document] | None = None) -> Path:
    path, source = folder / "project.db", folder / "source.txt"
    if not source.exists():
        source.write_text("as it was")
    make_project(path, docs or notes(), purpose=purpose, lang="en", source=stamp([source]))
    return path


def number(project: Project, id: str) -> int:
    return next(note.number for note in project.notes if note.id == id)
