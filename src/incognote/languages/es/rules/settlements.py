"""Quarters, villages and regions after the word for what they are, and towns after `vive en`."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.languages.es.checks import is_quarter
from incognote.languages.es.rule_words import ONE, TEEN, TWENTIES

_CAPS = r"(?:(?:Sta|Sto|Ntra|Sra|Gral|S|Dr)\.|\p{Lu}[\pL'’·-]*\pL)"
_AND = r"(?:(?:de|del|la|las|los|el|y|i|da|do|dos|d['’]|l['’]) )"
_NAME = (
    r"(?:(?i:la|el|las|los|a|o|es|sa|san|santa|villa|sant) )?"
    rf"{_CAPS}(?: {_AND}{{0,2}}{_CAPS}){{0,4}}"
)

_NUMERAL = rf"(?:{ONE}|primero|{TEEN}|veinte|{TWENTIES}|treinta)"

RULES = (
    row(
        "barrio",
        r"\b(?i:barrio|bº|barriada|colonia|col\.|fracc\.|fraccionamiento|urbanizaci[oó]n"
        r"|poblaci[oó]n"
        r"|sector|comunidad|aldea|paraje|pedan[ií]a|reparto|vereda|corregimiento|rancher[ií]a"
        r"|comuna"
        r"|distrito|anexo|cant[oó]n|mpio\.?|municipio(?: de)?|asentamiento(?: de)?|poblado"
        r"|localidad(?: de)?"
        r"|villa|zona|caser[ií]o|asoc\.|aa\.hh\.|pueblo joven|parroquia|delegaci[oó]n"
        r"|jurisdicci[oó]n"
        rf"|provincia(?: de)?|estado de|concello(?: de)?|comarca de)(?: ?:)? (?P<phi>{_NAME})",
        "barrio <TERRITORIO>Suba Salitre</TERRITORIO>   Cel",
        "Col. <TERRITORIO>Puerta de Hierro</TERRITORIO>, Zapopan",
        "comunidad autónoma; sector Salud; zona T; zona Periférica de la próstata",
        score=0.9,
        check=is_quarter,
        unless_before=r"servicio de |m[eé]dico de ",
    ),
    row(
        "zona_con_numero",
        r"(?P<phi>(?i:comuna|localidad|distrito|zona) [0-9]{1,2})(?:[;)\n]|[,.] |$)",
        "<TERRITORIO>Comuna 1</TERRITORIO>, Medellín",
        "zona 0,5",
        score=0.6,
    ),
    row(
        "vive_en",
        r"\b(?i:viv(?:e[ns]?|o|ía)(?: sol[oa])?|resid(?:e|en|ente|ía)|natural|originari[oa]"
        r"|oriund[oa]"
        r"|vecin[oa]|nacid[oa]|naci[oó]|se crió|domiciliad[oa]|empadronad[oa]|viaj[oóe]|vacaciones"
        r"|procedente|veranea|emigr[oó])"
        rf" (?i:en|de|a) (?P<phi>{_NAME})(?:[,.;:()\n/]| [\p{{Ll}}(—–-]|$)",
        "natural de <TERRITORIO>Kayes</TERRITORIO> (Malí)",
        "vive en residencia",
        score=0.9,
        check=is_quarter,
    ),
    row(
        "ciudad_antes_de_fecha",
        rf"(?m)(?:^|  )(?:En )?(?P<phi>{_NAME})(?:,? a |, (?:el )?|, día )(?:[0-3]?[0-9]"
        rf"|(?i:{_NUMERAL})(?: \([0-9]\))?)"
        r" (?i:d(?:e|ías del mes de) (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto"
        r"|sep?tiembre|octubre"
        r"|noviembre|diciembre))",
        "<TERRITORIO>Logroño</TERRITORIO>, a once de marzo",
        "En <TERRITORIO>Vila-real</TERRITORIO>, a 9 de noviembre de",
        "Ingreso el 9 de mayo",
        "Empezó a principios de marzo",
        score=0.9,
        check=is_quarter,
    ),
    row(
        "entidad_mexicana",
        # Col. Obraje is a quarter.
        r"(?:Colima|Manzanillo|Tecomán|Villa de Álvarez|Comala|Armería), (?P<phi3>Col\.)"
        r"|, (?:(?P<phi1>Col\.)(?:[,;\n]|$| (?:[0-9]|C\.?P|M[eé]x))"
        r"|(?P<phi2>(?:Ags|B\.C|B\.C\.S|Camp|Chih|Chis|Coah|Dgo|DGO|Gto|Gro|Hgo|Jal|JAL|Méx|Mich|Mor|Nay"
        r"|N\.L|Oax|Pue|Qro|Q\.Roo|S\.L\.P|Sin|Son|Tab|Tamps|Tlax|Ver|Yuc|Zac)\.)(?:[ ,;\n]|$))",
        "Mérida, <TERRITORIO>Yuc.</TERRITORIO>",
        "Ver. 2, col. 4",
        "Garibaldi, Col. Capilla de Jesús",
        "Tecomán, <TERRITORIO>Col.</TERRITORIO> Niega alergias; Coquimatlán, "
        "<TERRITORIO>Col.</TERRITORIO> 28400",
    ),
    row(
        "codigo_postal_americano",
        r"(?P<phi1>[A-HJ-NP-Z][0-9]{4}[A-Z]{3})|\((?P<phi2>[A-Z][0-9]{4})\)",
        "(<TERRITORIO>C1406GLQ</TERRITORIO>) CABA",
        "B12 y C3",
        score=0.9,
    ),
)
