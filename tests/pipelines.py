"""Pipelines that the worker processes of the tests load by name, and a look at what came out."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from incognote.core.document import Document, Span
from incognote.core.errors import ModelError
from incognote.core.pipeline import Pipeline
from incognote.detect.propagation import PropagationDetector
from incognote.replace.policy import get_policy

TAGS = get_policy("all").with_action("tag")


class Emails:
    """Finds what has an at sign; obeys commands in the notes."""

    labels = frozenset({"EMAIL", "AGE"})

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        found = []
        for doc in docs:
            for path in re.findall(r"TELL (\S+)", doc.text):
                with Path(path).open("a") as file:
                    print(os.getpid(), file=file)
            if "DIE" in doc.text:
                os.kill(os.getpid(), signal.SIGKILL)
            if "INTERRUPT" in doc.text:
                for path in re.findall(r"AFTER (\S+)", doc.text):
                    until = time.monotonic() + 60
                    while not Path(path).exists() and time.monotonic() < until:
                        time.sleep(0.02)
                parent = multiprocessing.parent_process()  # the run, where this is its worker
                os.kill(parent.pid if parent else os.getpid(), signal.SIGINT)
                time.sleep(5)
            if "SLEEP" in doc.text:
                time.sleep(600)
            if "EXIT" in doc.text:
                raise SystemExit(doc.text)
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


def record(out: Path) -> dict[str, list[dict[str, object]]]:
    lines = (out / "spans.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert len({row["id"] for row in rows}) == len(rows)
    return {row["id"]: row["spans"] for row in rows}


def failures(out: Path) -> list[dict[str, str]]:
    """The lines of failed.jsonl."""
    return [json.loads(line) for line in (out / "failed.jsonl").read_text().splitlines()]


def contents(out: Path) -> dict[str, bytes]:
    return {str(p.relative_to(out)): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}


class Titled:
    """Finds what stands after a title; obeys commands in the notes."""

    labels = frozenset({"PATIENT"})

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        if any("DIE" in doc.text for doc in docs):
            os.kill(os.getpid(), signal.SIGKILL)
        if any("SLEEP" in doc.text for doc in docs):
            time.sleep(600)
        return [
            [
                Span(m.start(1), m.end(1), "PATIENT", 0.9, "t")
                for m in re.finditer(r"Mr\. (\w+)", doc.text)
            ]
            for doc in docs
        ]


def names_after_titles() -> Pipeline:
    return Pipeline([Titled(), PropagationDetector("en")])


def always_fails() -> Pipeline:
    """One that fails each note."""
    return Pipeline([Failing()])


class Failing:
    labels = frozenset({"EMAIL"})

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        raise ValueError
