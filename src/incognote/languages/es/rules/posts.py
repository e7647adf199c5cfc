"""Health posts and small centres of each country, hospitals by their letters, corners and lots."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.languages.es.checks import is_institution, is_quarter

_CAPS = r"(?:\p{Lu}\.|\p{Lu}[\pL'’·-]+)"
_AND = r"(?:(?:de|del|la|las|los|el|y|d['’]) )"
_NAME = rf"{_AND}{{0,3}}{_CAPS}(?: {_AND}{{0,2}}{_CAPS}){{0,4}}(?: [0-9]{{1,2}}\b)?"

_NO_FARM = frozenset({"Media", "Corta", "Prolongada", "Hospitalaria", "Larga", "Breve"})
"""What a stay (estancia) in hospital is."""


def _is_farm(surface: str) -> bool:
    return is_quarter(surface) and surface.split()[0] not in _NO_FARM


RULES = (
    row(
        "puesto_de_salud",
        r"(?P<phi>(?:UMR|USF|UNAPS|CESFAM|CECOSF|SAPU|COSAM|EBAIS|CESAC|CeSAC|UAPO|CAIMI|SILAIS|UCSF"
        r"|ECOSF|U\.?S\.?F\.?|CESAMO|UMQ|CSS Rural|CRUM|UNEME|CAAPS"
        r"|(?i:puesto (?:de salud|sanitario|m[eé]dico)"
        r"|posta(?: (?:de salud|rural|m[eé]dica|sanitaria))?|subcentro(?: de salud)?|salita|unidad"
        r" (?:m[eé]dica rural|b[aá]sica de salud|comunitaria de salud familiar)"
        r"|m[oó]dulo (?:de )?barrio adentro|centro (?:m[eé]dico|de especialidades|de diagn[oó]stico"
        r" integral|de salud mental|de salud rural|de salud urbano|periférico)|casa de (?:la"
        r" )?salud"
        rf"|casa materna|hogar materno)) {_NAME})",
        "<CENTRO_SALUD>EBAIS Montecillos 2</CENTRO_SALUD>. Viernes",
        "CDI por C. difficile; posta en marcha; unidad de salud",
        score=0.92,
        check=is_institution,
        unless_after=r" ?(?:mg|ml|%)",
    ),
    row(
        "puesto_por_letras",
        r"(?P<phi>(?:P/S|C/S|E\.S\.|CDI|SAR|CAPS|CIC|PAC|SILOS|CLAP|UBA|HMI|SBS|CESAR|CIS|PSS)"
        rf" {_NAME})",
        "puntos <CENTRO_SALUD>P/S Salquil</CENTRO_SALUD>.",
        "CDI por C. difficile",
        score=0.8,  # C/S Electiva, CIS Ductal and PAC Bilateral are no posts
        check=is_institution,
        unless_after=r" ?(?:mg|ml|%)",
    ),
    row(
        "hospital_por_letras",
        r"(?:HUCA|HULA|HUBU|HUVN|HUVR|HUVM|HUNSC|HUMS|HUSE|HUFA|HUIL|HURyC|HURYC|HUPM|HUGC|HUMN"
        r"|HUPH|CHUS|CHUO|CHUAC|CHUVI|CHUF|CHUIMI|CHUB|CHUA|CHUCV|CHUNSC|CHGUV|CHUN|CAULE|HRAEO"
        r"|HRAEB"
        r"|HRAEPY|HRAEI|HRAEV|HCAM|HTMC|HNERM|HNGAI|HNCH|HNDM|HNAL|HCUCH|HBLT|HUAP|HSJD|HSJ|HGGB"
        r"|HCVB|INCMNSZ|INCAN|INCart|INCART|INNN|INER|INPer|INMEGEN|INEN|INSN|INMP|INCOR|INRLGII"
        r"|FOSCAL|FOSUNAB"
        r"|HUSI|HUV|HUSVF|CNSF|HZGA|HUC|HUAL|HSJDD|HRSJDD|UNICAR)",
        "hemodinámica <HOSPITAL>CHUO</HOSPITAL> avisada",
        "HUS atípico; HUT test; HCG negativa; CAUSA",
        score=0.92,
        unless_before=r"(?:test|prueba|positivo al?) ",
    ),
    row(
        "vereda_o_finca",
        r"\b(?i:finca|hacienda|cortijo|rancho|estancia|fundo|chacra|granja|predio|playa"
        r"|ermita|aeropuerto|centro comercial|parque empresarial) (?:(?:de|del|la|el"
        r"|los|las"
        rf"|san|santa) ){{0,2}}(?P<phi>{_CAPS}(?: {_AND}{{0,2}}{_CAPS}){{0,3}})",
        "vereda La Cabaña, finca <CALLE>El Porvenir</CALLE>. Doña",
        "playa sin ducha; renal terminal Hemodiálisis; Corta Estancia de Psiquiatría",
        "Estancia Media",
        score=0.9,
        check=_is_farm,
        unless_before=r"(?:hospital|corta|media|larga|ostom[ií]a)[^\n]{0,14}",
    ),
    row(
        "esquina_con_numero",
        r"(?i:\b(?:(?:av\.?|avda\.?|avenida|calle|cra\.?|kra\.?|carrera|ruta|calzada) [0-9]{1,3}"
        r"|(?:diagonal|transversal) [0-9]{2,3}))"  # diagonal 1 y 2 are arteries
        r"[A-Za-z]?(?: (?i:norte|sur|este|oeste|bis))? (?:con|y|esq\.?|entre) (?:la "
        r"|el )?"
        r"(?:(?i:calle|av\.?|avenida|carrera|cra\.?|diagonal) )?(?:[0-9]{1,3}[A-Za-z]?\b"
        r"|\p{Lu}[\pL]+(?:"
        r" \p{Lu}\pL+)?)",
        "en Bello, <CALLE>diagonal 54 con la 42</CALLE>. La cucha",
        "ruta 2 con ayuno; calle y plaza; Diagonal 1 y 2 sin lesiones",
        score=0.92,
        unless_after=r" ?(?:mg|ml|h\b|km|años|d[ií]as)",
    ),
    row(
        "manzana_y_lote",
        r"(?i:(?:etapa|sector|super\s?manzana|mz\.?|mza\.?|manzana|senda|block|bloque|pol[ií]gono)"
        r" [A-Z0-9]{1,3},? (?:(?:senda|manzana|mz\.?|pasaje|pje\.?) [A-Z0-9]{1,3},? )?(?:lote"
        r"|lt\.?|casa"
        r"|solar|villa|apto\.?|depto\.?) (?:n[º°o.]+ ?)?[0-9]{1,4}[A-Z]?)\b",
        "colonia Ciudad Pacífica, <CALLE>etapa 3, senda 5, casa 41</CALLE>.",
        "sector 2 de la casa; bloque A, casa",
        score=0.93,
    ),
    row(
        "kilometro_de_carretera",
        r"\b(?i:km\.? ?[0-9]{1,4}(?:[.,][0-9])? (?:de la |del |v[ií]a )(?:(?i:ruta|carretera"
        r"|camino|autopista"
        r"|autov[ií]a|v[ií]a) )?(?:(?:a|al|de|del|la|el) ){0,2}(?:\p{Lu}\pL+(?: \p{Lu}\pL+)?"
        r"|[0-9]{1,3}))"
        r"|(?i:carr(?:etera)?\.?|v[ií]a|ruta|autopista|camino)(?: (?:a|al|de|del|la))* ?"
        r"(?:\p{Lu}[\pL]+(?: \p{Lu}\pL+)?|[0-9]{1,3}),? (?i:km|pk)\.?"
        r" ?[0-9]{1,4}(?:[.,][0-9]{1,3})?",
        "en el <CALLE>km 14 de la ruta a Horqueta</CALLE>. Don",
        "<CALLE>Carr. 159 km 8.1</CALLE> bo. Padilla; desde la <CALLE>vía a Quevedo km 22</CALLE>",
        "camina 5 km de la casa; 3 km al día; vía Oral K 40",
        score=0.93,
        unless_before=r"[0-9] ",
    ),
)
