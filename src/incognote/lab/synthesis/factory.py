"""Makes notes: chooses the ingredients of each, in a fixed order, from its own source of chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from incognote.core.config import from_mapping
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, unknown
from incognote.core.language import get_language
from incognote.lab.synthesis.damage import DAMAGE
from incognote.lab.synthesis.grammar import piece
from incognote.lab.synthesis.mixing import drop_lines, insert, window
from incognote.lab.synthesis.recipe import Recipe
from incognote.lab.synthesis.refill import refill


def check(recipe: Recipe) -> None:
    """Refuses a recipe that names what does not exist.

    Raises:
        ConfigError: On an unknown damage, or a language that is unknown or has no synthesis.
    """
    get_language(recipe.language).part("synthesis", "SYNTHESIS")
    for name in recipe.damage:
        if name not in DAMAGE:
            raise unknown("damage", name, DAMAGE)


def vary(doc: Document, rng: random.Random, recipe: Recipe) -> Document:
    """Returns a variant of one gold note: refilled, cut, damaged as the recipe's chances say.

    Args:
        doc: A note with gold marks in the labels of the recipe's language.
        rng: Source of chance; the same state gives the same variant.
        recipe: Shares of the ingredients.
    """
    if rng.random() < recipe.refill:
        doc = refill(doc, rng, recipe)
    if rng.random() < recipe.window:
        doc = window(doc, rng)
    if rng.random() < recipe.drop:
        doc = drop_lines(doc, rng)
    if rng.random() < recipe.mix:
        rule = "insert" if rng.random() < 0.75 else "nearmiss"
        doc = insert(doc, piece(rng, rule, recipe.language), rng)
    return damaged(doc, rng, recipe)


def from_settings(settings: Mapping[str, Any]) -> Callable[[Document, random.Random], Document]:
    """Returns `vary` with the recipe that the settings hold; training calls it in each epoch.

    Raises:
        ConfigError: If a setting is unknown or of the wrong type.
    """
    recipe = from_mapping(Recipe, settings, "variation")
    check(recipe)
    return lambda doc, rng: vary(doc, rng, recipe)


def damaged(doc: Document, rng: random.Random, recipe: Recipe) -> Document:
    """Returns the note after each damage that chance picks, at a rate that varies."""
    for name, share in recipe.damage.items():
        if rng.random() < share:
            rate = rng.choice((0.01, 0.02, 0.04, 0.08)) if name in _RATED else 0.0
            doc = DAMAGE[name](doc, rng, rate) if rate else DAMAGE[name](doc, rng, _FULL[name])
    return doc


_RATED = frozenset({"typos", "ocr", "lost_spaces", "doubled_spaces", "broken_lines"})
_FULL = dict.fromkeys(DAMAGE, 1.0) | {
    "upper_lines": 0.25,
    "joined_lines": 0.4,
    "unicode_marks": 0.4,
    "clipped_lines": 0.05,
    "without_punctuation": 0.8,
}


def synthesize(
    docs: Sequence[Document], recipe: Recipe, *, seed: int, count: int
) -> Iterator[Document]:
    """Yields `count` new gold notes, named syn/000001 and on.

    Args:
        docs: Gold notes to vary (may be empty where `recipe.note` is 0).
        recipe: Weights and shares of the ingredients.
        seed: Any number; with the place in the row it settles a note, whatever `count` is.
        count: How many notes.

    Raises:
        ConfigError: If the recipe names what does not exist, or weighs nothing.
        InputError: If it needs notes and there are none.
    """
    check(recipe)
    weights = (recipe.note, recipe.furniture, recipe.negative)
    if min(weights) < 0 or sum(weights) <= 0:
        raise ConfigError(
            "The weights 'note', 'furniture' and 'negative' of the recipe must be 0 or more, "
            "one of them above 0."
        )
    if recipe.note and not docs:
        raise InputError("There are no notes to vary: give some, or set 'note = 0' in the recipe.")
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        kind = rng.choices(("note", "piece", "nearmiss"), weights)[0]
        if kind == "note":
            doc = vary(rng.choice(docs), rng, recipe)
        else:
            doc = damaged(piece(rng, kind, recipe.language), rng, recipe)
        yield replace(doc, id=f"syn/{number + 1:06d}")
