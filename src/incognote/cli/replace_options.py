"""Options about replacements: what stands in place of what was found, and the key that draws it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incognote.cli import screen
from incognote.cli.options import SystemOptions
from incognote.core import private
from incognote.core.case import fold
from incognote.core.config import read_lines
from incognote.core.errors import ConfigError
from incognote.replace.keys import read_key
from incognote.replace.policy import OVERRIDES, POLICIES, Policy, get_policy
from incognote.replace.replacement import DOUBTFUL, SCOPES, Context
from incognote.replace.vault import Lock, new_lock
from incognote.replace.verify import MODES
from incognote.run.deidentifier import load_pipeline

if TYPE_CHECKING:
    from incognote.guard import Guard


@dataclass(frozen=True, slots=True)
class GuardOptions(SystemOptions):
    """What finds identifiers, and which of them a model never sees."""

    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            metavar="POLICY",
            help="Which identifiers leave the text: "
            f"{', '.join(POLICIES)}, or a .toml file. Where it makes up no value, a numbered tag "
            "stands; either goes back.",
        ),
    ] = "i2b2-2014"
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Secret that surrogates are drawn with, made by incognote key: the same after a "
            "restart. Without it one is drawn and not kept.",
        ),
    ] = None
    conversations: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keeps which surrogate stands for what, encrypted with --key, so that answers are "
            "restored after a restart; made where there is none (docs/guard.md).",
        ),
    ] = None

    def guard(self) -> Guard:
        """Returns the guard; says what its policy warns of.

        Raises:
            ConfigError: If what is named does not exist or go together.
            InputError: If a file cannot be read.
            ModelError: If the model folder is not complete.
        """
        from incognote.guard import Conversations, Guard
        from incognote.run.deidentifier import Deidentifier

        policy = told_policy(self.policy)
        context = Context(key_or_drawn(self.key), lang=self.lang)
        if self.conversations is not None and self.key is None:
            raise ConfigError("--conversations needs --key, which it is encrypted with.")
        path = self.conversations
        kept = None if path is None else Conversations(path, context.key)
        flow = Deidentifier(load_pipeline(self.settings()), policy, context, "redact")
        return Guard(flow, conversations=kept)


@dataclass(frozen=True, slots=True)
class ReplaceOptions:
    """What stands in place of what was found."""

    replace: Annotated[
        str | None,
        typer.Option(
            metavar="HOW",
            help="What stands in place of all identifiers that leave the text, instead of what the "
            f"policy says: {', '.join(OVERRIDES)}.",
        ),
    ] = None
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Secret for surrogates, date shifts and codes, made by incognote key; the same "
            "key gives the same replacements. Without it one is drawn for this run and not kept.",
        ),
    ] = None
    scope: Annotated[
        str,
        typer.Option(
            metavar="SCOPE",
            help=f"How far the same text gets the same replacement: {', '.join(SCOPES)}.",
        ),
    ] = "patient"
    vary: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=1.0,
            metavar="P",
            help="Probability that a mention is replaced anew, so that one that was missed does "
            "not stand out (incognote attack); dates and ages are not varied.",
        ),
    ] = 0.0
    day_first: Annotated[
        bool | None,
        typer.Option(
            "--day-first/--month-first",
            help="Whether 3/4 is 3 April. Default: what each note shows, then the language.",
        ),
    ] = None
    never: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Names, one a line, that are never produced: the corpus's own patients and staff.",
        ),
    ] = None
    names_may_recur: Annotated[
        bool,
        typer.Option(
            "--names-may-recur",
            help="Let surrogates be names that stand somewhere in SRC. Without it none is, for "
            "which SRC is read once more, and names then depend on what else SRC holds.",
        ),
    ] = False
    whole_weeks: Annotated[
        bool,
        typer.Option("--whole-weeks", help="Shift dates by whole weeks, so that weekdays stay."),
    ] = False
    mixed_origins: Annotated[
        bool,
        typer.Option(
            "--mixed-origins",
            help="Draw names from all origins, not from that of the name they replace.",
        ),
    ] = False
    wrong_checks: Annotated[
        bool,
        typer.Option(
            "--wrong-check-digits",
            help="Give numbers with a check digit a wrong one, so that nobody can have them.",
        ),
    ] = False
    doubtful: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help="What becomes of a mark that may be no identifier, where a surrogate, shifted "
            f"date or less exact value would stand for it: {', '.join(DOUBTFUL)}. surrogate gives "
            "it that value; another number in place of a measurement falsifies the note.",
        ),
    ] = "tag"
    vault: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Also writes what was replaced, encrypted with the key, for incognote reveal; "
            "needs --key.",
        ),
    ] = None
    verify: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help="What is done where an identifier that left the text still stands in the output: "
            f"{', '.join(MODES)}. redact removes it there too and tells how many; fail gives no "
            "output for that note.",
        ),
    ] = "redact"

    def context(
        self, policy: Policy, *, lang: str, patient_from: str, keyed: bool = False
    ) -> Context:
        """Returns what replacements are drawn with; draws a key where none is given.

        Args:
            policy: What replaces what.
            lang: Language of the notes.
            patient_from: As `Context`.
            keyed: Whether more is drawn with the key than the policy asks for: codes.

        Raises:
            ConfigError: If a value cannot be.
            InputError: If a file cannot be read.
        """
        secret = key_or_drawn(self.key)
        if (policy.is_keyed or keyed) and self.key is None:
            screen.say(
                "No --key: replacements are drawn with a key that is not kept, so no other run "
                "gives the same (incognote key new FILE makes one)."
            )
        words = (word for line in read_names(self.never) for word in line.split())
        return Context(
            secret,
            self.scope,
            lang,
            vary=self.vary,
            patient_from=patient_from,
            day_first=self.day_first,
            avoid=frozenset(fold(word).strip(".,") for word in words),
            whole_weeks=self.whole_weeks,
            mixed_origins=self.mixed_origins,
            valid_numbers=not self.wrong_checks,
            doubtful=self.doubtful,
        )

    def fingerprint(self, context: Context) -> str | None:
        """Returns what tells two keys apart and tells nothing else; None without a key."""
        return context.secret("fingerprint").hex()[:32] if self.key is not None else None

    def lock(self, head: Mapping[str, str] | None = None) -> Lock | None:
        """Returns the lock of the vault; None where there is none.

        Args:
            head: As `new_lock`.

        Raises:
            ConfigError: If there is no key file: nobody could open the vault.
            MissingExtraError: If the package `cryptography` is not installed.
        """
        if self.vault is None:
            return None
        if self.key is None:
            raise ConfigError("--vault needs --key: make a key with incognote key new FILE.")
        return new_lock(read_key(self.key), head)


def told_policy(name: str) -> Policy:
    """Returns a policy that is known by its name or file; says what it warns of.

    Raises:
        ConfigError: If there is none.
    """
    policy = get_policy(name)
    for caution in policy.cautions:
        screen.say(f"{name}: {caution}")
    return policy


def key_or_drawn(path: Path | None) -> bytes:
    """Returns the key of a file, as `open_key`; None: one that is drawn and not kept."""
    return secrets.token_bytes(32) if path is None else open_key(path)


def open_key(path: Path) -> bytes:
    """Returns the 32 bytes of a key file; says so where others can read it.

    No refusal: what mounts secrets for a container often sets a mode of its own.

    Raises:
        ConfigError: If it is not a key file.
        InputError: If it cannot be read.
    """
    key = read_key(path)
    if private.is_for_others(path):
        screen.say(f"{path}: others on this machine can use this key; chmod 600 {path}.")
    return key


def read_names(path: Path | None) -> list[str]:
    """Returns the names that a file holds, one a line; none where there is no file.

    Raises:
        InputError: If it cannot be read.
    """
    return [] if path is None else read_lines(path)
