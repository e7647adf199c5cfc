"""Identity documents of Spain and Latin America."""

from __future__ import annotations

import re

from stdnum.ar import cuit
from stdnum.br import cpf
from stdnum.cl import rut
from stdnum.es import dni, nie
from stdnum.mx import curp, rfc

from incognote.core.case import fold
from incognote.core.words import listed
from incognote.languages.es import PACK
from incognote.replace.identity import Document, Identity
from incognote.replace.values.shapes import NumberWords

_DAY = r"(?P<born>\d{6})"


def _is_rut_alone(text: str) -> bool:
    """Whether a number that ends in K passes the check of Chile and fails that of Spain."""
    plain = text.replace(".", "")
    return text.endswith("-K") and rut.is_valid(plain) and not dni.is_valid(plain)


def _is_rfc(text: str) -> bool:
    return bool(rfc.is_valid(text, validate_check_digits=True))


def _is_cpf(text: str) -> bool:
    return len(text) == 11 and text.isdecimal() and bool(cpf.is_valid(text))


def _is_rut(text: str) -> bool:
    return len(text) in (8, 9) and text[-1] in "Kk" and bool(rut.is_valid(text))


_ROWS = (
    Document(
        "rut by name",
        re.compile(r"\d{1,2}\.?\d{3}\.?\d{3}-?[\dK]"),
        rut.is_valid,
        last="0123456789K",
        called=re.compile(r"\br\.?u\.?[nt]\b[^\w\n]{0,4}(?:n[º°o.]{1,2}[: ]{1,2})?", re.IGNORECASE),
        certain=_is_rut_alone,
    ),
    Document(
        "curp",
        re.compile(
            rf"(?P<name>[A-Z][AEIOUX][A-Z]{{2}}){_DAY}(?P<kept>[HM][A-Z]{{2}})"
            r"(?P<name2>[A-Z]{3})[A-Z\d]\d"
        ),
        curp.is_valid,
    ),
    Document(
        "rfc", re.compile(rf"(?P<name>[A-ZÑ&]{{3,4}})[ -]?{_DAY}[ -]?[A-Z\d]{{2}}[\dA]"), _is_rfc
    ),
    Document("dni", re.compile(r"\d{2}[. ]?\d{3}[. ]?\d{3}[ -]?[A-Z]"), dni.is_valid),
    Document("nie", re.compile(r"[XYZ][ -]?\d{7}[ -]?[A-Z]"), nie.is_valid, first="XYZ"),
    Document("cip", re.compile(rf"(?P<name>[A-Z]{{4}}) ?{_DAY}(?P<kept>[09]\d)\d{{4}}")),
    Document(
        "cip of Catalonia",
        re.compile(rf"(?P<name>[A-Z]{{4}}) ?(?P<kept>[01]) ?{_DAY} ?\d{{3}}"),
    ),
    Document("cip of Galicia", re.compile(rf"{_DAY}(?P<name>[A-Z]{{4}})(?P<kept>[012])\d{{3}}")),
    Document(
        "rut",
        re.compile(r"\d{1,2}\.\d{3}\.\d{3}-[\dK]|\d{7,8}-K"),
        rut.is_valid,
        last="0123456789K",
    ),
    Document("cuit", re.compile(r"(?P<kept>2[0347]|3[034])-\d{8}-\d"), cuit.is_valid),
    Document("cpf", re.compile(r"\d{3}\.\d{3}\.\d{3}-\d{2}"), cpf.is_valid),
)
_WORDS = PACK.table("parts")
IDENTITY = Identity(
    documents=_ROWS,
    checks=(_is_cpf, _is_rut),
    number_words=NumberWords(
        digits=("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"),
        others=listed("""
            diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte
            veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete
            veintiocho veintinueve treinta cuarenta cincuenta sesenta setenta ochenta noventa cien
            ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos
            ochocientos novecientos mil millón millones
        """),
    ),
    extension="ext(?:ensi[oó]n)?|anexo|int(?:erno)?",
    civil=frozenset(fold(word) for row in ("civil", "civil male") for word in _WORDS[row]),
)
