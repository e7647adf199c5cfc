"""What de-identification costs in clinical facts, and how well facts are read.

    python bench/utility.py facts notes_en records_en notes_es prose meddocan --shared FOLDER
    python bench/utility.py extractor
    python bench/utility.py negation --medspacy PYTHON

`facts` finds identifiers once and writes the notes anew under each policy, with each replacement;
facts in identifiers that people marked are put aside. `prose` are the held-out notes of
bench/english.py with hardly any PHI, `meddocan` MEDDOCAN's dev part; both lie below FOLDER
(prose_en, meddocan). --listing quotes what went. `extractor` holds the extractor against the notes
that a person read (tests/data/facts). `negation` holds what it takes for denied against medspaCy's
ConText, which runs in an environment of its own. Results go into results.md; with --dry, only to
the screen; --sample N looks at N notes.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import english_notes
import fact_notes
from english_notes import read_marked, sample
from incognote.assure.evaluation import Bootstrap
from incognote.assure.utility.compare import LOST, Compared, Comparer
from incognote.assure.utility.report import Utility, sum_up
from incognote.core.document import Document
from incognote.detect.facts import FactExtractor
from incognote.io.format import get_format
from incognote.replace.policy import get_policy
from incognote.run.deidentifier import load
from record import record

CORPORA = Path(__file__).parents[1] / "corpora"
PARTS = {"records_en": "test", "records_es": "test"}
"""Of corpora that have no dev part."""
SYSTEMS = (
    ("hipaa", ""),
    ("hipaa", "surrogate"),
    ("hipaa-expert", ""),
    ("gdpr", ""),
    ("i2b2-2014", "tag"),
    ("i2b2-2014", "surrogate"),
    ("all", "tag"),
    ("all", "surrogate"),
)
"""Policies, and what stands in place of what they say."""
GOAL = ("hipaa", "surrogate")
LEARNED = " What ships learned from MEDDOCAN's dev part, so this is no test of it."


def read_corpus(name: str, shared: Path | None) -> tuple[str, list[Document]]:
    """Returns the language of a corpus, and its notes with the marks that people made."""
    if name in ("prose", "meddocan"):
        if shared is None:
            raise SystemExit(f"bench/utility.py facts {name} needs --shared FOLDER.")
        if name == "prose":
            return "en", english_notes.with_read_marks(
                english_notes.read_prose(shared / "prose_en")
            )
        return "es", list(get_format("brat").read(shared / "meddocan/dev"))
    return name[-2:], read_marked(CORPORA / name, PARTS.get(name, "dev"))


def facts(args: argparse.Namespace) -> None:
    """Which share of the facts is kept, by policy and replacement, and by kind at the goal's."""
    for name in args.corpora:
        lang, gold = read_corpus(name, args.shared)
        gold = sample(gold, args.sample)
        deid = load(lang, key=b"k" * 32)
        found = list(deid.pipeline.annotate([doc.with_spans(()) for doc in gold]))
        comparer, verifier = Comparer(lang), deid.verifier_of(gold[0])
        rows: list[tuple[str, ...]] = []
        kinds: list[tuple[str, ...]] = []
        for policy, action in SYSTEMS:
            chosen = get_policy(policy)
            chosen = chosen.with_action(action) if action else chosen
            compared = []
            for doc, marks in zip(found, gold, strict=True):
                done = verifier.redact(doc, chosen, deid.context).redacted
                form = Document(doc.id, done.text)
                took = [change.span for change in done.replaced]
                compared.append(
                    comparer.compare(
                        marks.with_spans(()), form, identifiers=marks.spans, replaced=took
                    )
                )
            whole, rest = (
                sum_up(compared, lang=lang, outputs="", without=w, bootstrap=Bootstrap(seed=20))
                for w in ((), ("interval",))
            )
            rows.append(_row(f"{policy}, {action or 'as it says'}", whole, rest))
            if (policy, action) == GOAL:
                kinds = list(_by_kind(whole))
                if args.listing:
                    lines = [
                        line
                        for c, doc in zip(compared, found, strict=True)
                        for line in _quoted(c, doc)
                    ]
                    with args.listing.open("a", encoding="utf-8") as file:
                        file.writelines(f"{name}\t{line}\n" for line in lines)
        title = f"Clinical facts kept ({name}, {len(gold)} notes)"
        note = (
            "Whole pipeline; facts in marks that people made are none. Intervals are the days "
            "between "
            "two dates with their years, which hipaa and tags do not keep by intention."
            + LEARNED
            * (name == "meddocan")
        )
        head = (
            "policy, replacement",
            "facts kept",
            "but for intervals",
            "lost of n",
            "read otherwise",
            "new after",
        )
        _tell(args, title, rows, note, head)
        by = f"Clinical facts kept by kind ({name}, hipaa with surrogates)"
        _tell(
            args,
            by,
            kinds,
            "Taken by: the label of the mark that took it.",
            ("kind", "kept", "lost of n", "taken by"),
        )


def _row(name: str, whole: Utility, rest: Utility) -> tuple[str, ...]:
    share = rest.total
    return (
        name,
        _percent(whole),
        _percent(rest),
        f"{share.lost:,} of {share.facts:,}",
        f"{share.read_otherwise:,}",
        f"{share.added:,}",
    )


def _percent(result: Utility) -> str:
    value, interval = result.total.shown
    return f"{value} % ({interval})" if interval else value


def _by_kind(result: Utility) -> Iterator[tuple[str, ...]]:
    for share in result.shares:
        took = ", ".join(
            f"{label} {n}" for kind, label, n in result.taken_by() if kind == share.kind
        )
        value = share.shown[0]
        yield (
            share.kind,
            f"{value} %" if share.facts else value,
            f"{share.lost:,} of {share.facts:,}",
            took or "-",
        )


def _quoted(compared: Compared, doc: Document) -> Iterator[str]:
    for outcome in compared.outcomes:
        fact = outcome.fact
        if outcome.fate == LOST and fact.kind != "interval":
            start, end = fact.start, fact.end
            text = f"{doc.text[max(0, start - 40) : start]}[[{doc.text[start:end]}]]"
            text += doc.text[end : end + 30]
            took = " ".join(outcome.taken_by)
            score = next(
                (f"{s.score:.2f}" for s in doc.spans if s.start < end and start < s.end), ""
            )
            yield "\t".join((doc.id, str(start), fact.kind, took, score, text.replace("\n", "\\n")))


def extractor(args: argparse.Namespace) -> None:
    """How much of what a person read the extractor finds, by kind."""
    for lang in ("en", "es"):
        notes = fact_notes.read_notes(lang)
        scores = fact_notes.score(notes, FactExtractor(lang))
        total = [
            sum(getattr(s, of) for s in scores.values())
            for of in ("read", "found", "both", "exact")
        ]
        rows = [
            (kind, f"{s.read}", *_shares(s.read, s.found, s.both, s.exact))
            for kind, s in scores.items()
        ]
        rows.append(("all", f"{total[0]}", *_shares(*total)))
        note = (
            "Found: a fact of its kind touches it. The facts were read before the extractor was "
            "written, "
            "which was then mended where it misread these notes, so the figures are a little kind."
        )
        head = ("kind", "read by a person", "precision", "recall", "of those found exact")
        _tell(
            args,
            f"Clinical facts as a person reads them ({lang}, {len(notes)} notes)",
            rows,
            note,
            head,
        )


def _shares(read: int, found: int, both: int, exact: int) -> tuple[str, ...]:
    pairs = ((both, found), (both, read), (exact, both))
    return tuple(f"{part / whole:.3f}" if whole else "-" for part, whole in pairs)


_MEDSPACY = """
import json, sys
import medspacy
from medspacy.ner import TargetRule
parts = ["medspacy_pyrush", "medspacy_target_matcher", "medspacy_context"]
nlp = medspacy.load(medspacy_enable=parts)
notes = json.load(sys.stdin)
matcher = nlp.get_pipe("medspacy_target_matcher")
terms = sorted({term for note in notes for term in note["terms"]})
matcher.add([TargetRule(term, "PROBLEM") for term in terms])
for note in notes:
    doc = nlp(note["text"])
    print(json.dumps([[e.start_char, e.end_char, bool(e._.is_negated)] for e in doc.ents]))
"""


def negation(args: argparse.Namespace) -> None:
    """Whether what the extractor takes for denied is so for medspaCy, over the same terms."""
    if args.medspacy is None:
        raise SystemExit("bench/utility.py negation needs --medspacy PYTHON of its environment.")
    extract = FactExtractor("en")
    rows = []
    for name in ("notes_en", *(["prose"] if args.shared else [])):
        docs = sample(read_corpus(name, args.shared)[1], args.sample)
        found = [extract.extract(doc.text) for doc in docs]
        asked = [
            {
                "text": doc.text,
                "terms": [
                    doc.text[f.start : f.end].lower() for f in facts if f.kind == "diagnosis"
                ],
            }
            for doc, facts in zip(docs, found, strict=True)
        ]
        done = subprocess.run(
            [str(args.medspacy), "-c", _MEDSPACY],
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            check=True,
        )
        table: Counter[tuple[bool, bool]] = Counter()
        for line, facts_ in zip(done.stdout.splitlines(), found, strict=True):
            theirs = {(start, end): denied for start, end, denied in json.loads(line)}
            denied = {part for f in facts_ if f.kind == "negation" for part in f.parts}
            for fact in facts_:
                if fact.kind == "diagnosis" and fact.parts[0] in theirs:
                    table[fact.parts[0] in denied, theirs[fact.parts[0]]] += 1
        n = sum(table.values())
        both, neither = table[True, True], table[False, False]
        ours, others = table[True, False], table[False, True]
        agree = (both + neither) / n
        chance = ((both + ours) * (both + others) + (neither + others) * (neither + ours)) / n**2
        rows.append((
            name, f"{n:,}", f"{100 * agree:.2f} %", f"{(agree - chance) / (1 - chance):.3f}",
            f"{both:,}", f"{ours:,}", f"{others:,}",
        ))  # fmt: skip
    note = "Of the terms that both find at the same place; medspaCy with its default ConText rules."
    head = (
        "corpus",
        "terms",
        "agree",
        "kappa",
        "denied by both",
        "by ours alone",
        "by medspaCy alone",
    )
    _tell(args, "Negation beside medspaCy (en)", rows, note, head)


def _tell(
    args: argparse.Namespace,
    title: str,
    rows: Sequence[Sequence[str]],
    note: str,
    head: Sequence[str],
) -> None:
    print(record(title, rows, note=note, head=head, dry=args.dry))


def main() -> None:
    """Measures what is named and records it."""
    parts: dict[str, Callable[[argparse.Namespace], None]] = {
        "facts": facts, "extractor": extractor, "negation": negation,
    }  # fmt: skip
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", choices=parts)
    parser.add_argument("corpora", nargs="*", help="of facts: notes_en ... prose, meddocan")
    parser.add_argument("--shared", type=Path, help="the folder of prose_en and meddocan")
    parser.add_argument("--medspacy", type=Path, help="the Python of an environment with medspaCy")
    parser.add_argument(
        "--listing", type=Path, help="where what went is quoted; holds text of notes"
    )
    parser.add_argument("--sample", type=int, default=0, help="this many notes only; 0: all")
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    parts[args.part](args)


if __name__ == "__main__":
    main()
