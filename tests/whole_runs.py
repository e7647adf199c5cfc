"""Runs of files through the shipped pipelines, each loaded once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from incognote.core.pipeline import Pipeline, Settings
from incognote.io.format import NO_FIELDS, Fields
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.run.batch import OutputFolder, Sources, Summary, Task, run
from incognote.run.deidentifier import load_pipeline


@cache
def english() -> Pipeline:
    return load_pipeline(Settings("en", threads=1))


@cache
def spanish() -> Pipeline:
    return load_pipeline(Settings("es", threads=1))


def deid(
    source: Path,
    out: Path,
    *,
    policy: str = "all",
    action: str = "",
    fields: Fields = NO_FIELDS,
    lang: str = "en",
) -> Summary:
    """What `incognote deid SOURCE -o OUT` does."""
    chosen = get_policy(policy)
    if action:
        chosen = chosen.with_action(action)
    pipeline = {"en": english, "es": spanish}[lang]
    task = Task(pipeline, chosen, Context(key=b"k" * 32, lang=lang), other_language="pass")
    return run(Sources([source], fields=fields), task, OutputFolder(out), jobs=1)
