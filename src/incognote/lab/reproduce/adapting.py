"""A model fitted to a site, whole: notes divided, each member trained, before against after."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from incognote.assure.probabilities import chunks, read_by_model
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, NoteError, OutputError, unknown
from incognote.core.pipeline import Settings
from incognote.core.site import Site
from incognote.detect.neural.ensemble import ENSEMBLE, read_ensemble
from incognote.lab.site.confident import sure_lines
from incognote.lab.site.held_out import hold_out, unit_of
from incognote.lab.synthesis import Recipe, synthesize
from incognote.lab.training.adapt import WAYS, AdaptConfig, SiteNotes, count, fit, take
from incognote.lab.training.data import corpus_hash
from incognote.lab.training.loop import Epoch, Step
from incognote.lab.training.run import claim_run
from incognote.model.model_folder import CARD, check_new, read_model
from incognote.run.deidentifier import load_pipeline

OWN = "own/"
"""Before the id of a note that the system marked itself."""


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
    folder: Path,
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
    that was stopped goes on: members that are done lie in `<out>.run`. Arguments and errors as
    `lab.training.adapt.fit`.
    """
    check_new(out)
    fitted = partial(fit, way=way, config=config, report=report, stepped=stepped)
    if not (folder / ENSEMBLE).exists():
        fitted(folder, notes, out)
        _without_weights(out.with_name(f"{out.name}.run"))
        return
    run = out.with_name(f"{out.name}.run")
    draft = run / "ensemble"
    claim_run(run, _record(folder, notes, way, config or AdaptConfig()), "notes")
    for number, place in enumerate(members(folder)):
        member = draft / str(number)
        if not member.exists():
            fitted(place, notes, member)
    try:
        for number, _ in enumerate(members(folder)):
            left = draft / f"{number}.run"
            (left / "log.jsonl").replace(run / f"{number}.jsonl")
            shutil.rmtree(left)
        shutil.copyfile(folder / ENSEMBLE, draft / ENSEMBLE)
        (draft / CARD).write_text(_ensemble_card(draft), encoding="utf-8")
        if out.exists():
            out.rmdir()
        draft.rename(out)
        (run / "run.json").unlink()
    except OSError as error:
        raise OutputError(f"{out}: cannot be written ({error.strerror}).") from None


def members(model: Path) -> list[Path]:
    """Returns the model folders of an ensemble, or the folder itself.

    Raises:
        ModelError: If it is an ensemble that cannot be read.
    """
    if not (model / ENSEMBLE).exists():
        return [model]
    return [model / str(number) for number in range(read_ensemble(model).members)]


def _record(model: Path, notes: SiteNotes, way: str, config: AdaptConfig) -> dict[str, Any]:
    """What a fit depends on: members that were fitted otherwise are not gone on with."""
    return {
        "models": [dict(read_model(member).sha256) for member in members(model)],
        "notes": [
            corpus_hash(part) for part in (notes.train, notes.dev, notes.others, notes.unmarked)
        ],
        "way": way,
        "config": asdict(replace(config, threads=1)),
    }


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
    site: Site | None = None,
) -> SiteNotes:
    """Returns what a model learns from, by what there is.

    Marked notes are learned from as they are. Unmarked ones the system marks itself where training
    goes on (`then`); where it starts anew, words are learned from them. Where nothing is marked
    the epoch is chosen on such notes, or on a tenth of the others. A note with the text of one that
    is scored, or that chooses the epoch, is learned from in no way.

    Args:
        parts: The marked notes; empty parts where there are none.
        unmarked: Notes without marks.
        others: Marked notes of the kind that the model was made from; none for the factory's.
        model: The model folder.
        lang: Language of the notes.
        way: A key of `lab.training.adapt.WAYS`.
        config: How.
        site: What the site knows of its own notes, for marking the unmarked ones.

    Raises:
        ConfigError: If there is no such way, or it needs notes that are not given.
        InputError: If the system is sure of nothing in the unmarked notes.
    """
    if way not in WAYS:
        raise unknown("way to adapt", way, WAYS)
    train, dev, marked = list(parts.train), list(parts.dev), count(parts.train)
    held = {doc.text for doc in (*dev, *parts.test)}
    unmarked = [doc for doc in unmarked if doc.text not in held]
    others = [doc for doc in others if doc.text not in held]
    if way == "mix" and not others:
        raise ConfigError("the way 'mix' needs --mix PATH: notes to mix the site's with.")
    if way == "only" and not train:
        raise ConfigError("the way 'only' needs --labelled PATH: marked notes of the site.")
    rest = others
    if way == "mix" and not dev:
        dev, rest = rest[: max(1, len(rest) // 10)], rest[max(1, len(rest) // 10) :]
    if way != "then":
        return SiteNotes(train, dev, rest, unmarked, marked)
    if unmarked and config.self_marked:
        Random(config.seed).shuffle(unmarked)
        found = self_marked(unmarked, lang, model, threads=config.threads, site=site)
        own = take(found, config.self_marked)
        if not dev:
            fifth = max(1, len(own) // 5)
            dev, own = own[:fifth], own[fifth:]
        train += [replace(doc, id=f"{OWN}{doc.id}") for doc in own]
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
    docs: Sequence[Document],
    lang: str,
    model: Path,
    *,
    threads: int = 1,
    site: Site | None = None,
) -> Iterator[Document]:
    """Yields of unmarked notes the lines in which the system is sure, with its marks.

    Raises:
        NoteError: If a note cannot be processed.
    """
    pipeline = load_pipeline(Settings(lang, model, threads=threads, site=site))
    for chunk in chunks(docs):
        marked = pipeline.annotate(doc.with_spans(()) for doc in chunk)
        for doc, note in zip(marked, read_by_model(pipeline, chunk)[1], strict=True):
            sure = sure_lines(doc, note)
            if sure is not None:
                yield sure


def in_order(docs: Iterable[Document]) -> list[Document]:
    """Returns notes in the order of their ids; two of one name could be in two parts at once.

    Raises:
        NoteError: If two notes have the same id.
        InputError: If there are none.
    """
    ordered = sorted(docs, key=lambda doc: doc.id)
    if not ordered:
        raise InputError("There are no notes; give some.")
    for one, other in pairwise(ordered):
        if one.id == other.id:
            raise NoteError(one.id, "stands twice among the notes; give each its own id")
    return ordered


def write_record(path: Path, record: dict[str, Any]) -> None:
    """Writes a record as JSON.

    Raises:
        OutputError: If it cannot be written.
    """
    try:
        path.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror}).") from None
