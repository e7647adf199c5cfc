"""`Language`: a pack, which holds everything that differs between languages, and nothing else.

A pack is a folder. Its `__init__.py` holds `PACK`, a `Language`; each other part of it is a module
of that folder with one typed object, read when an engine first asks for it:

| part | module | object |
|---|---|---|
| label scheme, but for ours | `scheme` | `SCHEME`, rows of `core.labels.Label` |
| ends of marks | `marks` | `ENDS`, a `core.resolve.MarkEnds` |
| rules | `rules/`, every module | `RULES`, rows (`detect.rules.row`) |
| protection | `protection` | `PROTECTION`, a `detect.protection.Protection` |
| lists | `lists`, files in `lists/` | `LISTS`, a `detect.lexicon.lists.Lists` |
| words around names | `context` | `CONTEXT`, a `detect.context.Context` |
| halves of names | `context` | `SAINTS`, a `detect.half_names.Saints` |
| words around medical terms | `context` | `TERMS`, a `detect.lexicon.medical.Terms` |
| words of addresses and dates | `context` | `ROSTER`, a `detect.roster.words.RosterWords` |
| how people are named, addressed and spoken of | `people` | `PEOPLE`, a `replace.naming.Naming` |
| how dates are written | `calendar` | `CALENDAR`, a `core.calendar.Calendar` |
| how ages are written | `ages` | `AGES`, a `replace.ages.Ages` |
| what looks like a mark and is a measurement | `doubt` | `DOUBT`, a `replace.doubt.Doubt` |
| places, institutions, occupations | `places` | `PLACES`, a `replace.places.PlaceConventions` |
| identity documents | `identity` | `IDENTITY`, a `replace.identity.Identity` |
| made-up notes | `synthesis` | `SYNTHESIS`, a `replace.values.synthesis.Synthesis` |
| clinical facts | `facts` | `FACTS`, a `detect.facts.Facts`; `tables/facts.txt` |
| what a census or a calendar knows | `traits` | `TRAITS`, a `core.traits.Traits` |
| questions turned around | `probe` | `PROBE`, a `replace.values.probes.Probe` |
| what may stay | `policy` | `WORDS`, a `replace.policy.Words` |
| what of a name tells nobody | `context` | `ROLES`, a `replace.verify.Roles` |

Members of a part that have a default are those that a language may have nothing for; the others
must be said. Lists of words that are too long for a module are rows of text files in its folder
`tables/` (`Language.table`).

An engine takes its part from the pack of the notes and knows no language by name. What a pack does
not have raises and names it: nothing falls back to another language. The registry's rows of kind
`language` say which packs there are; a package of another author adds one by an entry point in
the group `incognote.language`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from incognote.core import registry
from incognote.core.errors import ConfigError
from incognote.core.tables import read_table

AUTO = "auto"
"""In place of a language's code: each note in its own."""
DEFAULT = "en"
"""Of a run where nobody names one, and with `AUTO` of what has no words to tell it by."""


@dataclass(frozen=True, slots=True)
class Language:
    """What a language brings."""

    code: str
    """ISO 639-1, as in `--lang`."""
    name: str
    """In English, for people."""
    package: str
    """The folder, as a package: `__name__` in its `__init__.py`."""
    scheme: str
    """The label scheme of its rules and model: a key of `labels.SCHEMES`."""
    also: tuple[str, ...]
    """Packs whose single words (titles, kin, addresses), dates, ages, insurers and identity
    documents count in its notes beside its own, because people, letters and quoted records of
    these languages are common there."""
    script: str
    """The script that it is written in: how Unicode's names of its letters begin, in small
    letters."""
    model: Path | None = None
    """The model folder that ships; None where none does."""
    fast: Path | None = None
    """A smaller model for speed, at a price in what is found. It may be a member of the other,
    which then is an ensemble."""
    detectors: tuple[str, ...] = (
        "rules", "lexicon", "neural", "protection", "site", "roster", "propagation"
    )  # fmt: skip
    """Rows of the registry, in order; `site` only where the settings name one."""

    @property
    def codes(self) -> tuple[str, ...]:
        """Its own code, then those of `also`."""
        return self.code, *self.also

    def part(self, module: str, name: str) -> Any:
        """Returns an object of one of the pack's modules.

        Args:
            module: As in the table above.
            name: What stands in it.

        Raises:
            ConfigError: If the pack has no such module, or that no such object; if a part lacks a
                member that no language goes without, or says one that there is not.
        """
        path, found = f"{self.package}.{module}", None
        try:
            found = import_module(path)
        except ModuleNotFoundError as error:
            if error.name != path:
                raise
        except TypeError as error:  # a member of a part is missing, or there is none of that name
            raise ConfigError(f"The pack of language '{self.code}', {module}: {error}.") from error
        if not hasattr(found, name):
            raise ConfigError(f"The pack of language '{self.code}' has no {module}.{name}.")
        return getattr(found, name)

    def table(self, name: str) -> Mapping[str, tuple[str, ...]]:
        """Returns the rows of one of the pack's tables, from key to values in file order.

        Args:
            name: The file in the folder `tables` of the pack, without `.txt`; read once.

        Raises:
            ConfigError: If the pack has no such table.
            ValueError: If a row of it has no `=`, or a key stands twice.
        """
        try:
            return read_table(self.package, f"tables/{name}")
        except FileNotFoundError:
            raise ConfigError(
                f"The pack of language '{self.code}' has no tables/{name}.txt."
            ) from None

    def read(self, path: str) -> bytes:
        """Returns the content of a file of the pack.

        Args:
            path: Below its folder.

        Raises:
            ConfigError: If the pack has no such file.
        """
        try:
            return files(self.package).joinpath(*path.split("/")).read_bytes()
        except FileNotFoundError:
            raise ConfigError(f"The pack of language '{self.code}' has no {path}.") from None


def language_codes() -> list[str]:
    """Returns the codes of all packs, sorted."""
    return registry.names("language")


@cache
def get_language(code: str) -> Language:
    """Returns the pack of a language.

    Raises:
        ConfigError: If there is none; the message lists those that are.
    """
    if code == AUTO:
        raise ConfigError(
            f"'{AUTO}', each note in its own language, cannot be taken here: name one of "
            f"{', '.join(language_codes())}."
        )
    pack: Language = registry.get("language", code)
    return pack


def reader(module: str, name: str) -> Callable[[str], Any]:
    """Returns what reads a part of a language's pack, given the language's code, and keeps it.

    It raises ConfigError if there is no such language, or its pack has no such part.
    """
    return cache(lambda lang: get_language(lang).part(module, name))


def parts(lang: str, module: str, name: str) -> tuple[Any, ...]:
    """Returns a part of a language's pack, then that of each pack that counts beside it.

    Args:
        lang: Language of the notes; its pack says which others count (`Language.also`).
        module: As in `Language.part`.
        name: As in `Language.part`.

    Raises:
        ConfigError: If one of the packs has no such part.
    """
    return tuple(get_language(code).part(module, name) for code in get_language(lang).codes)


def in_all_packs(module: str, name: str) -> Mapping[str, Any]:
    """Returns, by language, a part of all packs that have it, for what serves all of them at once.

    What cannot be read of another package's pack is left out, so that it stops no run in another
    language; a run in its own asks for it by `Language.part`, which raises.

    Args:
        module: As in `Language.part`.
        name: As in `Language.part`.
    """
    found = {}
    for code in language_codes():
        try:
            found[code] = get_language(code).part(module, name)
        except Exception:
            if code in registry.ROWS["language"]:
                raise
    return found
