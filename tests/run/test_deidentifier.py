"""Which model `load` takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from incognote import load
from incognote.core.errors import ConfigError
from incognote.core.language import get_language, language_codes
from incognote.core.pipeline import Pipeline, Settings
from incognote.detect.neural import EnsembleDetector, NeuralDetector
from incognote.replace.policy import get_policy
from incognote.run.deidentifier import (
    Deidentifier,
    choose_model,
    load_pipeline,
    shipped_model,
)

WITHOUT_FAST = [code for code in language_codes() if get_language(code).fast is None]


def folder_of(pipeline: Pipeline) -> Path:
    models = (NeuralDetector, EnsembleDetector)
    (detector,) = [d for d in pipeline.detectors if isinstance(d, models)]
    return detector.folder


def test_without_a_word_the_default_model_is_taken() -> None:
    assert (
        folder_of(load_pipeline(Settings("en"))) == get_language("en").model == shipped_model("en")
    )
    assert choose_model("en", None, fast=False) is None


def test_fast_takes_the_smaller_model() -> None:
    deid = load(fast=True)
    assert folder_of(deid.pipeline) == shipped_model("en", fast=True) != shipped_model("en")
    assert "Ruiz" not in deid("Seen by Dr. Ada Ruiz on 03/14/2019.").text


def test_a_policy_that_keeps_names_or_shifts_dates_warns(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\ndescription = "x"\n[labels]\nDOCTOR = "keep"\n')
    with pytest.warns(UserWarning, match="'mine' leaves identifiers .* DOCTOR"):
        load(fast=True, policy=str(mine))
    with pytest.warns(UserWarning, match="hipaa-expert shifts dates"):
        load(fast=True, policy="hipaa-expert")
    load(fast=True, policy="hipaa-expert", replacement="tag")
    load(fast=True, policy="hipaa", replacement="surrogate")


def test_a_model_and_fast_are_refused_together() -> None:
    with pytest.raises(ConfigError, match="not both"):
        load(model=get_language("en").model, fast=True)


@pytest.mark.parametrize("lang", WITHOUT_FAST)
def test_a_language_without_a_fast_model_says_so(lang: str) -> None:
    with pytest.raises(ConfigError, match=f"'{lang}', only for en"):
        load(lang, fast=True)


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(ConfigError, match="'tlh'"):
        shipped_model("tlh")


@pytest.mark.parametrize("bias", [float("nan"), float("inf"), -float("inf"), 1e39])
def test_a_recall_bias_that_cannot_be_is_refused(bias: float) -> None:
    with pytest.raises(ConfigError, match="recall bias must be within -100 and 100"):
        load(recall_bias=bias)


@pytest.mark.parametrize("threads", [0, -1])
def test_threads_that_cannot_be_are_refused(threads: int) -> None:
    with pytest.raises(ConfigError, match="number of threads must be 1 or more"):
        load(threads=threads)


@pytest.mark.parametrize("threshold", [float("nan"), -0.1, 1.1])
def test_thresholds_of_the_settings_that_cannot_be_are_refused(threshold: float) -> None:
    with pytest.raises(ConfigError, match="threshold must be within 0 and 1"):
        Settings("en", thresholds={"DATE": threshold})


@pytest.mark.parametrize(
    ("text", "type"), [(None, "NoneType"), (b"abc", "bytes"), (float("nan"), "float")]
)
def test_what_is_no_text_is_refused(text: Any, type: str) -> None:
    deid = Deidentifier(Pipeline([]), get_policy("all"))
    for use in (deid, deid.detect):
        with pytest.raises(TypeError, match=f"^text must be str, not {type}$"):
            use(text)
