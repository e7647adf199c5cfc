"""The report: what it says follows from the figures, it loads nothing, it escapes everything."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from incognote import cli
from incognote.assure.evaluation import Bootstrap, Options, evaluate
from incognote.assure.evaluation.provenance import (
    hash_documents,
    hash_folder,
    hash_policy,
    hash_rows,
)
from incognote.assure.evaluation.report import make_report, read_record
from incognote.assure.evaluation.report.officer import make_officer_page
from incognote.assure.page import Card, Cards, Grid, to_html, to_markdown
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, InputError, MissingExtraError
from incognote.replace.policy import get_policy

TEXT = "Ann Zuckerkandl aged 54 of Leeds"
PATIENT, AGE, CITY = (0, 15, "PATIENT"), (21, 23, "AGE"), (27, 32, "CITY")


def corpus(notes=40):
    return [
        Document(f"n{i:02d}", TEXT, tuple(Span(*s) for s in (PATIENT, AGE, CITY)), {"kind": "a<b"})
        for i in range(notes)
    ]


def record(miss_every=10, **options):
    """Of 40 notes every tenth keeps a surname; `aged` is removed in each."""
    gold = corpus()
    found = [
        doc.with_spans(
            [
                Span(0, 3 if i % miss_every == 0 else 15, "PATIENT", 0.9),
                Span(16, 23, "AGE", 0.8),
                Span(27, 32, "CITY", 0.7),
            ]
        )
        for i, doc in enumerate(gold)
    ]
    wanted = Options(
        corpus="ward <7>",
        system="pipe|line",
        bootstrap=Bootstrap(200),
        by=("kind",),
        features=True,
        prose=True,
        operating_points=True,
        mistakes=True,
        **options,
    )
    result = evaluate(gold, found, ["characters", "tokens"], wanted)
    return json.loads(json.dumps({**result.to_dict(), "hashes": {"model": "en 12ab"}}))


class Page(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.tags, self.attributes, self.words = [], [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.words.append(data)


def test_the_officers_page_says_what_the_figures_say():
    blocks = list(make_officer_page(record()))
    (cards,) = (b for b in blocks if isinstance(b, Cards))
    # 4 of 120 identifiers keep a letter: 33.3 of 1,000; 4 of 40 notes; `aged` and `of` are 6
    # characters that are no PHI, 4 of which go: 667 of 1,000.
    assert [card.number for card in cards.cards] == ["33 of 1,000", "10 of 100", "667 of 1,000"]
    assert cards.cards[0].range.endswith("of 120 in the test")
    grid = next(b for b in blocks if isinstance(b, Grid))
    assert [row[1:4] for row in grid.rows] == [
        ("40", "4", "100"),
        ("40", "0", "0"),
        ("40", "0", "0"),
    ]
    assert grid.rows[0][0].startswith("PATIENT: ")
    assert grid.rows[1][4] == "0 to 75"  # the rule of three: 3 of 40


def test_a_policy_that_keeps_something_says_so():
    kept = {**record(), "policy": "ours", "policy_description": "Ages stay."}
    words = to_markdown(make_officer_page(kept))
    assert "decided by the policy 'ours': Ages stay. What the policy leaves" in words


def test_nothing_missed_is_not_said_to_be_never_missed():
    perfect = record(miss_every=10**6)
    perfect["figures"]["characters/identifiers_covered/share"].update(value=1, low=1, high=1)
    (cards,) = (b for b in make_officer_page(perfect) if isinstance(b, Cards))
    assert cards.cards[0] == Card(
        "0 of 1,000", cards.cards[0].what, "range 0 to 25; of 120 in the test"
    )


def test_a_small_share_is_never_written_as_none():
    small = record()
    small["figures"]["characters/removed/share"].update(value=0.00001, low=0.0, high=0.00004)
    (cards,) = (b for b in make_officer_page(small) if isinstance(b, Cards))
    assert cards.cards[2].number == "less than 0.1 of 1,000"
    assert "0 to less than 0.1" in cards.cards[2].range


def test_the_page_loads_nothing_and_escapes_everything():
    made = make_report(record())
    page = Page(made.html)
    assert not {"script", "link", "iframe", "object", "a"} & set(page.tags)
    for name, value in page.attributes:
        if name in ("src", "href"):
            assert value.startswith("data:image/svg+xml;base64,")
    assert "http" not in re.sub(r'http-equiv|src="[^"]*"', "", made.html)
    assert "default-src 'none'" in made.html
    words = " ".join(page.words)
    assert "ward <7>" in words
    assert "pipe|line" in words
    assert "kind: a<b" not in made.html
    assert page.tags.count("img") == 5
    assert "Zuckerkandl" not in made.html + made.markdown


def test_markdown_is_the_same_in_words():
    made = make_report(record())
    assert made.markdown.startswith(r"# How well identifiers are removed: pipe\|line on ward \<7\>")
    assert "- **33 of 1,000** identifiers stay" in made.markdown
    # 4 notes miss Zuckerkandl beside Ann, which was found.
    assert "4 of 4 missed tokens (100 %)" in made.markdown
    assert "| boundary | one mark covers a part of it, or reaches beyond it | 44 |" in made.markdown
    assert "hash of the model | en 12ab" in made.markdown
    # What the plots show stands there in numbers. Of 21 letters and digits of PHI in each of 40
    # notes 4 times 11 are left: 796 of 840; of the 6 of `aged of` 4 are removed.
    assert re.search(r"\| PATIENT \| 90\.00 \| [\d. -]+ \| 40 \|", made.markdown)
    assert re.search(r"\| AGE \| 40 \|", made.markdown)
    assert "| as it is | - | 94.76 | 66.67 |" in made.markdown
    assert "| PATIENT: " in made.markdown
    for line in made.markdown.splitlines():
        if line.startswith("|"):
            assert line.endswith("|")


def test_the_same_record_gives_the_same_report():
    assert make_report(record()) == make_report(record())


def test_a_record_of_characters_alone_is_enough():
    gold = corpus(2)
    plain = evaluate(gold, gold, ["characters"]).to_dict()
    page = Page(make_report(plain).html)
    assert page.tags.count("img") == 1
    empty = evaluate([Document("a", "x")], [Document("a", "x")], ["characters"]).to_dict()
    with pytest.raises(ConfigError, match="no identifiers"):
        make_report(empty)


def test_what_is_no_evaluation_is_refused(tmp_path):
    path = tmp_path / "e.json"
    for content, message in (
        ("{", "not JSON"),
        ("[]", "no evaluation"),
        ('{"figures": {}}', "--scorer characters"),
    ):
        path.write_text(content)
        with pytest.raises(InputError, match=message):
            read_record(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_record(tmp_path / "none.json")


def test_without_matplotlib_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtraError, match=r"pip install .*matplotlib"):
        make_report(record())


def test_the_command_writes_both_forms_and_overwrites_neither(tmp_path, capsys):
    path, out = tmp_path / "e.json", tmp_path / "r.html"
    path.write_text(json.dumps(record()))
    assert cli.run(["report", str(path), "--out", str(out)]) == 0
    assert out.read_text().startswith("<!doctype html>")
    assert (tmp_path / "r.md").read_text().startswith("# ")
    assert cli.run(["report", str(path), "--out", str(out)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert cli.run(["report", str(path), "--out", str(tmp_path / "r.pdf")]) == 2


def test_cells_cannot_break_out():
    grid = Grid(("a|b", "<i>"), [("`x`", "1\n2")])
    assert to_markdown([grid]) == "| a\\|b | \\<i\\> |\n|---|---:|\n| \\`x\\` | 1 2 |\n"
    assert "<i>" not in to_html("t", [grid])


def test_hashes_follow_content_and_not_order(tmp_path: Path):
    docs = corpus(3)
    assert hash_documents(docs) == hash_documents(docs[::-1])
    assert hash_documents(docs) != hash_documents([*docs[:2], docs[2].with_spans(())])
    assert hash_rows(["a", "b"]) == hash_rows(["b", "a"]) != hash_rows(["a", "c"])
    assert hash_policy(get_policy("all")) != hash_policy(get_policy("hipaa"))
    (tmp_path / "x").write_bytes(b"1")
    before = hash_folder(tmp_path)
    (tmp_path / "x").write_bytes(b"2")
    assert hash_folder(tmp_path) != before
