"""Dates in every form: numbers, months by name or Roman numeral, weekdays, feasts."""

from __future__ import annotations

from incognote.detect.rules import Rule
from incognote.languages.es.checks import is_date, is_day_and_month
from incognote.languages.es.rule_words import MONTHS, NO_ROMAN_DATE, TO_99, YEAR

# Spanish first, then Galician and Catalan, which the notes of those regions mix in.
_LONG = (
    f"{MONTHS}|xaneiro|febreiro|maio|xuño|xullo|setembro|outubro|novembro|decembro|gener|febrer"
    "|març|maig|juny|juliol|agost|setembre|novembre|desembre"
)
_SHORT = "ene|feb|mar|abr|may|jun|jul|ago|sept?|set|oct|nov|dic|gen"
_MONTH = rf"(?:{_LONG}|(?:{_SHORT})\.?)"
_WEEKDAY = (
    "lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bados?|domingos?|luns|m[ée]rcores|xoves|venres"
    "|dilluns|dimarts|dimecres|dijous|divendres|dissabte|diumenge"
)
_NUMERAL = rf"(?:{TO_99}|primero)"
_DAY = r"(?:[0-3]?[0-9](?:ro|[.]?[ºo°])?)"
_ROMAN = "(?:XII|XI|X|IX|VIII|VII|VI|IV|V|III|II|I)"
# A weekday before a date is part of it.
_PREFIX = rf"(?:(?i:{_WEEKDAY}|lun|mar|mier|mi[ée]|jue|vie|s[áa]b|dom)[.,]{{0,2}} )?"

_NUMERIC = (
    r"(?:[0-3]?[0-9]/[01]?[0-9]/(?:[0-9]{4}|[0-9]{2})"
    r"|[0-3]?[0-9]\.[01]?[0-9]\.(?:[0-9]{4}|[0-9]{2}))"
)

RULES = (
    Rule(
        "fecha_numerica",
        "FECHAS",
        # Units of insulin are matched so that they are passed over; not 05-11-18.
        r"(?P<phi1>(?i:\b(?:insulina|nph)[ :]{1,2})[1-9]\d?-[1-9]\d?-(?:1[0-4]|[1-9]|[3-9]\d))"
        r"(?:[.,;)\n]|$)|"
        rf"(?P<phi2>{_PREFIX}(?:[0-3]?[0-9]/[0-3]?[0-9]/(?:[0-9]{{4}}|[0-9]{{2}})|[0-3]?[0-9]-[0-3]?[0-9]-"
        r"(?:[0-9]{4}|[0-9]{2})|[0-3]?[0-9]\.[0-3]?[0-9]\.(?:[0-9]{4}|[0-9]{2})"
        r"|[0-3]?[0-9] ?/ ?[0-3]?[0-9] ?/ ?[0-9]{4}))",
        0.97,
        lambda surface: not surface.lower().startswith(("insulina", "nph")) and is_date(surface),
        (
            "Ingreso: <FECHAS>12/12/2016</FECHAS>. NPH: <FECHAS>05-11-18</FECHAS> inicio",
            "Alta <FECHAS>9.9.17</FECHAS> y <FECHAS>03-09-2018</FECHAS>",
            "TA 120/80/90, balance 5/5/5, ratio 45/13/2018, versión 2.14.1, insulina: 12-8-10",
            "Apgar de 9-10-10; ceftriaxona <FECHAS>12/10/18</FECHAS>-14/10/18",
            "sonda Foley <FECHAS>05/11/18</FECHAS> Fr 16",
        ),
        unless_before=r"[0-9][.-]|apgar (?:de )?",
    ),
    Rule(
        "fecha_iso",
        "FECHAS",
        rf"{YEAR}(?:-[01]?[0-9]-[0-3]?[0-9]|/[01]?[0-9]/[0-3]?[0-9]|\.[01][0-9]\.[0-3][0-9])",
        0.97,
        is_date,
        ("Fecha <FECHAS>2019-03-12</FECHAS>", "lote 2019-44-12", "biopsia 2018-1166"),
    ),
    Rule(
        "fecha_mes_pegado",
        "FECHAS",
        rf"(?i)(?P<phi>{_PREFIX}"
        rf"[0-3]?[0-9] ?[-/. ] ?{_MONTH} ?[-/. ] ?(?:[0-9]{{4}}|[0-9]{{2}}))(?:[^:0-9]|$)",
        0.96,
        None,
        (
            "visto el <FECHAS>26-julio-2004</FECHAS>; <FECHAS>14/MAR/2020</FECHAS> 08h25",
            "F. informe <FECHAS>22 ene 2024</FECHAS> h 10:30",
            "2 mar y 3 sol; cita 15/ago 10 hrs",
        ),
        unless_after=r" ?h(?:rs|s|oras)?(?:[.,;)\n]|$| [^0-9])",
    ),
    Rule(
        "fecha_mes_sin_ano",
        "FECHAS",
        rf"(?i)(?P<phi>{_PREFIX}[0-3]?[0-9](?:[-/]| ){_MONTH})(?:[^-/0-9]|$)",
        0.9,
        None,
        (
            "<FECHAS>20-oct</FECHAS> (+17)",
            "visita <FECHAS>VIERNES 2 DIC</FECHAS>; no esperar",
            "2 marcas y 5 junturas",
        ),
    ),
    Rule(
        "fecha_romana",
        "FECHAS",
        rf"(?P<phi>{_PREFIX}(?:[0-3]?[0-9][-/](?i:{_ROMAN})[-/](?:[0-9]{{4}}|[0-9]{{2}})|[0-3]?"
        rf"[0-9]\.(?i:{_ROMAN})"
        rf"\.(?:[0-9]{{4}}|[0-9]{{2}})|[0-3]?[0-9][-/]{_ROMAN}))(?:[^-/\pL0-9]|$)",
        0.93,
        None,
        (
            "F.N. <FECHAS>14/II/2004</FECHAS>",
            "fnac=<FECHAS>17.x.1950</FECHAS>",
            "<FECHAS>21-I</FECHAS> 11:00",
            "grado I-II y NYHA III/IV, par 7-VII, estadio 3-II",
        ),
        unless_before=NO_ROMAN_DATE,
    ),
    Rule(
        "fecha_larga",
        "FECHAS",
        rf"(?i){_PREFIX}{_DAY} de {_MONTH}"
        rf"(?:[,/]? ?(?:del? (?:a[ñn]o )?)?{YEAR}|,? del? (?:a[ñn]o )?[0-9]{{2}})?",
        0.97,
        None,
        (
            "nacida el <FECHAS>3 de mayo de 1958</FECHAS> en Utrera",
            "Data <FECHAS>mércores 4 de decembro de 2019</FECHAS>",
            "el <FECHAS>16 de abril</FECHAS>",
            "Ingreso: <FECHAS>1ro de julio de 2018</FECHAS>",
            "3 de cada 10",
        ),
    ),
    Rule(
        "fecha_en_letra",
        "FECHAS",
        rf"(?i){_NUMERAL} (?:\([0-3]?[0-9]\) )?de {_MONTH}(?: del? (?:{YEAR}|(?:a[ñn]o )?(?:dos"
        r" mil|mil novecientos)"
        rf"(?: {_NUMERAL})?))?",
        0.96,
        None,
        (
            "a <FECHAS>quince de enero de dos mil veinticuatro</FECHAS>, comparece",
            "jueves <FECHAS>veintidós de febrero de dos mil veintidós</FECHAS>, comparece",
            "dos de mama y uno de colon",
        ),
    ),
    Rule(
        "mes_y_ano",
        "FECHAS",
        rf"(?i)(?:{_LONG}|(?:{_SHORT})\.?|primavera|verano|otoño|invierno|navidad(?:es)?)"
        rf"(?: del? | del año |[ /-]){YEAR}",
        0.96,
        None,
        (
            "En <FECHAS>agosto de 2010</FECHAS> fue diagnosticado",
            "desde <FECHAS>enero 2012</FECHAS>",
            "un cólico en <FECHAS>otoño de 2017</FECHAS>",
            "sesión clínica 2018",
        ),
    ),
    Rule(
        "mes_y_ano_corto",
        "FECHAS",
        rf"(?i)(?:{_LONG}|(?:{_SHORT})\.?)(?: del |[ /-]?['’´]|[/-])(?:[0-9]{{2}})",
        0.9,
        None,
        (
            "trasplantectomía en <FECHAS>febrero del 16</FECHAS>",
            "última uro <FECHAS>jul-19</FECHAS>.",
            "mar 5 mg",
        ),
    ),
    Rule(
        "mes_y_numero",
        "FECHAS",
        r"[01][0-9]?[/-](?:19[2-9]|20[0-3])[0-9]",
        0.85,
        None,
        ("Cirugía en <FECHAS>03/2014</FECHAS>", "relación 120/80", "factura 144/2018"),
    ),
    Rule(
        "mes_suelto",
        "FECHAS",
        rf"(?P<phi1>{_LONG})|(?i:en|de|desde|hasta|para|pasado|próximo) (?P<phi2>(?i:{_LONG}))",
        0.9,
        None,
        (
            "control en <FECHAS>OCTUBRE</FECHAS>",
            "Julio Preciado, enérgico y marzal",
            "índice de Mayo de 7, puntuación total de Mayo, score de Mayo, Mayo endoscópico 2",
            "reevaluar escala de <FECHAS>mayo</FECHAS>",
        ),
        unless_before=r"(?:[ií]ndice|puntuaci[oó]n|score)(?: total)? de ",
        unless_after=r" (?:endosc|cl[ií]nic[oa] total|total|parcial)",
    ),
    Rule(
        "dia_semana_y_numero",
        "FECHAS",
        rf"(?i)(?P<phi>(?:{_WEEKDAY}|(?:lun|mar|mi[ée]|jue|vie|s[áa]b|dom)\.?) "
        r"(?:d[ií]a )?(?:[0-3]?[0-9](?:[/-][01]?[0-9])?))(?:[^-:/0-9]|$)",
        0.85,
        None,
        (
            "exéresis el <FECHAS>martes 18</FECHAS> en quirófano",
            "** <FECHAS>MAR 19/02</FECHAS> **",
            "los días 18",
        ),
    ),
    Rule(
        "dia_semana",
        "FECHAS",
        rf"(?i)(?:{_WEEKDAY})",
        0.9,
        None,
        ("Se cortó el <FECHAS>jueves</FECHAS>", "vendrá mañana"),
    ),
    Rule(
        "de_fecha_a_fecha",
        "FECHAS",
        rf"(?:^|[^0-9/])(?P<phi1>{_NUMERIC}) ?[-–] ?(?P<phi2>{_NUMERIC})"
        rf"(?: ?[-–] ?(?P<phi3>{_NUMERIC}))?(?:[^0-9/]|$)",
        0.97,
        is_date,
        (
            "ceftriaxona <FECHAS>12/10/18</FECHAS>-<FECHAS>14/10/18</FECHAS>, "
            "<FECHAS>1.2.2019</FECHAS> – <FECHAS>3.2.2019</FECHAS>.",
            "<FECHAS>1.10.18</FECHAS>-<FECHAS>2.10.18</FECHAS>-<FECHAS>3.10.18</FECHAS> negativas",
            "-<FECHAS>12/10/18</FECHAS>-<FECHAS>14/10/18</FECHAS>h",
            "TA 120/80/90-130/85/70",
        ),
        splits=True,
    ),
    Rule(
        "dia_y_mes_en_numeros",
        "FECHAS",
        r"(?im)(?:(?:\bel|\bd[ií]a|\bdel|\bal|\bdesde|\bhasta|\bfecha|\bcita|\bingreso|\balta"
        r"|\bcontrol|\beco|\brx|\btac|\bviene el)[: ] ?|^[*>-]? ?)"
        # Thirds, halves and quarters of the body are matched so that they are passed over.
        r"(?:(?P<phi1>(?:[12]/3|1/2|[13]/4) (?:superior|inferior|medi[oa]|posterior|anterior"
        r"|proximal|distal|apical|intern[oa]|extern[oa]|(?:del?|de la) (?:espesor|superficie"
        r"|longitud|circunferencia|luz))\b)"
        r"|(?P<phi2>[0-3]?[0-9]/[01]?[0-9])(?:[ :,.;)]|$))",
        0.9,
        lambda surface: " " not in surface and is_day_and_month(surface),
        unless_after=r" (?:(?:ciclos|sesiones|fracciones) de|cilindros|comprimidos?|de antibi)",
        cases=(
            "2/6 ciclos de FOLFOX, día 3/7 de antibiótico",
            "RMN del <FECHAS>3/5</FECHAS> del muslo, el <FECHAS>5/9</FECHAS> de piperacilina",
            "limbo hasta 2/3 del espesor; edema del 1/3 superior y el 1/3 medio",
            "alta <FECHAS>12/10</FECHAS> completó, el <FECHAS>3/4</FECHAS> dosis de recuerdo",
            "citado el <FECHAS>12/10</FECHAS>, festivo",
            "fuerza 5/5, TA 120/80, tomar 1/2 comprimido",
        ),
    ),
    Rule(
        "fiesta",
        "FECHAS",
        r"(?i)(?:(?:(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo) (?:de )?)?semana santa"
        r"|(?:lunes|martes|miércoles) (?:santo|de carnaval)|viernes de dolores|(?:lunes|martes)"
        r" de pascua|miércoles de ceniza|jueves santo|viernes santo"
        r"|sábado (?:santo|de gloria)|domingo de (?:ramos|resurrección|piñata)|nochebuena"
        r"|nochevieja|navidad(?:es)?|año nuevo|fiestas patrias|ramad[aá]n|día de (?:la madre"
        r"|muertos|reyes|todos los santos)|corpus christi|todos los santos|carnavales)"
        rf"(?: del? {YEAR}| {YEAR})?",
        0.85,
        None,
        (
            "se cayó en <FECHAS>Semana Santa</FECHAS>",
            "guardia de <FECHAS>Nochebuena</FECHAS>",
            "semana 12 de gestación",
        ),
    ),
    Rule(
        "estacion",
        "FECHAS",
        r"(?i)(?:en|del?|desde|este|cada|el|la|pasad[oa]) (?P<phi>primavera|verano|otoño|invierno)",
        0.9,
        None,
        ("empeora en <FECHAS>primavera</FECHAS>", "color verano"),
    ),
    Rule(
        "fecha_relativa_al_mes",
        "FECHAS",
        r"(?i)[0-3]?[0-9] (?:del (?:corriente|presente|actual|mismo mes)"
        r"|de los corrientes)(?: mes)?",
        0.9,
        None,
        ("el <FECHAS>18 del corriente</FECHAS> a las 15 h", "3 del total"),
    ),
    Rule(
        "dia_tras_etiqueta",
        "FECHAS",
        r"(?i)(?:\bdías?|\bnoche del|\bmañana del|\btarde del|\bcita del) "
        r"(?P<phi1>[0-3]?[0-9])(?:, (?P<phi2>[0-3]?[0-9]))?(?: y (?P<phi3>[0-3]?[0-9]))?"
        r"(?:[,.;):\n]| (?:a las|de|por|y|al)\b)",
        0.35,
        None,
        (
            "BK los días <FECHAS>26</FECHAS>, <FECHAS>27</FECHAS> y <FECHAS>28</FECHAS>.",
            "cada 12 días",
        ),
    ),
    Rule(
        "fecha_compacta",
        "FECHAS",
        r"(?:[|^;,]|(?i:fecha|nac(?:imiento)?|f\.?n\.?)[: =]{1,3})"
        r"(?P<phi>(?:19[2-9]|20[0-4])[0-9][01][0-9][0-3][0-9])",
        0.9,
        None,
        ("NEUS||<FECHAS>19870312</FECHAS>|F", "biopsia 20180312"),
    ),
    Rule(
        "intervalo_de_dias",
        "FECHAS",
        rf"(?i)(?:del?|los d[ií]as|entre el|d[ií]as) (?P<phi>[0-3]?[0-9]) (?:al|y|a|y el)"
        rf" [0-3]?[0-9] de {_MONTH}",
        0.95,
        None,
        (
            "Estancia: del <FECHAS>4</FECHAS> al 29 de marzo",
            "de 4 a 29 meses",
        ),
    ),
    Rule(
        "intervalo_de_meses",
        "FECHAS",
        rf"(?i)\b(?P<phi1>(?:{_LONG}|{_SHORT})) ?[-–] ?(?P<phi2>(?:{_LONG}|{_SHORT})\.? ?(?:del?"
        rf" )?['’]?"
        r"(?:(?:19|20)?[0-9]{2}))(?:[^0-9]|$)",
        0.93,
        None,
        ("(<FECHAS>abr</FECHAS>-<FECHAS>oct 22</FECHAS>, HTA)", "mar-jul 5 mg; set - dic"),
        unless_after=r" ?(?:mg|ml|g)\b",
    ),
    Rule(
        "fecha_inglesa",
        "FECHAS",
        r"(?i)(?:(?:mon|tue|wed|thu|fri|sat|sun)\pL{0,6},? )?(?:[0-3]?[0-9](?:st|nd|rd|th)? "
        r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\pL{0,7}\.?,? (?:19|20)[0-9]{2}"
        r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\pL{0,7}\.? [0-3]?[0-9](?:st|nd"
        r"|rd|th)?, "
        r"(?:19|20)[0-9]{2})",
        0.93,
        None,
        (
            "DOB: <FECHAS>Sept 5th, 1957</FECHAS>",
            "<FECHAS>Tue, 16 Jan 2024</FECHAS> 09:41",
            "mar 12 mg",
        ),
    ),
    Rule(
        "dia_abreviado_y_fecha",
        "FECHAS",
        r"(?i)\b(?:dl|dt|dc|dj|dv|ds|dg|or|og|az|ig|mi|lu|ju|vi)\.? "
        rf"(?:[0-3]?[0-9][/.-][01]?[0-9](?:[/.-](?:[0-9]{{4}}|[0-9]{{2}}))|[0-3]?[0-9] {_MONTH})",
        0.93,
        None,
        (
            "visita <FECHAS>dj 17/10/2024</FECHAS> ·",
            "<FECHAS>mi. 9 nov</FECHAS>, 13 h",
            "al 12/8 mmHg",
        ),
    ),
    Rule(
        "hasta_el_dia_y_mes",
        "FECHAS",
        r"(?i)\b(?:hasta(?: el)?|desde(?: el)?|ccee|cita|caduca|calibrado|revisi[oó]n|pr[oó]xima"
        r"|vto\.?|ult(?:ima)?"
        r"|[uú]ltima|el d[ií]a|ingreso|alta|control|vuelve(?: el)?) (?P<phi>(?:[12][0-9]|3[01]"
        r"|0?[1-9])[./]"
        r"(?:0[1-9]|1[0-2]))(?:[ ,;)\n:]|\.(?:\s|$)|$)",
        0.9,
        is_day_and_month,
        (
            "amoxicilina hasta <FECHAS>14.02</FECHAS>; sigue",
            "hasta 14.2 mg; control 7.35",
        ),
        unless_after=r" ?(?:mg|ml|g/|%|kg|cm|mm|h\b|mmHg|puntos)",
    ),
    Rule(
        "mes_antes_de_ano_corto",
        "FECHAS",
        rf"(?i)\b(?:{_LONG}|(?:{_SHORT})\.?) (?:de |del )?(?:0[0-9]|1[0-9]|2[0-9])(?:[,;.)\n]|$|"
        rf" ?[-/(])",
        0.3,
        None,
        ("(<FECHAS>feb 23,</FECHAS> 9 s)", "mayo 45"),
    ),
    Rule(
        "fiestas_de_la_tierra",
        "FECHAS",
        r"(?i)(?:la candelaria|sant joan|sanfermines|san ferm[ií]n|las fallas|fallas"
        r"|feria de abril|el roc[ií]o|la merc[eè]|sant jordi|d[ií]a de (?:reyes|difuntos|la"
        r" virgen|canarias"
        r"|andaluc[ií]a|la hispanidad|la constituci[oó]n|san valent[ií]n|la independencia)|puente"
        r" de (?:mayo"
        r"|diciembre|la constituci[oó]n|todos los santos|la inmaculada|el pilar|reyes)|puente"
        r" festivo"
        r"|fiestas patronales|aste nagusia|el alarde|d[ií]a de muertos|inti raymi"
        r"|carnaval de \p{Lu}\pL+)",
        0.6,
        None,
        ("desde el <FECHAS>puente de mayo</FECHAS>", "puente dental"),
    ),
)
