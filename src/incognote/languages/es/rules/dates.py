"""Dates in every form: numbers, months by name or Roman numeral, weekdays, feasts; years alone."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.detect.rules.checks import is_date, is_day_and_month
from incognote.languages.es.rule_words import (
    MONTHS,
    NO_ROMAN_DATE,
    ONE,
    PRESSURE,
    TEEN,
    TO_99,
    TWENTIES,
    YEAR,
)

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

_TO_39 = rf"(?:{TEEN}|veinte|{TWENTIES}|treinta(?: y {ONE})?|{ONE})"
_NO_YEAR = (
    r" (?:mil|cient|(?:de )?(?:ml|cc|c\.c|mili|gramos|mg|g\b|ui\b|unidades|euros|pesos|kilos|metros"
    r"|pasos|calor|kcal|leuco|plaq|linfo|neutr|c[eé]lulas|copias|por |/|cm|litros|dosis|veces))"
)
_COUNTED = (
    r"\b(?:plaq\w*|leuco\w*|linfo\w*|neutr\w*|diuresis|balance|dosis|cpk|ck|ferritina|ddimero"
    r"|bnp|probnp|copias|carga|calor[ií]as|aporte|drenaje|d[eé]bito|pcr|peso)\b[^\n.;]{0,30}"
)


RULES = (
    row(
        "fecha_numerica",
        # Units of insulin are matched so that they are passed over; not 05-11-18.
        r"(?P<phi1>(?i:\b(?:insulina|nph)[ :]{1,2})[1-9]\d?-[1-9]\d?-(?:1[0-4]|[1-9]|[3-9]\d))"
        r"(?:[.,;)\n]|$)|"
        rf"(?P<phi2>{_PREFIX}(?:[0-3]?[0-9]/[0-3]?[0-9]/(?:[0-9]{{4}}|[0-9]{{2}})|[0-3]?[0-9]-[0-3]?[0-9]-"
        r"(?:[0-9]{4}|[0-9]{2})|[0-3]?[0-9]\.[0-3]?[0-9]\.(?:[0-9]{4}|[0-9]{2})"
        r"|[0-3]?[0-9] ?/ ?[0-3]?[0-9] ?/ ?[0-9]{4}))",
        "Ingreso: <FECHAS>12/12/2016</FECHAS>. NPH: <FECHAS>05-11-18</FECHAS> inicio",
        "Alta <FECHAS>9.9.17</FECHAS> y <FECHAS>03-09-2018</FECHAS>",
        "TA 120/80/90, balance 5/5/5, ratio 45/13/2018, versión 2.14.1, insulina: 12-8-10",
        "Apgar de 9-10-10; ceftriaxona <FECHAS>12/10/18</FECHAS>-14/10/18",
        "sonda Foley <FECHAS>05/11/18</FECHAS> Fr 16",
        score=0.97,
        check=lambda surface: (
            not surface.lower().startswith(("insulina", "nph")) and is_date(surface)
        ),
        unless_before=r"[0-9][.-]|apgar (?:de )?",
    ),
    row(
        "fecha_iso",
        rf"{YEAR}(?:-[01]?[0-9]-[0-3]?[0-9]|/[01]?[0-9]/[0-3]?[0-9]|\.[01][0-9]\.[0-3][0-9])",
        "Fecha <FECHAS>2019-03-12</FECHAS>",
        "lote 2019-44-12",
        "biopsia 2018-1166",
        score=0.97,
        check=is_date,
    ),
    row(
        "fecha_mes_pegado",
        rf"(?i)(?P<phi>{_PREFIX}"
        rf"[0-3]?[0-9] ?[-/. ] ?{_MONTH} ?[-/. ] ?(?:[0-9]{{4}}|[0-9]{{2}}))(?:[^:0-9]|$)",
        "visto el <FECHAS>26-julio-2004</FECHAS>; <FECHAS>14/MAR/2020</FECHAS> 08h25",
        "F. informe <FECHAS>22 ene 2024</FECHAS> h 10:30",
        "2 mar y 3 sol; cita 15/ago 10 hrs",
        score=0.96,
        unless_after=r" ?h(?:rs|s|oras)?(?:[.,;)\n]|$| [^0-9])",
    ),
    row(
        "fecha_mes_sin_ano",
        rf"(?i)(?P<phi>{_PREFIX}[0-3]?[0-9](?:[-/]| ){_MONTH})(?:[^-/0-9]|$)",
        "<FECHAS>20-oct</FECHAS> (+17)",
        "visita <FECHAS>VIERNES 2 DIC</FECHAS>; no esperar",
        "2 marcas y 5 junturas",
        score=0.9,
    ),
    row(
        "fecha_romana",
        rf"(?P<phi>{_PREFIX}(?:[0-3]?[0-9][-/](?i:{_ROMAN})[-/](?:[0-9]{{4}}|[0-9]{{2}})|[0-3]?"
        rf"[0-9]\.(?i:{_ROMAN})"
        rf"\.(?:[0-9]{{4}}|[0-9]{{2}})|[0-3]?[0-9][-/]{_ROMAN}))(?:[^-/\pL0-9]|$)",
        "F.N. <FECHAS>14/II/2004</FECHAS>",
        "fnac=<FECHAS>17.x.1950</FECHAS>",
        "<FECHAS>21-I</FECHAS> 11:00",
        "grado I-II y NYHA III/IV, par 7-VII, estadio 3-II",
        score=0.93,
        unless_before=NO_ROMAN_DATE,
    ),
    row(
        "fecha_larga",
        rf"(?i){_PREFIX}{_DAY} de {_MONTH}"
        rf"(?:[,/]? ?(?:del? (?:a[ñn]o )?)?{YEAR}|,? del? (?:a[ñn]o )?[0-9]{{2}})?",
        "nacida el <FECHAS>3 de mayo de 1958</FECHAS> en Utrera",
        "Data <FECHAS>mércores 4 de decembro de 2019</FECHAS>",
        "el <FECHAS>16 de abril</FECHAS>",
        "Ingreso: <FECHAS>1ro de julio de 2018</FECHAS>",
        "3 de cada 10",
        score=0.97,
    ),
    row(
        "fecha_en_letra",
        rf"(?i){_NUMERAL} (?:\([0-3]?[0-9]\) )?de {_MONTH}(?: del? (?:{YEAR}|(?:a[ñn]o )?(?:dos"
        r" mil|mil novecientos)"
        rf"(?: {_NUMERAL})?))?",
        "a <FECHAS>quince de enero de dos mil veinticuatro</FECHAS>, comparece",
        "jueves <FECHAS>veintidós de febrero de dos mil veintidós</FECHAS>, comparece",
        "dos de mama y uno de colon",
        score=0.96,
    ),
    row(
        "mes_y_ano",
        rf"(?i)(?:{_LONG}|(?:{_SHORT})\.?|primavera|verano|otoño|invierno|navidad(?:es)?)"
        rf"(?: del? | del año |[ /-]){YEAR}",
        "En <FECHAS>agosto de 2010</FECHAS> fue diagnosticado",
        "desde <FECHAS>enero 2012</FECHAS>",
        "un cólico en <FECHAS>otoño de 2017</FECHAS>",
        "sesión clínica 2018",
        score=0.96,
    ),
    row(
        "mes_y_ano_corto",
        rf"(?i)(?:{_LONG}|(?:{_SHORT})\.?)(?: del |[ /-]?['’´]|[/-])(?:[0-9]{{2}})",
        "trasplantectomía en <FECHAS>febrero del 16</FECHAS>",
        "última uro <FECHAS>jul-19</FECHAS>.",
        "mar 5 mg",
        score=0.9,
    ),
    row(
        "mes_y_numero",
        r"[01][0-9]?[/-](?:19[2-9]|20[0-3])[0-9]",
        "Cirugía en <FECHAS>03/2014</FECHAS>",
        "relación 120/80",
        "factura 144/2018",
        score=0.85,
    ),
    row(
        "mes_suelto",
        rf"(?P<phi1>{_LONG})|(?i:en|de|desde|hasta|para|pasado|próximo) (?P<phi2>(?i:{_LONG}))",
        "control en <FECHAS>OCTUBRE</FECHAS>",
        "Julio Preciado, enérgico y marzal",
        "índice de Mayo de 7, puntuación total de Mayo, score de Mayo, Mayo endoscópico 2",
        "reevaluar escala de <FECHAS>mayo</FECHAS>",
        score=0.9,
        unless_before=r"(?:[ií]ndice|puntuaci[oó]n|score)(?: total)? de ",
        unless_after=r" (?:endosc|cl[ií]nic[oa] total|total|parcial)",
    ),
    row(
        "dia_semana_y_numero",
        rf"(?i)(?P<phi>(?:{_WEEKDAY}|(?:lun|mar|mi[ée]|jue|vie|s[áa]b|dom)\.?) "
        r"(?:d[ií]a )?(?:[0-3]?[0-9](?:[/-][01]?[0-9])?))(?:[^-:/0-9]|$)",
        "exéresis el <FECHAS>martes 18</FECHAS> en quirófano",
        "** <FECHAS>MAR 19/02</FECHAS> **",
        "los días 18",
        score=0.85,
    ),
    row(
        "dia_semana",
        rf"(?i)(?:{_WEEKDAY})",
        "Se cortó el <FECHAS>jueves</FECHAS>",
        "vendrá mañana",
        score=0.9,
    ),
    row(
        "de_fecha_a_fecha",
        rf"(?:^|[^0-9/])(?P<phi1>{_NUMERIC}) ?[-–] ?(?P<phi2>{_NUMERIC})"
        rf"(?: ?[-–] ?(?P<phi3>{_NUMERIC}))?(?:[^0-9/]|$)",
        "ceftriaxona <FECHAS>12/10/18</FECHAS>-<FECHAS>14/10/18</FECHAS>, "
        "<FECHAS>1.2.2019</FECHAS> – <FECHAS>3.2.2019</FECHAS>.",
        "<FECHAS>1.10.18</FECHAS>-<FECHAS>2.10.18</FECHAS>-<FECHAS>3.10.18</FECHAS> negativas",
        "-<FECHAS>12/10/18</FECHAS>-<FECHAS>14/10/18</FECHAS>h",
        "TA 120/80/90-130/85/70",
        score=0.97,
        check=is_date,
        splits=True,
    ),
    row(
        "dia_y_mes_en_numeros",
        r"(?im)(?:(?:\bel|\bd[ií]a|\bdel|\bal|\bdesde|\bhasta|\bfecha|\bcita|\bingreso|\balta"
        r"|\bcontrol|\beco|\brx|\btac|\bviene el)[: ] ?|^[*>-]? ?)"
        # Thirds, halves and quarters of the body are matched so that they are passed over.
        r"(?:(?P<phi1>(?:[12]/3|1/2|[13]/4) (?:superior|inferior|medi[oa]|posterior|anterior"
        r"|proximal|distal|apical|intern[oa]|extern[oa]|(?:del?|de la) (?:espesor|superficie"
        r"|longitud|circunferencia|luz))\b)"
        r"|(?P<phi2>[0-3]?[0-9]/[01]?[0-9])(?:[ :,.;)]|$))",
        "2/6 ciclos de FOLFOX, día 3/7 de antibiótico",
        "RMN del <FECHAS>3/5</FECHAS> del muslo, el <FECHAS>5/9</FECHAS> de piperacilina",
        "limbo hasta 2/3 del espesor; edema del 1/3 superior y el 1/3 medio",
        "alta <FECHAS>12/10</FECHAS> completó, el <FECHAS>3/4</FECHAS> dosis de recuerdo",
        "citado el <FECHAS>12/10</FECHAS>, festivo",
        "fuerza 5/5, TA 120/80, tomar 1/2 comprimido",
        "TA al ingreso 14/8, PA al alta: 13/8; TA 120/80 al ingreso <FECHAS>14/8</FECHAS>",
        score=0.9,
        unless_before=PRESSURE,
        check=lambda surface: " " not in surface and is_day_and_month(surface),
        unless_after=r" (?:(?:ciclos|sesiones|fracciones) de|cilindros|comprimidos?|de antibi)",
    ),
    row(
        "fiesta",
        r"(?i)(?:(?:(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo) (?:de )?)?semana santa"
        r"|(?:lunes|martes|miércoles) (?:santo|de carnaval)|viernes de dolores|(?:lunes|martes)"
        r" de pascua|miércoles de ceniza|jueves santo|viernes santo"
        r"|sábado (?:santo|de gloria)|domingo de (?:ramos|resurrección|piñata)|nochebuena"
        r"|nochevieja|navidad(?:es)?|año nuevo|fiestas patrias|ramad[aá]n|día de (?:la madre"
        r"|muertos|reyes|todos los santos)|corpus christi|todos los santos|carnavales)"
        rf"(?: del? {YEAR}| {YEAR})?",
        "se cayó en <FECHAS>Semana Santa</FECHAS>",
        "guardia de <FECHAS>Nochebuena</FECHAS>",
        "semana 12 de gestación",
        score=0.85,
    ),
    row(
        "estacion",
        r"(?i)(?:en|del?|desde|este|cada|el|la|pasad[oa]) (?P<phi>primavera|verano|otoño|invierno)",
        "empeora en <FECHAS>primavera</FECHAS>",
        "color verano",
        score=0.9,
    ),
    row(
        "fecha_relativa_al_mes",
        r"(?i)[0-3]?[0-9] (?:del (?:corriente|presente|actual|mismo mes)"
        r"|de los corrientes)(?: mes)?",
        "el <FECHAS>18 del corriente</FECHAS> a las 15 h",
        "3 del total",
        score=0.9,
    ),
    row(
        "dia_tras_etiqueta",
        r"(?i)(?:\bdías?|\bnoche del|\bmañana del|\btarde del|\bcita del) "
        r"(?P<phi1>[0-3]?[0-9])(?:, (?P<phi2>[0-3]?[0-9]))?(?: y (?P<phi3>[0-3]?[0-9]))?"
        r"(?:[,.;):\n]| (?:a las|de|por|y|al)\b)",
        "BK los días <FECHAS>26</FECHAS>, <FECHAS>27</FECHAS> y <FECHAS>28</FECHAS>.",
        "cada 12 días",
        score=0.35,
    ),
    row(
        "fecha_compacta",
        r"(?:[|^;,]|(?i:fecha|nac(?:imiento)?|f\.?n\.?)[: =]{1,3})"
        r"(?P<phi>(?:19[2-9]|20[0-4])[0-9][01][0-9][0-3][0-9])",
        "NEUS||<FECHAS>19870312</FECHAS>|F",
        "biopsia 20180312",
        score=0.9,
    ),
    row(
        "intervalo_de_dias",
        rf"(?i)(?:del?|los d[ií]as|entre el|d[ií]as) (?P<phi>[0-3]?[0-9]) (?:al|y|a|y el)"
        rf" [0-3]?[0-9] de {_MONTH}",
        "Estancia: del <FECHAS>4</FECHAS> al 29 de marzo",
        "de 4 a 29 meses",
    ),
    row(
        "intervalo_de_meses",
        rf"(?i)\b(?P<phi1>(?:{_LONG}|{_SHORT})) ?[-–] ?(?P<phi2>(?:{_LONG}|{_SHORT})\.? ?(?:del?"
        rf" )?['’]?"
        r"(?:(?:19|20)?[0-9]{2}))(?:[^0-9]|$)",
        "(<FECHAS>abr</FECHAS>-<FECHAS>oct 22</FECHAS>, HTA)",
        "mar-jul 5 mg; set - dic",
        score=0.93,
        unless_after=r" ?(?:mg|ml|g)\b",
    ),
    row(
        "fecha_inglesa",
        r"(?i)(?:(?:mon|tue|wed|thu|fri|sat|sun)\pL{0,6},? )?(?:[0-3]?[0-9](?:st|nd|rd|th)? "
        r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\pL{0,7}\.?,? (?:19|20)[0-9]{2}"
        r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\pL{0,7}\.? [0-3]?[0-9](?:st|nd"
        r"|rd|th)?, "
        r"(?:19|20)[0-9]{2})",
        "DOB: <FECHAS>Sept 5th, 1957</FECHAS>",
        "<FECHAS>Tue, 16 Jan 2024</FECHAS> 09:41",
        "mar 12 mg",
        score=0.93,
    ),
    row(
        "dia_abreviado_y_fecha",
        r"(?i)\b(?:dl|dt|dc|dj|dv|ds|dg|or|og|az|ig|mi|lu|ju|vi)\.? "
        rf"(?:[0-3]?[0-9][/.-][01]?[0-9](?:[/.-](?:[0-9]{{4}}|[0-9]{{2}}))|[0-3]?[0-9] {_MONTH})",
        "visita <FECHAS>dj 17/10/2024</FECHAS> ·",
        "<FECHAS>mi. 9 nov</FECHAS>, 13 h",
        "al 12/8 mmHg",
        score=0.93,
    ),
    row(
        "hasta_el_dia_y_mes",
        r"(?i)\b(?:hasta(?: el)?|desde(?: el)?|ccee|cita|caduca|calibrado|revisi[oó]n|pr[oó]xima"
        r"|vto\.?|ult(?:ima)?"
        r"|[uú]ltima|el d[ií]a|ingreso|alta|control|vuelve(?: el)?) (?P<phi>(?:[12][0-9]|3[01]"
        r"|0?[1-9])[./]"
        r"(?:0[1-9]|1[0-2]))(?:[ ,;)\n:]|\.(?:\s|$)|$)",
        "amoxicilina hasta <FECHAS>14.02</FECHAS>; sigue",
        "hasta 14.2 mg; control 7.35",
        score=0.9,
        check=is_day_and_month,
        unless_after=r" ?(?:mg|ml|g/|%|kg|cm|mm|h\b|mmHg|puntos)",
    ),
    row(
        "mes_antes_de_ano_corto",
        rf"(?i)\b(?:{_LONG}|(?:{_SHORT})\.?) (?:de |del )?(?:0[0-9]|1[0-9]|2[0-9])(?:[,;.)\n]|$|"
        rf" ?[-/(])",
        "(<FECHAS>feb 23,</FECHAS> 9 s)",
        "mayo 45",
        score=0.3,
    ),
    row(
        "fiestas_de_la_tierra",
        r"(?i)(?:la candelaria|sant joan|sanfermines|san ferm[ií]n|las fallas|fallas"
        r"|feria de abril|el roc[ií]o|la merc[eè]|sant jordi|d[ií]a de (?:reyes|difuntos|la"
        r" virgen|canarias"
        r"|andaluc[ií]a|la hispanidad|la constituci[oó]n|san valent[ií]n|la independencia)|puente"
        r" de (?:mayo"
        r"|diciembre|la constituci[oó]n|todos los santos|la inmaculada|el pilar|reyes)|puente"
        r" festivo"
        r"|fiestas patronales|aste nagusia|el alarde|d[ií]a de muertos|inti raymi"
        r"|carnaval de \p{Lu}\pL+)",
        "desde el <FECHAS>puente de mayo</FECHAS>",
        "puente dental",
        score=0.6,
    ),
    row(
        "ano_con_palabra",
        r"(?i)años? (?:19[2-9]|20[0-4])[0-9]",
        "desde el <FECHAS>año 2004</FECHAS>, corticoides",
        "hace un año 12 crisis",
    ),
    row(
        "decada",
        r"(?i)(?:en|de|desde|hacia|sobre) los (?P<phi>años [2-9]0)",
        "emigró en los <FECHAS>años 80</FECHAS>",
        "fumador de los 20 mg",
        score=0.5,
    ),
    row(
        "ano_tras_preposicion",
        r"(?i)(?:en|desde|hasta|hacia|hace|sobre|y|a|al|del|entre|año)[ \t]"
        r"(?P<phi>(?:19[2-9]|20[0-4])[0-9])",
        "En <FECHAS>2009</FECHAS> presentó",
        "desde <FECHAS>1980</FECHAS>",
        "en 1500 ml, hasta 2000 ml, y 2000 mg/día, a 1950 células",
        score=0.9,
        unless_after=r" ?(?:m[lg]|cc|gr?|k?cal|u\.?i|mm\d?|metros|copias|c[eé]lulas|veces)\b",
    ),
    row(
        "ano_entre_parentesis",
        r"\((?:[\pL.]+ )?(?P<phi>(?:19[2-9]|20[0-4])[0-9])[,;)]",
        "Colecistectomía (<FECHAS>2011</FECHAS>, HVP)",
        "(1500 ml)",
        score=0.85,
    ),
    row(
        "ano_suelto",
        r"(?:19[3-9]|20[0-3])[0-9]",
        "IAM <FECHAS>1995</FECHAS>",
        "1.995 ml",
        score=0.5,
    ),
    row(
        "ano_en_palabras",
        rf"(?i)(?:^|[^\pL])(?:(?P<phi1>mil novecientos {TO_99})"
        rf"|(?:en|desde|hasta|del?|a[ñn]o|d[íi]a|entre|hacia|el|y|invierno|verano|otoño|primavera"
        rf") (?:el )?(?:a[ñn]o )?(?P<phi2>dos mil {_TO_39})"
        r"|(?:a[ñn]o|(?:en|desde|hasta) el) (?P<phi3>dos mil))"
        r"(?:[^\pL\pN]|$)",
        "nacida en <FECHAS>mil novecientos cincuenta y dos</FECHAS>, HTA",
        "DM2 desde <FECHAS>dos mil dieciocho</FECHAS>; operada en el año <FECHAS>dos mil</FECHAS>.",
        "de <FECHAS>mil novecientos ochenta</FECHAS> hasta <FECHAS>dos mil tres</FECHAS>",
        "diuresis de mil novecientos cincuenta ml; plaquetas de dos mil veinte; dos mil pasos",
        "bebe dos mil ml, de dos mil cien a dos mil diez calorías, mil novecientos gramos",
        "drenaje hasta dos mil quince; de dos mil veinte mil",
        score=0.93,
        unless_before=_COUNTED,
        unless_after=_NO_YEAR,
    ),
)
