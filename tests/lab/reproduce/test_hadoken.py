"""Mao 2019: the part that is scored, the leak, multilingual BERT itself."""

from dataclasses import replace
from pathlib import Path

import pytest

from families import write_checkpoint
from incognote import cli
from incognote.io.format import writer
from incognote.io.inline import parse
from incognote.lab.reproduce import report as reports
from incognote.lab.reproduce.corpora import read_parts
from incognote.lab.reproduce.experiment import read_experiment
from incognote.lab.reproduce.run import reproduce

NOTE = "Paciente: [[NOMBRE_SUJETO_ASISTENCIA|Ana Ruiz]] de [[TERRITORIO|Soria]]. Estable."
SENTENCES = {"train": 9, "dev": 5, "test": 4}
MBERT = "bert-base-multilingual-cased"
TINY = {"model.pieces": 60, "model.window": 60}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory) -> Path:
    """A corpus in the form of MEDDOCAN, made up, with all three parts."""
    folder = tmp_path_factory.mktemp("meddocan")
    lines = []
    for part, sentences in SENTENCES.items():
        docs = [parse(f"{part}{i}", NOTE) for i in range(12)]
        writer("brat")(docs, folder / part)
        lines += [f"{doc.id}\t{part}\t{sentences}" for doc in docs]
    (folder / "sentence_counts.tsv").write_text("\n".join(lines) + "\n")
    return folder


@pytest.fixture(scope="module")
def encoder(tmp_path_factory) -> Path:
    return write_checkpoint("bert", tmp_path_factory.mktemp("encoder"))


def run(corpus, encoder, out, **options):
    data = {"meddocan": corpus, MBERT: encoder}
    done = reproduce("hadoken2019", out, data=data, quick=True, settings=TINY, **options)
    return done, {o.row.name: o for _, outcomes in done.tables for o in outcomes}


@pytest.mark.parametrize("part", ["", "dev", "test", "train"])
def test_the_part_that_is_pointed_to_is_scored(part, corpus):
    parts = read_parts("meddocan", {"meddocan": corpus}, part=part)
    assert {doc.id.rstrip("0123456789") for doc in parts.test} == {part or "dev"}
    learned = {doc.id for doc in (*parts.train, *parts.held)}
    assert all(id.startswith("train") for id in learned)


def test_the_test_part_is_scored_by_the_same_models_and_kept_apart(corpus, encoder, tmp_path):
    first, dev = run(corpus, encoder, tmp_path, tables=[101])
    said = []
    second, test = run(corpus, encoder, tmp_path, tables=[101], part="test", say=said.append)
    assert not [o.note for o in (*dev.values(), *test.values()) if o.note]
    assert not [line for line in said if line.startswith("training")]
    for rows, sentences in ((dev, SENTENCES["dev"]), (test, SENTENCES["test"])):
        for outcome in rows.values():
            recall, leak = outcome.ours[1], outcome.ours[-1]
            assert leak == pytest.approx((100 - recall) * 2 / sentences)  # two marks a note
    assert reports.to_dict(first)["part"] == "dev"
    assert reports.to_dict(second)["part"] == "test"
    assert [reports.stem(d) for d in (first, second)] == [
        "hadoken2019-on-meddocan",
        "hadoken2019-on-meddocan-test",
    ]


@pytest.mark.parametrize("given", [True, False])
def test_multilingual_bert_runs_where_its_folder_is_given(given, corpus, encoder, tmp_path):
    data = {"meddocan": corpus, **({MBERT: encoder} if given else {})}
    experiment = read_experiment("hadoken2019")
    (table,) = (t for t in experiment.table if t.number == 2)
    rows = tuple(row for row in table.row if "multilingual BERT itself" in row.name)
    done = reproduce(
        "hadoken2019",
        tmp_path,
        experiment=replace(experiment, table=(replace(table, row=rows),)),
        data=data,
        on="meddocan",
        quick=True,
        settings=TINY,
    )
    ((_, (row,)),) = done.tables
    if given:
        assert (row.trained, row.note, len(row.ours)) == ("Multilingual BERT-CRF, 256", "", 6)
    else:
        assert not row.ours
        assert f"'{MBERT}' is no folder" in row.note
        assert "--data NAME=FOLDER" in row.note


def test_rows_of_one_checkpoint_share_its_model(corpus, encoder, tmp_path):
    done, rows = run(corpus, encoder, tmp_path, tables=[2])
    names = {name.partition(" ")[0]: [] for name in rows}
    for name, outcome in rows.items():
        names[name.partition(" ")[0]].append(outcome.models)
    assert len(set(names["Submission1"])) == 1
    assert len(names["Submission1"]) == 2
    assert names["Submission4"] == names["Submission5"]
    assert len(done.models) == 4


def test_without_sentences_the_leak_is_no_figure_and_the_rest_is(corpus, encoder, tmp_path):
    bare = tmp_path / "bare"
    for part in ("train", "dev"):
        (bare / part).mkdir(parents=True)
        for path in (corpus / part).iterdir():
            (bare / part / path.name).write_bytes(path.read_bytes())
    done, rows = run(bare, encoder, tmp_path / "out", tables=[101])
    assert all(o.ours[-1] is None and None not in o.ours[:-1] for o in rows.values())
    ((_, svg),) = reports.plots(done)
    assert "leak" not in svg


def test_the_command_takes_a_part(corpus, encoder, tmp_path, capsys):
    args = ["reproduce", "hadoken2019", "--data", str(corpus), "--data", f"{MBERT}={encoder}"]
    args += ["--table", "101", "--quick", "--out", str(tmp_path)]
    args += [item for name, value in TINY.items() for item in ("--set", f"{name}={value}")]
    assert cli.run([*args, "--part", "test"]) == 0
    assert (tmp_path / "hadoken2019-on-meddocan-test.md").exists()
    assert not (tmp_path / "hadoken2019-on-meddocan.md").exists()
