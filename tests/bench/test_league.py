"""bench/league with systems that are made up here: one that answers, and those that do not."""

from __future__ import annotations

import importlib
import itertools
import json
import re
import sys
from pathlib import Path

import pytest

from incognote.core.document import Document, Span

ROOT = Path(__file__).parents[2]
BENCH = ROOT / "bench"
TEXT = "Ana Ruiz, 54, of Leeds, seen on 03/14/2019. Acute onset."
GOLD = (
    Span(0, 8, "PATIENT"),
    Span(10, 12, "AGE"),
    Span(17, 22, "CITY"),
    Span(32, 42, "DATE"),
)


def notes(count=5):
    return [Document(f"n{i}", TEXT, GOLD) for i in range(count)]


FIRST_WORD = "return {'id': note['id'], 'spans': [[0, 3, 'PERSON']]}"


def test_a_system_that_answers_is_timed_and_every_note_has_its_spans(league, command):
    told = league("talk").run(command(FIRST_WORD), notes())
    assert told.found == {f"n{i}": ((0, 3, "PERSON"),) for i in range(5)}
    assert not told.failed
    assert not told.strays
    assert told.first > 0
    assert told.words == 4 * len(TEXT.split())
    if Path("/proc/self/status").exists():
        assert 1 < told.megabytes < 1000


def test_a_system_that_dies_is_started_behind_the_note_that_it_died_of(league, command):
    body = f"if note['id'] == 'n2':\n    os._exit(7)\n{FIRST_WORD}"
    told = league("talk").run(command(body), notes())
    assert told.failed == {"n2": "the process ended with code 7"}
    assert set(told.found) == {"n0", "n1", "n3", "n4"}


def test_one_that_dies_of_every_note_is_not_tried_for_ever(league, command):
    talk = league("talk")
    told = talk.run(command("os._exit(1)"), notes(9))
    assert not told.found
    assert told.reasons() == {
        "the process ended with code 1": talk.STARTS,
        f"not tried again after {talk.STARTS} starts": 9 - talk.STARTS,
    }


def test_a_note_that_is_skipped_is_told(league, command):
    told = league("talk").run(command(f"if note['id'] == 'n1':\n    return\n{FIRST_WORD}"), notes())
    assert told.failed == {"n1": "no answer"}
    assert len(told.found) == 4


def test_a_system_that_hangs_is_ended(league, command):
    body = f"import time\nif note['id'] == 'n3':\n    time.sleep(60)\n{FIRST_WORD}"
    told = league("talk").run(command(body), notes(), patience=5.0)
    assert told.failed == {"n3": "no answer within 5 s"}
    assert len(told.found) == 4


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("{'id': note['id'], 'spans': [[50, len(note['text']) + 1, 'X']]}", "offsets outside"),
        ("{'id': note['id'], 'spans': [[-1, 3, 'X']]}", "offsets outside"),
        ("{'id': note['id'], 'spans': [[3, 3, 'X']]}", "offsets outside"),
        ("{'id': note['id'], 'spans': [[0, True, 'X']]}", "not [start, end, label]"),
        ("{'id': note['id'], 'spans': [[0, 3]]}", "not [start, end, label]"),
        ("{'id': note['id'], 'spans': 3}", "not [start, end, label]"),
        ("{'id': note['id']}", "not [start, end, label]"),
        ("{'id': note['id'], 'error': 'KeyError'}", "it raised KeyError"),
        # A message may quote the note: no more than the name of an error is believed.
        ("{'id': note['id'], 'error': 'no Ana Ruiz'}", "it raised an error"),
    ],
)
def test_an_answer_that_cannot_be_fails_its_note(league, command, answer, why):
    told = league("talk").run(command(f"return {answer}"), notes(2))
    assert not told.found
    assert set(told.failed) == {"n0", "n1"}
    assert all(why in reason and "Ana" not in reason for reason in told.failed.values())


@pytest.mark.parametrize("line", ["'no json'", "{'id': 'n9', 'spans': []}", "[1]", "'null'"])
def test_lines_that_are_no_answer_are_counted(league, command, line):
    told = league("talk").run(command(f"return {line}"), notes(2))
    assert told.strays == 2
    assert told.reasons() == {"no answer": 2}


def test_a_second_answer_does_not_replace_the_first(league, command):
    body = "print(json.dumps({'id': note['id'], 'spans': [[0, 3, 'X']]}))\n"
    told = league("talk").run(command(body + "return {'id': note['id'], 'spans': []}"), notes(2))
    assert told.found["n0"] == ((0, 3, "X"),)
    assert told.strays >= 1


def test_a_command_that_is_not_there_is_told(league):
    told = league("talk").run(["no-such-program-anywhere"], notes(1))
    assert told.failed == {"n0": "could not be started (FileNotFoundError)"}


def test_what_a_library_prints_does_not_stand_among_the_answers(league, tmp_path):
    path = tmp_path / "chatty.py"
    path.write_text(
        "import os, sys\n"
        f"sys.path.insert(0, {str(BENCH / 'league/adapters')!r})\n"
        "from lines import serve\n"
        "def find(text):\n"
        "    print('loading', text)\n"
        "    os.write(1, b'from C')\n"
        "    if len(text) < 5:\n"
        "        raise ValueError(text)\n"
        "    return [(0, 3, 'PERSON')]\n"
        "serve(find)\n",
        encoding="utf-8",
    )
    docs = [*notes(2), Document("short", "Ana")]
    told = league("talk").run([sys.executable, str(path)], docs)
    assert told.strays == 0
    assert told.failed == {"short": "it raised ValueError"}
    assert told.found["n1"] == ((0, 3, "PERSON"),)


def figures(league, found, labels=None, docs=None):
    """The figures of one note by name, in per cent."""
    talk, systems = league("talk"), league("systems")
    docs = docs or notes(1)
    told = talk.Told(found={docs[0].id: tuple(found)})
    system = systems.System("mine", "mine", "mine", labels=labels)
    scored = league("scorer").score(system, docs, told)
    values = {name: f.value and round(100 * f.value, 1) for name, f in scored.figures.items()}
    return values, scored


def test_what_is_masked_and_what_it_costs(league):
    # Ana (3 of 7 of the name), 54, Acute; PHI: 7 + 2 + 5 + 8 = 22, other letters 18.
    values, _ = figures(league, [(0, 3, "P"), (10, 12, "A"), (44, 49, "P")])
    assert values["masked"] == 22.7
    assert values["masked/NAME"] == 42.9
    assert values["removed"] == round(100 * 5 / 18, 1)
    assert values["covered"] == 25.0
    assert values["covered/AGE"] == 100
    assert values["covered/PATIENT"] == 0
    assert values["notes"] == 0
    # Safe Harbor lets an age below 90 stand.
    assert values["hipaa"] == 15.0


def test_a_note_is_whole_where_nothing_of_any_identifier_stays(league):
    values, _ = figures(league, [(0, len(TEXT), "X")])
    assert (values["notes"], values["covered"], values["removed"]) == (100, 100, 100)


def test_a_mark_is_named_right_by_the_mapping_and_unknown_labels_are_told(league):
    labels = {"PERSON": ("NAME",), "DATE_TIME": ("DATE", "AGE"), "*": ("ID",)}
    found = [(0, 8, "PERSON"), (10, 12, "DATE_TIME"), (17, 22, "PERSON"), (32, 42, "NHS")]
    values, scored = figures(league, found, labels)
    assert values["masked"] == 100
    assert values["named"] == round(100 * 9 / 22, 1)  # Ana Ruiz and 54
    assert scored.unmapped == ("NHS",)
    # Ours need no mapping; what is no label of ours is told.
    values, scored = figures(league, [(0, 8, "DOCTOR"), (17, 22, "PLACE")])
    assert values["named"] == round(100 * 7 / 12, 1)
    assert scored.unmapped == ("PLACE",)


def test_a_note_that_failed_counts_as_one_in_which_nothing_was_found(league):
    talk, systems = league("talk"), league("systems")
    told = talk.Told(found={"n0": ((0, len(TEXT), "X"),)}, failed={"n1": "no answer"})
    system = systems.System("mine", "mine", "mine")
    scored = league("scorer").score(system, notes(2), told)
    assert scored.figures["masked"].value == 0.5
    assert scored.figures["notes"].n == 2


def test_what_is_no_identifier_of_ours_counts_on_neither_side(league):
    neutral = (Span(44, 49, "NEUTRAL"), Span(50, 55, "SEXO_SUJETO_ASISTENCIA"))
    docs = [Document("n0", TEXT, (*GOLD, *neutral))]
    values, scored = figures(league, [(44, 55, "X")], docs=docs)
    assert (values["masked"], values["removed"]) == (0, 0)
    assert scored.figures["masked"].n == 22
    assert scored.figures["removed"].n == 18 - 10


def test_the_table_of_systems_is_whole(league):
    table = league("systems").read_systems()
    names = [row.name for row in table.rows]
    assert len(set(names)) == len(names)
    adapters = BENCH / "league/adapters"
    for row in table.rows:
        words = row.words(python="P", adapters=adapters, lang="en", weights="W")
        assert Path(words[1]).is_file(), row.name
        assert row.title
        assert row.settings
        assert row.licence
        assert row.source
        assert row.pip
        assert row.labels is not None or row.ours
        assert not row.needs_weights or row.needs


def test_labels_map_to_categories_that_there_are(league):
    from incognote.core.labels import CATEGORIES

    for row in league("systems").read_systems().rows:
        for label, categories in (row.labels or {}).items():
            assert set(categories) <= set(CATEGORIES), f"{row.name}: {label}"


def test_a_row_with_a_field_that_there_is_not_is_refused(league, tmp_path):
    from incognote.core.errors import ConfigError

    path = tmp_path / "systems.toml"
    path.write_text('[[system]]\nname = "a"\ntitle = "A"\ncommand = "a"\nspeed = 3\n')
    with pytest.raises(ConfigError, match=r"systems.toml: system 'a'.*speed"):
        league("systems").read_systems(path)


@pytest.mark.parametrize("line", ["mine", "=python mine.py", "mine=", " = "])
def test_what_is_no_name_and_command_is_refused(league, line):
    from incognote.core.errors import ConfigError

    with pytest.raises(ConfigError, match="NAME=COMMAND"):
        league("systems").brought([line])


@pytest.fixture
def small(league, monkeypatch):
    """One corpus of five notes in place of the table's."""
    corpora = league("corpora")
    corpus = corpora.Corpus("records_en", "Five notes", "en", lambda given: notes(), "made here")
    # All are imported before any is changed: each has taken the table from the first.
    for module in [league(name) for name in ("corpora", "commands", "page", "pictures")]:
        monkeypatch.setattr(module, "TABLE", {"records_en": corpus})
    return corpus


def test_one_line_brings_a_system_and_its_figures_are_kept(league, small, command, tmp_path):
    words = command(FIRST_WORD)
    line = f"mine={' '.join(words)}"
    with pytest.raises(SystemExit) as ended:
        league("commands").main(["run", "--system", line, "--results", str(tmp_path / "out")])
    assert ended.value.code == 0
    kept = json.loads((tmp_path / "out/mine.json").read_text(encoding="utf-8"))
    found = kept["corpora"]["records_en"]
    assert found["notes"] == 5
    assert found["failed"] == {}
    assert found["figures"]["masked"][:2] == [round(3 / 22, 5), 110]
    assert "Ana" not in json.dumps(kept)


def test_a_system_without_its_weights_is_told(league, small, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        league("commands").main(["run", "gliner", "--results", str(tmp_path)])
    assert ended.value.code == 1
    assert "gliner: needs weights: --weights gliner=FOLDER" in capsys.readouterr().err
    page = league("page").render(league("results").load_all(tmp_path), {})
    assert "- GLiNER: needs weights: --weights gliner=FOLDER." in page


def row(title, masked, removed, *, ours=False):
    shares = {"masked": masked, "removed": removed, "covered": 0.5, "notes": 0.1, "hipaa": masked}
    found = {
        "date": "2026-11-28",
        "notes": 5,
        "words": 60,
        "failed": {},
        "strays": 0,
        "unmapped": [],
        "figures": {k: [v, 110, v - 0.01, v + 0.01] for k, v in shares.items()},
    }
    about = {"python": "3.12", "steps": [], "settings": "", "licence": "", "source": "here"}
    return {"title": title, "ours": ours, **about, "corpora": {"records_en": found}}


def test_the_page_says_where_ours_is_first_and_where_not(league, small):
    page = league("page")
    kept = {
        "incognote": row("incognote", 0.9, 0.02, ours=True),
        "wide": row("Wide", 0.7, 0.1),
        "mute": row("Mute", 0.01, 0.0),
    }
    said = page._standing(kept)
    assert "first in recall on 1 of 1 corpora, and first in price on 0 of 1" in said
    assert "of which 1 corpora have one, it is first in price on 1." in said
    assert "first in recall (90.00 against 70.00 of Wide)" in said
    assert "**not first in price** but number 2 (2.00; Mute removes 0.00 and masks 1.0)" in said
    kept["wide"] = row("Wide", 0.95, 0.1)
    assert "**not first in recall** but number 2 (90.00 against 95.00 of Wide)" in page._standing(
        kept
    )
    kept["wide"] = row("Wide", 0.895, 0.1)
    assert "of Wide; the intervals meet)" in page._standing(kept)
    kept["wide"] = row("Wide", 0.895, 0.01)
    assert "of which 1 corpora have one, it is first in price on 0." in page._standing(kept)
    kept["wide"] = row("Wide", 0.895, 0.1)
    del kept["mute"]
    assert "first in price (2.00 against 10.00 of Wide)" in page._standing(kept)


def with_kinds(row, **shares):
    figures = row["corpora"]["records_en"]["figures"]
    figures |= {name.replace("__", "/"): [share, 46] for name, share in shares.items()}
    return row


def test_the_page_says_of_which_kinds_another_system_covers_more(league, small):
    page = league("page")
    ours = row("incognote", 0.9, 0.02, ours=True)
    kept = {
        "incognote": with_kinds(ours, covered__CITY=0.9, covered__MRN=0.5, masked__NAME=0.99),
        "wide": with_kinds(
            row("Wide", 0.7, 0.1), covered__CITY=0.95, covered__MRN=0.5, masked__NAME=0.992
        ),
    }
    said = page._standing(kept)
    assert "Of 3 kinds of identifiers" in said
    assert "another system covers more than incognote of 2," in said
    assert (
        "**behind in kinds of identifiers**: CITY (46) 90.0 (95.0 by Wide), "
        "characters of NAME 99.0 (99.2 by Wide)." in said
    )
    with_kinds(kept["wide"], covered__CITY=0.9, masked__NAME=0.98)
    assert "more than incognote of 0," in page._standing(kept)
    assert "behind in kinds" not in page._standing(kept)


def test_types_of_every_corpus_are_shown(league, small, monkeypatch):
    page = league("page")
    kept = {"mine": with_kinds(row("Mine", 0.5, 0.1), covered__CITY=0.9)}
    assert "### Five notes, by type\n" in page.render(kept, {})
    monkeypatch.setattr(page, "BY_TYPE", ())
    text = page.render(kept, {})
    assert "### Five notes, by type" not in text
    folded = text[text.index("<summary>Five notes, by type</summary>") : text.index("</details>")]
    assert "| CITY (46) | 90 |" in folded


def test_what_nobody_measured_has_no_column_and_speed_stands_beside_what_is_found(league, small):
    page, results = league("page"), league("results")
    timed = {"words_per_second": 100.0}
    kept = {"incognote": row("incognote", 0.9, 0.02), "wide": row("Wide", 0.7, 0.1)}
    for each in kept.values():
        each["corpora"][results.TIMED["en"][0]] = each["corpora"]["records_en"]
    speed = {"systems": {"incognote": {"en": timed}, "wide": {"en": timed}}}
    head, rows = page._speed_table(kept, speed, 0.05)
    assert page.FIRST not in head
    assert page.MEMORY not in head
    assert [cells[:3] for cells in rows] == [
        ["incognote (en)", "90.00 / 2.00", "100"],
        ["Wide (en)", "70.00 / 10.00", "100"],
    ]
    note = page._speed_note(speed, 0.05)
    assert "first note" not in note
    assert "Memory" not in note
    speed["systems"]["wide"]["en"] = timed | {"first": 2.0, "megabytes": 50.0}
    head, rows = page._speed_table(kept, speed, 0.05)
    assert [cells[head.index(page.FIRST)] for cells in rows] == ["-", "2.0"]
    note = page._speed_note(speed, 0.05)
    assert "The first note is by the clock" in note
    assert "Memory is missing where" in note


def test_what_failed_stands_below_its_table(league, small):
    kept = {"mine": row("Mine", 0.5, 0.1)}
    kept["mine"]["corpora"]["records_en"] |= {"failed": {"no answer": 2}, "strays": 1}
    text = league("page").render(kept, {})
    assert "Failed: Mine: 2 no answer, 1 lines that were no answer." in text


def test_a_million_notes_cost_what_their_words_take(league):
    assert league("page").cost(3000, 0.05) == pytest.approx(1e6 * 300 / 3000 / 3600 * 0.05)


@pytest.mark.needs("corpora")
def test_the_page_is_what_the_results_give(league):
    page, results = league("page"), league("results")
    now = page.render(results.load_all(results.FOLDER), page._speed(results.FOLDER))
    assert page.PAGE.read_text(encoding="utf-8") == now, "run: python bench/league page"


def test_results_hold_figures_and_no_more(league):
    results = league("results")
    for path in results.FOLDER.glob("*.json"):
        assert path.stat().st_size < 120_000, path.name


def test_long_notes_are_notes_in_a_row_with_their_marks(league):
    (first, second) = league("corpora").joined(notes(3), 2)
    assert first.text == f"{TEXT}\n\n{TEXT}"
    assert len(second.spans) == len(GOLD)
    assert [first.text[s.start : s.end] for s in first.spans] == [
        TEXT[s.start : s.end] for s in (*GOLD, *GOLD)
    ]


def test_prose_keeps_sentences_without_capitals_that_it_does_not_know(league, tmp_path):
    folder = tmp_path / "mts_dialog"
    folder.mkdir()
    header = "ID,section_text\n"
    body = (
        "The pain is worse at the back. The pain is sharp. Seen with Ada Ruiz in Leeds. "
        "She is a 54-year-old with pain. Seen on 03/14/2019."
    )
    for name, *_ in importlib.import_module("english_notes").HELD_OUT["mts_dialog"]:
        (folder / name).write_text(f'{header}1,"{body} she seen"\n', encoding="utf-8")
    for name, files in importlib.import_module("english_notes").HELD_OUT.items():
        if name != "mts_dialog":
            (tmp_path / name).mkdir()
            for file, key, column in files:
                (tmp_path / name / file).write_text(f"{key},{column}\n", encoding="utf-8")
    found = league("corpora").clean_prose(tmp_path)
    assert found
    for doc in found:
        assert "Ruiz" not in doc.text
        assert "2019" not in doc.text
        assert "The pain is worse at the back." in doc.text
        assert [(doc.text[s.start : s.end], s.label) for s in doc.spans] == [("54", "AGE")]


def test_identifiers_that_are_put_into_prose_stand_where_their_marks_say(tmp_path, monkeypatch):
    """The maker's own work; Faker, which it brings values from, is made up here."""
    import random
    import types

    fake = types.SimpleNamespace(name=lambda: "Ada Ruiz")
    for kind in ("street_address", "city", "postcode", "phone_number", "ssn", "email", "company"):
        setattr(fake, kind, lambda kind=kind: kind)
    fake.last_name, fake.job = (lambda: "Ruiz"), (lambda: "Welder")
    fake.date_between = lambda _: __import__("datetime").date(2019, 3, 14)
    factory = types.SimpleNamespace(seed=lambda _: None)
    module = types.ModuleType("faker")
    module.Faker = type("Faker", (), {"seed": factory.seed, "__new__": lambda *_: fake})
    monkeypatch.setitem(sys.modules, "faker", module)
    source = (BENCH / "league/makers/make_dialog.py").read_text(encoding="utf-8")
    names = {"__name__": "make_dialog"}
    exec(compile(source.removesuffix("main()\n"), "make_dialog.py", "exec"), names)
    writing = names["Writing"]()
    value = names["values_of"](fake, random.Random(1))
    body = "He is 54. The patient has pain. Aged 54."
    marks = [[6, 8, "AGE"], [37, 39, "AGE"]]
    writing.fill(names["HEADS"][0], value)
    writing.copy(body, marks, 0, 10)
    writing.put("PATIENT", "Ruiz")
    writing.copy(body, marks, 21, len(body))
    shown = [(writing.text[s:e], kind) for s, e, kind in writing.spans]
    assert shown[0] == ("Ada Ruiz", "PATIENT")
    assert shown[-3:] == [("54", "AGE"), ("Ruiz", "PATIENT"), ("54", "AGE")]


@pytest.mark.parametrize(
    "heights",
    [
        [],
        [50.0],
        [99.0, 98.5, 98.0, 97.0],
        [3.0, 2.0, 1.0, 0.5, 0.0],
        [99.0, *[1.0] * 14],
        [100.0] * 3,
    ],
)
def test_names_beside_a_picture_keep_their_order_and_cover_none(league, heights):
    places = league("pictures").spread(heights, 5.0, 0.0, 100.0)
    assert len(places) == len(heights)
    assert all(upper - lower >= 5.0 for upper, lower in itertools.pairwise(places))
    assert all(0.0 <= place <= 100.0 for place in places)
    if len(heights) == 1:
        assert places == heights


def test_a_picture_never_rounds_a_share_up(league, monkeypatch):
    pictures = league("pictures")
    said = []
    monkeypatch.setattr(
        pictures.plotting,
        "render",
        lambda figure: (
            said.extend(text.get_text() for axes in figure.axes for text in axes.texts) or b""
        ),
    )
    row = {
        "corpora": {"records_en": {"figures": {"masked": [0.9996, 9], "masked/NAME": [0.9996, 9]}}}
    }
    pictures._categories({"mine": row})
    assert said == ["99"]


def test_a_corpus_is_said_to_be_a_draw_where_it_is_one(league):
    corpora, page = league("corpora"), league("page")
    for corpus in corpora.TABLE.values():
        said = page._whose(corpus)
        assert ("A draw, always the same, of " in said) is bool(corpus.drawn)
        if not corpus.name.startswith(("notes_", "extra_", "records_", "long_")):
            continue  # needs what others made
        of = re.sub(r"^(long)_(..)$", r"notes_\2", re.sub(r"^(notes_..)_\w+$", r"\1", corpus.name))
        part = "test" if of.startswith("records") else "dev"
        all_of_it = corpora.english_notes.read_marked(corpora.CORPORA / of, part)
        notes = corpus.made(corpora.Given({}, Path()))
        read = corpora.SAMPLES["long"] if corpus.name.startswith("long") else len(notes)
        assert bool(corpus.drawn) is (read < len(all_of_it)), corpus.name
