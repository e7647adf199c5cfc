"""A name that a conversation knows is found whatever markup stands within it."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from incognote.core.decoded import decode
from incognote.core.errors import NoteError
from incognote.guard import Guard
from incognote.guard.markup import Known
from incognote.io.format import get_format
from timing import in_line

CORPORA = Path(__file__).parents[2] / "corpora"
NOTES = {
    "en": "Patient: Maria Quillfeather, MRN 00482913, seen by Dr. Ada Ostrowski on 3/14/2019.",
    "es": "Paciente: María Quintanilla, NHC 00482913. Vista por la Dra. Ada Ostrowski el 14/3/19.",
}
NAMES = {
    "en": ("Quillfeather", "ostrowski", "00482913"),
    "es": ("Quintanilla", "OSTROWSKI", "00482913"),
}
LONG = "x" * 900
WAYS = (
    # Markdown and its kin
    "**{0}**{1}{2}",
    "{0}**{1}**{2}",
    "{0}__{1}__{2}",
    "_{0}_{1}{2}",
    "`{0}`{1}{2}",
    "~~{0}{1}~~{2}",
    "=={0}=={1}{2}",
    r"{0}\*{1}\_{2}",
    "{0}[{1}](#a 'b'){2}",
    "[{0}](https://a.example/b){1}{2}",
    f"[{{0}}](https://a.example/{LONG}){{1}}{{2}}",
    '[{0}](https://a.example "one (two) three"){1}{2}',
    "[{0}][a link]{1}{2}",
    # marks of footnotes
    "{0}[^1]{1}{2}",
    "{0}[1]{1}[2, 3]{2}",
    "{0}\u00b9{1}\u2074{2}",
    "{0}\u2020{1}\u2021{2}",
    "{0}^1^{1}~2~{2}",
    "{0}<sup>1</sup>{1}<sub>see b</sub>{2}",
    r"{0}\footnote{{See note 3.}}{1}{2}",
    "{0}<ref name='a b'>J Med 3, 14</ref>{1}{2}",
    "{0}{{{{efn|A note, here}}}}{1}{2}",
    # HTML and XML
    "<b>{0}</b>{1}{2}",
    '{0}<span title="a" onclick="b">{1}</span>{2}',
    f'{{0}}<span title="{LONG}">{{1}}</span>{{2}}',
    '{0}<a title="3 > 2">{1}</a>{2}',
    "{0}<!-- a -->{1}{2}",
    f"{{0}}<!-- {LONG} > {LONG} -->{{1}}{{2}}",
    "<custom-tag>{0}</custom-tag>{1}{2}",
    "{0}<?x?>{1}<?y a > b ?>{2}",
    "{0}<![CDATA[{1}]]>{2}",
    "<![CDATA[{0}]]>{1}<![CDATA[{2}]]>",
    "{0}<style>b {{ color: red }}</style>{1}{2}",
    "{0}&shy;{1}<wbr>{2}",
    "{0}&shy{1}&#8203;{2}",
    # forums
    "{0}[b]{1}[/b]{2}",
    "{0}[color=red]{1}[/color]{2}",
    "{0}[url='https://a.example' title='a b']{1}[/url]{2}",
    # wikis
    "{0}'''{1}'''{2}",
    "''{0}''{1}{2}",
    "{0}[[Some page|{1}]]{2}",
    "{0}{{{{font|{1}}}}}{2}",
    "{0}//{1}//{2}",
    # LaTeX
    r"\textbf{{{0}}}{1}{2}",
    r"{0}$\mathrm{{{1}}}${2}",
    r"{0}\textcolor{{light red}}{{{1}}}{2}",
    r"{0}\bf {1}\rm {2}",
    r"{{\bf {0}}}{1}{2}",
    r"{0}\begin{{b}}{1}\end{{b}}{2}",
    "{0}% a remark\n  {1}{2}",
    # others
    r"{0}{{\b {1}}}{2}",
    r"\fB{0}\fP{1}{2}",
    r"{0}\ :sub:`{1}`\ {2}",
    "{0}/* a b */{1}{2}",
    "{0}{{% raw %}}{1}{{% endraw %}}{2}",
    "{0}<%= a b %>{1}{2}",
    "{0}\u200b{1}\u2060{2}",
    "{0}\x1b[1m{1}\x1b[0m{2}",
    "**<u>{0}</u>**{1}~~*{2}*~~",
)
BETWEEN = (
    "<b>{}</b> <i>{}</i>",
    r"\textbf{{{}}}~\emph{{{}}}",
    "[{}](https://a.example 'a b') [{}](#c)",
    "<td class='a b'>{}</td>\n<td class='c d'>{}</td>",
    "{}<!-- a b c --> {}",
)


@pytest.fixture(scope="module", params=sorted(NOTES))
def spoken(request: pytest.FixtureRequest) -> tuple[str, Guard]:
    lang = request.param
    return lang, Guard(lang=lang, fast=lang == "en", key=b"k" * 32)


def tells(sent: str, pieces: tuple[str, ...]) -> bool:
    """Whether the pieces of a name stand one behind the other, whatever is between."""
    return bool(re.search(".*?".join(map(re.escape, pieces)), sent, re.IGNORECASE | re.DOTALL))


def in_three(name: str) -> tuple[str, str, str]:
    at = len(name) // 3
    return name[:at], name[at : 2 * at], name[2 * at :]


@pytest.mark.parametrize("way", WAYS)
def test_a_known_name_in_markup_is_not_sent(spoken: tuple[str, Guard], way: str) -> None:
    lang, guard = spoken
    names = [in_three(name) for name in NAMES[lang]]
    texts = [f"so {way.format(*pieces)} it is" for pieces in names]
    assert all(map(tells, texts, names))
    with guard.session() as session:
        session.protect(NOTES[lang])
        for text, pieces in zip(texts, names, strict=True):
            sent = session.protect(text)
            assert not tells(sent, pieces)
            assert decode(session.restore(sent)).text == decode(text).text
    with guard.session() as session:  # ... and beside the text that tells it, in the same turn
        _, *all_sent = session.protect_all([NOTES[lang], *texts])
        assert not any(map(tells, all_sent, names))


@pytest.mark.parametrize("way", BETWEEN)
def test_markup_between_words_that_are_a_name_together(spoken: tuple[str, Guard], way: str) -> None:
    lang, guard = spoken
    first, last = {"en": ("Will", "Brown"), "es": ("Rosa", "Cordero")}[lang]
    note = {"en": "Patient: {} {}, aged 40.", "es": "Paciente: {} {}, de 40 años."}[lang]
    with guard.session() as session:
        session.protect(note.format(first, last))
        sent = session.protect(f"so {way.format(first, last)} it is")
        assert not tells(sent, (first, last))


def test_a_name_in_the_text_that_tells_it(spoken: tuple[str, Guard]) -> None:
    lang, guard = spoken
    name = NAMES[lang][0]
    with guard.session() as session:
        sent = session.protect(f"{NOTES[lang]}\n\nThen **{name[:3]}**{name[3:]} rose.")
        assert not tells(sent.partition("Then")[2], (name[:3], name[3:]))


def test_a_name_divided_between_texts_is_not_sent(spoken: tuple[str, Guard]) -> None:
    lang, guard = spoken
    refused = 0
    for name in NAMES[lang]:
        first, second, third = in_three(name)
        with guard.session() as session:
            session.protect(NOTES[lang])
            told = None
            sent = [""]
            try:
                sent = session.protect_all([f"so **{first}**", f"{second}{third} it is"])
            except NoteError as error:
                told = error
            # ... unless half of it reads as a name alone
            assert not tells("".join(sent), (first, second + third))
            refused += told is not None and "divided between" in str(told)
            assert session.protect_all([f"so {first}", "and", third])
    assert refused


def test_what_is_no_markup_divides() -> None:
    """Words of prose that hold a name's letters are none of its pieces."""
    known = ("Delgado", "Ruiz", "Will Brown", "00482913")
    for text in (
        "del gado",
        "del, gado",
        "del -- gado",
        "Ru (see above) iz",
        "Del. [1] Gado",
        "Ru<b> iz",
        "willow brown",
        "0048 mg and 2913 ml",
        "I will, after a long time and with some doubt, be brown",
        "O'Delgado-Ruiz",
    ):
        assert [each.text for each in Known(known).readings(text)] == [decode(text).text]


@pytest.mark.parametrize("corpus", ["records_en", "records_es"])
def test_ordinary_text_reads_in_one_way(corpus: str) -> None:
    """Names of many people are read into hardly any note that does not say them."""
    (folder,) = (path for path in (CORPORA / corpus).iterdir() if path.is_dir())
    docs = list(get_format("inline").read(folder))[:100]
    known = Known(
        doc.text[span.start : span.end] for doc in docs for span in doc.spans if span.type != "AGE"
    )
    divided = [doc.id for doc in docs if len(known.readings(doc.text)) > 1]
    assert len(divided) <= 1


@pytest.mark.parametrize(
    "piece",
    [
        "a<",
        "a[b](",
        "a**",
        "a<!--",
        r"a\b{",
        "a[b]",
        "a<b ",
        "D*",
        "De<",
        "De[l](",
        "D[D",
        "0-",
        "De<?",
    ],
)
def test_takes_time_in_line_with_the_text(piece: str) -> None:
    known = Known(("Delgado", "Ada Baker", "00482913"))
    assert in_line(lambda count: partial(known.readings, piece * count), 500)


def test_what_reads_in_too_many_ways_is_refused() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    known = [letters[i : i + 14] for i in range(12)]
    with pytest.raises(NoteError, match="markup"):
        Known(known).readings("*".join(letters))
