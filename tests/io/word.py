"""Word documents written by hand, as Word writes them, with what python-docx cannot make."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
NAMES = (
    f'xmlns:w="{W}" xmlns:r="{R}" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" '
    'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" mc:Ignorable="w14 w15"'
)
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
KINDS = {
    "document": "wordprocessingml.document.main",
    "header": "wordprocessingml.header",
    "footer": "wordprocessingml.footer",
    "footnotes": "wordprocessingml.footnotes",
    "endnotes": "wordprocessingml.endnotes",
    "comments": "wordprocessingml.comments",
    "settings": "wordprocessingml.settings",
    "styles": "wordprocessingml.styles",
    "numbering": "wordprocessingml.numbering",
}


def part(root: str, inner: str) -> str:
    """A part with the namespaces that Word declares."""
    return f"{HEAD}<w:{root} {NAMES}>{inner}</w:{root}>"


def run(text: str, properties: str = "") -> str:
    return f'<w:r>{properties}<w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*inner: str) -> str:
    return f"<w:p>{''.join(inner)}</w:p>"


def links(*rows: tuple[str, str] | tuple[str, str, str]) -> str:
    """Relationships rId1, rId2 ...: the last part of the kind, the target, its mode."""
    made = "".join(
        f'<Relationship Id="rId{i}" Type="{row[0] if "/" in row[0] else f"{R}/{row[0]}"}" '
        f'Target="{row[1]}"{" TargetMode=" + chr(34) + row[2] + chr(34) if len(row) > 2 else ""}/>'
        for i, row in enumerate(rows, 1)
    )
    return f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{made}</Relationships>'


def types(names: list[str]) -> str:
    """The content types of parts, by what they are called."""
    rows = [
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
        'relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
    ]
    for name in names:
        stem = name.rpartition("/")[2].partition(".")[0].rstrip("0123456789")
        if stem in KINDS:
            kind = f"application/vnd.openxmlformats-officedocument.{KINDS[stem]}+xml"
            rows.append(f'<Override PartName="/{name}" ContentType="{kind}"/>')
    return f'{HEAD}<Types xmlns="{PACKAGE}/content-types">{"".join(rows)}</Types>'


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    """The archive, with the content types and the root's relationship where they are not given."""
    made: dict[str, str | bytes] = {
        "[Content_Types].xml": types(list(parts)),
        "_rels/.rels": links(("officeDocument", "word/document.xml")),
        **parts,
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zip_:
        for name, data in made.items():
            info = zipfile.ZipInfo(name, (2019, 3, 14, 9, 30, 0))
            zip_.writestr(info, data, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def document(*inner: str, **more: str | bytes) -> bytes:
    """A document with this body and nothing else but parts of word/ by their names."""
    body = part("document", f"<w:body>{''.join(inner)}</w:body>")
    return archive({"word/document.xml": body, **{f"word/{k}": v for k, v in more.items()}})


def parts(data: bytes) -> dict[str, bytes]:
    """All members of an archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as zip_:
        return {name: zip_.read(name) for name in zip_.namelist()}
