"""A package with one row of each kind runs as ours do: by `load()` and by the command line."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from incognote import cli, load
from incognote.core import registry
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError
from incognote.core.language import get_language
from incognote.core.pipeline import GIVES_WAY, Protected
from incognote.core.resolve import FOUND
from incognote.detect.neural import NeuralDetector
from incognote.io.format import get_format, writer
from incognote.model.model_folder import read_model
from incognote.replace.policy import get_policy
from incognote.replace.redact import redact
from packs import PLUGIN, installed
from tiny_models import tiny

NOTE = "Enrolled in TRIAL-4711 today. The consent of TRIAL-4711 is signed.\n"
STARS = 'name = "ours"\ndescription = "Stars."\ndefault = "stars"\n'


@pytest.fixture(scope="module")
def site_packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip has installed the package, without a network."""
    folder = tmp_path_factory.mktemp("plugin")
    source, target = folder / "source", folder / "installed"
    shutil.copytree(PLUGIN, source)  # building leaves files in it
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--no-build-isolation", "--target", target, source], check=True)
    return target


@pytest.fixture(scope="module", autouse=True)
def package(site_packages: Path) -> Iterator[None]:
    with installed(site_packages):
        yield


def test_its_rows_are_listed_and_an_unknown_one_is_refused() -> None:
    opened = ("detector", "replacement", "surrogate", "language", "format", "scorer")
    for kind in (*opened, "architecture"):
        (name,) = set(registry.names(kind)) - set(registry.ROWS[kind])
        assert registry.get(kind, name) is not None
    with pytest.raises(ConfigError, match=r"no detector 'trial'.*trial-numbers"):
        load(detectors=["trial"])


def test_its_detector_runs_when_it_is_named(tmp_path: Path) -> None:
    found = load(detectors=["trial-numbers"]).detect(NOTE)
    assert [s.label for s in found if s.source.startswith("trial-numbers")] == ["IDNUM"] * 2
    assert not any(s.source.startswith("trial-numbers") for s in load().detect(NOTE))


SITE = '[lists]\nDOCTOR = ["Zorpanski"]\n'


def test_a_detector_takes_back_what_rules_lists_and_the_model_found_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import acme_notes

    def protected(self: object, docs: Sequence[Document]) -> list[list[Protected]]:
        return [[Protected(0, len(doc.text))] for doc in docs]

    text = "Seen by Dr. Ada Ruiz and Dr. Zorpanski on 3/14/2019."
    site = tmp_path / "site.toml"
    site.write_text(SITE)
    asked = {"site": site, "detectors": ["trial-numbers"]}
    assert "Ruiz" not in load(**asked)(text).text
    theirs = acme_notes.TrialNumbers
    monkeypatch.setattr(theirs, "protected", protected, raising=False)
    monkeypatch.setattr(theirs, "protects_from", GIVES_WAY, raising=False)
    assert load(**asked)(text).text == text.replace("Zorpanski", "[DOCTOR]")
    for name in ("protects_from", "weighs"):
        monkeypatch.setattr(theirs, name, frozenset({"rules", "site"}), raising=False)
        with pytest.raises(ConfigError, match=r"'trial-numbers' .* takes back .* \(site\)"):
            load(**asked)
        monkeypatch.setattr(theirs, name, frozenset({"trial-numbers"}))


@pytest.mark.parametrize("jobs", [1, 2])
def test_detector_action_and_format_by_the_command_line(tmp_path: Path, jobs: int) -> None:
    source, policy, out = tmp_path / "notes.blk", tmp_path / "ours.toml", tmp_path / "out"
    source.write_text("made on a Monday\n" + "".join(f"== n{i}\n{NOTE}" for i in range(40)))
    policy.write_text(STARS)
    args = ["deid", str(source), "--format", "blocks", "--policy", str(policy), "--alone"]
    args += ["--detector", "trial-numbers", "--jobs", str(jobs), "--verify", "off"]
    args += ["--max-note-seconds", "0", "-o", str(out)]
    assert cli.run(args) == 0
    new = (out / "notes.blk").read_text()
    assert new == source.read_text().replace("TRIAL-4711", "*" * 10)
    asked = json.loads((out / "audit.json").read_text())["options"]
    assert asked["detector"] == ["trial-numbers"]


def test_its_surrogate_stands_in_place_of_ours() -> None:
    deid = load(detectors=["trial-numbers"], replacement="surrogate", key=b"key")
    new = deid(NOTE).text
    assert "TRIAL-4711" not in new
    assert len({word for word in new.split() if word.startswith("TRIAL-9")}) == 1


def test_an_action_of_its_own_takes_no_original_with_it(tmp_path: Path) -> None:
    """What an action of another package leaves standing is found by verification."""
    import acme_notes

    policy = tmp_path / "ours.toml"
    policy.write_text(STARS)
    acme_notes.stars, kept = (
        lambda doc, spans, context: [f"({doc.text[8:17]})"] * len(spans),
        acme_notes.stars,
    )
    try:
        new = load(policy=str(policy))("Seen by Zorpanski, RN. Dr. Zorpanski left.").text
    finally:
        acme_notes.stars = kept
    assert "Zorp" not in new
    assert "[DOCTOR]" in new


SPANS = (Span(4, 13, "DOCTOR"), Span(15, 24, "DATE"), Span(26, 36, "IDNUM"))
MARKED = Document("a", "Dr. Zorpanski, 3/14/2019, TRIAL-4711", SPANS)


@pytest.mark.parametrize("way", ["{}", "({})", "x {} x"])
def test_an_original_that_an_action_or_a_surrogate_returns_becomes_its_tag(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """A date among them, for which verification does not search in what stands for one."""
    import acme_notes

    def wrapped(doc: Document, span: Span, context: object) -> str:
        return way.format(doc.text[span.start : span.end].lower())

    monkeypatch.setattr(acme_notes, "trial_number", wrapped)
    monkeypatch.setattr(
        acme_notes, "stars", lambda doc, spans, c: [wrapped(doc, s, c) for s in spans]
    )
    policy = tmp_path / "ours.toml"
    policy.write_text(STARS)
    assert redact(MARKED, get_policy(str(policy))).text == "Dr. [DOCTOR], [DATE], [IDNUM]"
    surrogates = get_policy("all").with_action("surrogate")
    assert redact(MARKED, surrogates).text.endswith("[IDNUM]")


@pytest.mark.parametrize("what", [None, 5])
def test_what_is_no_text_is_not_written(monkeypatch: pytest.MonkeyPatch, what: object) -> None:
    import acme_notes

    monkeypatch.setattr(acme_notes, "trial_number", lambda doc, span, context: what)
    with pytest.raises(TypeError):
        redact(MARKED, get_policy("all").with_action("surrogate"))


def test_a_row_that_cannot_be_loaded_or_makes_no_detector_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import acme_notes

    def fails(settings: object) -> None:
        raise RuntimeError("secret")

    told = []
    for row in (fails, lambda: None, lambda settings: 5, None):
        if row is None:
            monkeypatch.delattr(acme_notes, "trial_numbers")
        else:
            monkeypatch.setattr(acme_notes, "trial_numbers", row)
        with pytest.raises(ConfigError, match="detector 'trial-numbers' of another package") as why:
            load(detectors=["trial-numbers"])
        told.append(str(why.value))
    assert "secret" not in "".join(told)
    assert "cannot be loaded: AttributeError at 'acme_notes:trial_numbers'" in told[-1]
    monkeypatch.setattr(acme_notes, "BLOCKS", 5)
    with pytest.raises(ConfigError, match=r"no incognote.io.format.Format"):
        get_format("blocks")
    monkeypatch.delattr(acme_notes, "stars")
    (tmp_path / "ours.toml").write_text(STARS)
    with pytest.raises(ConfigError, match="replacement 'stars' of another package cannot be"):
        load(policy=str(tmp_path / "ours.toml"))


def test_its_language_is_loaded_and_run(tmp_path: Path) -> None:
    deid = load("qq", verify="off")
    assert deid(NOTE).text == NOTE.replace("TRIAL-4711", "[IDNUM]")
    with pytest.raises(ConfigError, match="language 'qq' has no"):
        get_language("qq").part("calendar", "CALENDAR")
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text(NOTE)
    args = ["deid", str(notes), "-o", str(tmp_path / "out"), "--lang", "qq", "--verify", "off"]
    assert cli.run(args) == 0
    assert (tmp_path / "out/a.txt").read_text() == NOTE.replace("TRIAL-4711", "[IDNUM]")


def test_its_format_is_read_by_other_commands(tmp_path: Path) -> None:
    source = tmp_path / "notes.blk"
    source.write_text(f"== a\n{NOTE}")
    args = ["convert", str(source), str(tmp_path / "new"), "--from", "blocks", "--to", "txt"]
    assert cli.run(args) == 0
    assert (tmp_path / "new/a.txt").read_text() == NOTE
    assert get_format("blocks").write is None
    with pytest.raises(ConfigError, match="no format to write 'blocks'"):
        writer("blocks")


def test_its_scorer_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    doc = Document("a", NOTE, (Span(12, 22, "IDNUM"),))
    for name in ("gold", "found"):
        writer("jsonl")([doc], tmp_path / f"{name}.jsonl")
    gold, found = tmp_path / "gold.jsonl", tmp_path / "found.jsonl"
    args = ["evaluate", str(gold), str(found), "--predicted-format", "jsonl", "--scorer", "exact"]
    assert cli.run([*args, "--json"]) == 0
    assert "exact/" in capsys.readouterr().out


def test_its_architecture_is_trained_and_finds(tmp_path: Path, tiny_corpus: Path) -> None:
    from incognote.lab.training import train

    config = tiny(architecture="linear", epochs=30, patience=30)
    train(config, tmp_path / "m", data={"notes": tiny_corpus})
    learned = read_model(tmp_path / "m").training
    assert learned["architecture"] == "linear"
    assert learned["f1"] > 0.4
    (found,) = NeuralDetector(tmp_path / "m").detect([Document("a", "Seen on 3/14/2019.")])
    assert [span.label for span in found if span.score >= FOUND] == ["DATE"]
