import importlib.util
import json
from pathlib import Path

import pytest

from incognote.core import registry
from incognote.core.errors import ConfigError
from incognote.detect.overlay import OVERLAYS
from incognote.lab.reproduce import report
from incognote.lab.reproduce.corpora import CORPORA
from incognote.lab.reproduce.experiment import PAPERS, names, read_experiment
from incognote.lab.reproduce.run import _Runner
from incognote.lab.training import find_config

DOCS = Path(__file__).parents[3] / "docs"
REPRODUCED = Path(__file__).parents[3] / "bench" / "reproduced"
FIVE = ["ahmed2020", "amirifardchime2025", "hadoken2019", "hartman2020", "johnson2020"]


def test_all_five_papers_are_there():
    assert names() == FIVE
    with pytest.raises(ConfigError, match="Did you mean 'johnson2020'"):
        read_experiment("jonson2020")


@pytest.mark.parametrize("name", FIVE)
def test_an_experiment_names_only_what_there_is(name):
    experiment = read_experiment(name)
    numbers = [table.number for table in experiment.table]
    assert len(set(numbers)) == len(numbers)
    scorers = set(registry.names("scorer")) | {"points"}
    for system in experiment.system:
        assert find_config(system.config)
        assert set(system.overlay) <= set(OVERLAYS)
        assert system.vectors in ("", "words", "characters")
    for table in experiment.table:
        for row in table.row:
            assert {row.train or experiment.corpus, row.test or experiment.corpus} <= set(CORPORA)
            used = table.figures_of(row)
            assert {figure.partition("/")[0] for figure in used} <= scorers
            assert all(not 0 < value < 1 for value in row.paper if table.number != 5), row.name


def test_a_stand_in_takes_what_all_share_and_what_is_its_own():
    large, biobert = (
        next(s for s in read_experiment("johnson2020").system if s.name == name)
        for name in ("BERT large, cased", "BioBERT")
    )
    assert large.stand_in["loop.warmup"] == 0.1
    assert large.stand_in["model.features"] == ["casing"]
    assert not biobert.stand_in


def test_figures_that_a_paper_cites_are_of_no_system_here(tmp_path):
    experiment = read_experiment("amirifardchime2025")
    table = experiment.table[0]
    outcome = _Runner(experiment, tmp_path, {}, "", True, {}, print).outcome(table, table.row[0])
    (cells,) = report.rows(table, [outcome])
    assert cells == ["Original paper", "-", "98.20 / -", "98.40 / -", "98.30 / -"]


@pytest.mark.parametrize("path", sorted(REPRODUCED.glob("*.json")), ids=lambda p: p.stem)
def test_what_was_reproduced_is_the_same_in_both_forms(path):
    lines = path.with_suffix(".md").read_text().splitlines()
    for table in json.loads(path.read_text())["tables"]:
        for row in table["rows"]:
            ours = [f"/ {value:.2f}" for value in row["ours"] if value is not None]
            named = [line for line in lines if line.startswith(f"| {row['name']} |")]
            assert any(all(cell in line for cell in ours) for line in named), row["name"]


@pytest.fixture(scope="module")
def make_papers():
    spec = importlib.util.spec_from_file_location(
        "make_papers", DOCS.parent / "tools/make_papers.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def recorded_as_today(paper: str, number: int) -> tuple[dict, dict]:
    """A run as `report.to_dict` has it, as far as its definition goes, and one of its tables."""
    experiment = read_experiment(paper)
    (table,) = (t for t in experiment.table if t.number == number)
    rows = [{"name": r.name, "figures": list(table.figures_of(r))} for r in table.row]
    kept = {"number": number, "title": table.title, "columns": list(table.columns), "rows": rows}
    chosen = "f1" if experiment.held_out else "last"
    return {"experiment": paper, "date": "2026-12-01", "models": {"a": {"chosen_by": chosen}}}, kept


@pytest.mark.parametrize(("paper", "number"), [("johnson2020", 2), ("ahmed2020", 4)])
def test_a_result_of_an_earlier_definition_is_told(paper, number, make_papers):
    record, table = recorded_as_today(paper, number)
    assert not make_papers.is_of_earlier(record, table)
    assert make_papers._note(record, table) == "One seed, 2026-12-01."
    row = table["rows"][0]
    for changed in (
        {"title": "Table 1: tokens"},
        {"columns": table["columns"][:2]},
        {"rows": [{**row, "figures": ["entities/strict/f1"] * 3}, *table["rows"][1:]]},
    ):
        assert make_papers.is_of_earlier(record, table | changed)
        assert "of an earlier definition" in make_papers._note(record, table | changed)
    record["models"]["b"] = {"chosen_by": "f1"}  # Johnson 2020 keeps its third epoch
    assert make_papers.is_of_earlier(record, table) == (paper == "johnson2020")


def test_recorded_results_stand_on_the_page_of_the_papers_and_in_the_list(make_papers):
    page = (DOCS / "papers.md").read_text(encoding="utf-8")
    assert page == make_papers.filled(page), "run: python tools/make_papers.py"
    for path in PAPERS.glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        assert text == make_papers.dated(text, path.stem), "run: python tools/make_papers.py"
    recorded = {path.stem for path in REPRODUCED.glob("*-on-*.json")}
    said = {
        f"{name}-on-{on}"
        for name in FIVE
        for table in read_experiment(name).table
        for on in table.recorded
    }
    assert said == recorded
    assert recorded
