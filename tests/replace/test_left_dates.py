"""A date that was missed beside dates that moved is found, a score is not."""

from __future__ import annotations

import pytest

from incognote import Document, Span, get_policy, redact
from incognote.core.errors import NoteError
from incognote.replace.replacement import Context
from incognote.replace.verify import Verifier

SURROGATES = get_policy("all").with_action("surrogate")


def marked(text: str, label: str) -> Document:
    spans, plain = [], ""
    for i, piece in enumerate(text.replace("}", "{").split("{")):
        if i % 2:
            spans.append(Span(len(plain), len(plain) + len(piece), label))
        plain += piece
    return Document("a", plain, tuple(spans))


@pytest.mark.parametrize(
    ("text", "lang", "left"),
    [
        ("Seen {5/2/2019}, again 5/17, labs {5/9}", "en", "5/17"),
        ("Seen {5/2/2019}; on 5/6 febrile", "en", "5/6"),
        ("Seen {5/2/2019}; {5/3}, 5/6 and {5/9} febrile", "en", "5/6"),
        ("Seen {5/2/2019}; CT 05/20/2019 clear", "en", "05/20/2019"),
        ("Seen {5/2/2019}; CT 2019-05-20 clear", "en", "2019-05-20"),
        ("Seen {5/2/2019}; CT May 20 clear", "en", "May 20"),
        ("Seen {5/2/2019}; CT 20 May 2019 clear", "en", "20 May 2019"),
        ("Seen {5/2}, again 5/17", "en", "5/17"),
        ("Seen {5/2/2019}; chemo Mar-{May 2018}", "en", "Mar"),
        ("Seen {5/2/2019}; chemo March - {May 2018}", "en", "March"),
        ("Seen {5/2/2019}; chemo {Mar}-{May 2018}, max-{May 2018}", "en", ""),
        ("Visto el {2/5/2019}, Mar.–{may. 2018}: cisplatino", "es", "Mar."),
        ("Visto el {2/5/2019}, enero/{marzo 2018}: cisplatino", "es", "enero"),
        ("Visto el {2/5/2019}, fin-{mayo 2018}: cisplatino", "es", ""),
        ("Visto el {2/5/2019}, TAC el 20/5 normal", "es", "20/5"),
        ("Visto el {2/5/2019}, TAC 20 de mayo normal", "es", "20 de mayo"),
        ("Visto el {2/5/2019}, TAC 20/05/2019 normal", "es", "20/05/2019"),
        ("Seen {5/2/2019}; pain 5/6, strength 5/5, on 4/5 strength, C5/6, 3/14/97", "en", ""),
        ("Seen {5/2/2019}; BP 120/80, 24/7, 1/2 NS, may 5, CT 2/3/2009", "en", ""),
        ("Seen {5/2/2019}; lisinopril 5/20.5, ratio 5/20%", "en", ""),
        ("Visto el {2/5/2019}; fuerza 4/5, dolor 5/10, el 5/5 de fuerza, EVA 6/10", "es", ""),
        ("DOB {5/2/1950}, on 5/6 febrile", "en", ""),  # no date among which it could lie
    ],
)
def test_what_is_left(text: str, lang: str, left: str) -> None:
    doc = marked(text, "DATE" if lang == "en" else "FECHAS")
    verifier = Verifier(lang)
    done = verifier.redact(doc, SURROGATES, Context(b"k", lang=lang))
    found = [doc.text[s.start : s.end] for s in done.doc.spans if s.source == "verify"]
    assert found == ([left] if left else [])
    assert not left or left not in done.redacted.text
    strict = Verifier(lang, mode="fail")
    if left:
        with pytest.raises(NoteError, match="1 identifiers"):
            strict.redact(doc, SURROGATES, Context(b"k", lang=lang))
    else:
        strict.redact(doc, SURROGATES, Context(b"k", lang=lang))
    off = Verifier(lang, mode="off")
    assert off.redact(doc, SURROGATES, Context(b"k", lang=lang)).added == 0


def test_a_date_found_by_its_form_alone_becomes_a_tag_and_no_other_date() -> None:
    doc = marked("Seen {5/2/2019}; 3/17 nodes", "DATE")
    doc = doc.with_spans((*doc.spans, Span(15, 19, "DATE", 1.0, "verify")))
    new = redact(doc, SURROGATES, Context(b"k")).text
    assert new.endswith("; [DATE] nodes")


@pytest.mark.parametrize("policy", ["all", "hipaa", "limited-data-set"])
def test_where_no_date_moves_none_is_searched(policy: str) -> None:
    doc = marked("Seen {5/2/2019}, again 5/17", "DATE")
    verifier = Verifier("en")
    assert verifier.redact(doc, get_policy(policy), Context(b"k")).added == 0


@pytest.mark.parametrize("policy", ["all", "hipaa", "gdpr", "limited-data-set"])
@pytest.mark.parametrize(
    ("text", "lang", "month"),
    [("Chemo Mar-{May 2018}", "en", "Mar"), ("QT ene.–{marzo de 2018}", "es", "ene")],
)
def test_the_month_that_a_range_begins_with_goes_with_its_end(
    text: str, lang: str, month: str, policy: str
) -> None:
    doc = marked(text, "DATE" if lang == "en" else "FECHAS")
    verifier = Verifier(lang)
    new = verifier.redact(doc, get_policy(policy), Context(b"k", lang=lang)).redacted.text
    assert (month in new) == (policy == "limited-data-set")
