"""Tables and plots behind the officer's page, for who wants to check or compare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from incognote.assure.evaluation.mistakes import KINDS
from incognote.assure.evaluation.report import plots
from incognote.assure.page import Block, Fold, Grid, Heading, Picture, Text
from incognote.assure.rounding import at_least, at_most

_Figures = Mapping[str, Mapping[str, Any]]

_SCORERS = {
    "characters": "Characters and notes",
    "entities": "Entities: identifiers as a whole",
    "tokens": "Tokens",
    "meddocan": "MEDDOCAN's official scores",
    "i2b2-2014": "i2b2 2014's official scores",
}
"""What the scorers are called here."""

_MASKED = (0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999)
"""Shares of masked characters that the curve is read off at."""

_MOST_STRATA = 30
"""A field of meta with more values than this is a table only."""


def make_details(record: Mapping[str, Any]) -> Iterator[Block]:
    """Yields tables and plots; those whose figures the record does not hold are left out."""
    yield Heading(2, "Details", new_sheet=True)
    yield Text(
        "For who wants to check or compare. PHI (protected health information) is what counts as "
        "an identifier; a token is what stands between two blanks, mostly a word. Shares are in "
        "per cent; n is what a figure is a share of; intervals are the middle 95 % of bootstrap "
        "resamples of whole notes or patients. The page docs/evaluation.md of incognote's "
        "documentation explains every figure on one sentence."
    )
    if record.get("caution"):
        yield Text(record["caution"])
    yield from _labels(record["figures"])
    points = record.get("operating_points") or {}
    if points:
        yield from _points(points)
    yield from _confusion(record.get("confusion") or {})
    yield from _mistakes(record.get("mistakes") or {})
    yield from _strata(record)
    if points.get("calibration"):
        yield from _calibration(points["calibration"])
    yield Heading(3, "All figures")
    yield from _all_figures(record["figures"])
    if record.get("prose"):
        yield Heading(3, "All figures without the labelled lines of forms")
        yield from _all_figures(record["prose"])
    if "difference" in record:
        yield from _difference(record["difference"])


def _labels(figures: _Figures) -> Iterator[Block]:
    rows = _labelled(figures, "characters/identifiers_covered")
    if rows:
        yield Heading(3, "Identifiers fully covered, by label")
        yield Picture(
            plots.dots(rows, "identifiers fully covered, %"),
            "Share of the identifiers of each label of which nothing stays, with its interval "
            "(where none stays by the rule of three). The number behind a label is how many "
            "there are.",
            _grid("label", rows),
        )


def _labelled(figures: _Figures, prefix: str) -> dict[str, Mapping[str, Any]]:
    found = {
        name.removeprefix(f"{prefix}/label=").removesuffix("/share"): figure
        for name, figure in figures.items()
        if name.startswith(f"{prefix}/label=")
    }
    return {name: figure for name, figure in found.items() if figure["value"] is not None}


def _points(points: Mapping[str, Any]) -> Iterator[Block]:
    if points["curve"]:
        yield Heading(3, "What more caution would cost")
        yield Picture(
            plots.curve(points["curve"], points["default_characters"]),
            "PHI characters masked against clinical text removed, as the threshold falls from "
            "left to right. The dot is the system as it is; it need not lie on the line, since "
            "what is found by rules and by a second look does not hang on a threshold.",
            _curve_grid(points["curve"], points["default_characters"]),
        )
    yield Heading(3, "Fixed sensitivities")
    yield Text(
        f"Whitespace tokens, from {points['from']}: the highest threshold that reaches a required "
        "sensitivity, what precision is left, and misses and false alarms in 1,000 tokens. "
        "Threshold 0 means that only taking every token for PHI would reach it"
        + (
            ": what was found says nothing of what lies below its own threshold."
            if points["from"] == "span scores"
            else "."
        )
    )
    rows = [
        (
            "as it is" if p["required"] is None else f"{100 * p['required']:g}",
            "-" if p["threshold"] is None else f"{p['threshold']:.4g}",
            *(_ranged(p, key, 100) for key in ("recall", "precision", "f1")),
            *(_ranged(p, key, 1) for key in ("fn_per_1000", "fp_per_1000")),
        )
        for p in points["fixed_sensitivity"]
    ]
    yield Grid(
        ("required", "threshold", "sensitivity", "PPV", "F1", "missed / 1,000", "alarms / 1,000"),
        rows,
    )
    best = points["recall_at_precision_85"]
    yield Text(
        "Highest recall at a precision of at least 85 % (R@P=85): "
        f"{_ranged(best, 'recall', 100)} %. Intervals hold the threshold as it is set here."
    )


def _ranged(point: Mapping[str, Any], key: str, times: int) -> str:
    """A figure of a point, with its interval where there is one."""
    ends = point.get("intervals", {}).get(key)
    value = f"{times * point[key]:.2f}"
    if not ends:
        return value
    return f"{value} ({at_least(times * ends[0])} - {at_most(times * ends[1])})"


def _curve_grid(curve: Sequence[Mapping[str, float]], default: Mapping[str, float]) -> Grid:
    """What each share of masked characters costs, and the system as it is."""
    rows = []
    for share in _MASKED:
        # The curve runs from strict to loose: the first that reaches the share removes least.
        reached = next((p for p in curve if p["recall"] >= share and p["threshold"] > 0), None)
        if reached is not None:
            rows.append((f"{100 * share:g}", reached["threshold"], reached))
    cells = [
        (name, f"{t:.4g}", f"{100 * p['recall']:.2f}", f"{100 * p['removed']:.2f}")
        for name, t, p in rows
    ]
    as_it_is = (f"{100 * default[key]:.2f}" for key in ("recall", "removed"))
    head = ("at least, % masked", "threshold", "PHI characters masked, %", "other removed, %")
    return Grid(head, [*cells, ("as it is", "-", *as_it_is)])


def _confusion(table: Mapping[str, Mapping[str, int]]) -> Iterator[Block]:
    if len(table) < 2:
        return
    names = sorted(table, key=lambda name: (name == "", name))
    counts = [[table[gold][found] for found in names] for gold in names]
    shown = [name or "not PHI" for name in names]
    yield Heading(3, "Confusion of categories")
    yield Picture(
        plots.confusion(shown, counts),
        "Whitespace tokens: a row is what the annotators marked, a column what the system "
        "marked. Shade is the share of the row. The last column is what was missed, the last row "
        "what was removed without need.",
        Grid(
            ("marked as", *(f"found as {name}" for name in shown)),
            [(name, *(f"{n:,}" for n in row)) for name, row in zip(shown, counts, strict=True)],
        ),
    )


def _mistakes(mistakes: Mapping[str, Any]) -> Iterator[Block]:
    if not mistakes:
        return
    yield Heading(3, "Mistakes by kind")
    rows = [(kind, KINDS.get(kind, ""), f"{n:,}") for kind, n in mistakes["kinds"].items()]
    yield Grid(("kind", "what it is", "how many"), rows, words=2)
    missed, beside = mistakes["missed_tokens"], mistakes["missed_tokens_beside_a_hit"]
    if missed:
        yield Text(
            f"{beside:,} of {missed:,} missed tokens ({100 * beside / missed:.0f} %) stand beside "
            "a token that was found: mostly parts of identifiers of which the rest was found."
        )


def _strata(record: Mapping[str, Any]) -> Iterator[Block]:
    groups: dict[str, dict[str, Mapping[str, Any]]] = {}
    for name, figures in (record.get("features") or {}).items():
        if name != "label":  # shown above
            groups[name] = _labelled(figures, "identifiers_covered")
    for name, figures in (record.get("strata") or {}).items():
        field, _, value = name.partition("=")
        figure = figures.get("characters/identifiers_covered/share")
        if figure is not None and figure["value"] is not None:
            groups.setdefault(field, {})[value] = figure
    if groups:
        yield Heading(3, "Identifiers fully covered, by part of the corpus")
        small = {name: rows for name, rows in groups.items() if len(rows) <= _MOST_STRATA}
        if small:
            rows = {
                f"{name}: {value}": f for name, part in small.items() for value, f in part.items()
            }
            yield Picture(
                plots.dots(rows, "identifiers fully covered, %", ordered=False),
                "Share of identifiers of which nothing stays, with its interval, by features of "
                "the identifier and by kinds of note.",
                _grid("part", rows),
            )
        for name, rows in groups.items():
            if name not in small:
                yield Fold(f"By {name} ({len(rows)})", [_grid(name, rows)])


def _calibration(bins: Sequence[Mapping[str, float]]) -> Iterator[Block]:
    rows = [
        (
            f"{100 * b['low']:.0f} - {100 * b['high']:.0f}",
            f"{100 * b['mean_score']:.1f}",
            f"{100 * b['share_phi']:.1f}",
            f"{b['n']:,}",
        )
        for b in bins
    ]
    yield Heading(3, "Do scores mean what they say?")
    yield Picture(
        plots.calibration(bins),
        "Of the marks with a given score, the share that is PHI. On the line a score of 90 % "
        "means right nine times of ten; above it marks are right more often than their score "
        "says, below it less often. Larger dots are more marks.",
        Grid(("score, %", "mean score", "are PHI", "n"), rows),
    )


def _difference(difference: Mapping[str, Any]) -> Iterator[Block]:
    yield Heading(3, f"Compared with {difference['against']}")
    rows = [
        (
            name,
            f"{100 * d['value']:+.2f}",
            f"{at_least(100 * d['low'], sign='+')} to {at_most(100 * d['high'], sign='+')}"
            if "low" in d
            else "",
            f"{d['p']:.3f}" if "p" in d else "",
        )
        for name, d in difference["figures"].items()
        if "/label=" not in name
    ]
    yield Text("Points by which this system is above the other, on the same resamples of notes.")
    yield Grid(("figure", "difference", "interval", "p"), rows)


def _grid(first: str, figures: _Figures) -> Grid:
    rows = [(name, _value(f), _interval(f), f"{f['n']:,}") for name, f in figures.items()]
    return Grid((first, "%", "interval", "n"), rows)


def _all_figures(figures: _Figures) -> Iterator[Block]:
    """A table for each scorer, and its figures by label behind a fold."""
    by_scorer: dict[str, dict[str, dict[str, Mapping[str, Any]]]] = {}
    for name, figure in figures.items():
        scorer, _, rest = name.partition("/")
        measure, _, kind = rest.rpartition("/")
        by_scorer.setdefault(scorer, {}).setdefault(measure, {})[kind] = figure
    for scorer, measures in by_scorer.items():
        title = _SCORERS.get(scorer, scorer)
        plain = {name: kinds for name, kinds in measures.items() if "/label=" not in name}
        labels = {name: kinds for name, kinds in measures.items() if "/label=" in name}
        yield Text(f"{title}:")
        yield from _measures(plain)
        if labels:
            yield Fold(f"{title}, by label or category", list(_measures(labels)))


def _measures(measures: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Iterator[Block]:
    """Shares, and precision, recall and F1 side by side."""
    named = {name.replace("/label=", ": ").replace("_", " "): m for name, m in measures.items()}
    shares = {name: kinds["share"] for name, kinds in named.items() if "share" in kinds}
    if shares:
        yield _grid("share", shares)
    rows = []
    for name, kinds in named.items():
        if "share" in kinds:
            continue
        cells = []
        for kind in ("precision", "recall", "f1"):
            interval = _interval(kinds[kind])
            cells.append(f"{_value(kinds[kind])} ({interval})" if interval else _value(kinds[kind]))
        cells += (f"{kinds[kind]['n']:,}" for kind in ("recall", "precision"))
        deviations = (kinds.get(f"{kind}_sd") for kind in ("precision", "recall"))
        cells.append(" and ".join(_value(d) for d in deviations if d))
        rows.append((name, *cells))
    head = ("score", "precision", "recall", "F1", "n marked", "n found", "deviation of notes")
    if rows:
        width = len(head) if any(row[-1] for row in rows) else len(head) - 1
        yield Grid(head[:width], [row[:width] for row in rows])


def _value(figure: Mapping[str, Any]) -> str:
    return "-" if figure["value"] is None else f"{100 * figure['value']:.2f}"


def _interval(figure: Mapping[str, Any]) -> str:
    if figure.get("low") is None:
        return ""
    return f"{at_least(100 * figure['low'])} - {at_most(100 * figure['high'])}"
