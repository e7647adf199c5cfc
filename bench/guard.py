"""Of surrogates in answers, how many come back right; and what original ever was in what was sent.

    python bench/guard.py NOTES --lang LANG [--most N]
    python bench/guard.py NOTES --lang LANG --markup [TEXTS]

Each note is a conversation of its own. Answers are scripted: a model's ways of writing what it was
sent, each made twice by the same function, of the surrogate and of the original, so that what must
come back is known. Dates are read and written here by strptime alone.

`--markup` counts texts in which the gold identifiers of all notes, as a conversation that knows
them would look for them, are read where markup seems to divide them: in NOTES, and in the lines of
TEXTS (JSON, `text`). These hold no markup, so each is a stretch replaced, or a text refused, for
nothing.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from incognote.core.document import Document
from incognote.core.errors import NoteError
from incognote.guard import Guard
from incognote.guard.markup import Known
from incognote.io.format import get_format
from incognote.replace.policy import get_policy
from record import record

PEOPLE = ("PATIENT", "DOCTOR")
PLACES = ("HOSPITAL", "ORGANIZATION", "STREET", "CITY")
CODES = ("MRN", "SSN", "PHONE", "FAX", "IDNUM", "ACCOUNT", "HEALTHPLAN", "LICENSE")
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
    "diciembre",
}
Bend = Callable[[str], "str | None"]


def words(text: str) -> list[str] | None:
    """A plain name of two or three words."""
    found = text.split()
    plain = all(re.fullmatch(r"[^\W\d_]{3,}", w) and w[0].isupper() for w in found)
    return found if 2 <= len(found) <= 3 and plain else None


def part(make: Callable[[list[str]], str]) -> Bend:
    """A name, written anew from its words."""
    return lambda text: make(found) if (found := words(text)) else None


def code(make: Callable[[str], str]) -> Bend:
    """A number, written anew from its letters and digits."""

    def bend(text: str) -> str | None:
        bare = re.sub(r"[\s./()-]", "", text)
        return make(bare) if re.fullmatch(r"[A-Za-z]{0,3}\d{6,}", bare) else None

    return bend


def date(make: Callable[[datetime], str]) -> Bend:
    """A date, written anew; not one of which its note alone tells day and month apart."""
    forms = ("%B %d, %Y", "%d %B %Y", "%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y", "%m/%d/%Y")

    def bend(text: str) -> str | None:
        found = re.match(r"(\d+)[/-](\d+)[/-]\d{4}", text)
        if found and int(found[1]) < 13 and int(found[2]) < 13:
            return None
        for form in forms:
            try:
                return make(datetime.strptime(text, form))
            except ValueError:
                continue
        return None

    return bend


def month(day: datetime, lang: str) -> str:
    """The name of its month."""
    return MONTHS[lang].split()[day.month - 1]


def ways(lang: str) -> list[tuple[str, tuple[str, ...], Bend]]:
    """Each kind of answer, the types of which it is, and how it writes one."""
    english = lang == "en"
    owned = (lambda t: f"{t}'s plan") if english else (lambda t: f"el plan de {t}")
    several = part(
        lambda w: f"the {w[-1]}{'es' if w[-1].endswith(('s', 'x', 'z', 'ch', 'sh')) else 's'}"
    )
    kin = several if english else part(lambda w: f"los {w[-1]}")
    long = (
        (lambda d: f"{month(d, lang)} {d.day}, {d.year}")
        if english
        else (lambda d: f"{d.day} de {month(d, lang)} de {d.year}")
    )
    short = (
        (lambda d: f"{month(d, lang)} {d.day}")
        if english
        else (lambda d: f"{d.day} de {month(d, lang)}")
    )
    numbers = (lambda d: f"{d.month}/{d.day}/{d.year}") if english else (lambda d: f"{d:%d.%m.%Y}")
    return [
        ("letter: as sent", (*PEOPLE, *PLACES, *CODES, "DATE", "EMAIL"), lambda t: t),
        ("heading: in capitals", (*PEOPLE, *PLACES), str.upper),
        ("chat: in small letters", PEOPLE, str.lower),
        ("possessive", PEOPLE, owned),
        ("family name, plural or with its article", PEOPLE, kin),
        ("first name alone", PEOPLE, part(lambda w: w[0])),
        ("last name alone", PEOPLE, part(lambda w: w[-1])),
        ("table: last, first", PEOPLE, part(lambda w: f"{w[-1]}, {' '.join(w[:-1])}")),
        ("initial and last name", PEOPLE, part(lambda w: f"{w[0][0]}. {w[-1]}")),
        ("initials with points", PEOPLE, part(lambda w: "".join(f"{x[0]}." for x in w))),
        ("emphasis over parts", PEOPLE, part(lambda w: " ".join(f"**{x}**" for x in w))),
        ("broken over lines", PEOPLE, part(lambda w: "\n".join(w))),
        ("JSON with escapes", (*PEOPLE, *PLACES), lambda t: json.dumps(t)[1:-1]),
        ("number without signs", CODES, code(lambda b: b)),
        ("number in groups", CODES, code(lambda b: "-".join(re.findall(".{1,3}", b)))),
        ("number with points", CODES, code(lambda b: ".".join(re.findall(".{1,4}", b)))),
        ("date, ISO", ("DATE",), date(lambda d: f"{d:%Y-%m-%d}")),
        ("date in words", ("DATE",), date(long)),
        ("date in words, no year", ("DATE",), date(short)),
        ("date in numbers", ("DATE",), date(numbers)),
        ("month and year", ("DATE",), date(lambda d: f"{month(d, lang)} {d.year}")),
    ]


def sentences(lang: str) -> Iterator[str]:
    """What stands around it."""
    if lang == "en":
        return iter(("In short: {}.", "Dear colleague, {}. Thank you.", "| who | {} | 3/10 |"))
    return iter(("En resumen: {}.", "Estimado compañero: {}. Gracias.", "| dato | {} | 3/10 |"))


def same(back: str, meant: str, kind: str) -> bool:
    """Whether an answer is what it should be; escapes and noughts of dates may be otherwise."""
    if "JSON" in kind:
        return json.loads(f'["{back}"]') == json.loads(f'["{meant}"]')
    if kind == "date in numbers":
        back, meant = (re.sub(r"\b0", "", text) for text in (back, meant))
    return back == meant


def count_divided(docs: list[Document], texts: list[Document]) -> list[tuple[str, str]]:
    """A row of how many texts seem to hold what the notes tell, divided by markup."""
    told = {d.text[s.start : s.end] for d in docs for s in d.spans if s.type != "AGE"}
    known = Known(told)
    read = refused = 0
    for doc in (*docs, *texts):
        try:
            read += len(known.readings(doc.text)) > 1
        except NoteError:
            refused += 1
    return [
        ("identifiers known, all of these notes", f"{len(told):,}"),
        ("texts", f"{len(docs) + len(texts):,}"),
        ("in which one is read as if markup divided it", f"{read}"),
        ("refused", f"{refused}"),
    ]


def main() -> None:
    """Measures and records."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notes", type=Path)
    parser.add_argument("--lang", required=True, choices=sorted(MONTHS))
    parser.add_argument("--most", type=int, default=60)
    parser.add_argument("--markup", nargs="?", type=Path, const=Path(), metavar="TEXTS")
    asked = parser.parse_args()
    if asked.markup:
        docs = list(get_format("inline").read(asked.notes))
        lines = asked.markup.read_text().splitlines() if asked.markup.is_file() else []
        texts = [Document(f"{i}", json.loads(line)["text"]) for i, line in enumerate(lines)]
        print(record(f"Names divided by markup ({asked.lang})", count_divided(docs, texts)))
        return
    guard, lang = Guard(lang=asked.lang, key=b"bench" * 8), asked.lang
    docs = list(get_format("inline").read(asked.notes))[: asked.most]
    right, tried = Counter[str](), Counter[str]()
    whole = streamed = hits = pairs = gold = left = 0
    for doc in docs:
        with guard.session(doc.id) as session:
            sent = session.protect(doc.text)
            whole += session.restore(sent) == doc.text
            pieces = [sent[i : i + 5] for i in range(0, len(sent), 5)]
            streamed += "".join(session.restore_stream(pieces)) == doc.text
            known = session._pairs.told
            hits += bool(session._search(known, Document("sent", sent), sent))
            made = session._pairs.all
            pairs += len(made)
            for kind, types, bend in ways(lang):
                for pair in made:
                    if pair.type not in types or pair.surrogate.startswith("["):
                        continue
                    ours, theirs = bend(pair.surrogate), bend(pair.original)
                    # A surname of two words for one of one word has no form that is both's.
                    if not ours or not theirs:
                        continue
                    for around in sentences(lang):
                        tried[kind] += 1
                        back = session.restore(around.format(ours))
                        right[kind] += same(back, around.format(theirs), kind)
            verifier = guard._flow.verifier_of(doc)
            marks = [s for s in doc.spans if get_policy("i2b2-2014").removes(s, doc.text)]
            marks = [s for s in marks if s.type != "AGE"]
            gold += len(marks)
            for span in marks:
                alone = Document("gold", doc.text[span.start : span.end])
                alone = alone.with_spans([type(span)(0, len(alone.text), span.label)])
                left += bool(verifier.search_for(alone, sent))
    rows = [
        ("surrogates of these conversations", f"{pairs:,}"),
        ("notes that come back letter for letter", share(whole, len(docs))),
        ("the same, streamed by five characters", share(streamed, len(docs))),
        ("surrogates in bent answers that come back right", share(right.total(), tried.total())),
        *((f"{kind}", share(right[kind], n)) for kind, n in tried.items()),
        ("notes in which an original that was found stood in what was sent", f"{hits}"),
        ("gold identifiers that the search finds in what was sent", share(left, gold)),
    ]
    title = f"Originals back in answers ({lang}, {len(docs)} notes)"
    section = record(
        title,
        rows,
        note="Gold identifiers that left are what detection missed, each mark searched for alone "
        "as the program searches outputs; ages are not counted.",
    )
    print(section)


def share(part: int, whole: int) -> str:
    """For the table."""
    return f"{100 * part / max(whole, 1):.2f} %, n {whole:,}"


if __name__ == "__main__":
    main()
