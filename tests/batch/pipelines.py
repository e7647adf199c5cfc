"""Pipelines that the worker processes of the tests load by name."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Sequence

from incognote.document import Document, Span
from incognote.errors import ModelError
from incognote.pipeline import Pipeline


class Emails:
    """Finds what has an at sign; obeys commands in the notes."""

    labels = frozenset({"EMAIL", "AGE"})

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        found = []
        for doc in docs:
            if "DIE" in doc.text:
                os.kill(os.getpid(), signal.SIGKILL)
            if "RAISE" in doc.text:
                raise ValueError(doc.text)
            found.append(
                [
                    Span(m.start(), m.end(), "EMAIL", 0.9, "t")
                    for m in re.finditer(r"\S+@\S+", doc.text)
                ]
                + [
                    Span(m.start(1), m.end(1), "AGE", 0.8, "t")
                    for m in re.finditer(r"aged (\d+)", doc.text)
                ]
            )
        return found


def emails() -> Pipeline:
    return Pipeline([Emails()])


def broken_model() -> Pipeline:
    raise ModelError("models/x: config.json is missing; give the folder that train wrote.")


def bug() -> Pipeline:
    raise KeyError("Maria Delgado")


def dies_at_once() -> Pipeline:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def wrong_type() -> Pipeline:
    return "Maria Delgado"  # type: ignore[return-value]
