"""Makes notes.jsonl: sentences of clinical prose that hold nothing to find but ages.

    python make.py MTS-Dialog-TrainingSet.csv aci_bench/train.csv medication-words.txt notes.jsonl

A sentence stays only if every capitalised word in it is known as a common word of the same prose,
a drug, an eponym or a frequent acronym, and nothing in it hints at a date, place, person,
occupation or age that the patterns below do not mark. Sentences are dropped whole.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from incognote.core.document import Document, Span
from incognote.io import jsonl

AGE = re.compile(
    r"\b(?P<a>\d{1,3})(?=[- ]?(?:years?|yrs?)[- ]?(?:old|of age)|[- ]?y[./]?o\b)"
    r"|\b(?:age|aged|age of) (?P<b>\d{1,3})\b(?! (?:month|week|day))"
    r"|\b(?:his|her|their) (?:early |late |mid[- ]?)?(?P<c>[2-9]0s)\b"
)
HINTS = re.compile(
    r"(?i)\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|june|"
    r"july|august|september|october|november|december)\b|\bmay (?:of|\d)|\b(?:19|20)\d\ds?\b|"
    r"\b\d{1,2}[/-]\d{1,2}[/-]\d{2,4}\b|\bon \d{1,2}/\d{1,2}\b|'\d\d\b|\b(?:spring|summer|winter|"
    r"autumn|christmas|thanksgiving|easter|holiday|halloween)\b|\b(?:works?|worked|working|job|"
    r"retired|retires|employ\w*|occupation\w*|profession\w*|student|teacher|teaches|engineer|school|college|"
    r"university|army|navy|marine|veteran|military|church|company|business|farm\w*|driver|"
    r"secretary|housewife|homemaker|nurse for|attorney|lawyer|salesman|manager|coach\w*|athlete|"
    r"grade|kindergarten|dayca?re|nursery)\b|\b(?:lives? in|moved|born|travel\w*|trip|vacation|"
    r"visited|from the country|native of|immigrat\w*|located|street|avenue|highway|city|town|"
    r"county|state of|lake|river|park)\b|\b(?:teens?|teenage\w*|twenties|thirties|forties|"
    r"fifties|sixties|seventies|eighties|nineties|decades?|birthday|"
    r"aged?|years? old|years? of age|year[- ]old|months? old|month[- ]old|weeks? old|week[- ]old|"
    r"days? old|day[- ]old|y/?o)\b|\b(?:mr|mrs|ms|dr|miss|doctor)\b\.?|@|www|\bnamed\b|\bname\b|"
    r"\b(?:phone|fax|pager|mrn|account|medical record|serial|lot|accession)\b|\d{5,}|\b\d{3}-\d{4}"
)
MANY_AGES = re.compile(r"(?i)\bages\b|\d+,? ?(?:and|or|to|-|through) ?\d+[- ]?(?:years?|yrs?)\b")
WORDS = Path(__file__).with_name("words.txt").read_text(encoding="utf-8").splitlines()
EPONYMS = frozenset(word for word in WORDS if word[0] not in "#-")
DROPPED_WORDS = frozenset(word[1:] for word in WORDS if word[0] == "-")
SPLIT = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"(])|\n+")
WORD = re.compile(r"[A-Za-z][\w'’/-]*")


def texts(mts: Path, aci: Path) -> Iterator[tuple[str, str]]:
    """Yields ids and texts of both corpora's training parts."""
    with mts.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            yield f"mts/{row['ID']}", row["section_text"].replace("\r", "")
    with aci.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            yield f"aci/{row['encounter_id']}", row["note"].replace("\r", "")


def known_words(bodies: Iterable[str], drugs: Path) -> frozenset[str]:
    """Returns small-letter forms of words that are no names: common in small letters, or listed."""
    small: Counter[str] = Counter()
    capitals: Counter[str] = Counter()
    for body in bodies:
        found = set(WORD.findall(body))
        small.update(w for w in found if w.islower())
        capitals.update(w.lower() for w in found if w.isupper() and 2 <= len(w) <= 5)
    listed = {w.strip().lower() for w in drugs.read_text(encoding="utf-8").splitlines()}
    words = {w for w, n in small.items() if n >= 2} | {w for w, n in capitals.items() if n >= 4}
    return frozenset(words | {w for w in listed if len(w) > 4} | EPONYMS) - DROPPED_WORDS


def clean(sentence: str, known: frozenset[str]) -> list[Span] | None:
    """Returns the ages of a sentence, None where it may hold anything else."""
    if MANY_AGES.search(sentence):
        return None
    ages = []
    for match in AGE.finditer(sentence):
        group = next(g for g in "abc" if match[g])
        ages.append(Span(match.start(group), match.end(group), "AGE"))
    rest = AGE.sub(lambda m: re.sub(r"(?i)\w", "0", m[0]) if m["b"] else m[0], sentence)
    rest = re.sub(r"(?<=\d)[- ]?(?:(?:years?|yrs?)[- ]?(?:old|of age)|y[./]?o\b)", " ", rest)
    rest = re.sub(r"[2-9]0s", " ", rest)
    if HINTS.search(rest):
        return None
    for word in WORD.findall(rest):
        pieces = [p for p in re.split(r"[-/]", word) if p]
        for piece in [word] if word.lower() in known else pieces:
            plain = piece.lower().removesuffix("'s") in known
            code = re.fullmatch(r"[A-Z]\d*|[A-Z]\d+[-/]?[A-Z]?\d*", piece)
            if piece[0].isupper() and not plain and not code:
                return None
    return ages


def notes(mts: Path, aci: Path, drugs: Path) -> Iterator[Document]:
    """Yields what is left of each text, where at least four words are."""
    known = known_words((body for _, body in texts(mts, aci)), drugs)
    for id, body in texts(mts, aci):
        out, spans, size = [], [], 0
        at = 0
        gaps = [(m.start(), m.end()) for m in SPLIT.finditer(body)] + [(len(body), len(body))]
        for start, end in gaps:
            sentence = body[at:start]
            found = clean(sentence, known) if sentence.strip() else []
            if found is not None:
                spans += [Span(s.start + size, s.end + size, s.label) for s in found]
                out += [sentence, body[start:end]]
                size += end - at
            at = end
        text = "".join(out)
        if len(text.split()) >= 4:
            yield Document(id, text, tuple(spans), {"kind": "prose"})


def main(mts: str, aci: str, drugs: str, out: str) -> None:
    """Writes the notes."""
    jsonl.write(notes(Path(mts), Path(aci), Path(drugs)), Path(out))


if __name__ == "__main__":
    main(*sys.argv[1:])
