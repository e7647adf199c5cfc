"""bench/league with notes and systems that are brought: what is broken or missing is said."""

from __future__ import annotations

import json
import re
import sys

import pytest

from incognote.core.document import Document, Span
from incognote.io.format import get_format

TEXT = "Ana Ruiz, 54, of Leeds, seen on 03/14/2019. Acute onset."
GOLD = (Span(0, 8, "PATIENT"), Span(10, 12, "AGE"), Span(17, 22, "CITY"), Span(32, 42, "DATE"))
FIRST_WORD = "return {'id': note['id'], 'spans': [[0, 3, 'PERSON']]}"
CRASH = "os._exit(7)"
OFFSETS = "return {'id': note['id'], 'spans': [[0, 999, 'X']]}"
OBJECTS = "return {'id': note['id'], 'spans': [{'start': 0, 'end': 3, 'label': 'X'}]}"
RAISES = "return {'id': note['id'], 'error': 'KeyError'}"
QUOTES = "return {'id': note['id'], 'error': note['text'].split()[0]}"
CHATS = "return 'no json, but ' + note['text']"


def docs(count=5):
    return [Document(f"n{i}", TEXT, GOLD) for i in range(count)]


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.jsonl"
    get_format("jsonl").write(docs(), path)
    return path


@pytest.fixture
def run(league, tmp_path, capsys):
    """Returns the exit code, what stood on stderr, and what is kept of a system."""

    def done(*words, name="mine", command="run"):
        out = tmp_path / "out"
        with pytest.raises(SystemExit) as ended:
            league("commands").main([command, *words, "--results", str(out)])
        code = ended.value.code
        said = capsys.readouterr().err + (code if isinstance(code, str) else "")
        kept = out / f"{name}.json"
        return code, said, json.loads(kept.read_text("utf-8")) if kept.exists() else {}

    return done


def system(words, name="mine"):
    return ["--system", f"{name}={' '.join(words)}"]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (CRASH, "the process ended with code 7 (4), not tried again after 4 starts (1)"),
        (OFFSETS, "offsets outside the text (5)"),
        (OBJECTS, "spans that are not [start, end, label] (5)"),
        (RAISES, "it raised KeyError (5)"),
        (QUOTES, "it raised an error (5)"),
        (CHATS, "no answer (5), 5 lines that were no answer"),
    ],
)
def test_a_system_of_which_every_note_fails_has_no_figures(run, gold, command, body, why):
    code, said, kept = run(*system(command(body)), "--notes", f"own={gold}")
    assert code == 1
    assert f"mine on own: no figures, 5 of 5 notes failed: {why}" in said
    assert kept["corpora"] == {}
    assert sum(kept["broken"]["own"].values()) == 5
    for text in (said, json.dumps(kept)):
        assert not any(word in text.replace("Ada Ruiz", "") for word in ("Ana", "Ruiz", "Leeds"))
    assert "masked" not in said


def test_a_command_that_is_not_there_fails_every_note_for_that(run, gold):
    code, said, _ = run("--system", "mine=no-such-program-anywhere", "--notes", f"own={gold}")
    assert code == 1
    assert "5 of 5 notes failed: could not be started (FileNotFoundError) (5)" in said
    assert '{"id": "a", "text": "Seen by Ada Ruiz."}' in said
    assert said.count("| no-such-program-anywhere") == 1


def test_figures_of_a_system_go_when_it_breaks_and_come_back(run, gold, command):
    own = ["--notes", f"own={gold}"]
    assert run(*system(command(FIRST_WORD)), *own)[2]["corpora"].keys() == {"own"}
    kept = run(*system(command(CRASH)), *own)[2]
    assert (kept["corpora"], [*kept["broken"]]) == ({}, ["own"])
    kept = run(*system(command(FIRST_WORD)), *own)[2]
    assert "broken" not in kept
    assert kept["corpora"].keys() == {"own"}


def test_the_page_says_of_which_corpora_every_note_failed(league, run, gold, command):
    kept = run(*system(command(CRASH)), "--notes", f"own={gold}")[2]
    text = league("page").render({"mine": kept}, {})
    assert (
        "- mine on own: every note failed, the process ended with code 7 (4), "
        "not tried again after 4 starts (1)." in text
    )


def test_some_notes_that_fail_are_told_beside_the_figures(run, gold, command):
    body = f"if note['id'] == 'n2':\n    {OBJECTS}\n{FIRST_WORD}"
    code, said, kept = run(*system(command(body)), "--notes", f"own={gold}")
    assert code == 1
    assert "masked 10.91 %" in said  # Ana, in four notes of five
    assert "1 of 5 notes failed: spans that are not [start, end, label] (1)" in said
    assert kept["corpora"]["own"]["figures"]["masked"][:2] == [0.10909, 110]


@pytest.mark.parametrize("format", ["jsonl", "inline", "brat", "conll", "doccano", "uima-xmi"])
def test_notes_are_brought_in_any_format_with_marks(run, tmp_path, command, format):
    path = tmp_path / f"gold.{format}"
    get_format(format).write(docs(2), path)
    words = [*system(command(FIRST_WORD)), "--notes", f"my notes={path}"]
    code, said, kept = run(*words, "--format", format)
    assert (code, [*kept["corpora"]]) == (0, ["my notes"])
    assert "mine on my notes: masked 13.64 %, removed 0.00 %, covered 0.00 %, notes 0.00 %" in said
    assert "words/s" not in said


def test_the_language_of_notes_says_who_reads_them(run, gold, command):
    path = gold.with_name("says.py")
    path.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    spans = [[0, 3, 'X']] if sys.argv[1] == 'es' else []\n"
        "    print(json.dumps({'id': json.loads(line)['id'], 'spans': spans}), flush=True)\n"
    )
    words = system([sys.executable, str(path), "{lang}"])
    assert "masked 13.64 %" in run(*words, "--notes", f"own={gold}", "--lang", "es")[1]
    assert "masked 0.00 %" in run(*words, "--notes", f"own={gold}")[1]
    code, said, _ = run("presidio", "--notes", f"own={gold}", "--lang", "es")
    assert code == 1
    assert "presidio: has no notes of its language (en) here" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--corpus", "mine"], r"no corpus 'mine'.*dutch.*records_en.*--notes NAME=PATH"),
        (["--corpus", "note_en"], r"Did you mean 'notes_en'\?"),
        (["--data", "my notes={gold}"], "'my notes'.*dutch, meddocan, prose.*--notes NAME=PATH"),
        (["--weights", "glinner={gold}"], "'glinner'. Did you mean 'gliner'"),
        (["--notes", "own"], "--notes own: say NAME=PATH"),
        (["--notes", "own=/no/such/file"], "--notes own: there is no /no/such/file"),
        (["--notes", "notes_en={gold}"], "the table has a corpus of that name"),
        (["--notes", "own={gold}", "--notes", "own={gold}"], "stands twice"),
        (["--notes", "own={plain}"], "no note holds a mark; --format"),
        (["--notes", "own={gold}", "--format", "brad"], "Did you mean 'brat'"),
        (["--format", "brat"], "--notes NAME=PATH"),
        (["--lang", "es"], "--notes NAME=PATH"),
        (["presidoi"], "no system 'presidoi'"),
        (["--system", "incognote=cat"], "'incognote' is taken"),
        (["--system", "speed=cat"], "'speed' is taken"),
        (["--system", "../mine=cat"], "names no system"),
        (["--system", "mine=jq '{id: .id}'"], "--system mine: its command cannot be read"),
        (["--system", "mine=python 'a"], "--system mine: its command cannot be read"),
        (["--core", "4096"], "--core 4096: this process may use"),
    ],
)
def test_what_is_not_there_is_refused_by_name(run, gold, words, said):
    plain = gold.with_name("plain.txt")
    plain.write_text(TEXT)
    brought = [word.format(gold=gold, plain=plain) if "=jq" not in word else word for word in words]
    code, told, _ = run(*brought)
    assert code not in (0, None)
    assert re.search(said, told, re.DOTALL), told
    assert "Traceback" not in told


@pytest.fixture
def table(league, monkeypatch):
    """A table of two corpora, one of which needs what nobody gave."""
    corpora = league("corpora")
    rows = [
        corpora.Corpus("notes_en", "Notes", "en", lambda given: docs(), "made here"),
        corpora.Corpus("prose_en", "Prose", "en", lambda given: given.folder("prose"), "others"),
        corpora.Corpus("dutch", "Dutch", "nl", lambda given: given.folder("dutch"), "others"),
    ]
    for module in [league(name) for name in ("corpora", "commands", "page", "pictures")]:
        monkeypatch.setattr(module, "TABLE", {row.name: row for row in rows})


def test_what_nobody_named_is_left_out_and_said(run, table, command):
    words = system(command(FIRST_WORD))
    code, said, kept = run(*words)
    assert code == 0
    assert [*kept["corpora"]] == ["notes_en"]
    assert "prose_en: needs --data prose=FOLDER" in said
    assert "Left out, as said above: prose_en, dutch." in said
    code, said, _ = run(*words, "--corpus", "notes_en")
    assert (code, "Left out" in said) == (0, False)
    assert run(*words, "--corpus", "notes_en", "--corpus", "prose_en")[0] == 1


def test_a_row_that_nobody_named_is_left_out_and_said(league, run, table, command, monkeypatch):
    commands, systems = league("commands"), league("systems")
    rows = (
        systems.System("plain", "plain", " ".join(command(FIRST_WORD))),
        systems.System("weighed", "weighed", "run {weights}", needs="weights"),
    )
    monkeypatch.setattr(commands, "read_systems", lambda: systems.Systems(rows))
    code, said, _ = run()
    assert code == 0
    assert "Left out, as said above: prose_en, dutch, weighed." in said
    assert run("plain")[0] == 0
    assert run("weighed")[0] == 1


def test_a_folder_without_what_was_promised_ends_the_run_before_it_begins(run, tmp_path, command):
    (tmp_path / "empty").mkdir()
    words = [*system(command(FIRST_WORD)), "--data", f"prose={tmp_path / 'empty'}"]
    code, said, kept = run(*words, "--corpus", "notes_en", "--corpus", "prose_en")
    assert code not in (0, None)
    assert "corpus 'prose_en'" in said
    assert "cannot be read" in said
    assert not kept


@pytest.mark.parametrize("command", ["run", "speed", "page"])
def test_every_option_has_a_text(league, command):
    parser = league("commands")._parser()
    (commands,) = (a for a in parser._actions if a.dest == "command")
    assert [a.dest for a in commands.choices[command]._actions if not a.help] == []


def test_no_speed_is_told_of_too_little_work(league):
    talk, results = league("talk"), league("results")
    short = talk.Told(seconds=talk.LEAST_WORK - 0.01, words=10_000)
    assert short.pace is None
    assert "words_per_second" not in results._took(short)
    long = talk.Told(seconds=talk.LEAST_WORK, words=10_000)
    assert results._took(long)["words_per_second"] == 10_000 / talk.LEAST_WORK
    assert talk.Told(seconds=99.0).pace is None


def test_words_of_notes_that_failed_are_not_read_fast(league, command):
    body = f"if note['id'] in ('n1', 'n2'):\n    {RAISES}\n{FIRST_WORD}"
    told = league("talk").run(command(body), docs())
    assert told.words == 2 * len(TEXT.split())


def test_a_fast_system_is_timed_on_its_notes_many_times(league, run, command, monkeypatch):
    talk, results, corpora = (league(name) for name in ("talk", "results", "corpora"))
    monkeypatch.setattr(talk, "LEAST_WORK", 0.3)
    rows = {"notes_en": corpora.Corpus("notes_en", "Notes", "en", lambda given: docs(), "here")}
    monkeypatch.setattr(corpora, "TABLE", rows)
    monkeypatch.setattr(results, "TIMED", {"en": ("notes_en", 5)})
    body = f"sum(range(1_000_000))\n{FIRST_WORD}"
    code, said, kept = run(*system(command(body)), "--rounds", "1", command="speed", name="speed")
    assert code == 0, said
    assert kept["systems"]["mine"]["en"]["words_per_second"] > 0
    assert "round 1" in said
    code, said, kept = run(*system(command(RAISES)), "--rounds", "1", command="speed", name="speed")
    assert code == 1
    assert "mine (en): not timed, it raised KeyError (5)" in said
    assert kept["systems"] == {}
