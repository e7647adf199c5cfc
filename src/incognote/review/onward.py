"""Which commands take the answers of a project, and how each is told where they are."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from incognote.core.errors import ConfigError
from incognote.review.purposes import Purpose

ANSWERS, LANG = "{answers}", "{lang}"
"""What stands for the file of the answers and for the language of the notes."""


@dataclass(frozen=True, slots=True)
class Way:
    """A command."""

    takes: tuple[str, ...]
    """How it is told where the answers are, and of which language."""
    besides: str
    """An example of what it has to be told besides."""


_GOLD = ("--gold", ANSWERS, "--gold-format", "jsonl", "--lang", LANG)
_LEFT = ("--reviewed", ANSWERS, "--reviewed-format", "left")

WAYS = {
    "certify run": Way(_LEFT, "OUT --plan plan.json --packet packet.html"),
    "certify apply": Way(_LEFT, "OUT --plan plan.json --mended MENDED --packet packet.html"),
    "calibrate": Way(_GOLD, "--target all=.95 --unit note -o dial.json"),
    "evaluate": Way((ANSWERS, "--gold-format", "jsonl"), f"--pipeline {LANG}"),
    "adapt rules": Way(_GOLD, "-o site.toml"),
    "adapt run": Way(("--labelled", ANSWERS, "--labelled-format", "jsonl"), f"{LANG} -o MODEL"),
    "deid": Way(("--spans", ANSWERS, "--lang", LANG), "NOTES -o MENDED"),
}
"""By their names."""


def examples(purpose: Purpose, project: Path, lang: str) -> list[str]:
    """Returns the command lines that may come next, with names in capitals to be replaced."""
    begin = f"incognote review finish {shlex.quote(str(project))}"
    return [f"{begin} {name} {WAYS[name].besides.replace(LANG, lang)}" for name in purpose.next]


def command_of(purpose: Purpose, words: Sequence[str]) -> tuple[str, list[str]]:
    """Returns which command words begin with, and the words behind its name.

    Raises:
        ConfigError: If the answers are not for it, or a word says where they are.
    """
    found, behind = " ".join(words[:2]), words[2:]
    if found not in purpose.next:
        found, behind = " ".join(words[:1]), words[1:]
        found = "adapt run" if found == "adapt" else found  # as the command line has it, too
    if found in purpose.next:
        for option in WAYS[found].takes:
            if option.startswith("--") and option != "--lang" and _said(option, behind):
                raise ConfigError(f"Leave out {option}: what the project says stands in its place.")
        return found, list(behind)
    ways = ", ".join(purpose.next)
    raise ConfigError(f"These answers are not for '{' '.join(words[:2])}', but for: {ways}.")


def _said(option: str, words: Sequence[str]) -> bool:
    return any(word == option or word.startswith(f"{option}=") for word in words)


def command_line(name: str, words: Sequence[str], answers: Path, lang: str) -> list[str]:
    """Returns the words of a command that takes answers.

    Args:
        name: Of the command.
        words: What it is told besides; `--lang` among them goes before the project's.
        answers: The file of the answers.
        lang: Language of the notes.
    """
    stand = {ANSWERS: str(answers), LANG: lang}
    takes = [stand.get(word, word) for word in WAYS[name].takes]
    first, *more = name.split()
    # Before what was said: of an option that is said twice the last word counts. An action and a
    # release, which have no option, come first.
    return [first, *more, *takes, *words]
