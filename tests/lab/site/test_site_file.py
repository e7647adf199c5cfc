"""What is proposed comes as a file that can be read, with or without what is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from incognote.core.site import Site, SitePattern, read_site
from incognote.lab.site.held_out import Effect, Standing
from incognote.lab.site.proposals import Proposal, Proposals, to_site
from incognote.lab.site.site_file import HOLDS_PHI, render

EFFECT = Effect(4, 0, 1)
FOUND = Proposals(
    (
        Proposal("UNIT", 'Bay "B" \x7f\\', None, 5, 3, EFFECT),
        Proposal("", "Alder regimen", None, 5, 3, Effect(0, 0, -2)),
        Proposal("MRN", "", SitePattern("mrn-1", "MRN", r"\d{7}", 0.9, r"\A'"), 5, 3, EFFECT),
        Proposal("STREET", "Mill Läne", None, 5, 3, EFFECT),
    ),
    Standing(12, 40, 9, 3),
    Standing(8, 30, 6, 2),
    Standing(8, 30, 1, 0),
)
HELD = Site({"UNIT": ("Rowan",)}, (SitePattern("own", "IDNUM", r"a\tb"),), ("Birch score",))


@pytest.mark.parametrize("accepted", [(), (0,), (1, 2), (0, 1, 2, 3)])
def test_what_is_accepted_is_read_back_with_what_was_there(
    accepted: tuple[int, ...], tmp_path: Path
) -> None:
    path = tmp_path / "site.toml"
    path.write_text("\n".join(render(HELD, FOUND, accepted)), encoding="utf-8")
    expected = to_site((FOUND.proposals[i] for i in accepted), HELD)
    read = read_site(path)
    assert {k: v for k, v in read.lists.items() if v} == expected.lists
    assert (read.patterns, read.never) == (expected.patterns, expected.never)


def test_taking_the_marks_away_accepts_all(tmp_path: Path) -> None:
    lines = list(render(Site(), FOUND))
    assert lines[0] == f"# {HOLDS_PHI}"
    kept = [
        line.replace("# ", "", 1)
        if line.lstrip().startswith(
            ('# "', "# [[", "# name", "# label", "# pattern", "# con", "# sc")
        )
        else line
        for line in lines
    ]
    path = tmp_path / "site.toml"
    path.write_text("\n".join(kept), encoding="utf-8")
    assert read_site(path) == to_site(FOUND.proposals, Site())


def test_each_stands_below_its_effect() -> None:
    lines = list(render(Site(), FOUND))
    at = next(i for i, line in enumerate(lines) if "Alder regimen" in line)
    assert "0 identifiers lost, false alarms -2" in lines[at - 1]
    at = next(i for i, line in enumerate(lines) if "Mill" in line)
    assert "4 more found, false alarms +1" in lines[at - 1]
