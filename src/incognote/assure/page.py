"""What pages to read and sign are made of, and how they are written as HTML and as Markdown."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

import incognote


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 stands once."""

    level: int
    text: str
    new_sheet: bool = False
    """Whether it begins a sheet of its own where the page is printed."""


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list."""

    items: Sequence[str]


@dataclass(frozen=True, slots=True)
class Card:
    """One number that a reader must not miss."""

    number: str
    what: str
    range: str


@dataclass(frozen=True, slots=True)
class Cards:
    """Numbers side by side."""

    cards: Sequence[Card]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; all columns but the first are numbers."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 1
    """How many of the first columns are words and not numbers."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG picture with the numbers that it shows; Markdown holds these and no picture."""

    svg: str
    description: str
    numbers: Grid


@dataclass(frozen=True, slots=True)
class Fold:
    """Blocks that a reader opens."""

    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Signatures:
    """Lines to sign on, one for each role."""

    roles: Sequence[str]


Block = Heading | Text | Bullets | Cards | Grid | Picture | Fold | Signatures

_STYLE = """
body{font:16px/1.55 system-ui,sans-serif;color:#1a1a1a;background:#fff;max-width:60rem;
margin:2rem auto;padding:0 1.25rem}
h1{font-size:1.75rem;line-height:1.25;margin:0 0 1rem}
h2{font-size:1.3rem;margin:2.5rem 0 .5rem;border-bottom:1px solid #ccc;padding-bottom:.25rem}
h3{font-size:1.05rem;margin:1.75rem 0 .5rem}
p,li{max-width:46rem}
.cards{display:flex;flex-wrap:wrap;gap:1rem;margin:1.25rem 0}
.card{flex:1 1 15rem;border:1px solid #bbb;border-radius:.5rem;padding:1rem}
.number{font-size:2.1rem;font-weight:700;line-height:1.1;color:#0b3d6b}
.what{margin:.4rem 0}
.range{color:#555;font-size:.9rem}
table{border-collapse:collapse;margin:1rem 0;font-size:.92rem}
th,td{padding:.25rem .75rem .25rem 0;text-align:right;vertical-align:top;
border-bottom:1px solid #e3e3e3;font-variant-numeric:tabular-nums}
th{border-bottom:2px solid #888}
td{white-space:nowrap}
.w{text-align:left}
td.w{white-space:normal}
td.w{overflow-wrap:anywhere}
td.w:first-child{overflow-wrap:normal;min-width:9.5rem}
img{max-width:100%;height:auto}
figure{margin:1rem 0}
figcaption{color:#555;font-size:.9rem;max-width:46rem}
details{margin:1rem 0}
summary{cursor:pointer;font-weight:600}
.box{overflow-x:auto}
.sign{display:grid;grid-template-columns:14rem 1fr 9rem;gap:2.6rem 1.25rem;align-items:end;
margin:2.5rem 0 1rem;max-width:46rem;break-inside:avoid}
.sign span{border-top:1px solid #333;padding-top:.2rem;color:#555;font-size:.85rem}
.sign b{font-weight:600;font-size:.95rem;padding-bottom:1.2rem}
@media print{html{font-size:7.5pt}body{margin:0;max-width:none;font-size:1rem;line-height:1.35}
h2{margin-top:1rem;break-after:avoid}h3{break-after:avoid}.sheet{break-before:page}
.cards{margin:.6rem 0}.card{padding:.5rem .75rem}p,li{max-width:none;margin:.35rem 0}
th,td{padding-top:.05rem;padding-bottom:.05rem}table{margin:.4rem 0}figure,tr{break-inside:avoid}
img{max-width:75%}details{display:none}}
"""


def to_html(title: str, blocks: Iterable[Block]) -> str:
    """Returns a whole page that loads nothing; every text is escaped."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n"
        f'<meta name="generator" content="incognote {escape(incognote.__version__)}">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(_html(block) for block in blocks)
        + "\n</body>\n</html>\n"
    )


def _html(block: Block) -> str:
    if isinstance(block, Heading):
        sheet = ' class="sheet"' if block.new_sheet else ""
        return f"<h{block.level}{sheet}>{escape(block.text)}</h{block.level}>"
    if isinstance(block, Text):
        return f"<p>{escape(block.text)}</p>"
    if isinstance(block, Bullets):
        return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in block.items) + "</ul>"
    if isinstance(block, Cards):
        cards = (
            f'<div class="card"><div class="number">{escape(card.number)}</div>'
            f'<div class="what">{escape(card.what)}</div>'
            f'<div class="range">{escape(card.range)}</div></div>'
            for card in block.cards
        )
        return f'<div class="cards">{"".join(cards)}</div>'
    if isinstance(block, Grid):
        return f'<div class="box"><table>{"".join(_html_rows(block))}</table></div>'
    if isinstance(block, Picture):
        data = b64encode(block.svg.encode()).decode()
        text = escape(block.description)
        return (
            f'<figure><img alt="{text}" src="data:image/svg+xml;base64,{data}">'
            f"<figcaption>{text}</figcaption></figure>"
            + _html(Fold("The same in numbers", [block.numbers]))
        )
    if isinstance(block, Signatures):
        lines = (
            f"<b>{escape(role)}</b><span>name and signature</span><span>date</span>"
            for role in block.roles
        )
        return f'<div class="sign">{"".join(lines)}</div>'
    inner = "\n".join(_html(inside) for inside in block.blocks)
    return f"<details><summary>{escape(block.title)}</summary>\n{inner}\n</details>"


def _html_rows(grid: Grid) -> Iterator[str]:
    for tag, cells in (("th", grid.head), *(("td", row) for row in grid.rows)):
        yield "<tr>"
        for i, cell in enumerate(cells):
            words = ' class="w"' if i < grid.words else ""
            yield f"<{tag}{words}>{escape(cell)}</{tag}>"
        yield "</tr>"


def to_markdown(blocks: Iterable[Block]) -> str:
    """Returns the blocks as Markdown, with a blank line between them."""
    return "\n\n".join(_markdown(block) for block in blocks) + "\n"


def _markdown(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {_plain(block.text)}"
    if isinstance(block, Text):
        return _plain(block.text)
    if isinstance(block, Bullets):
        return "\n".join(f"- {_plain(item)}" for item in block.items)
    if isinstance(block, Cards):
        return "\n".join(
            f"- **{_plain(card.number)}** {_plain(card.what)} ({_plain(card.range)})"
            for card in block.cards
        )
    if isinstance(block, Grid):
        marks = ["---" if i < block.words else "---:" for i in range(len(block.head))]
        rows = ([_plain(cell) for cell in row] for row in (block.head, *block.rows))
        lines = [f"| {' | '.join(row)} |" for row in rows]
        return "\n".join([lines[0], f"|{'|'.join(marks)}|", *lines[1:]])
    if isinstance(block, Picture):
        return f"{_plain(block.description)}\n\n{_markdown(block.numbers)}"
    if isinstance(block, Signatures):
        return "\n".join(
            f"- {_plain(role)}: ____________________ (date: ________)" for role in block.roles
        )
    return f"### {_plain(block.title)}\n\n{to_markdown(block.blocks).rstrip()}"


def _plain(text: str) -> str:
    """Text with what Markdown would take for marks or HTML written out, on one line."""
    for char in "\\`*_[]<>|#":
        text = text.replace(char, f"\\{char}")
    return " ".join(text.split())
