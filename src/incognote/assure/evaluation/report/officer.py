"""The page for a privacy officer: what was tested, what stays, what is lost, what is not known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from incognote.assure.page import Block, Bullets, Card, Cards, Grid, Heading, Text
from incognote.assure.rounding import at_least, at_most
from incognote.core.errors import ConfigError
from incognote.core.labels import LABELS

FEW = 30
"""Below so many instances a share says little."""

_COVERED = "characters/identifiers_covered"


def make_officer_page(record: Mapping[str, Any]) -> Iterator[Block]:
    """Yields the page.

    Args:
        record: An evaluation with the scorer `characters`.
    """
    figures = record["figures"]
    covered, notes = figures[f"{_COVERED}/share"], figures["characters/notes_masked/share"]
    removed, masked = figures["characters/removed/share"], figures["characters/masked/share"]
    if not covered["n"]:
        raise ConfigError("The corpus holds no identifiers under this policy: nothing to report.")
    with_phi = "all" if notes["n"] == record["notes"] else f"{notes['n']:,}"
    yield Heading(1, f"How well identifiers are removed: {record['system']} on {record['corpus']}")
    yield Heading(2, "What was tested")
    yield Text(
        f"The test is {record['notes']:,} clinical notes, {with_phi} of them with identifiers: "
        f"{covered['n']:,} names, dates, numbers, places ... that were marked beforehand. The "
        "system read the notes without these marks; this page counts what it covered and what it "
        "left."
    )
    yield Text(_policy_text(record["policy"], record.get("policy_description", "")))
    yield Heading(2, "What it does")
    yield Cards(
        [
            Card(
                f"{_per(1000, covered, stays=True)} of 1,000",
                "identifiers stay in the text, whole or in part.",
                _range(1000, covered, stays=True),
            ),
            Card(
                f"{_per(100, notes, stays=True)} of 100",
                "notes with identifiers still hold at least one, or a part of one.",
                _range(100, notes, stays=True),
            ),
            Card(
                f"{_per(1000, removed)} of 1,000",
                "letters and digits of the clinical text are removed without need.",
                _range(1000, removed),
            ),
        ]
    )
    yield Text(
        "An identifier stays if even one letter or digit of it is left: a first name that is "
        "hidden with the surname in view counts as one that stays. Letter by letter, "
        f"{_percent(masked['value'])} of what identifies people is hidden."
    )
    if record.get("caution"):
        yield Text(record["caution"])
    if covered.get("low") is not None:
        yield Text(
            "The ranges say how far chance reaches: were the test done again with other notes of "
            "the same kind, its numbers would lie within such ranges about 95 times of 100. They "
            "say nothing about notes of another kind. That nothing stayed in a test does not mean "
            "that nothing ever will: there the range goes up to what may have been missed by "
            "chance (the rule of three: 3 divided by how many were tested)."
        )
    yield Heading(2, "Which identifiers stay")
    rows = list(_label_rows(figures))
    yield Grid(("kind of identifier", "in the test", "stay", "stay of 1,000", "range"), rows)
    if any(row[3] == "too few" for row in rows):
        yield Text(
            f"Too few: of a kind with fewer than {FEW} in the test a share would say little."
        )
    yield Heading(2, "What this does not tell")
    yield Bullets(_limits(record))
    yield Heading(2, "What exactly was measured")
    yield Grid(("what", "which"), list(_provenance(record)), words=2)


def _policy_text(name: str, description: str) -> str:
    if name == "all":
        return "Everything that was marked counts as an identifier (policy 'all')."
    said = f": {description.rstrip('.')}" if description else ""
    return (
        f"What counts as an identifier is decided by the policy '{name}'{said}. What the policy "
        "leaves in the text is not counted as staying."
    )


def _label_rows(figures: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    prefix = f"{_COVERED}/label="
    by_label = {
        name.removeprefix(prefix).removesuffix("/share"): figure
        for name, figure in figures.items()
        if name.startswith(prefix)
    }
    for label, figure in sorted(by_label.items(), key=lambda item: (item[1]["value"], item[0])):
        known = LABELS.get(label)
        n, enough = figure["n"], figure["n"] >= FEW
        yield (
            f"{label}: {known.description}" if known else label,
            f"{n:,}",
            f"{round(n * (1 - figure['value'])):,}",
            _per(1000, figure, stays=True) if enough else "too few",
            _bounds(1000, figure, stays=True) if enough else "",
        )


def _limits(record: Mapping[str, Any]) -> list[str]:
    return [
        "The figures hold for notes like those of the test. Systems do worse on notes that they "
        "have never seen the like of, and worse on real notes than on invented ones. Before a "
        "release, have a sample of your own notes marked and run the same test on it.",
        "What the annotators overlooked counts as clinical text here, not as an identifier.",
        "Only marked identifiers are counted. A rare disease, an unusual event or a life story "
        "can point at a person without any of them.",
        "Several missed identifiers in one note, or in the notes of one patient, are worse than "
        "the same number scattered; the second number above is the one to watch.",
        f"The test held {record['notes']:,} notes. What is rarer than that did not occur in it.",
    ]


def _provenance(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "system", str(record["system"])
    yield "corpus", f"{record['corpus']}, {record['notes']:,} notes"
    if "date" in record:
        yield "date", str(record["date"])
    for name, value in record.get("hashes", {}).items():
        yield f"hash of the {name}", str(value)
    for name, value in record.get("versions", {}).items():
        yield f"version of {name}", str(value)
    if "command" in record:
        yield "command", str(record["command"])


def _value(figure: Mapping[str, Any], key: str, stays: bool) -> float:
    value = float(figure[key])
    return 1 - value if stays else value


def _number(value: float, parts: int) -> str:
    """A share as so many of so many: whole, with a decimal below 10, never 0 where it is more."""
    many = value * parts
    if value <= 0:
        return "0"
    if many < 0.05:
        return "less than 0.1"
    return f"{many:.1f}" if many < 9.95 else f"{many:.0f}"


def _lowest(value: float, parts: int) -> str:
    """The lower end of a range: as `_number`, rounded down."""
    many = max(0.0, value * parts)
    return at_least(many, 1 if many < 10 else 0) if many >= 0.1 else "0"


def _highest(value: float, parts: int) -> str:
    """The upper end of a range: as `_number`, rounded up."""
    many = max(0.0, value * parts)
    if many < 0.1:
        return "less than 0.1" if many > 0 else "0"
    return at_most(many, 1 if many <= 9.9 else 0)


def _per(parts: int, figure: Mapping[str, Any], *, stays: bool = False) -> str:
    if figure["value"] is None:
        return "-"
    return _number(_value(figure, "value", stays), parts)


def _bounds(parts: int, figure: Mapping[str, Any], *, stays: bool = False) -> str:
    if figure.get("low") is None:
        return ""
    if stays and figure["value"] == 1:
        return f"0 to {_highest(min(1.0, 3 / figure['n']), parts)}"
    ends = sorted(_value(figure, key, stays) for key in ("low", "high"))
    return f"{_lowest(ends[0], parts)} to {_highest(ends[1], parts)}"


def _range(parts: int, figure: Mapping[str, Any], *, stays: bool = False) -> str:
    bounds = _bounds(parts, figure, stays=stays)
    of = f"of {figure['n']:,} in the test"
    return f"range {bounds}; {of}" if bounds else of


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.2f} %"
