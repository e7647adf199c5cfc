"""docs/league.md, its pictures and its sections of bench/results.md, from the results alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

from league import pictures, results
from league.corpora import TABLE, Corpus
from league.environment import ROOT
from league.systems import Systems, read_systems
from record import record

TEMPLATE = Path(__file__).with_name("page.md")
PAGE = ROOT / "docs/league.md"
PICTURES = ROOT / "docs/pictures"
PRICE = 0.05
"""Of a core for an hour: a number to multiply, no vendor's (docs/scale.md)."""
NOTE_WORDS = 300
"""Words of a note in what a million notes cost, as in docs/scale.md."""
OURS = "incognote"
"""The row that the page says where it stands."""
WHERE = (
    "Of PHI characters how many are masked, of all others how many, in per cent; each figure by "
    "`python bench/league run`, with intervals in docs/league.md."
)
LANGUAGES = {"en": "English", "es": "Spanish", "nl": "Dutch"}
BY_TYPE = ("records_en", "generated_en", "dialog_en", "records_es")
"""Corpora whose identifiers stand open type by type: nothing here was trained on them. The others
are folded."""
FIRST, MEMORY = "first note s", "memory MB"
README = "records_en"
"""The corpus whose table the README has (`tools/make_readme.py`)."""

Kept = Mapping[str, Mapping[str, Any]]
"""By system what `run` kept."""


def write(folder: Path, price: float) -> None:
    """Writes the page, its pictures and its sections of results.md."""
    kept, speed = results.load_all(folder), _speed(folder)
    PICTURES.mkdir(exist_ok=True)
    for name, picture in pictures.draw(kept).items():
        (PICTURES / name).write_bytes(picture)
    PAGE.write_text(render(kept, speed, price), encoding="utf-8")
    for lang, said in LANGUAGES.items():
        head, rows = _glance_table(kept, lang)
        if rows:
            record(f"League table, {said}: recall / price", rows, head=head, note=WHERE)
    for corpus in _with_figures(kept):
        if corpus.name == README:
            head, rows = _corpus_table(kept, corpus)
            record(f"League table, {corpus.title}", rows, head=head, note=WHERE)
    if speed:
        head, rows = _speed_table(kept, speed, price)
        record("League table, what each takes", rows, head=head, note=_speed_note(speed, price))


def _speed(folder: Path) -> dict[str, Any]:
    """What `speed` measured; where it was not run, what `run` took on the records of a language."""
    path = folder / results.SPEED
    if path.exists():
        return dict(json.loads(path.read_text(encoding="utf-8")))
    found: dict[str, dict[str, Any]] = {}
    for name, row in results.load_all(folder).items():
        for lang in results.TIMED:
            took = row.get("corpora", {}).get(f"records_{lang}", {}).get("took", {})
            if "words_per_second" in took:
                # How long a first note waited on a busy machine says nothing: `speed` is for that.
                kept = {key: value for key, value in took.items() if key != "first"}
                found.setdefault(name, {})[lang] = kept
    return {"systems": found} if found else {}


def render(kept: Kept, speed: Mapping[str, Any], price: float = PRICE) -> str:
    """Returns the page."""
    systems = read_systems()
    timed = "Not measured yet: `python bench/league speed`."
    if speed:
        timed = f"{_table(*_speed_table(kept, speed, price))}\n\n{_speed_note(speed, price)}"
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        standing=_standing(kept),
        glance=_joined(_glance(kept, lang) for lang in LANGUAGES),
        corpora=_joined(_section(kept, corpus) for corpus in _with_figures(kept)),
        types=_types(kept),
        speed=timed,
        systems=_table(*_system_table(kept)),
        refused=_refused(kept, systems),
        absent="\n".join(
            f"- {f'[{a.name}]({a.source})' if a.source else a.name}: {a.reason}."
            for a in systems.absent
        ),
    )


def _types(kept: Kept) -> str:
    """Tables by type: some open, those of all other corpora with PHI folded."""
    parts = []
    for name in BY_TYPE:
        if _having(kept, name):
            parts.append(f"### {TABLE[name].title}, by type\n\n{_table(*_type_table(kept, name))}")
    for corpus in _with_figures(kept):
        if corpus.name not in BY_TYPE and not corpus.no_phi:
            table = _table(*_type_table(kept, corpus.name))
            said = f"<summary>{_with_note(corpus)}, by type</summary>"
            parts.append(f'<details markdown="1">\n{said}\n\n{table}\n\n</details>')
    return _joined(parts)


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part)


def _section(kept: Kept, corpus: Corpus) -> str:
    """A corpus with its table, and what failed."""
    parts = [f"### {corpus.title}", _whose(corpus), _table(*_corpus_table(kept, corpus))]
    return _joined([*parts, _failures(kept, corpus)])


def _with_figures(kept: Kept) -> list[Corpus]:
    return [corpus for corpus in TABLE.values() if _having(kept, corpus.name)]


def _having(kept: Kept, corpus: str) -> list[str]:
    """Systems with figures on a corpus, the best recall first."""
    names = [name for name, row in kept.items() if corpus in row.get("corpora", {})]
    return sorted(names, key=lambda n: (-(_value(kept, n, corpus, "masked") or 0.0), n))


def _figure(kept: Kept, system: str, corpus: str, name: str) -> Sequence[Any]:
    found = kept[system]["corpora"][corpus]["figures"].get(name)
    return found or (None, 0)


def _value(kept: Kept, system: str, corpus: str, name: str) -> float | None:
    value = _figure(kept, system, corpus, name)[0]
    return None if value is None else 100 * value


def _shown(figure: Sequence[Any], *, interval: bool = False, digits: int = 2) -> str:
    value, _, *ends = figure
    if value is None:
        return "-"
    text = f"{100 * value:.{digits}f}"
    if interval and ends:
        text += f" ({100 * ends[0]:.{digits}f} to {100 * ends[1]:.{digits}f})"
    return text


def _title(kept: Kept, name: str) -> str:
    return str(kept[name].get("title", name))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|---" + "|---:" * (len(head) - 1) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def _glance(kept: Kept, lang: str) -> str:
    head, rows = _glance_table(kept, lang)
    return _table(head, rows) if rows else ""


def _glance_table(kept: Kept, lang: str) -> tuple[list[str], list[list[str]]]:
    corpora = [corpus for corpus in _with_figures(kept) if corpus.lang == lang]
    if not corpora:
        return [], []
    names = [n for n, row in kept.items() if any(c.name in row.get("corpora", {}) for c in corpora)]
    first = corpora[0].name
    order = [n for n in _having(kept, first) if n in names]
    order += [n for n in names if n not in order]
    rows = []
    for name in order:
        cells = [f"**{_title(kept, name)}**" if name == OURS else _title(kept, name)]
        for corpus in corpora:
            if corpus.name not in kept[name]["corpora"]:
                cells.append("")
                continue
            removed = _shown(_figure(kept, name, corpus.name, "removed"))
            masked = _shown(_figure(kept, name, corpus.name, "masked"), digits=1)
            cells.append(removed if corpus.no_phi else f"{masked} / {removed}")
        rows.append(cells)
    return [LANGUAGES[lang], *(_with_note(corpus) for corpus in corpora)], rows


def _with_note(corpus: Corpus) -> str:
    if corpus.no_phi:
        return f"{corpus.title} (price alone)"
    return corpus.title if corpus.ranked else f"{corpus.title} (seen)"


def _whose(corpus: Corpus) -> str:
    known = (
        f" What was seen of it while incognote was made: {corpus.known}." if corpus.known else ""
    )
    drawn = f" A draw, always the same, of {corpus.drawn}." if corpus.drawn else ""
    return f"Whose: {corpus.whose}.{known}{drawn}"


def _corpus_table(kept: Kept, corpus: Corpus) -> tuple[list[str], list[list[str]]]:
    names = _having(kept, corpus.name)
    if corpus.no_phi:
        names.sort(key=lambda n: _value(kept, n, corpus.name, "removed") or 0.0)
    rows = []
    for name in names:
        found = kept[name]["corpora"][corpus.name]
        cells = [_title(kept, name)]
        if not corpus.no_phi:
            cells.append(_shown(_figure(kept, name, corpus.name, "masked"), interval=True))
            cells += [
                _shown(_figure(kept, name, corpus.name, key), digits=1)
                for key in ("hipaa", "masked/NAME")
            ]
        cells.append(_shown(_figure(kept, name, corpus.name, "removed"), interval=True))
        if not corpus.no_phi:
            cells += [
                _shown(_figure(kept, name, corpus.name, key), digits=1)
                for key in ("covered", "notes", "named")
            ]
        cells.append(str(sum(found["failed"].values())))
        rows.append(cells)
    shown = kept[names[0]]["corpora"][corpus.name]
    first = f"{shown['notes']:,} notes, {shown['words']:,} words"
    if corpus.no_phi:
        return [first, "removed", "failed"], rows
    masked = ["masked", "Safe Harbor", "names", "removed", "whole", "notes", "named", "failed"]
    return [first, *masked], rows


def _failures(kept: Kept, corpus: Corpus) -> str:
    said = []
    for name in _having(kept, corpus.name):
        found = kept[name]["corpora"][corpus.name]
        reasons = [f"{count} {why}" for why, count in sorted(found["failed"].items())]
        if found["strays"]:
            reasons.append(f"{found['strays']} lines that were no answer")
        if reasons:
            said.append(f"{_title(kept, name)}: {', '.join(reasons)}")
    return f"Failed: {'; '.join(said)}." if said else ""


def _type_table(kept: Kept, corpus: str) -> tuple[list[str], list[list[str]]]:
    names = _having(kept, corpus)
    figures = kept[names[0]]["corpora"][corpus]["figures"]
    types = [key for key in figures if key.startswith("covered/")]
    types.sort(key=lambda key: -figures[key][1])
    rows = [
        [
            f"{key.partition('/')[2]} ({figures[key][1]:,})",
            *(_shown(_figure(kept, name, corpus, key), digits=0) for name in names),
        ]
        for key in types
    ]
    return ["type (n)", *(_title(kept, name) for name in names)], rows


def _speed_table(
    kept: Kept, speed: Mapping[str, Any], price: float
) -> tuple[list[str], list[list[str]]]:
    rows = []
    for lang in results.TIMED:
        timed = {name: by[lang] for name, by in speed["systems"].items() if lang in by}
        ours = timed.get(OURS, {}).get("words_per_second")
        for name in sorted(timed, key=lambda n: -timed[n]["words_per_second"]):
            row, about = timed[name], kept.get(name, {})
            pace = row["words_per_second"]
            found = about.get("corpora", {}).get(results.TIMED[lang][0], {}).get("figures", {})
            finds = [_shown(found.get(key, (None, 0))) for key in ("masked", "removed")]
            rows.append(
                [
                    f"{_title(kept, name) if name in kept else name} ({lang})",
                    " / ".join(finds) if found else "-",
                    f"{pace:,.0f}",
                    f"{pace / ours:.2f}" if ours else "-",
                    f"{cost(pace, price):,.2f}",
                    f"{row['first']:.1f}" if "first" in row else "-",
                    f"{row['megabytes']:,.0f}" if "megabytes" in row else "-",
                    f"{about['megabytes']:,.0f}" if about.get("megabytes") else "-",
                    str(about.get("packages", "-")),
                    f"{about['install_seconds']:,.0f}" if about.get("install_seconds") else "-",
                ]
            )
    head = ["", "recall / price", "words/s", "of incognote's", "a million notes", FIRST, MEMORY]
    head += ["installed MB", "packages", "installing s"]
    held = [i for i in range(len(head)) if any(row[i] != "-" for row in rows)]
    return [head[i] for i in held], [[row[i] for i in held] for row in rows]


def cost(words_per_second: float, price: float) -> float:
    """Returns what a million notes of 300 words cost at a price of a core for an hour."""
    return 1e6 * NOTE_WORDS / words_per_second / 3600 * price


def _speed_note(speed: Mapping[str, Any], price: float) -> str:
    timed = [row for by in speed["systems"].values() for row in by.values()]
    if "rounds" in speed:
        notes = ", ".join(f"{said} ({lang})" for lang, said in sorted(speed["notes"].items()))
        measured = (
            f"`python bench/league speed`, {speed['date']}, {speed['machine']}: {notes}, the best "
            f"of {speed['rounds']} rounds, one system after another."
        )
    else:
        measured = (
            "From the runs over the records above: `python bench/league speed`, which takes all "
            "systems one after another, was not run."
        )
    said = [
        f"{measured} Recall / price is of the dev parts of notes_en and notes_es: speed alone is "
        "won by finding nothing. Words by seconds of one processor core from the first answer on, "
        "on a machine that did much other work: **read them as ratios**, and near ones as equal."
    ]
    if any("first" in row for row in timed):
        said.append(
            "The first note is by the clock, from nothing to its answer, and suffered from that "
            "work."
        )
    said.append(
        f"A million notes: of {NOTE_WORDS} words at {price:g} for a core and hour (a number to "
        "multiply, no vendor's), starts left out ([scale.md](scale.md))."
    )
    if len({"megabytes" in row for row in timed}) == 2:
        said.append("Memory is missing where a system was done before it could be asked.")
    said.append(
        "Installed: what pip put there, without Python; the time is with whatever pip had in its "
        "cache."
    )
    return " ".join(said)


def _system_table(kept: Kept) -> tuple[list[str], list[list[str]]]:
    rows = []
    for row in kept.values():
        if "refused" in row:
            continue
        source = str(row["source"])
        title = f"[{row['title']}]({source})" if source.startswith("http") else row["title"]
        steps = "<br>".join(f"`{step}`" for step in row["steps"]) or "-"
        rows.append([title, steps, row["python"], row["settings"], row["licence"] or "-"])
    return ["system", "how it is installed", "Python", "settings", "licence"], rows


def _refused(kept: Kept, systems: Systems) -> str:
    titles = {row.name: row.title for row in systems.rows}
    lines = [
        f"- {titles.get(name, name)}: {row['refused']}."
        for name, row in kept.items()
        if "refused" in row
    ]
    lines += [
        f"- {_title(kept, name)} on {corpus}: every note failed, "
        f"{', '.join(f'{why} ({count:,})' for why, count in reasons.items())}."
        for name, row in kept.items()
        for corpus, reasons in row.get("broken", {}).items()
    ]
    lines += [
        f"- {row.title}: never run{f', it needs {row.needs}' if row.needs else ''}."
        for row in systems.rows
        if row.name not in kept
    ]
    return "Rows without figures:\n\n" + "\n".join(lines) if lines else ""


def _standing(kept: Kept) -> str:
    """Says corpus by corpus who is first in recall and in price, from the figures."""
    lines, first_recall, first_price, counted, with_recall = [], 0, 0, 0, 0
    like_ours = cheapest = kinds = ahead = 0
    for corpus in _with_figures(kept):
        names = _having(kept, corpus.name)
        others = [n for n in names if not kept[n].get("ours")]
        if OURS not in names or not others:
            continue
        if not corpus.ranked:
            lines.append(f"- **{corpus.title}**: not ranked; {corpus.known}.")
            continue
        counted += 1
        said = []
        if not corpus.no_phi:
            with_recall += 1
            best, sentence = _recall(kept, corpus.name, others)
            first_recall += best
            said.append(sentence)
            half = (_value(kept, OURS, corpus.name, "masked") or 0.0) / 2
            near = [n for n in others if (_value(kept, n, corpus.name, "masked") or 0.0) >= half]
            like_ours += bool(near)
            cheapest += bool(near) and _price(kept, corpus.name, near, False)[0]
        best, sentence = _price(kept, corpus.name, others, corpus.no_phi)
        first_price += best
        said.append(sentence)
        if not corpus.no_phi:
            asked, behind = _behind(kept, corpus.name, others)
            kinds, ahead = kinds + asked, ahead + len(behind)
            if behind:
                said.append(f"**behind in kinds of identifiers**: {', '.join(behind)}")
        lines.append(f"- **{corpus.title}**: {'; '.join(said)}.")
    if not counted:
        return "Nothing has been compared yet."
    summary = (
        f"Among the systems of others, incognote is first in recall on {first_recall} of "
        f"{with_recall} corpora, and first in price on {first_price} of {counted}. Price alone is "
        "won by finding nothing, so beside whoever is cheaper stands what it masks. Among systems "
        f"that mask at least half of what incognote masks, of which {like_ours} corpora have one, "
        f"it is first in price on {cheapest}. Of {kinds} kinds of identifiers, each corpus "
        f"for itself, another system covers more than incognote of {ahead}, which stand below."
    )
    return "\n".join([summary, "", *lines])


def _behind(kept: Kept, corpus: str, others: Sequence[str]) -> tuple[int, list[str]]:
    """How many kinds of identifiers a corpus has, and of which another system covers more.

    A kind is a type, whose identifiers count whole, or a category, whose characters count.
    """
    kinds = [
        (key, *key.split("/"))
        for key in kept[OURS]["corpora"][corpus]["figures"]
        if key.startswith(("covered/", "masked/"))
    ]
    said = []
    for key, measure, kind in kinds:
        mine = _figure(kept, OURS, corpus, key)
        best = max(others, key=lambda n: _value(kept, n, corpus, key) or 0.0)
        theirs = _figure(kept, best, corpus, key)
        if (theirs[0] or 0.0) > (mine[0] or 0.0):
            of = f"{kind} ({mine[1]:,})" if measure == "covered" else f"characters of {kind}"
            by = f"{_shown(theirs, digits=1)} by {_title(kept, best)}"
            said.append(f"{of} {_shown(mine, digits=1)} ({by})")
    return len(kinds), said


def _recall(kept: Kept, corpus: str, others: Sequence[str]) -> tuple[bool, str]:
    mine = _figure(kept, OURS, corpus, "masked")
    best = max(others, key=lambda n: _value(kept, n, corpus, "masked") or 0.0)
    theirs = _figure(kept, best, corpus, "masked")
    text = f"{_shown(mine)} against {_shown(theirs)} of {_title(kept, best)}"
    if mine[0] <= theirs[0]:
        ahead = [n for n in others if (_figure(kept, n, corpus, "masked")[0] or 0.0) >= mine[0]]
        return False, f"**not first in recall** but number {len(ahead) + 1} ({text})"
    apart = len(mine) > 2 and len(theirs) > 2 and mine[2] > theirs[3]
    return True, f"first in recall ({text}{'' if apart else '; the intervals meet'})"


def _price(kept: Kept, corpus: str, others: Sequence[str], no_phi: bool) -> tuple[bool, str]:
    mine = _figure(kept, OURS, corpus, "removed")
    cheaper = [n for n in others if _figure(kept, n, corpus, "removed")[0] <= mine[0]]
    if not cheaper:
        nearest = min(others, key=lambda n: _figure(kept, n, corpus, "removed")[0])
        theirs = _shown(_figure(kept, nearest, corpus, "removed"))
        return True, f"first in price ({_shown(mine)} against {theirs} of {_title(kept, nearest)})"
    cheaper.sort(key=lambda n: (_figure(kept, n, corpus, "removed")[0], n))
    said = []
    for name in cheaper:
        text = f"{_title(kept, name)} removes {_shown(_figure(kept, name, corpus, 'removed'))}"
        if not no_phi:
            text += f" and masks {_shown(_figure(kept, name, corpus, 'masked'), digits=1)}"
        said.append(text)
    return False, (
        f"**not first in price** but number {len(cheaper) + 1} ({_shown(mine)}; {', '.join(said)})"
    )
