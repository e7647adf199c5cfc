"""Writes pieces of notes from a grammar: headers, messages, letters, tables, dumps, queries.

In a rule `<name>` is another rule, `<a|b>` a choice, and `{...}` a slot: `{P1}` a patient or
relative, `{D1}` a clinician, `{H1}` a hospital, by number within the piece, with `.l` last name,
`.f` first, `.c` 'Last, First', `.i` initials; any label (`{DATE}`, `{MRN}`), or a word that agrees
with the patient (`{he}`). Slots become marks; what is written as plain text stays plain.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from incognote.core.document import Document, Span
from incognote.core.language import get_language
from incognote.replace.values.synthesis import Synthesis

Grammar = Mapping[str, tuple[str, ...]]
_TOKEN = re.compile(r"\{([A-Za-z]\w*(?:\.\w+)?)\}|<!(\w+)>|<([^<>]*(?:<[^<>]*>[^<>]*)*)>|\\([nt])")
_ESCAPES = {"lt": "<", "gt": ">", "xml": '<?xml version="1.0"?>\n'}


@cache
def grammar(language: str) -> Grammar:
    """Returns the rules of a language's grammar, from name to alternatives."""
    path = files(get_language(language).package).joinpath("grammar.txt")
    rules: dict[str, list[str]] = {}
    name = ""
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.startswith("= "):
            name = line[2:].strip()
            rules[name] = []
        elif line.strip() and not line.startswith("#"):
            rules[name].append(line)
    return {name: tuple(lines) for name, lines in rules.items()}


class Writer:
    """One piece in the making: its text so far, its marks, and the values that it has used."""

    def __init__(self, rng: random.Random, language: str) -> None:
        self.rng = rng
        part: Synthesis = get_language(language).part("synthesis", "SYNTHESIS")
        self.values = part.slots(rng, language)
        self.labels = part.labels
        self.rules = grammar(language)
        self.text = ""
        self.spans: list[Span] = []

    def write(self, rule: str) -> Document:
        """Returns a note made from a rule."""
        self._rule(rule)
        return Document("piece", self.text, tuple(self.spans), {"kind": rule})

    def _rule(self, name: str) -> None:
        if name == "fields":
            self._fields()
        else:
            self._expand(self.rng.choice(self.rules[name]))

    def _expand(self, body: str) -> None:
        at = 0
        for match in _TOKEN.finditer(body):
            self.text += body[at : match.start()]
            at = match.end()
            slot, escape, inner, control = match.groups()
            if slot:
                self._slot(slot)
            elif escape:
                self.text += _ESCAPES[escape]
            elif control:
                self.text += {"n": "\n", "t": "\t"}[control]
            elif inner in self.rules or inner == "fields":
                self._rule(inner)
            else:
                self._expand(self.rng.choice(_split(inner)))
        self.text += body[at:]

    def _slot(self, slot: str) -> None:
        kind, _, form = slot.partition(".")
        word = self.values.word(kind)
        if word is not None:
            self.text += word
            return
        stem = kind.rstrip("0123456789")
        label = self.labels.get(stem, stem)
        entity = kind.removeprefix(stem)
        surface = self.values.make(stem, entity, form)
        for number, line in enumerate(surface.split("\n")):
            self.text += "\n" if number else ""
            self.spans.append(
                Span(len(self.text), len(self.text) + len(line), label, entity=entity)
            )
            self.text += line

    def _fields(self) -> None:
        """A block of labelled values in one of the layouts that systems print."""
        rows = list(self.rules["labels"])
        always = rows[:1] * (self.rng.random() < 0.8)
        chosen = always + self.rng.sample(rows[1:], self.rng.randint(2, 9))
        if self.rng.random() < 0.3:
            self.rng.shuffle(chosen)
        colon = self.rng.choice((": ", ": ", ": ", ":", " ", "  ", " - ", ":  ", "\t", " = ", "# "))
        gap = self.rng.choice(("\n", "\n", "\n", "   ", "  |  ", " | ", "\t", ", ", "; ", "    "))
        width = self.rng.choice((0, 0, 0, 14, 18, 22))
        per_line = self.rng.choice((1, 2, 3, 99)) if gap != "\n" else 1
        upper, lower = self.rng.random() < 0.2, self.rng.random() < 0.06
        for number, row in enumerate(chosen):
            forms, _, names = row.partition(" = ")
            label = self.rng.choice(names.split("; "))
            label = label.upper() if upper else label.lower() if lower else label
            if number:
                self.text += "\n" if number % per_line == 0 else gap
            self.text += (label + colon).ljust(width) if width else label + colon
            forms_split = [forms] if "," in forms else forms.split(" ")
            self._expand(self.rng.choice(forms_split))


def _split(inner: str) -> list[str]:
    """The alternatives of a choice; a bar inside nested angles does not divide."""
    parts, depth, at = [""], 0, 0
    for at in range(len(inner)):
        char = inner[at]
        depth += (char == "<") - (char == ">")
        if char == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def piece(rng: random.Random, rule: str, language: str) -> Document:
    """Returns a piece in a rule of the grammar, with exact marks.

    Args:
        rng: Source of chance.
        rule: `piece` for any whole one, `insert` for what may stand inside a note, `nearmiss` for
            what looks like an identifier and is none.
        language: Of a pack with a grammar.
    """
    return Writer(rng, language).write(rule)
