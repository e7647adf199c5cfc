"""Writes the names that surrogates are drawn from: ours, without medical and everyday words.

    python tools/make_surrogate_names.py --common EN_50K.TXT \\
        --out src/incognote/languages

EN_50K.TXT holds an English word and its count on each line, most frequent first (the
FrequencyWords lists); it serves to leave out surnames that are words, and nothing of it is copied.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from incognote.core.case import fold
from incognote.core.language import get_language
from incognote.detect.lexicon.lists import read_list
from incognote.replace.values.names import origins

ROOT = Path(__file__).parent.parent
NEUTRAL = """
    Alex Ari Ashton Aubrey Avery Bailey Blair Brett Briar Brooklyn Cameron Carey Casey Chris
    Corey Dana Darcy Devon Drew Dylan Elliot Ellis Emerson Emery Eddie Finley Frankie Flynn
    Fallon Fran Garnet Gale Gerry Germaine Glenn Harley Hayden Hollis Harper Haven Jackie Jaime
    Jamie Jan Jesse Jody Jordan Jules Kelly Kendall Kerry Kim Kit Kris Lane Lee Leslie Logan
    Loren Lynn Marion Marley Merle Micah Morgan Neely Nicky Nico Noel Noa Parker Pat Paris Perry
    Peyton Phoenix Quinn Reese Remy Riley Robbie Robin Rory Rowan Ryan Sandy Sasha Shannon
    Shelby Sidney Skyler Stacy Stevie Sydney Taylor Teddy Terry Toby Tracy Tyler Val Vale
    Valentine Vaughn Vesper Wesley Whitney Winslow Willis Wynn
""".split()  # noqa: SIM905
"""English given names of women and men alike, chosen by hand."""


def words_of(name: str, lang: str = "") -> set[str]:
    """Returns the folded single words of a gzipped list of the lexicon detector."""
    return {fold(line) for line in read_list(name, lang) if " " not in line}


def main() -> None:
    """Reads the lists and writes the table of each language."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--common", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    common = {line.split()[0] for line in args.common.read_text("utf-8").splitlines()[:30000]}
    names, census = get_language("en").table("names"), get_language("en").table("census")
    banned = words_of("medical") | words_of("words", "en") | words_of("words", "es")
    for key in ("eponyms last", "words last", "words female", "words male"):
        banned |= {fold(name) for name in names[key]}

    def kept(values: Iterable[str]) -> list[str]:
        good = [v for v in values if fold(v) not in banned and " " not in v and len(v) > 1]
        return list(dict.fromkeys(good))

    english: dict[str, list[str]] = {}
    for origin in origins("en"):
        for kind in ("female", "male", "last"):
            found = kept(names[f"{origin} {kind}"])
            english[f"{origin} {kind}"] = [n for n in found if kind != "last" or "-" not in n]
    both = set(census["female"]) & set(census["male"])
    for kind in ("female", "male"):
        english[f"any {kind}"] = [n for n in kept(census[kind])[:900] if n not in both]
        english[f"nickname {kind}"] = kept(names[f"nicknames {kind}"])
    lasts = kept(census["last"])
    english["any last"] = (
        lasts[:300] + [n for n in lasts[300:] if fold(n) not in common and 3 < len(n) < 12][:5000]
    )
    english["neutral given"] = NEUTRAL
    names = get_language("es").table("names")
    spanish = {
        key: kept(values)
        for key, values in names.items()
        if key.split()[0] in origins("es") and key.split()[1] in ("female", "male", "last")
    }
    for kind in ("female", "male", "last"):
        keys = [key for key in names if key.endswith(f" {kind}") and "migrantes" not in key]
        spanish[f"any {kind}"] = kept(sorted({n for key in keys for n in names[key]}))
    for lang, rows in (("en", english), ("es", spanish)):
        with (args.out / lang / "tables/surrogates.txt").open("w", encoding="utf-8") as file:
            file.write(f"# Names that surrogates are drawn from, by tools/{Path(__file__).name}.\n")
            file.writelines(f"{key} = {'; '.join(values)}\n" for key, values in rows.items())


if __name__ == "__main__":
    main()
