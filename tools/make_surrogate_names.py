"""Writes the names that surrogates are drawn from: ours, without medical and everyday words.

    python tools/make_surrogate_names.py --common EN_50K.TXT \\
        --out src/incognote/replace/values/surrogates.txt

EN_50K.TXT holds an English word and its count on each line, most frequent first (the
FrequencyWords lists); it serves to leave out surnames that are words, and nothing of it is copied.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from incognote.core.case import fold
from incognote.core.language import get_language
from incognote.detect.lexicon.lists import read_list
from incognote.replace.values.names import origins

ROOT = Path(__file__).parent.parent
NEUTRAL = [
    "Alex",
    "Ari",
    "Ashton",
    "Aubrey",
    "Avery",
    "Bailey",
    "Blair",
    "Brett",
    "Briar",
    "Brooklyn",
    "Cameron",
    "Carey",
    "Casey",
    "Chris",
    "Corey",
    "Dana",
    "Darcy",
    "Devon",
    "Drew",
    "Dylan",
    "Elliot",
    "Ellis",
    "Emerson",
    "Emery",
    "Eddie",
    "Finley",
    "Frankie",
    "Flynn",
    "Fallon",
    "Fran",
    "Garnet",
    "Gale",
    "Gerry",
    "Germaine",
    "Glenn",
    "Harley",
    "Hayden",
    "Hollis",
    "Harper",
    "Haven",
    "Jackie",
    "Jaime",
    "Jamie",
    "Jan",
    "Jesse",
    "Jody",
    "Jordan",
    "Jules",
    "Kelly",
    "Kendall",
    "Kerry",
    "Kim",
    "Kit",
    "Kris",
    "Lane",
    "Lee",
    "Leslie",
    "Logan",
    "Loren",
    "Lynn",
    "Marion",
    "Marley",
    "Merle",
    "Micah",
    "Morgan",
    "Neely",
    "Nicky",
    "Nico",
    "Noel",
    "Noa",
    "Parker",
    "Pat",
    "Paris",
    "Perry",
    "Peyton",
    "Phoenix",
    "Quinn",
    "Reese",
    "Remy",
    "Riley",
    "Robbie",
    "Robin",
    "Rory",
    "Rowan",
    "Ryan",
    "Sandy",
    "Sasha",
    "Shannon",
    "Shelby",
    "Sidney",
    "Skyler",
    "Stacy",
    "Stevie",
    "Sydney",
    "Taylor",
    "Teddy",
    "Terry",
    "Toby",
    "Tracy",
    "Tyler",
    "Val",
    "Vale",
    "Valentine",
    "Vaughn",
    "Vesper",
    "Wesley",
    "Whitney",
    "Winslow",
    "Willis",
    "Wynn",
]


def words_of(name: str, lang: str = "") -> set[str]:
    """Returns the folded single words of a gzipped list of the lexicon detector."""
    return {fold(line) for line in read_list(name, lang) if " " not in line}


def main() -> None:
    """Reads the lists and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--common", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    common = {line.split()[0] for line in args.common.read_text("utf-8").splitlines()[:30000]}
    names, census = get_language("en").table("names"), get_language("en").table("census")
    banned = words_of("medical") | words_of("words", "en") | words_of("words", "es")
    for key in ("eponyms last", "words last", "words female", "words male"):
        banned |= {fold(name) for name in names[key]}

    def kept(values: tuple[str, ...] | list[str]) -> list[str]:
        good = [v for v in values if fold(v) not in banned and " " not in v and len(v) > 1]
        return list(dict.fromkeys(good))

    rows: dict[str, list[str]] = {}

    def surnames(values: tuple[str, ...] | list[str]) -> list[str]:
        return [name for name in kept(values) if "-" not in name]

    for origin in origins("en"):
        for kind in ("female", "male", "last"):
            make = surnames if kind == "last" else kept
            rows[f"{origin} {kind}"] = make(names[f"{origin} {kind}"])
    both = set(census["female"]) & set(census["male"])
    for kind in ("female", "male"):
        rows[f"census {kind}"] = [n for n in kept(census[kind])[:900] if n not in both]
        rows[f"nickname {kind}"] = kept(names[f"nicknames {kind}"])
    lasts = kept(census["last"])
    rows["census last"] = (
        lasts[:300] + [n for n in lasts[300:] if fold(n) not in common and 3 < len(n) < 12][:5000]
    )
    rows["neutral given"] = list(NEUTRAL)  # chosen by hand
    spanish = get_language("es").table("names")
    for key, values in spanish.items():
        if key.split()[0] in origins("es") and key.split()[1] in ("female", "male", "last"):
            rows[f"es_{key}"] = kept(values)
    for kind in ("female", "male", "last"):
        keys = [key for key in spanish if key.endswith(f" {kind}") and "migrantes" not in key]
        union = [n for key in keys for n in spanish[key]]
        rows[f"es {kind}"] = kept(sorted(set(union)))
    with args.out.open("w", encoding="utf-8") as file:
        file.write(
            "# Names that surrogates are drawn from, written by tools/make_surrogate_names.py.\n"
        )
        for key, values in rows.items():
            file.write(f"{key} = {'; '.join(values)}\n")


if __name__ == "__main__":
    main()
