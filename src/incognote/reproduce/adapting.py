"""A model fitted to a site, whole: notes divided, each member trained, before against after."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from incognote import registry
from incognote.adapt.confident import sure_lines
from incognote.adapt.held_out import hold_out, unit_of
from incognote.deidentifier import load_pipeline
from incognote.detectors.neural.ensemble import ENSEMBLE, read_ensemble
from incognote.document import Document
from incognote.errors import ConfigError, InputError, NoteError, OutputError
from incognote.evaluation import Bootstrap, Evaluation, Options, compare_systems, evaluate
from incognote.evaluation.operating_points import Probabilities
from incognote.model_folder import CARD, check_new, read_model
from incognote.pipeline import Pipeline, Settings
from incognote.synthesis import Recipe, synthesize
from incognote.training.adapt import AdaptConfig, SiteNotes, count, fit, take
from incognote.training.loop import Epoch, Step

SCORERS = ("characters", "tokens", "entities")
FIGURES = {
    "identifiers covered": "characters/identifiers_covered/share",
    "recall of PHI words": "tokens/binary/recall",
    "precision of PHI words": "tokens/binary/precision",
    "exact spans, F1": "entities/strict/f1",
}
"""What is told of a system: name and figure."""


@dataclass(frozen=True, slots=True)
class Divided:
    """A site's marked notes by what they are for."""

    train: list[Document]
    dev: list[Document]
    test: list[Document]


def divide(
    docs: Sequence[Document],
    *,
    test: float = 0.3,
    dev: float = 0.2,
    unit: str = "",
    seed: int = 0,
) -> Divided:
    """Returns the notes to learn from, those to choose the epoch by, and those to score.

    Args:
        docs: Marked notes.
        test: Share of the notes that are scored; 0 for none.
        dev: Share of the others that choose the epoch; 0 for none.
        unit: Field of meta whose notes stay in one part, such as patient; '' is each note.
        seed: Of the draw.

    Raises:
        InputError: If there are too few notes.
        NoteError: If a note does not say its unit.
    """
    units = [unit_of(doc, unit) for doc in docs]
    scored = hold_out(units, test, seed) if test else frozenset()
    rest = [name for name in units if name not in scored]
    chosen = hold_out(rest, dev, seed + 1) if dev else frozenset()
    parts = Divided([], [], [])
    for doc, name in zip(docs, units, strict=True):
        part = parts.test if name in scored else parts.dev if name in chosen else parts.train
        part.append(doc)
    return parts


def factory_notes(lang: str, identifiers: int, seed: int) -> list[Document]:
    """Returns marked notes of the factory with about so many identifiers.

    They stand in for the corpus that a model was made from, which a site does not have.
    """
    made = synthesize([], Recipe(language=lang, note=0.0), seed=seed, count=identifiers + 20)
    return take([replace(doc, id=f"factory/{doc.id}") for doc in made], identifiers)


def adapt_folder(
    model: Path,
    notes: SiteNotes,
    out: Path,
    *,
    way: str = "then",
    config: AdaptConfig | None = None,
    report: Callable[[Epoch], None] | None = None,
    stepped: Callable[[Step], None] | None = None,
) -> None:
    """Writes a model folder, or that of an ensemble, fitted to a site.

    Of an ensemble each member is fitted to the same notes, and they are joined as they were. A run
    that was stopped goes on: members that are done lie in `<out>.run`.

    Raises:
        ModelError: If a folder is not complete or cannot be trained on.
        OutputError: If `out` is there already or cannot be written.
        InputError: As `training.adapt.fit`.
    """
    check_new(out)
    if not (model / ENSEMBLE).exists():
        fit(model, notes, out, way=way, config=config, report=report, stepped=stepped)
        _without_weights(out.with_name(f"{out.name}.run"))
        return
    run = out.with_name(f"{out.name}.run")
    draft = run / "ensemble"
    for number in range(read_ensemble(model).members):
        member = draft / str(number)
        if member.exists():
            read_model(member)
            continue
        fit(
            model / str(number),
            notes,
            member,
            way=way,
            config=config,
            report=report,
            stepped=stepped,
        )
    try:
        for number in range(read_ensemble(model).members):
            left = draft / f"{number}.run"
            (left / "log.jsonl").replace(run / f"{number}.jsonl")
            shutil.rmtree(left)
        shutil.copyfile(model / ENSEMBLE, draft / ENSEMBLE)
        (draft / CARD).write_text(_ensemble_card(draft), encoding="utf-8")
        if out.exists():
            out.rmdir()
        draft.rename(out)
    except OSError as error:
        raise OutputError(f"{out}: cannot be written ({error.strerror}).") from None


def _without_weights(run: Path) -> None:
    """Leaves a run its log: whatever goes on from the model reads its folder."""
    (run / "weights.pt").unlink(missing_ok=True)
    (run / "vectors.txt").unlink(missing_ok=True)
    if (run / "encoder").is_dir():
        shutil.rmtree(run / "encoder")


def _ensemble_card(folder: Path) -> str:
    members = read_ensemble(folder).members
    config = read_model(folder / "0")
    return (
        f"# incognote model, language {config.language}\n\n"
        f"{members} models as one, each fitted by `incognote adapt` to the same notes of a site "
        f"({config.training['way']}; {config.training['site_identifiers']} identifiers) and joined "
        "as they were before; each folder has a card of its own.\n\n"
        "It may give away what it was trained on: keep it where the notes may be kept.\n"
    )


def site_notes(
    parts: Divided,
    unmarked: Sequence[Document],
    others: Sequence[Document],
    model: Path,
    lang: str,
    *,
    way: str,
    config: AdaptConfig,
) -> SiteNotes:
    """Returns what a model learns from, by what there is.

    Marked notes are learned from as they are. Unmarked ones the system marks itself where training
    goes on (`then`); where it starts anew, words are learned from them. Where nothing is marked
    the epoch is chosen on such notes, or on a tenth of the others.

    Args:
        parts: The marked notes; empty parts where there are none.
        unmarked: Notes without marks.
        others: Marked notes of the kind that the model was made from; none for the factory's.
        model: The model folder.
        lang: Language of the notes.
        way: A key of `training.adapt.WAYS`.
        config: How.

    Raises:
        ConfigError: If the way needs notes that are not given.
        InputError: If the system is sure of nothing in the unmarked notes.
    """
    train, dev, marked = list(parts.train), list(parts.dev), count(parts.train)
    if way == "mix" and not others:
        raise ConfigError("the way 'mix' needs --mix PATH: notes to mix the site's with.")
    if way == "only" and not train:
        raise ConfigError("the way 'only' needs --labelled PATH: marked notes of the site.")
    rest = list(others)
    if way == "mix" and not dev:
        dev, rest = rest[: max(1, len(rest) // 10)], rest[max(1, len(rest) // 10) :]
    if way != "then":
        return SiteNotes(train, dev, rest, unmarked, marked)
    if unmarked and config.self_marked:
        own = take(
            list(self_marked(unmarked, lang, model, threads=config.threads)), config.self_marked
        )
        if not dev:
            fifth = max(1, len(own) // 5)
            dev, own = own[:fifth], own[fifth:]
        train += [replace(doc, id=f"own/{doc.id}") for doc in own]
        if not count(train) or not count(dev):
            raise InputError(
                "the system is sure of too little in the unlabelled notes to learn from them; give "
                "more of them, or label some."
            )
    if not rest:
        wanted = config.replay * max(config.least, count(train))
        rest = factory_notes(lang, round(wanted), config.seed)
    return SiteNotes(train, dev, rest, (), marked)


def self_marked(
    docs: Sequence[Document], lang: str, model: Path, *, threads: int = 1
) -> Iterator[Document]:
    """Yields of unmarked notes the lines in which the system is sure, with its marks.

    Raises:
        NoteError: If a note cannot be processed.
    """
    pipeline = load_pipeline(Settings(lang, model, threads=threads))
    for start in range(0, len(docs), 64):
        chunk = [doc.with_spans(()) for doc in docs[start : start + 64]]
        marked = list(pipeline.annotate(chunk))
        for doc, note in zip(marked, model_probabilities(pipeline, chunk), strict=True):
            sure = sure_lines(doc, note)
            if sure is not None:
                yield sure


def model_probabilities(pipeline: Pipeline, docs: Sequence[Document]) -> list[Any]:
    """Returns what the model of a pipeline thinks of each token, given what comes before it."""
    place = next(i for i, d in enumerate(pipeline.detectors) if hasattr(d, "probabilities"))
    model: Any = pipeline.detectors[place]
    found: list[Any] = []
    for start in range(0, len(docs), 64):
        chunk = [doc.with_spans(()) for doc in docs[start : start + 64]]
        found.extend(model.probabilities(Pipeline(pipeline.detectors[:place]).gather(chunk)))
    return found


def score(
    model: Path,
    docs: Sequence[Document],
    lang: str,
    *,
    threads: int = 1,
    alone: bool = False,
    intervals: bool = True,
) -> Evaluation:
    """Returns how a system with that model does on marked notes.

    Args:
        model: A model folder or an ensemble's.
        docs: Marked notes.
        lang: Language of the notes.
        threads: Of the model.
        alone: Whether the model is scored by itself, without rules and lists around it.
        intervals: Whether figures get an interval, by a bootstrap over notes.

    Raises:
        ModelError: If the folder is not complete.
        NoteError: If a note cannot be processed.
    """
    settings = Settings(lang, model, threads=threads)
    pipeline = load_pipeline(settings)
    if alone:
        pipeline = Pipeline([registry.get("detector", "neural")(settings)])
    bare = [doc.with_spans(()) for doc in docs]
    notes = model_probabilities(pipeline, bare)
    probabilities = {
        doc.id: Probabilities(
            note.tokens, (1.0 - note.probabilities[:, 0].astype("float64")).clip(0.0, 1.0)
        )
        for doc, note in zip(bare, notes, strict=True)
    }
    return evaluate(
        docs,
        list(pipeline.annotate(bare)),
        SCORERS,
        Options(
            bootstrap=Bootstrap() if intervals else None,
            operating_points=True,
            probabilities=probabilities,
        ),
    )


def compare(before: Evaluation, after: Evaluation) -> dict[str, dict[str, float]]:
    """Returns for each of `FIGURES` both systems with intervals, and the paired difference."""
    differences = compare_systems(after, before, Bootstrap())
    rows = {}
    for name, key in FIGURES.items():
        one, other, change = before.figures[key], after.figures[key], differences.get(key)
        if one.value is None or other.value is None or change is None:
            continue
        rows[name] = {
            "before": one.value,
            "before_low": _or(one.low, one.value),
            "before_high": _or(one.high, one.value),
            "after": other.value,
            "after_low": _or(other.low, other.value),
            "after_high": _or(other.high, other.value),
            "change": change.value,
            "low": change.low,
            "high": change.high,
            "p": change.p,
            "n": change.n,
        }
    return rows


def _or(value: float | None, instead: float) -> float:
    return instead if value is None else value


def check_ids(docs: Sequence[Document]) -> None:
    """Refuses notes of one name, which could be in two parts at once.

    Raises:
        NoteError: If two notes have the same id.
        InputError: If there are none.
    """
    if not docs:
        raise InputError("There are no notes; give some.")
    seen: set[str] = set()
    for doc in docs:
        if doc.id in seen:
            raise NoteError(doc.id, "stands twice among the notes; give each its own id")
        seen.add(doc.id)


def write_record(path: Path, record: dict[str, Any]) -> None:
    """Writes a record as JSON.

    Raises:
        OutputError: If it cannot be written.
    """
    try:
        path.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror}).") from None
