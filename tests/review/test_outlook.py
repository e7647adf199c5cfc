"""What reading shows so far: no more than a certificate will, and nothing of what was planted."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path

import pytest
from pages import run
from projects import made, number

from incognote.assure.certificate import certify
from incognote.assure.plan import Drawn, Plan, Stratum, Terms
from incognote.assure.planting import Planted
from incognote.assure.review import Reading
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, InputError
from incognote.io.format import writer
from incognote.review.goal import Counts, Goal, goal_of_plan
from incognote.review.making import make_project
from incognote.review.marks import Wish
from incognote.review.outlook import STEP, certified, of_system, outlook_of
from incognote.review.project import Project
from incognote.review.source import stamp

IDS = [f"n{i:03}" for i in range(300)]


def plan(strata: tuple[Stratum, ...], planted: int, target: float = 0.98) -> Plan:
    first = strata[0].read
    sample = [
        Drawn(
            id,
            int(i >= first and len(strata) > 1),
            "",
            Planted(0, 4, "PATIENT", "Ruiz") if i % (300 // planted) == 0 else None,
        )
        for i, id in enumerate(IDS)
    ]
    terms = Terms(target=target)
    marks, roomy = {"PATIENT": 60_000}, {str(n): 0 for n in (1, 2, 4, 8)}
    return Plan("", 2_000, marks, {}, strata, tuple(sample), roomy, 1, terms, {})


def counts(of: Plan) -> Counts:
    found = goal_of_plan(of, IDS).counts
    assert found is not None
    return found


def steps(marks: list[tuple[str, int]], whole: int = len(IDS)) -> list[list[tuple[str, int]]]:
    """As they are reached where nothing is changed behind them."""
    ends = [*range(STEP, len(marks) + 1, STEP)]
    ends += [whole] if len(marks) == whole != ends[-1] else []
    return [marks[:end] for end in ends]


@pytest.mark.parametrize(
    "strata",
    [
        (Stratum("all", 2_000, 300),),
        (Stratum("most room", 40, 40), Stratum("others", 1_960, 260)),
    ],
    ids=["one stratum", "two strata"],
)
def test_at_the_end_it_is_what_the_certificate_says_where_19_of_20_are_found(
    strata: tuple[Stratum, ...],
) -> None:
    of = plan(strata, 60)
    missed = [drawn.id for drawn in of.sample if drawn.planted][-3:]  # 57 of 60 are found
    left = {id: int(i % 50 == 7) for i, id in enumerate(IDS)}
    span = Span(9, 12, "PATIENT")
    told = certify(of, Reading({id: (span,) * n for id, n in left.items()}, 57))
    marks = [
        (drawn.id, left[drawn.id] + (drawn.planted is not None and drawn.id not in missed))
        for drawn in of.sample
    ]
    random.Random(3).shuffle(marks)
    found = certified(counts(of), 0.98, steps(marks))
    assert found is not None
    assert found.read == 300
    assert found.recall == pytest.approx(told.overall.recall, abs=1e-9)
    assert found.course[-1] == (300, found.recall)


def test_it_narrows_and_says_how_much_is_still_to_be_read() -> None:
    of = counts(plan((Stratum("all", 2_000, 300),), 60))
    marks = [(id, int(i % 5 == 0)) for i, id in enumerate(IDS)]
    some = [certified(of, 0.98, steps(marks[:n])) for n in (100, 200, 300)]
    bounds = [found.recall for found in some if found]
    assert bounds == sorted(bounds)
    first = some[0]
    assert first is not None
    assert first.more
    enough = certified(of, 0.98, steps(marks[: 100 + first.more]))
    assert enough is not None
    assert enough.more == 0 or enough.more < 15  # the marks of those that came were others
    beyond = certified(of, 0.98, steps([(id, 20) for id in IDS]))
    assert beyond is not None
    assert beyond.more is None


def reading(folder: Path) -> Path:
    """A project of a sample whose notes all have a name."""
    of = plan((Stratum("all", 2_000, 300),), 60)
    docs = [Document(id, f"Seen by Ruiz {id}.\n") for id in IDS]
    path, goal = folder / "reading.db", Goal(0.98, counts(of))
    make_project(path, docs, purpose="certify", lang="en", source=stamp([]), goal=goal)
    return path


MARK = Wish("add", "", 8, 12, "PATIENT")


def certifying(folder: Path, read: int) -> Path:
    """The same with the first notes read, every fifth of them with a mark."""
    path = reading(folder)
    with Project(path) as project:
        for note in range(1, read + 1):
            decide(project, note, *([MARK] if note % 5 == 0 else []), Wish("done"))
    return path


def decide(project: Project, note: int, *wishes: Wish) -> None:
    last, request = project.state(note).last, str(project.history.last)
    project.decide(note, wishes, reader="R", request=request, after=last)


def test_what_one_mark_does_is_not_to_be_seen(tmp_path: Path) -> None:
    with Project(reading(tmp_path)) as project:
        for note in range(1, STEP):
            decide(project, note, Wish("done"))
        assert outlook_of(project)() is None
        decide(project, STEP, Wish("done"))
        first = outlook_of(project)()
        assert first is not None
        assert first.read == STEP
        # Whatever is done about notes behind or before the step: marked, opened, read anew, undone.
        decide(project, STEP + 1, MARK, Wish("done"))
        assert outlook_of(project)() == first
        decide(project, 1, MARK)
        assert outlook_of(project)() == first
        decide(project, 1, Wish("reopen"))
        assert outlook_of(project)() == first
        decide(project, 1, Wish("done"))
        for _ in range(3):
            project.undo(reader="R", request=f"u{project.history.last}", after=project.history.last)
            assert outlook_of(project)() == first
        for note in range(STEP + 1, 2 * STEP + 1):
            decide(project, note, Wish("done"))
        second = outlook_of(project)()
        assert second is not None
        assert second.course[0] == (STEP, first.recall)
        assert second.read == 2 * STEP
    with Project(tmp_path / "reading.db") as project:  # nor by opening it again
        assert outlook_of(project)() == second


def test_marks_of_earlier_notes_count_from_the_next_step_on(tmp_path: Path) -> None:
    found = []
    for marked in (False, True):
        (tmp_path / str(marked)).mkdir()
        with Project(reading(tmp_path / str(marked))) as project:
            for note in range(1, 2 * STEP + 1):
                decide(project, note, Wish("done"))
                if note == STEP + 1 and marked:
                    for earlier in range(1, STEP):
                        decide(project, earlier, MARK)
            told = outlook_of(project)()
            assert told is not None
            found.append(told)
    assert found[0].course[0] == found[1].course[0]
    assert found[0].recall > found[1].recall


def test_which_notes_something_is_planted_in_changes_nothing() -> None:
    """The project has the plan's counts alone, so what it shows cannot depend on anything else."""
    one, other = plan((Stratum("all", 2_000, 300),), 60), plan((Stratum("all", 2_000, 300),), 60)
    moved = [
        Drawn(a.id, a.stratum, a.sha256, b.planted)
        for a, b in zip(other.sample, other.sample[1:] + other.sample[:1], strict=True)
    ]
    assert counts(one) == counts(
        Plan(**{name: getattr(other, name) for name in Plan.__slots__} | {"sample": tuple(moved)})
    )


def test_a_project_holds_the_counts_and_nothing_that_was_planted(tmp_path: Path) -> None:
    texts = [f"Seen by Dr. Ada Ruiz in room {n}.\nNo pain today.\n" for n in range(12)]
    writer("txt")([Document(f"n{i}", text) for i, text in enumerate(texts)], tmp_path / "notes")
    assert run("deid", tmp_path / "notes", "-o", tmp_path / "out") == 0
    file, to_read, project = (tmp_path / name for name in ("plan.json", "to_read", "p.db"))
    asked = ("--read", "12", "--plant", "10", "--target", ".5", "--to-read", to_read)
    assert run("certify", "plan", tmp_path / "out", "--plan", file, *asked) == 0
    new = ("review", "new", project, to_read, "--for", "certify")
    assert run(*new, "--target", ".9") == 2  # without the plan nobody knows how far that is
    assert run(*new, "--plan", file) == 0
    base = sqlite3.connect(project)
    rows = [
        base.execute(f"SELECT * FROM {name}").fetchall() for name in ("project", "root", "found")
    ]
    base.close()
    held = repr(rows)
    planted = [drawn["planted"] for drawn in json.loads(file.read_text())["sample"]]
    assert not [put for put in planted if put and put["text"] in held]
    assert str(file) not in held
    with Project(project) as opened:
        assert opened.goal.target == 0.5
        assert outlook_of(opened)() is None
        for note in opened.notes:
            request = str(note.number)
            opened.decide(note.number, [Wish("done")], reader="R", request=request, after=0)
        found = outlook_of(opened)()
        assert found is not None
        assert (found.read, found.more) == (12, None)  # twelve notes cannot show it
        assert 0.1 < found.recall < 0.3  # as certify plan says
    (to_read / "n0.txt").unlink()
    assert run("review", "new", tmp_path / "q.db", to_read, "--for", "certify", "--plan", file) == 2


def test_a_plan_of_other_notes_and_a_target_that_is_none_are_refused() -> None:
    of = plan((Stratum("all", 2_000, 300),), 60)
    with pytest.raises(InputError, match="not those that the plan drew"):
        goal_of_plan(of, IDS[1:])
    assert goal_of_plan(of, IDS, 0.9).target == 0.9
    with pytest.raises(ConfigError, match="between 0 and 1"):
        Goal(1.0)


def system(many: int, missed: int) -> tuple[list[Document], list[Document]]:
    text = "Ada Ruiz and Tom Moss came.\n"
    both = (Span(0, 8, "DOCTOR"), Span(13, 21, "PATIENT"))
    gold = [Document(f"n{i}", text, both) for i in range(many)]
    return gold, [doc.with_spans(both[: 1 if i < missed else 2]) for i, doc in enumerate(gold)]


def test_the_systems_recall_is_told_with_its_interval_and_what_a_target_takes() -> None:
    assert of_system(*system(STEP - 1, 0), 0.9) is None
    found = of_system(*system(40, 4), 0.9)
    assert found is not None
    assert found.recall == pytest.approx(76 / 80)
    assert found.low < found.recall < found.high
    assert found.more is not None
    shown = of_system(*system(200, 0), 0.9)
    assert shown is not None
    assert shown.more == 0
    assert 0.97 < shown.low < shown.recall == 1.0  # nothing missed in 200 notes proves no 100 %
    beyond = of_system(*system(40, 20), 0.9)
    assert beyond is not None
    assert beyond.more is None
    assert of_system(*system(40, 4), 0.0) is not None


def test_the_systems_recall_does_not_tell_what_it_found_in_one_note(tmp_path: Path) -> None:
    _, found = system(STEP, 2)
    with Project(made(tmp_path, "label", found)) as project:
        for note in project.notes:
            decide(project, note.number, Wish("add", "", 0, 8, "DOCTOR"), Wish("done"))
        told = outlook_of(project)()
        assert told is not None
        assert told.recall == 1.0
        decide(project, number(project, "n0"), Wish("add", "", 13, 21, "PATIENT"))  # it has not
        assert outlook_of(project)() == told


def test_who_marks_from_nothing_sees_nothing_and_recall_is_told(tmp_path: Path) -> None:
    gold, found = system(STEP, 2)
    path = made(tmp_path, "label", found)
    with Project(path) as project:
        assert not any(project.state(note.number).marks for note in project.notes)
        assert project.open == 0
        for note in project.notes:
            wishes = [Wish("add", "", s.start, s.end, s.label) for s in gold[0].spans]
            request = str(note.number)
            done = [*wishes, Wish("done")]
            project.decide(note.number, done, reader="R", request=request, after=0)
        told = outlook_of(project)()
    assert told is not None
    assert told.recall == pytest.approx(18 / 20)


def test_a_project_that_knows_no_system_tells_nothing(tmp_path: Path) -> None:
    docs = [Document(f"n{i}", "No pain.\n") for i in range(STEP)]
    make_project(tmp_path / "p.db", docs, purpose="label", lang="en", source=stamp([]))
    with Project(tmp_path / "p.db") as project:
        for note in project.notes:
            request = str(note.number)
            project.decide(note.number, [Wish("done")], reader="R", request=request, after=0)
        assert outlook_of(project)() is None
