"""`incognote attack` with readers that need no miss, and what a run says of the order of notes."""

from __future__ import annotations

import datetime
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from incognote import cli
from incognote.assure.attack.record import Attack, read_attack, tables
from incognote.cli.calibrated import describe, describe_policy
from incognote.core.errors import InputError
from incognote.replace.policy import get_policy
from incognote.run.batch.summary import Summary
from incognote.run.deidentifier import shipped_model


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    for i in range(12):
        day = datetime.date(2018, 1, 3) + datetime.timedelta(11 * i)
        (folder / f"note{i:03}.txt").write_text(
            f"%% kind=x; patient=p{i % 6}\n[[AGE|{40 + i}]] yo woman, [[PROFESSION|lamp trimmer]], "
            f"porphyria {i % 6}. Seen [[DATE|{day:%m/%d/%Y}]] by [[DOCTOR#1|Zorpan]].\n"
        )
    return folder


Run = Callable[..., str]


@pytest.fixture
def ran(corpus: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*args: str, code: int = 0) -> str:
        assert cli.run(["attack", str(corpus), "--people", "20000", *args]) == code
        told = capsys.readouterr()
        return told.err if code else told.out

    return run


def test_every_reader_shows_a_table_and_the_file_holds_the_same(ran: Run, tmp_path: Path) -> None:
    readers = ("--reader", "traits", "--reader", "dates", "--reader", "links")
    out = tmp_path / "attack.json"
    policies = ("--policy", "hipaa-expert", "--policy", "all")
    shown = ran(*readers, *policies, "--out", str(out))
    for words in ("People of 20,000", "one true date known", "Released notes linked", "hipaa-exp"):
        assert words in shown
    held = read_attack(out)
    assert [risk.policy for risk in held.traits] == ["hipaa-expert", "all"]
    assert (held.shifts_of, held.notes, held.marks) == ("hipaa-expert", 12, "gold")
    assert held.links[0].held == 12
    assert len(list(tables(held))) == 4
    assert json.loads(ran(*readers, *policies, "--json"))["stays"]["notes"] == 12


def test_a_reader_of_links_without_a_patient_of_two_notes_says_so(
    ran: Run, corpus: Path, tmp_path: Path
) -> None:
    assert "no two of these notes" not in ran("--reader", "links")
    for number, path in enumerate(sorted(corpus.glob("*.txt"))):
        path.write_text(path.read_text().replace("patient=p", f"patient=q{number}x"))
    assert "no two of these notes say that they are of one patient" in " ".join(
        ran("--reader", "links").split()
    )
    assert "no two of these" not in ran("--reader", "traits")


def test_no_text_and_no_id_is_told(ran: Run, tmp_path: Path) -> None:
    out = tmp_path / "attack.json"
    readers = ("--reader", "traits", "--reader", "dates", "--reader", "links")
    ran(*readers, "--replace", "surrogate", "--out", str(out))
    for held in ("porphyria", "lamp", "Zorpan", "2018", "p1", "note0"):
        assert held not in out.read_text()


def test_an_unmasked_rare_trade_is_found_and_after_mending_is_not(ran: Run, tmp_path: Path) -> None:
    assert cli.run(["policy", "new", str(tmp_path / "leaky.toml"), "--from", "hipaa"]) == 0
    leaky = tmp_path / "leaky.toml"
    text = leaky.read_text()
    assert 'rare_professions = "remove"' in text
    leaky.write_text(text.replace('rare_professions = "remove"', 'rare_professions = "keep"'))
    ran("--reader", "traits", "--policy", str(leaky))
    below = []
    for policy in (str(leaky), "hipaa"):
        told = json.loads(ran("--reader", "traits", "--policy", policy, "--json"))
        (risk,) = told["stays"]["traits"]
        below.append(risk["below"]["11"])
    assert below == [12, 0]


READ = ("--reader", "traits")


def test_the_file_says_what_it_holds_for(ran: Run, tmp_path: Path) -> None:
    def made_with(*args: str) -> dict[str, str]:
        out = tmp_path / f"{len(list(tmp_path.iterdir()))}.json"
        ran(*args, "--out", str(out))
        return dict(read_attack(out).hashes)

    plain = made_with(*READ, "--policy", "hipaa")
    assert plain == {"language": "en", "policy": describe_policy(get_policy("hipaa"))}
    changed = made_with(*READ, "--policy", "hipaa", "--replace", "surrogate")
    assert changed["policy"] == describe_policy(get_policy("hipaa").with_action("surrogate"))
    assert changed["policy"] != plain["policy"]
    moved = ("--reader", "dates", "--policy", "hipaa-expert", "--scope", "run", "--whole-weeks")
    assert made_with(*moved).items() > {"scope": "run", "shift": "whole weeks"}.items()
    real = made_with(*READ, "--misses", "real", "--fast")
    fast = describe("en", shipped_model("en", fast=True))
    assert real.items() > {what: fast[what] for what in ("model", "rules", "site")}.items()


def test_few_notes_show_little(ran: Run, corpus: Path) -> None:
    assert "rest on" not in ran(*READ)
    for note in sorted(corpus.iterdir())[2:]:
        note.unlink()
    assert "These figures rest on 2 notes and show little" in ran(*READ)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--reader", "trates"), "Did you mean 'traits'"),
        (("--reader", "dates", "--policy", "hipaa"), "moves no dates"),
        (("--reader", "dates", "--policy", "all", "--out", "x.json"), "moves no dates"),
        (("--reader", "traits", "--replace", "surogate"), "Did you mean 'surrogate'"),
        (("--out", "x.json"), "--out holds what traits, dates and links find"),
        (("--reader", "traits", "--policy", "hippa"), "Did you mean 'hipaa'"),
    ],
)
def test_what_cannot_be_is_refused(ran: Run, args: tuple[str, ...], message: str) -> None:
    assert message in ran(*args, code=2)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "x.json"
    other.write_text('{"kind": "incognote plan"}')
    with pytest.raises(InputError, match="is no attack; give what incognote attack --out wrote"):
        read_attack(other)


def test_where_nobody_was_asked_there_is_no_table() -> None:
    assert list(tables(Attack(3, "en", "gold"))) == []


@pytest.mark.parametrize("shuffled", [False, True])
def test_a_run_says_that_notes_stand_in_the_order_of_their_days(
    shuffled: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    days = [datetime.date(2018, 1, 3) + datetime.timedelta(3 * i) for i in range(60)]
    if shuffled:
        random.Random(1).shuffle(days)
    rows = "\n".join(f"p{i % 20},Seen {day:%m/%d/%Y}. Well." for i, day in enumerate(days))
    (tmp_path / "notes.csv").write_text(f"patient,note\n{rows}\n")
    args = ["deid", str(tmp_path / "notes.csv"), "-o", str(tmp_path / "out"), "--text", "note"]
    args += ["--patient", "patient", "--replace", "surrogate", "--jobs", "1", "--fast"]
    assert cli.run(args) == 0
    told = capsys.readouterr().err
    assert ("stand in the order of their days" in told) is not shuffled
    assert "2018" not in told


def test_a_few_notes_and_those_of_one_patient_are_in_no_order() -> None:
    def of(days: list[tuple[str, str, int]]) -> bool:
        return Summary(days=days).in_order_of_days

    rising = [(f"notes/{i}", f"p{i % 7}", 700000 + i) for i in range(21)]
    assert of(rising)
    assert of(rising[::-1])  # the order is that of the ids
    assert not of(rising[:20])
    assert not of([(id, "p", day) for id, _, day in rising])
    assert not of([(id, patient, -day) for id, patient, day in rising])
    both = Summary(days=rising[:11])
    both.add(Summary(days=rising[11:]))
    assert both.in_order_of_days
    assert "days" not in both.as_row()
    assert "700000" not in repr(both)
