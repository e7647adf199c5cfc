"""A language that nobody speaks runs as ours do: no engine knows it, and its pack is a folder."""

from __future__ import annotations

import doctest
import pickle
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from incognote import Deidentifier, Document, Settings, Span, cli, get_policy, load, redact
from incognote.core import language
from incognote.core.errors import ConfigError
from incognote.core.language import Language, get_language
from incognote.core.pipeline import Pipeline
from incognote.core.traits import traits
from incognote.detect.facts import FactExtractor
from incognote.detect.lexicon.lists import Lexicon
from incognote.detect.protection import ProtectionDetector
from incognote.detect.roster.words import load_words
from incognote.detect.rules import from_settings
from incognote.io import inline
from incognote.lab.probe import forms
from incognote.lab.synthesis import Recipe, synthesize
from incognote.replace.replacement import Context
from packs import INVENTED, forget

pytestmark = pytest.mark.usefixtures("invented")

NOTE = """hodie Cirso 25 2019, Hospitar Toval.
Doktoro Maria Delgado vidi mistra Brenu Albaq, 44 anos, karto 004217, pass Z1234-7.
morbo Parkinson, pulso 80, dolo 3/10. Delgado an Dovel 2 2019.
"""
FOUND = """hodie [DATE], [HOSPITAL].
Doktoro [DOCTOR] vidi mistra [PATIENT], [AGE] anos, karto [KARTO], pass [IDNUM].
morbo Parkinson, pulso 80, dolo 3/10. [DOCTOR] an [DATE].
"""
MARKED = """hodie [[DATE|Cirso 25 2019]], [[HOSPITAL|Hospitar Toval]] in [[CITY|Brask]].
[[DOCTOR|Dornaq]] vidi mistra [[PATIENT|Brenu Albaq]], [[AGE|quadra]] anos,
karto [[KARTO|004217]], pass [[IDNUM|Z1234-7]]. [[PATIENT|B. Albaq]] an [[DATE|Cirso 28]].
"""
NEW = re.compile(
    r"hodie (?P<date>[\w-]+ \d+ \d{4}), Hospitar (?!Toval)\w+ in (?!Brask)[\w ]+\.\n"
    r"(?!Dornaq)\w+q vidi mistra (?P<given>\w+u) (?P<last>\w+q), 40-49 anos,\n"
    r"karto 00(?!4217)\d{4}, pass [A-Z](?!1234)\d{4}-7\. (?P<initial>\w)\. (?P<again>\w+) an "
    r"(?P<later>[\w-]+ \d+)\.\n"
)
RECORD = "[[PATIENT|Albaq]], karto [[KARTO|004217]], [[DATE|Cirso 25 2019]]"
PAGE = Path(__file__).parents[2] / "docs/languages.md"
PARTS = re.findall(r"^\| .* \| `(\w+)[/`].* \| `([A-Z]+)`", language.__doc__ or "", re.MULTILINE)


def marked() -> Document:
    return inline.parse("a", MARKED)


def surrogates(key: int) -> str:
    policy = get_policy("all").with_action("surrogate")
    return redact(marked(), policy, Context(bytes([key]), lang="xx")).text


def test_a_note_is_read_by_rules_lists_and_search() -> None:
    """Rules, lists, the search for the names already found; protection and medical terms stay."""
    assert load("xx", verify="off")(NOTE).text == FOUND
    assert load("xx")(NOTE).text == FOUND


def test_its_protection_keeps_what_a_model_marks() -> None:
    class Model:
        labels = frozenset({"AGE"})

        def detect(self, docs: list[Document]) -> list[list[Span]]:
            return [[Span(6, 8, "AGE", 0.9, "neural"), Span(15, 17, "AGE", 0.9, "neural")]]

    (doc,) = Pipeline([Model(), ProtectionDetector("xx")]).annotate(
        [Document("a", "pulso 80, anos 81")]
    )
    assert [span.start for span in doc.spans] == [15]


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_command_line_runs_it(tmp_path: Path, jobs: int) -> None:
    notes, out = tmp_path / "notes", tmp_path / "out"
    notes.mkdir()
    for number in range(3):
        (notes / f"{number}.txt").write_text(NOTE)
    args = ["deid", str(notes), "-o", str(out), "--lang", "xx", "--verify", "off"]
    assert cli.run([*args, "--jobs", str(jobs)]) == 0
    assert {path.read_text() for path in out.glob("*.txt")} == {FOUND}


def test_its_labels_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["labels", "--lang", "xx"]) == 0
    assert "PATIENT" in capsys.readouterr().out


def test_dates_people_places_and_numbers_become_others() -> None:
    for key in range(8):
        new = NEW.fullmatch(surrogates(key))
        assert new, surrogates(key)
        assert (new["initial"], new["again"]) == (new["given"][0], new["last"])
        months = get_language("xx").part("calendar", "MONTHS")
        month, day, _ = new["date"].split()
        later, last = new["later"].split()
        assert (months.index(later) - months.index(month)) % 12 == (int(last) < int(day))
        assert int(last) - int(day) == 3 or int(last) <= 3


def test_notes_are_made_up_and_varied() -> None:
    recipe = Recipe("xx", refill=1.0, mix=0.0, window=0.0, drop=0.0, damage={})
    kinds = set()
    for doc in synthesize([inline.parse("a", RECORD)], recipe, seed=1, count=40):
        kinds.add("|".join(span.label for span in doc.spans))
        assert "Albaq, karto 004217" not in doc.text
    assert kinds == {"", "PATIENT|KARTO|CITY", "PATIENT|KARTO|DATE"}


def everything() -> None:
    """What asks for each part of the pack."""
    Lexicon("xx")
    load_words("xx")
    load("xx")(NOTE)
    surrogates(1)
    list(synthesize([], Recipe("xx", note=0.0), seed=1, count=2))
    FactExtractor("xx").extract(NOTE)
    traits("xx")
    list(forms.questions("xx"))


def test_nothing_is_missing() -> None:
    assert len(PARTS) == 21
    everything()


@pytest.mark.parametrize(("module", "name"), PARTS)
def test_a_missing_part_is_named(module: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    get_language("xx").part(module, name)
    monkeypatch.delattr(sys.modules[f"zeddish.{module}"], name)
    forget()
    with pytest.raises(ConfigError, match=rf"'xx' has no {module}\.{name}"):
        everything()


@pytest.mark.parametrize("missing", ["PACK", "scheme.SCHEME", "policy.WORDS", "rules.RULES"])
def test_what_is_at_fault_stops_no_run_in_another_language(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, _, name = f"zeddish.{missing}".rpartition(".")
    monkeypatch.delattr(import_module(module), name)
    forget()
    rules = pickle.loads(pickle.dumps(from_settings(Settings("en"))))
    english = Deidentifier(Pipeline([rules]), get_policy("hipaa"))
    assert english("Call (216) 555-0143.").text == "Call [PHONE]."
    assert cli.run(["labels"]) == 0
    with pytest.raises(ConfigError, match="'xx'"):
        load("xx")
    assert cli.run(["labels", "--lang", "xx"]) == (2 if missing in ("PACK", "scheme.SCHEME") else 0)


@pytest.mark.parametrize(
    ("said", "named"), [("numbers={}", "missing.*'units'"), ("units={}, decades=''", "'decades'")]
)
def test_a_member_that_is_missing_or_unknown_is_named(
    said: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / f"pack_{len(said)}"
    folder.mkdir()
    (folder / "ages.py").write_text(f"from incognote.replace.ages import Ages\nAGES = Ages({said})")
    monkeypatch.syspath_prepend(tmp_path)
    pack = Language("yy", "Yeddish", folder.name, "incognote", (), "latin")
    with pytest.raises(ConfigError, match=f"pack of language 'yy', ages: .*{named}"):
        pack.part("ages", "AGES")


def test_the_page_names_every_part_and_its_examples_run() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `([A-Z]+)` \|", PAGE.read_text(), re.MULTILINE)
    assert sorted(rows) == sorted([("__init__", "PACK"), *PARTS])
    assert doctest.testfile(str(PAGE), module_relative=False) == (0, 4)


def test_the_commands_of_the_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```console\n(.*?)```", PAGE.read_text(), re.DOTALL)
    for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, said = step.partition("\n")
        place, program, args = command.partition(" incognote ")
        if program:
            assert place == f"PYTHONPATH={INVENTED.relative_to(PAGE.parents[1])}"
            assert cli.run(shlex.split(args)) == 0
        else:
            run = subprocess.run(command, shell=True, check=True, capture_output=True, text=True)
            assert run.stdout == said
