"""Everything that can be chosen by name: one row each, loaded only when asked for.

A row is `"module:object"`, the same string that another package gives as an entry point in the
group `incognote.<kind>` to add a row of its own. Rows are the only place to touch when a format,
language, detector, replacement, surrogate, scorer or architecture is added; contract tests walk
the tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from incognote.core.errors import ConfigError, IncognoteError, unknown

ROWS: Mapping[str, Mapping[str, str]] = {
    # How notes lie on disk (io/format.py)
    "format": {
        "txt": "incognote.io.txt:FORMAT",
        "jsonl": "incognote.io.jsonl:FORMAT",
        "csv": "incognote.io.csv_tables:FORMAT",
        "parquet": "incognote.io.parquet:FORMAT",
        "omop": "incognote.io.omop:FORMAT",
        "fhir": "incognote.io.fhir:FORMAT",
        "cda": "incognote.io.cda:FORMAT",
        "html": "incognote.io.html_pages:FORMAT",
        "rtf": "incognote.io.rtf:FORMAT",
        "hl7": "incognote.io.hl7:FORMAT",
        "inline": "incognote.io.inline:FORMAT",
        "brat": "incognote.io.brat:FORMAT",
        "conll": "incognote.io.conll:FORMAT",
        "label-studio": "incognote.io.label_studio:FORMAT",
        "label-studio-predictions": "incognote.io.label_studio:PREDICTED",
        "doccano": "incognote.io.doccano:FORMAT",
        "prodigy": "incognote.io.prodigy:FORMAT",
        "uima-xmi": "incognote.io.uima_xmi:FORMAT",
        "docx": "incognote.io.docx:FORMAT",
        "pdf": "incognote.io.pdf:FORMAT",
        "i2b2-2006": "incognote.io.i2b2_2006:FORMAT",
        "i2b2-2014": "incognote.io.i2b2_2014:FORMAT",
        "n-grid-2016": "incognote.io.ngrid_2016:FORMAT",
        "physionet": "incognote.io.physionet:FORMAT",
        "physionet-i2b2": "incognote.io.physionet_i2b2:FORMAT",
        "dernoncourt-lee": "incognote.io.dernoncourt_lee:FORMAT",
        "mimic-iii": "incognote.io.mimic_iii:FORMAT",
    },
    # A pack: everything of one language (core/language.py)
    "language": {
        "en": "incognote.languages.en:PACK",
        "es": "incognote.languages.es:PACK",
    },
    # Settings -> Detector
    "detector": {
        "rules": "incognote.detect.rules:from_settings",
        "lexicon": "incognote.detect.lexicon:from_settings",
        "neural": "incognote.detect.neural:from_settings",
        "protection": "incognote.detect.protection:from_settings",
        "site": "incognote.detect.site:from_settings",
        "roster": "incognote.detect.roster:from_settings",
        "overlay": "incognote.detect.overlay:from_settings",
        "propagation": "incognote.detect.propagation:from_settings",
    },
    # Named by one of our types (PHONE), all but DATE: Document, Span, Context -> its surrogate in
    # place of the one that we would draw; '' where none can be made
    "surrogate": {},
    # Document, spans, Context -> what stands in place of each span, in order
    "replacement": {
        "tag": "incognote.replace.tags:tag",
        "mask": "incognote.replace.tags:mask",
        "hash": "incognote.replace.tags:code",
        "generalise": "incognote.replace.generalise:generalise",
        "surrogate": "incognote.replace.surrogates:surrogate",
        "shift": "incognote.replace.shift:shift",
    },
    # A function with typer's annotations: becomes `incognote <name>`, imported when it is run
    "command": {
        "deid": "incognote.cli.deid:deid",
        "columns": "incognote.cli.columns:columns",
        "policy": "incognote.cli.policy:policy",
        "key": "incognote.cli.key:key",
        "attack": "incognote.cli.attack:attack",
        "reveal": "incognote.cli.reveal:reveal",
        "detect": "incognote.cli.detect:detect",
        "serve": "incognote.cli.serve:serve",
        "proxy": "incognote.cli.proxy:proxy",
        "mcp": "incognote.cli.mcp:mcp",
        "convert": "incognote.cli.convert:convert",
        "corpus": "incognote.cli.corpus:corpus",
        "train": "incognote.cli.train:train",
        "import": "incognote.cli.import_:import_",
        "export": "incognote.cli.export:export",
        "vectors": "incognote.cli.vectors:vectors",
        "pretrain": "incognote.cli.pretrain:pretrain",
        "ensemble": "incognote.cli.ensemble:ensemble",
        "reproduce": "incognote.cli.reproduce:reproduce",
        "labels": "incognote.cli.labels:labels",
        "synthesize": "incognote.cli.synthesize:synthesize",
        "evaluate": "incognote.cli.evaluate:evaluate",
        "evaluate-matrix": "incognote.cli.evaluate_matrix:evaluate_matrix",
        "utility": "incognote.cli.utility:utility",
        "probe": "incognote.cli.probe:probe",
        "adapt": "incognote.cli.adapt:app",
        "calibrate": "incognote.cli.calibrate:calibrate",
        "certify": "incognote.cli.certify:certify",
        "report": "incognote.cli.report:report",
        "review": "incognote.cli.review:app",
    },
    # As `command`: becomes `incognote adapt <name>`; `incognote adapt MODEL` is `run`
    "adapt": {
        "run": "incognote.cli.adapt_run:run",
        "curves": "incognote.cli.adapt_curves:curves",
        "rules": "incognote.cli.adapt_rules:rules",
        "pick": "incognote.cli.adapt_pick:pick",
    },
    # As `command`: becomes `incognote review <name>`; `incognote review PROJECT` is `open`
    "review": {
        "new": "incognote.cli.review_new:new",
        "open": "incognote.cli.review_open:open_",
        "export": "incognote.cli.review_export:export",
        "agree": "incognote.cli.review_agree:agree",
        "finish": "incognote.cli.review_finish:app",
    },
    # ArchitectureInput -> Tagger
    "architecture": {
        "bilstm": "incognote.lab.training.architectures:bilstm",
        "bilstm-crf": "incognote.lab.training.architectures:bilstm_crf",
        "attention": "incognote.lab.training.architectures:attention",
        "attention-crf": "incognote.lab.training.architectures:attention_crf",
        "attention-bilstm": "incognote.lab.training.architectures:attention_bilstm",
        "transformer": "incognote.lab.training.architectures:transformer",
        "transformer-crf": "incognote.lab.training.architectures:transformer_crf",
        "transformer-bilstm-crf": "incognote.lab.training.architectures:transformer_bilstm_crf",
    },
    # Pair -> counts of one note by measure
    "scorer": {
        "meddocan": "incognote.assure.evaluation.meddocan:score",
        "i2b2-2014": "incognote.assure.evaluation.i2b2_2014:score",
        "tokens": "incognote.assure.evaluation.tokens:score",
        "entities": "incognote.assure.evaluation.entities:score",
        "characters": "incognote.assure.evaluation.characters:score",
    },
}


@cache
def _rows() -> Mapping[str, Mapping[str, str]]:
    """By kind our rows with those of installed packages; ours win."""
    installed = entry_points()  # once for all kinds: it looks into every installed package
    theirs = {
        kind: {each.name: each.value for each in installed.select(group=f"incognote.{kind}")}
        for kind in ROWS
    }
    return {kind: theirs[kind] | dict(ROWS[kind]) for kind in ROWS}


def names(kind: str) -> list[str]:
    """Returns the names of all rows of a kind, sorted."""
    return sorted(_rows()[kind])


def get(kind: str, name: str) -> Any:
    """Returns the object that a row names, importing its module now.

    Args:
        kind: A key of `ROWS`.
        name: A row of that kind.

    Raises:
        ConfigError: If there is no such row; the message lists those that are. If what a row of
            another package names cannot be imported.
    """
    rows = _rows()[kind]
    if name not in rows:
        raise unknown(kind, name, rows)
    module, _, attribute = rows[name].partition(":")
    try:
        return getattr(import_module(module), attribute)
    except Exception as error:
        if name in ROWS[kind] or isinstance(error, IncognoteError):
            raise
        raise ConfigError(
            f"The {kind} '{name}' of another package cannot be loaded: {type(error).__name__} at "
            f"'{rows[name]}'; mend that package or remove it."
        ) from error
