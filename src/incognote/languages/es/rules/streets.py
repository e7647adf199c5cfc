"""Streets and roads without a number, in small letters, or as one country writes them."""

from __future__ import annotations

import re

from incognote.detect.rules import row
from incognote.languages.es.checks import is_landmark, is_no_street

_CAPS = r"(?:(?:Dra?|Sta|Sto|Ntra|Sra|Gral|Fco|Mª|S|\p{Lu})\.|\p{Lu}[\pL'’·-]*)"
_AND = r"(?:(?:de|del|d['’]|la|las|los|el|y|e|i|da|do|dos|das|en) )"
_NAME = rf"{_AND}{{0,3}}{_CAPS}(?: {_AND}{{0,3}}{_CAPS}){{0,5}}"
_TAIL = (
    r"(?:,? (?i:bajos?|[aá]tico|entlo|entresuelo|principal|izda|izq|dcha|der|pb|planta baja|parte"
    r" atr[aá]s"
    r"|altos|esk|bis|local)\b(?: [A-Z]\b)?|,? (?i:local|portal|piso|planta|bloque|blq|bq|esc\.?"
    r"|escalera"
    r"|puerta|pta|dto\.?|depto\.?|dpto\.?|apto\.?|int\.?|lote|lt|mz|casa|edificio|edif\.?|torre"
    r"|conjunto"
    r"|nave|villa|pab\.?|km) [0-9A-Z]{1,4}\b[ºª°]?|,? [0-9]{1,2} ?[ºª°](?: ?(?:[A-Z]\b|(?i:izda"
    r"|izq|dcha"
    r"|der)))?|, [0-9]{1,4}[A-Z]?\b)"
)
_NUMBER = (
    r"(?:,? ?(?i:n[º°o.]{1,2}|n[uú]m\.?|no\.|#)? ?[0-9]{1,5}(?:[-/][0-9]{1,4})?(?: ?[A-Z])?\b"
    r"|,? s/n)"
)

RULES = (
    row(
        "carretera_por_clave",
        r"(?:\b(?i:la|autov[ií]a|autopista|carretera|ctra\.?|nacional|v[ií]a p[uú]blica,) "
        r"(?P<phi1>(?:A|AP|N|M|R|AV|BU|CV|EX|CL|CM|OU|LU|PO|AC|AS|CA|NA|LR|BI|GI|SE|MA|GR|CO|HU"
        r"|TE|TO|AB"
        r"|GU|CU|SO|SA|VA|ZA|LE|GC|TF|BV|LV|GIV)-[0-9]{1,4}(?:,? (?:pk|PK|km)"
        r" ?[0-9]+(?:[.,][0-9]+)?)?)"
        r"|(?P<phi2>(?:Ruta(?: Nacional| Provincial| RP| RN)?)(?: N[º°])? ?[0-9]{1,4})"
        r"|(?P<phi3>(?:A|AP|N)-[0-9]{1,3},? (?:(?i:pk|km|p\.k\.)) ?[0-9]+(?:[.,+][0-9]+)?))",
        "accidente en la <CALLE>A-92</CALLE> a la altura",
        "en la <CALLE>Ruta 7</CALLE>, choque",
        "LUGAR: <CALLE>A-4 km 11,300</CALLE> sentido",
        "la A-a O2; vitamina A-12; la C-3, L4",
        score=0.93,
        unless_before=r"(?:vitamina|hepatitis|prote[ií]na|factor) (?:la )?",
    ),
    row(
        "calle_minuscula",
        r"\b(?:(?i:calle|avda\.?|avenida|pje\.?|psje\.?|pasaje|carrer|camino|cº|plaza|paseo|ronda"
        r"|traves[ií]a|jr\.|jir[oó]n|rúa|calzada|calz\.|priv\.|cda\.|andador|and\.|pg\.|bda\."
        r"|ctra\.?"
        rf"|carretera) |(?:vive|reside|casa|domicilio|dom:?)[\pL\d ]{{0,9}} en c/ ?)"
        rf"{_AND}{{0,2}}\pL{{3,}}(?: \pL{{2,}}){{0,3}},? "
        rf"(?i:n[º°o]\.? ?|#|n[uú]m\.? )?[0-9]{{1,5}}\b(?:-[0-9]{{1,4}})?{_TAIL}{{0,4}}",
        "dom: <CALLE>pje marchena 2244 dto 3</CALLE>, villa",
        "por el <CALLE>camino del romeral 12</CALLE>, duerme",
        "camino de 30 m, no hay plaza hasta el 12 de mayo",
        score=0.9,
        check=lambda surface: (
            not surface.startswith(("plaza hasta ", "PG. "))
        ),  # a bed; a tablet of PG
        unless_after=(
            r" ?(?:m|metros|min|h|horas|km|mg|d[ií]as|a[ñn]os|pasos|veces|meses)\b|[.,]?[0-9]"
        ),
    ),
    row(
        "calle_con_nombre",
        r"\b(?:(?i:calle|avenida|avda\.?|carrer|plaza|plaça|rambla|paseo|passeig|alameda|glorieta"
        r"|ronda|traves[ií]a|callej[oó]n|costanilla|rúa|pasaje|pje\.?|bulevar|boulevard|malec[oó]n)"
        rf"|[Cc]/\.?|Av\.|Pza\.?|Pl\.|Pg\.|Calz\.|CALZ\.|Blvd\.|Jr\.)"
        rf" ?{_NAME}{_NUMBER}?{_TAIL}{{0,4}}",
        "en la <CALLE>calle Real</CALLE>.",
        "quiosco en la <CALLE>plaza de la Hispanidad</CALLE> con",
        "la calle; plaza de rehabilitación; C/S Electiva; no hay plaza en el Civil; Ara-C/HC",
        "C/C: dolor; papila C/D 0,3",
        "tratado c/ Nolotil y c/ EPOC; se habla c/ Cardio",
        score=0.9,
        # C/S: cesárea, centro de salud; C/C: cuadro clínico; C/D: excavación de la papila;
        # plaza en, plaza hasta: a bed that is free.
        check=lambda surface: (
            not is_no_street(surface)
            and re.match(r"C/[CDS]\b|plaza (?:en|hasta|para)\b", surface) is None
        ),
        unless_before=r"médico de la |pediatra de |-",
        unless_after=r"(?i: [\pL]{1,12}:)",
    ),
    row(
        "puente_o_metro",
        rf"\b(?:Puente|puente|metro|Metro|[Ee]staci[oó]n|intercambiador|muelle|faro) {_NAME}",
        "saltó del <CALLE>Puente de Piedra</CALLE>",
        "puente miocárdico; puente de Todos los Santos",
        score=0.85,
        check=is_landmark,
    ),
    row(
        "vive_en_numero",
        r"(?i:viv(?:e|o|en|ía)|resid(?:e|en|o)|domiciliad[oa]s?|dom\.?:?|direcci[oó]n ?\.* ?:"
        r"|dir\.?:"
        r"|se[ñn]as:|residencia ?:|vivienda ?:|lugar:|enderezo ?:|helbidea ?:?|adre[cç]a ?:)"
        rf"(?i: en)?(?: el| la| l['’])? {{0,9}}(?P<phi>{_NAME}{_NUMBER}{_TAIL}{{0,5}})",
        "Vive en <CALLE>Rivero 41, 2º izda</CALLE>.",
        "Vive en el <CALLE>Coso 94, ático</CALLE>, sin",
        "vive en Sevilla",
        score=0.93,
        unless_after=r" (?:años|personas|meses|hijos|h\b)",
    ),
    row(
        "calle_vasca",
        rf"{_CAPS}(?: {_CAPS}){{0,2}} (?:kalea|etorbidea|plaza|hiribidea) [0-9]{{1,3}}"
        r"(?:(?:, | ?-? ?)(?:[0-9]{1,2}\.?[ºª]?(?: ?[A-Z]\b| esk\.?| ezk\.?)?|[A-Z]\b))*",
        "en <CALLE>Fueros kalea 23, 4. esk</CALLE>",
        "kalea garbi",
    ),
    row(
        "por_senas",
        r"[0-9]{2,4} ?(?:m|mts?|metros|varas) (?:al )?(?i:norte|sur|este|oeste|n|s|e|o)\.?,? "
        r"(?:de(?:l)?|y|oeste|este) [^\n.;]{4,70}",
        "Señas: <CALLE>200 m norte de la plaza de deportes</CALLE>",
        "camina 200 m sin disnea",
        score=0.93,
    ),
    row(
        "calle_de_centroamerica",
        r"[0-9]{1,3}[aª]?\.? ?(?:calle|avenida|av\.?|c\.) (?:[A-Z] )?[0-9]{1,3}-[0-9]{1,3}"
        r"|(?i:calle) [0-9]{1,3}[A-Z]? ?(?:#|No\.?|N[º°]\.?) ?[0-9]{1,4}(?:[A-Z]\b)?(?: x"
        r" [0-9]{1,3}"
        r"(?: y [0-9]{1,3})?| e/ [^\n,;]{3,40}(?:, altos)?)",
        "dirección: <CALLE>10a. calle 4-33</CALLE>, zona 7",
        "<CALLE>Calle 21 #97 x 18 y 20</CALLE>, Itzimná",
        "3 calles",
        score=0.93,
    ),
    row(
        "esquina",
        rf"\b(?:Av\.|Avda\.?|Calle|calle|C/|c/|Jr\.) ?{_NAME} (?:esq\.?(?:uina)?|con|y|e/) {_NAME}",
        "<CALLE>Av. Federalismo esq. Garibaldi</CALLE>, Col.",
        "calle y plaza",
        score=0.93,
        unless_after=r"[0-9]",
    ),
    row(
        "lugar_rural",
        rf"\b(?i:mas[ií]a|caser[ií]o|cortijo|alquer[ií]a|rancho|edf\.?|edif\.?|edificio)"
        rf" {_NAME}(?: (?:s/n|[0-9]{{1,4}}\b))?",
        "en el <CALLE>cortijo Los Almendros</CALLE>.",
        "cortijo aislado; edificio sin ascensor",
        score=0.85,
        unless_after=r" de \pL+ad",
    ),
)
