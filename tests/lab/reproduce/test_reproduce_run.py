import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from families import write_checkpoint
from incognote import cli
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, InputError
from incognote.lab.reproduce import report as reports
from incognote.lab.reproduce.corpora import CORPORA, read_parts
from incognote.lab.reproduce.experiment import WITHOUT, Row, Table, names, read_experiment
from incognote.lab.reproduce.listing import listing
from incognote.lab.reproduce.run import reproduce
from tiny_models import write_corpus

SETTINGS = ("longitudinal", "inpatient", "nursing", "acute")
TINY = {"model.word_size": 8, "model.hidden": 6, "model.attention_inner": 8}


@pytest.fixture(scope="module")
def notes(tmp_path_factory) -> Path:
    """A corpus in the form of notes_en."""
    return write_corpus(tmp_path_factory.mktemp("notes"), SETTINGS, times=2)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory) -> Path:
    return write_checkpoint("bert", tmp_path_factory.mktemp("encoder"))


def test_ahmed_runs_and_sets_the_papers_figures_beside_ours(notes, tmp_path):
    said = []
    done = reproduce(
        "ahmed2020",
        tmp_path,
        data={"notes-en": notes},
        on="notes-en",
        tables=[3],
        quick=True,
        settings=TINY,
        say=said.append,
    )
    ((table, outcomes),) = done.tables
    assert table.number == 3
    assert all(len(o.ours) == 3 and not o.note for o in outcomes)
    assert len(done.models) == 6
    assert sum("training ahmed2020" in line for line in said) == 6
    page = reports.to_markdown(done)
    assert "| BiLSTM-CRF | BiLSTM-CRF | 83.91 / " in page
    assert "quick run" in page
    values = json.loads(json.dumps(reports.to_dict(done)))
    assert values["tables"][0]["rows"][0]["paper"] == [81.54, 79.49, 80.5]
    ((name, svg),) = reports.plots(done)
    assert name == "ahmed2020-on-notes-en-table-3.svg"
    assert "<svg" in svg
    for path in tmp_path.glob("models/*/config.json"):  # of a version with a setting less
        config = json.loads(path.read_text())
        trained = json.loads(config["training"]["settings"])
        del trained["loop"]["accumulate"]
        config["training"]["settings"] = json.dumps(trained)
        path.write_text(json.dumps(config))
    # Once more: what is there is not trained again.
    again = []
    options = {"on": "notes-en", "tables": [3], "quick": True, "settings": TINY}
    same = reproduce("ahmed2020", tmp_path, data={"notes-en": notes}, say=again.append, **options)
    assert [o.ours for o in same.tables[0][1]] == [o.ours for o in outcomes]
    assert not any("training ahmed" in line for line in again)
    # Other notes are another run, though the settings are the same.
    fewer = shutil.copytree(notes, tmp_path / "fewer")
    for path in fewer.glob("*/train*.txt"):
        path.write_text(path.read_text() + " Seen.")
    moved = reproduce("ahmed2020", tmp_path, data={"notes-en": fewer}, **options)
    assert all("other settings or notes" in o.note and not o.ours for o in moved.tables[0][1])
    # So are other settings.
    options["settings"] = TINY | {"seed": 2}
    other = reproduce("ahmed2020", tmp_path, data={"notes-en": notes}, **options)
    assert "run with other settings" in other.tables[0][1][0].note


def test_hadoken_runs_with_pre_training_and_ablation(notes, encoder, tmp_path):
    done = reproduce(
        "hadoken2019",
        tmp_path,
        data={"notes-en": notes, "encoder": encoder},
        on="notes-en",
        quick=True,
        settings={"model.checkpoint": "encoder", "model.pieces": 60},
    )
    assert [table.number for table, _ in done.tables] == [2, 101]
    assert not [o.note for _, outcomes in done.tables for o in outcomes if o.note]
    # Ablations share a model, submissions 4 and 5 do; multilingual BERT has no stand-in.
    assert len(done.models) == 5
    assert (tmp_path / "encoder-pretrained-notes-en-first-12/pretraining.json").exists()


def test_johnson_goes_across_parts_that_stand_in_for_corpora(notes, encoder, tmp_path):
    done = reproduce(
        "johnson2020",
        tmp_path,
        data={"notes-en": notes, "encoder": encoder},
        on="notes-en",
        tables=[4, 5],
        quick=True,
        settings={"model.checkpoint": "encoder", "model.transformer_layers": 1},
    )
    cross, points = (outcomes for _, outcomes in done.tables)
    assert len(cross) == 16
    assert not [o.note for o in (*cross, *points) if o.note]
    assert len(done.models) == 5  # one for each part, one of all
    assert len(points[-1].ours) == 4
    # Three epochs of which the last is kept (section 3.4), so no note is held out.
    (whole,) = (record for name, record in done.models.items() if name.count("-") == 1)
    assert whole["chosen_by"] == "last"
    assert whole["data"][0]["notes"] == 12


def test_johnson_goes_across_open_corpora_in_two_languages(notes, encoder, tmp_path):
    other = shutil.copytree(notes, tmp_path / "extra")
    records = shutil.copytree(notes, tmp_path / "records")
    split = (records / "split.tsv").read_text().replace("\ttrain", "\tother")
    (records / "split.tsv").write_text(split.replace("\tdev", "\ttest"))
    spanish = tmp_path / "meddocan"
    for part in ("train", "dev"):
        (spanish / part).mkdir(parents=True)
        for i in range(3):
            (spanish / part / f"{i}.txt").write_text("Paciente: Ana Ruiz.\n")
            (spanish / part / f"{i}.ann").write_text(
                "T1\tNOMBRE_SUJETO_ASISTENCIA 10 18\tAna Ruiz\n"
            )
    data = {"notes-en": notes, "extra-en": other, "records-en": records, "meddocan": spanish}
    done = reproduce(
        "johnson2020",
        tmp_path / "out",
        data={**data, "encoder": encoder},
        on="notes-en",
        tables=[104],
        quick=True,
        settings={"model.checkpoint": "encoder", "model.transformer_layers": 1},
    )
    ((_, outcomes),) = done.tables
    assert len(outcomes) == 12
    assert not [o.note for o in outcomes if o.note]
    assert len(done.models) == 3
    # Named or not, the corpus that all runs on is trained on once.
    settings = {"model.checkpoint": "encoder", "model.transformer_layers": 1}
    again = reproduce(
        "johnson2020",
        tmp_path / "out",
        data={"notes-en": notes, "encoder": encoder},
        on="notes-en",
        tables=[5],
        quick=True,
        settings=settings,
        say=(said := []).append,
    )
    assert again.tables[0][1][0].ours
    assert not said


def test_marks_that_are_no_identifiers_are_left_out_of_what_is_scored(notes, encoder, tmp_path):
    """Johnson 2020, section 4.1: departments by their bare name count as no PHI."""
    folder = shutil.copytree(notes, tmp_path / "notes")
    for path in folder.glob("*/dev*.txt"):
        path.write_text(path.read_text() + " Moved to [[UNIT|MICU]] and [[UNIT|4 West]].")
    experiment = replace(read_experiment("johnson2020"), open_parts={})
    system = next(s for s in experiment.system if s.name == "BERT base")
    rows = (Row("all", system.name), Row("fewer", system.name, without="departments"))
    table = Table(1, "", ("PPV",), ("tokens/binary/precision",), rows)
    done = reproduce(
        "departments",
        tmp_path / "out",
        experiment=replace(experiment, table=(table,)),
        data={"notes-en": folder, "encoder": encoder},
        on="notes-en",
        quick=True,
        settings={"model.checkpoint": "encoder", "model.transformer_layers": 1},
    )
    assert len(done.models) == 1
    every, fewer = (o for _, o in done.tables for o in o)
    assert every.ours > fewer.ours  # what is found of them is now found for nothing


@pytest.mark.parametrize(
    ("surface", "is_left_out"),
    [
        # Section 4.1's examples, and those of Hartman 2020's error analysis
        ("medical intensive care unit", True),
        ("catheterization laboratory", True),
        ("floor", True),
        ("MICU", True),
        ("PMICU", True),
        ("cath lab", True),
        ("the Cardiac Cath Lab", True),
        ("unidad de cuidados intensivos", True),
        ("4 West", False),
        ("Foxglove Hospital", False),
        ("Foxglove intensive care unit", False),
        ("Moss", False),
        ("floor 4", False),
        ("Hospital del Mar", False),
    ],
)
def test_departments_are_what_johnson_2020_names(surface, is_left_out):
    doc = Document("1", f"Seen in {surface}.", (Span(8, 8 + len(surface), "LOCATION_OTHER"),))
    assert WITHOUT["departments"](doc, doc.spans[0]) is is_left_out


def test_several_seeds_give_means_and_deviations(notes, tmp_path):
    done = reproduce(
        "ahmed2020",
        tmp_path,
        data={"notes-en": notes},
        on="notes-en",
        tables=[3],
        quick=True,
        seeds=2,
        settings=TINY,
    )
    ((_, outcomes),) = done.tables
    assert len(done.models) == 12
    assert {record["seed"] for record in done.models.values()} == {1, 2}
    for outcome in outcomes:
        first, second = outcome.seeds
        assert outcome.ours == pytest.approx(
            [(a + b) / 2 for a, b in zip(first, second, strict=True)]
        )
        spread = [abs(a - b) / 2**0.5 for a, b in zip(first, second, strict=True)]
        assert outcome.deviations == pytest.approx(spread)
        assert len(set(outcome.models)) == 2
    page = reports.to_markdown(done)
    assert "means of 2 seeds" in page
    assert " ± " in page
    values = reports.to_dict(done)
    assert values["seeds"] == 2
    assert len(values["tables"][0]["rows"][0]["by_seed"]) == 2
    options = {"data": {"notes-en": notes}, "on": "notes-en", "quick": True}
    with pytest.raises(ConfigError, match="one seed or more"):
        reproduce("ahmed2020", tmp_path, seeds=0, **options)
    with pytest.raises(ConfigError, match="leave out the setting 'seed'"):
        reproduce("ahmed2020", tmp_path, seeds=2, settings={"seed": 4}, **options)


def test_vectors_come_from_the_notes_that_a_table_says(notes, tmp_path):
    pytest.importorskip("gensim")
    done = reproduce(
        "hartman2020",
        tmp_path,
        data={"notes-en": notes},
        on="notes-en",
        tables=[3, 4],
        quick=True,
        settings={"model.hidden": 6},
    )
    cross, given = (outcomes for _, outcomes in done.tables)
    assert all(("mimic" in o.row.name) == bool(o.note) for o in cross)
    # Settings that stand in for two corpora each have their own, so no order of tables matters.
    made = sorted(path.name for path in tmp_path.glob("words-*"))
    assert made == [
        "words-notes-en-first-12-quick",
        "words-notes-en-inpatient-first-12-quick",
        "words-notes-en-longitudinal-first-12-quick",
        "words-notes-en-nursing-first-12-quick",
    ]
    physionet = [o for o in given if "physionet" in o.row.name]
    assert ["--data vectors=PATH" in o.note for o in physionet] == [True, False, False] * 2
    assert all(o.ours for o in physionet if not o.note)


def test_vectors_of_a_corpus_without_marks_leave_out_what_cannot_be_read(notes, tmp_path):
    pytest.importorskip("gensim")
    heads = "ROW_ID,SUBJECT_ID,HADM_ID,CHARTDATE,CATEGORY,TEXT"
    row = '{},7,8,2151-08-04,Nursing,"Seen by Dr. [**{} 5**], resting"'
    rows = [row.format(1, "Doctor Last Name"), row.format(2, "No Such Kind")]
    events = tmp_path / "NOTEEVENTS.csv"
    events.write_text("\n".join([heads, *rows]) + "\n")
    experiment = replace(read_experiment("hartman2020"), corpus="notes-en")
    system = next(s for s in experiment.system if s.unlabelled)
    row = Row("embed-mimic", system.name)
    table = Table(1, "", ("F1",), ("tokens/multiclass/f1",), (row,))
    said = []
    done = reproduce(
        "vectors",
        tmp_path / "out",
        experiment=replace(experiment, table=(table,), open_parts={}),
        data={"notes-en": notes, "mimic-iii": events},
        quick=True,
        settings={"model.hidden": 6},
        say=said.append,
    )
    assert not done.tables[0][1][0].note
    words = (tmp_path / "out/words-mimic-iii-quick").read_text()
    assert "resting " in words
    assert any("placeholder" in line and "2: " in line for line in said)


def test_the_list_names_every_table_and_figure_with_its_state(capsys):
    assert cli.run(["reproduce", "--list"]) == 0
    printed = capsys.readouterr().out
    found = list(listing())
    assert len({(one.paper, one.title) for one in found}) == len(found)
    assert all(one.state and all(one.state) for one in found)
    assert {one.paper for one in found} == set(names())
    for one in found:
        assert one.title in printed
    johnson = {
        one.title.partition(":")[0]: one.state for one in found if one.paper == "johnson2020"
    }
    assert {f"Table {n}" for n in range(1, 7)} | {"Figure 1"} <= set(johnson)
    assert "notes-en 4, extra-en 4" in johnson["Table 2"][0]
    assert "under agreement: i2b2-2014, physionet-i2b2" in johnson["Section 4.1"][0]
    titles = [one.title for one in found if one.paper == "johnson2020"]
    numbers = [int(title[6]) for title in titles if title.startswith("Table")]
    assert numbers == [1, 2, 3, 4, 4, 5, 6]


@pytest.mark.parametrize("paper", names())
def test_the_list_of_one_paper_is_its_own(paper, capsys):
    assert cli.run(["reproduce", paper, "--list"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if line in names()] == [paper]
    assert {f"  {one.title}" for one in listing() if one.paper == paper} <= set(printed)
    assert cli.run(["reproduce", "nosuch", "--list"]) == 2
    assert "nosuch" in capsys.readouterr().err


def test_the_list_names_what_can_be_given_and_nothing_else():
    """Names for --data: corpora that somebody can obtain, checkpoints, and word vectors."""
    needs = {one.title.partition(":")[0]: " ".join(one.state) for one in listing()}
    assert "physionet-random" not in " ".join(needs.values())
    assert not any("mimic-iii-" in state for state in needs.values())
    states = {
        (one.paper, one.title.partition(":")[0]): dict(
            line.rpartition(": ")[::2] for line in one.state if "own need" in line
        )
        for one in listing()
    }
    agreed, weights, vectors = (
        f"the paper's own need, {how}"
        for how in ("under agreement", "as weights", "as word vectors")
    )
    assert states["amirifardchime2025", "Table 1"][agreed] == "physionet"
    assert states["hartman2020", "Table 2"] == {agreed: "i2b2-2006, i2b2-2014, mimic-iii"}
    four = states["hartman2020", "Table 4"]
    assert four == {agreed: "i2b2-2014, mimic-iii, physionet-i2b2", vectors: "vectors"}
    multilingual = {weights: "bert-base-multilingual-cased"}
    assert states["hadoken2019", "Table 2"] == multilingual
    assert states["johnson2020", "Table 3"][weights] == "bert-base-uncased"
    assert states["ahmed2020", "Table 4"] == {agreed: "i2b2-2014"}
    assert states["johnson2020", "Table 4, open"] == {}  # ours alone


def test_a_paper_and_a_folder_are_asked_for(capsys):
    assert cli.run(["reproduce", "ahmed2020"]) == 2
    assert "ask for --list" in capsys.readouterr().err


def test_a_corpus_under_agreement_that_is_absent_says_how_to_obtain_it(tmp_path):
    way = r"portal.dbmi.*--data i2b2-2014=FOLDER, or .*: --on meddocan or --on notes-en or --on ex"
    with pytest.raises(InputError, match=way):
        reproduce("ahmed2020", tmp_path, data={})
    with pytest.raises(ConfigError, match="must be one of meddocan, notes-en, extra-en"):
        reproduce("ahmed2020", tmp_path, data={}, on="i2b2-2006")
    with pytest.raises(ConfigError, match="no table 9 here; it has 3, 4"):
        reproduce("ahmed2020", tmp_path, data={}, tables=[9])
    assert all(c.obtain for c in CORPORA.values())


def test_what_cannot_be_had_is_a_line_that_says_so(notes, tmp_path):
    data = {"notes-en": notes, "bert-large-uncased": tmp_path / "none"}
    settings = {"model.checkpoint": "bert-large-uncased"}
    options = {"on": "notes-en", "tables": [3], "quick": True, "settings": settings}
    done = reproduce("johnson2020", tmp_path / "out", data=data, **options)
    ((_, outcomes),) = done.tables
    assert all("cannot be loaded" in o.note and not o.ours for o in outcomes if o.row.system)
    assert "Not run: the checkpoint" in reports.to_markdown(done)


def test_the_epoch_is_chosen_on_notes_that_are_not_scored(notes):
    parts = read_parts("notes-en", {"notes-en": notes})
    sets = [{d.id for d in some} for some in (parts.train, parts.held, parts.test)]
    assert not sets[0] & sets[1] and not sets[2] & (sets[0] | sets[1])  # noqa: PT018
    assert len(sets[1]) == 3


def test_the_command_writes_what_it_prints(notes, tmp_path, capsys):
    args = ["reproduce", "ahmed2020", "--on", "notes-en", "--data", str(notes), "--table", "4"]
    args += ["--quick", "--out", str(tmp_path / "out")]
    for name, value in TINY.items():
        args += ["--set", f"{name}={value}"]
    assert cli.run(args) == 0
    printed = capsys.readouterr().out
    stem = tmp_path / "out/ahmed2020-on-notes-en"
    assert printed.strip() == stem.with_suffix(".md").read_text().strip()
    assert json.loads(stem.with_suffix(".json").read_text())["on"] == "notes-en"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (["--data", "nosuch"], "cannot be read"),
        (["--part", "nosuch"], "no part 'nosuch'"),
        (["--set", "nosuch=3"], "no setting 'nosuch'"),
        (["--set", "model.checkpoint=nosuch"], "nosuch"),
    ],
)
def test_where_no_row_can_be_run_nothing_is_written(wrong, told, notes, tmp_path, capsys):
    earlier = tmp_path / "johnson2020-on-notes-en.json"
    earlier.write_text("{}")
    args = ["reproduce", "johnson2020", "--on", "notes-en", "--data", str(notes), "--table", "3"]
    assert cli.run([*args, *wrong, "--quick", "--out", str(tmp_path)]) == 2
    found = capsys.readouterr()
    assert "no row of johnson2020 could be run" in found.err
    assert told in found.err
    assert not found.out
    assert earlier.read_text() == "{}"
    assert not earlier.with_suffix(".md").exists()
