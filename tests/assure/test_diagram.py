"""The reliability diagram: a panel for each label, the same for the same figures."""

from __future__ import annotations

import numpy as np
import pytest
from releases import scored

from incognote.assure.diagram import check_kind, draw
from incognote.assure.reliability import reliability
from incognote.core.errors import ConfigError


@pytest.fixture(scope="module")
def rows() -> list[dict[str, object]]:
    rng = np.random.default_rng(1)
    p = np.round(rng.random(1500), 3)
    notes = scored(rng.integers(0, 90, 1500).tolist(), p.tolist())
    notes.token_is_phi[:] = rng.random(1500) < p**2
    return [found.to_dict() for found in reliability(notes)]


def test_it_is_drawn_alike_each_time_and_for_one_label_alone(rows) -> None:
    assert len(rows) > 1
    svg = draw(rows, "svg")
    assert svg == draw(rows, "svg")
    assert svg.startswith(b"<?xml")
    assert len(draw(rows[:1], "svg")) < len(svg)
    assert draw(rows[:1], "png").startswith(b"\x89PNG")


def test_another_kind_is_refused() -> None:
    check_kind(".SVG")
    with pytest.raises(ConfigError, match=r"ends in \.svg or \.png"):
        check_kind(".pdf")
