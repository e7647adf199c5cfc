"""Dates told in prose, jotted in diaries, or named by feasts, fairs and turns of the year."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.detect.rules.checks import is_day_and_month
from incognote.languages.es.checks import is_falling_day, is_joined_day, is_no_level, is_no_scan
from incognote.languages.es.rule_words import MONTHS, ONE, PRESSURE, TEEN, TWENTIES, YEAR

_SHORT = "ene|feb|mar|mzo|abr|may|jun|jul|ago|agto|sept?|set|oct|nov|dic"
# Mayo is a score, mar a day, set and may are English.
_NAMED = MONTHS.replace("mayo|", "") + "|ene|feb|abr|jun|jul|ago|sept?|oct|nov|dic"
_MONTH = rf"(?:{MONTHS}|(?:{_SHORT})\.?)"
_WEEKDAY = "(?:lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo)"
_DAY = r"(?:[12][0-9]|3[01]|0?[1-9])"
_SLASHED = r"(?:[12][0-9]|3[01]|0?[1-9])/(?:1[0-2]|0?[1-9])"
_JOINED = r"(?:[12][0-9]|3[01]|0?[1-9])-(?:1[0-2]|0?[1-9])"
_CLAUSE = r"(?:[.,;:)\n]|$| (?:a las|con|en|folio|fue|ingres\pL+|no|para|por|que|se|sin|tras|y)\b)"
"""What goes on behind a day: no unit, no part of a body, nothing that is counted."""
_MEASURED = (
    r"\b(?:ta|pa|tensi[oó]n|presi[oó]n|eva|ecog|apgar|glasgow|peep|diluci[oó]n)(?: \pL+){0,3}?"
    r" (?:hasta|al|del|desde|alta|consulta|ingreso|revisi[oó]n|visita):? ?"
)
"""A blood pressure or a scale and its two numbers; `TA el 14-2` is of that day."""
_NUMERAL = rf"(?:{ONE}|primero|{TEEN}|veinte|{TWENTIES}|treinta(?: y un[oa]?)?)"
_WRITTEN_YEAR = rf"(?:{YEAR}|dos mil(?: [\pL]+(?: y [\pL]+)?)?|mil novecientos(?: \pL+){{1,3}}?)"
_UNITS = r" ?(?:mg|ml|g|mcg|kg|%|cm|mm|h\b|hs\b|hrs|horas|ui|mmhg|x|lpm|l\b|puntos|veces|dosis|/)"
_SAINT = (
    r"(?:San|Sant|Santa|Santo|Sto\.|Sta\.|Nuestra Señora de(?:l| la| los)?|Virgen del?(?: la|"
    r" los)?)"
    r" \p{Lu}[\pL'’-]+(?: y (?:San|Santa) \p{Lu}\pL+)?"
)


def _next_line(month: int) -> str:
    """Two lines that begin with a day and this month: one alone may begin with the time."""
    begin = rf"(?:0[1-9]|[12][0-9]|3[01])\.{month:02d}"
    return (
        rf"^[ *•-]*(?P<phi{2 * month}>{begin})[:.)]? [^\n]*\n+[ *•-]*"
        rf"(?P<phi{2 * month + 1}>{begin})[:.)]? "
    )


_STUDY = (
    r"(?:holter|ergometr[ií]a|ecocardiograma|ett|ete|rmn?|resonancia|tc|tac|rx|radiograf[ií]a|eco"
    r"|ecograf[ií]a|colonoscopia|endoscopia|eda|gammagraf[ií]a|pet|emg|eeg|ecg|espirometr[ií]a"
    r"|mamograf[ií]a|cultivo|urocultivo|ptgo|sog|o['’]?sullivan)(?: (?:de |simple de "
    r")?(?:t[oó]rax|abdomen|abdominal|lumbar"
    r"|cervical|dorsal|craneal|cr[aá]neo|cerebral|rodilla|hombro|cadera|mano|pie|pelvis|hep[aá]tica"
    r"|renal|mama|card[ií]aca|transtor[aá]cico)){0,2}"
)
_VALUE = (
    r"(?:fevi|hba1c|hb|cr|creatinina|psa|inr|tsh|pcr|ferritina|plaquetas|leucocitos|(?:nt-?pro)?bnp)"
    r"[: ]{1,2}[<>]?[0-9]+(?:[.,][0-9]+)? ?%?"
)


RULES = (
    row(
        "dia_de_prueba",
        rf"(?i)\b(?:{_STUDY}:? |{_VALUE} \()(?P<phi>{_SLASHED}|{_JOINED})(?:[ :,.;)]|$)",
        "Holter <FECHAS>12/10</FECHAS> sin arritmias, Rx tórax <FECHAS>4/3</FECHAS>: normal",
        "PTGO <FECHAS>12-8</FECHAS> 88/131, TC <FECHAS>4-3</FECHAS>: normal; Rx lumbar L4-3, eco "
        "3-4 cm",
        "FEVI 42 % (<FECHAS>2/11</FECHAS>)",
        "TC tórax 3/5 nódulos, cultivo 2/4 positivos",
        score=0.9,
        check=is_joined_day,
        unless_after=_UNITS
        + r"| (?:ganglios|adenopat|n[oó]dulos|vasos|muestras|frascos|positiv|de )",
    ),
    row(
        "fecha_de_acta",
        rf"(?i)(?:{_NUMERAL}|{_DAY})(?: ?\([0-9]{{1,2}}\))? d[ií]as? (?:del mes )?de (?:{MONTHS})"
        rf"(?:,? (?:del?|del año|de) (?:año )?{_WRITTEN_YEAR})?"
        rf"|{_DAY} del mes de (?:{MONTHS})(?:,? (?:del? (?:año )?){_WRITTEN_YEAR})?",
        "a los <FECHAS>cuatro días del mes de mayo del año dos mil quince</FECHAS>. Recibo",
        "Rivera, a <FECHAS>3 días de julio de 2023</FECHAS>.-",
        "a los tres días de ingreso",
        score=0.97,
    ),
    row(
        "noche_del",
        rf"(?i)(?:noche|madrugada|guardia) del (?P<phi>{_DAY}) al {_DAY} de {_MONTH}"
        rf"|(?:^|[\s(])(?P<phi2>{_DAY}) (?:al|a|y|-|–) {_DAY} (?:de )?(?:{MONTHS})",
        "Noche del <FECHAS>8</FECHAS> al 9 de octubre 2009",
        "edificio 4, <FECHAS>26</FECHAS> y 28 de agosto de 2020",
        "de 4 a 29 meses; 3 y 5 de cada 10",
        score=0.93,
    ),
    row(
        "serie_de_dias",
        rf"(?i)(?:^|[\s(])(?P<phi1>{_DAY}), (?:(?P<phi2>{_DAY}), )?(?P<phi3>{_DAY}) y {_DAY} de"
        rf" (?:{MONTHS})",
        "los días <FECHAS>4</FECHAS>, <FECHAS>11</FECHAS> y 18 de junio",
        "2, 3 y 4 de cada serie",
        score=0.93,
    ),
    row(
        "dia_y_mes_tras_acto",
        r"(?i)\b(?:pcr|egreso|alta|ingreso|ing\.|fum|fur|fpp|fup|punci[oó]n|lap(?:arotom[ií]a)?"
        r"|coronariograf[ií]a|cateterismo|arteriograf[ií]a|tac|tc|rmn?|rx|eco|ecograf[ií]a"
        r"|cirug[ií]a"
        r"|iq|respuesta|cita|citad[oa]|visita?|pr[oó]xim[oa]|oftalmo|intubad[oa]|extubad[oa]"
        r"|operad[oa]|ces[aá]rea|sutura|debut|retirada?|curas?|anal[ií]tica|hemograma|neurolog[ií]a"
        r"|cardiolog[ií]a|fallec(?:e|i[oó])|nac(?:e|i[oó]|id[oa])?|vence|caduca|turno|revisi[oó]n"
        rf"|control|enviad[oa]|protecci[oó]n|reingres[oa]|alta prevista|calibrad[oa]"
        rf"|calibraci[oó]n)"
        r"[,:.]? ?(?:el )?"
        rf"(?P<phi>{_SLASHED})(?:[ ,;:)\n]|\.(?:\s|$)|$)",
        "SARS-CoV-2 (PCR <FECHAS>16/12</FECHAS>), NAVM",
        "Egreso <FECHAS>4/10</FECHAS>",
        "Control 5/5 de fuerza; eco 1/2 dosis; rx 36/12; fémur, cirugía 1/3 distal",
        "TA al ingreso 14/8, PA en consulta: 13/8; TA 120/80, ingreso <FECHAS>14/8</FECHAS>",
        score=0.9,
        check=is_day_and_month,
        unless_before=PRESSURE,
        unless_after=_UNITS
        + r"| de | ?(?:\+|positiv|negativ|comp|cp|dist|prox|medi[oa]|super|infer)",
    ),
    row(
        "dia_y_mes_con_guion",
        # A range rises: what falls is a day and its month.
        rf"(?i)\b(?:el|del|al|desde|hasta|d[ií]a)(?: (?:el|d[ií]a))? (?P<phi>{_JOINED}){_CLAUSE}",
        "Amoxicilina hasta <FECHAS>14-2</FECHAS>; ingresa el <FECHAS>4-3</FECHAS> por, desde "
        "<FECHAS>9-1</FECHAS>.",
        "desde 3-4 días, hasta 4-6. El 3-4 %, disco del 5-4 mm; L5-4, el 5-4 lumbar; del 5-45.",
        "hasta 14-2 mg, hasta 14-2,5; desde 10-8 kg; TA hasta 16-10, presión arterial del 14-9.",
        "TA el <FECHAS>14-2</FECHAS>, TA 120/80 desde el <FECHAS>14-2</FECHAS>.",
        score=0.9,
        check=is_falling_day,
        unless_before=_MEASURED,
        unless_after=_UNITS + r"|[,.][0-9]",
    ),
    row(
        "dia_y_mes_con_guion_tras_acto",
        r"(?i)\b(?:fecha(?: de \pL+)?|f\.|cita|citad[oa]|consulta|revisi[oó]n|visita|alta|ingreso"
        r"|egreso|calibrad[oa]|calibraci[oó]n|intubad[oa]|extubad[oa]|operad[oa]|ces[aá]rea"
        r"|iq|anal[ií]tica|hemograma|fum|fur|fpp|vence|caduca)(?:: ?| )(?:el )?"
        rf"(?P<phi>{_JOINED}){_CLAUSE}",
        "PREANESTESIA (consulta <FECHAS>11-1</FECHAS>, folio); Fecha: <FECHAS>4-3</FECHAS>. "
        "Datospir"
        " calibrado <FECHAS>3-6</FECHAS>\n",
        "turno 2-9, cita en 3-4 semanas, revisión 3-6 meses; fecha 4-3-2019, alta 3-4 días",
        "PA al alta 13-8, TA en consulta 14-9. Tensión arterial a su ingreso 15-10.",
        score=0.9,
        unless_before=_MEASURED,
        check=is_day_and_month,
        unless_after=_UNITS + r"|[,.][0-9]",
    ),
    row(
        "de_dia_a_dia",
        rf"(?i)\b(?:del|desde el) (?P<phi1>{_DAY}[-/](?:1[0-2]|0?[1-9])) (?:al|hasta el)"
        rf" (?P<phi2>{_DAY}[-/](?:1[0-2]|0?[1-9]))(?:[ ,;:)\n]|\.(?:\s|$)|$)",
        "Se prorroga del <FECHAS>25-04</FECHAS> al <FECHAS>12-05</FECHAS>. Trabajo",
        "del 3/5 al 14/20",
        check=is_day_and_month,
        unless_after=_UNITS,
    ),
    row(
        "dia_mayor_y_mes",
        r"(?:^|[\s(<])(?P<phi>(?:1[3-9]|2[0-9]|3[01])/(?:0[1-9]|1[0-2]|[1-9]))(?:[ ,;:)>\n]"
        r"|\.(?:\s|$)|$)",
        "Escarectomías <FECHAS>23/6</FECHAS>, injerto <FECHAS>30/6</FECHAS>;",
        "TA 14/9, PA: 13/8; Hoffman 16/40; TA (13/8), 15/9 mmHg",
        score=0.8,  # cifras 16/9, Micardis 20/12, visus 20/10: more than words before can tell
        check=is_day_and_month,
        unless_before=(
            r"\b(?:t\.?a|p\.?a|tensi[oó]n(?: arterial)?|presi[oó]n|tas?/tad?|mmhg|mapa|ampa|nihss"
            r"|apgar|barthel|norton|braden|mmse|ratio|relaci[oó]n|ppl|tto|insulina|pauta|lote"
            r"|vent\w*|ipap|bipap|epap|cama|hab\w*|sala|hpv|vph|snellen|cal\.?|jaeger|av|tp|hctz)"
            r"[^\n,;]{0,16}"
        ),
        unless_after=_UNITS + r"|[,.][0-9]| de | ?(?:positiv|negativ|comp|cp|puntos)",
    ),
    row(
        "dia_y_mes_en_diario",
        r"(?m)^[ <\[*•-]*(?P<phi>(?:0[1-9]|[12][0-9]|3[01])/(?:0[1-9]|1[0-2]))(?:[:.)>\]]? "
        r"{1,4}(?:-|–|:)? ?(?:\pL|[0-2][0-9]:)| [0-2]?[0-9]:)",
        "<FECHAS>03/10</FECHAS> Ingresa por guardia\n<FECHAS>12/10</FECHAS> feriado.",
        "<<FECHAS>02/06</FECHAS> 09:15> ALERTA",
        "12/10 mg/dl\n08.10 h TA 120/70",
        score=0.9,
        check=is_day_and_month,
        unless_after=(
            r"[:.)]? {0,4}(?:mg|g/|g |ml|mcg|h\b|hs\b|hrs|horas|mm|cm|%|u/|ui|x\b|k/|kg|mmol)"
        ),
    ),
    row(
        "dias_seguidos_con_punto",
        "(?m)" + "|".join(_next_line(month) for month in range(1, 13)),
        "<FECHAS>03.10</FECHAS> Ingresa.\n<FECHAS>07.10</FECHAS> Litio 900",
        "08.10 Ingresa\n08.30 TA 120/70",
        score=0.93,
        check=is_day_and_month,
    ),
    row(
        "dia_de_la_semana_en_diario",
        rf"(?m)^[ *•-]*(?P<phi1>[LMXJVSD] [0-3]?[0-9](?: {_MONTH})?):"
        rf"|(?P<phi2>[LXJ] {_DAY} (?:{MONTHS}|{_SHORT}))\b",
        "<FECHAS>X 5</FECHAS>: fiesta\n<FECHAS>M 14</FECHAS>: el chico",
        "M 4 3; derivación V 5\nL 4: hernia\nD 12: acuñamiento\nV 5: onda T",
        score=0.9,
        check=is_no_level,
    ),
    row(
        "turno_de_dialisis",
        r"\b(?P<phi1>L)[-,/](?P<phi2>[MX])[-,/](?P<phi3>V)\b|\b(?P<phi4>M)[-,/](?P<phi5>J)[-,/]"
        r"(?P<phi6>S)\b",
        "HD <FECHAS>L</FECHAS>-<FECHAS>M</FECHAS>-<FECHAS>V</FECHAS> 3er turno",
        "L-M; M-J; LMS",
        score=0.93,
    ),
    row(
        "mes_antes_del_dia",
        rf"(?i)\b(?P<phi>(?:(?:{_NAMED})"
        rf"\.? {_DAY}|mayo (?:1[3-9]|2[0-9]|3[01]))(?:,? (?:de )?{YEAR})?)(?:[ ,;:)\n]|\.(?:\s"
        rf"|$)|$)",
        "llevo desde <FECHAS>febrero 3</FECHAS> esperando",
        "Clínica — <FECHAS>Feb 9, 2021</FECHAS> (llamada",
        "mar 5 mg; en abril 2 dosis; enero 3 veces; Mayo 9; 27 jul 16:22; OCT 15 micras",
        score=0.93,
        check=is_no_scan,
        unless_before=r"(?:[0-9][/ -]?|lunes |martes |jueves |viernes |lun |mar |\bde )",
        unless_after=_UNITS
        + r"|:[0-9]| (?:dosis|cajas|ciclos|d[ií]as|crisis|ingresos|a[ñn]os|meses)",
    ),
    row(
        "dia_del_mes_en_prosa",
        r"(?i)(?:\bel d[ií]a (?P<phi1>[12][0-9]|3[01]|[1-9])(?:[,.;)\n]| (?:se|fue|ingres|emit|acud"
        r"|present|a las|recib|tuvo|tos|viene|por|hizo)\b)"
        r"|\b(?:ocurrido|nacid[oa]|fallecid[oa]|operad[oa]|injertad[oa]|ingresad[oa]|decanulad[oa]"
        r"|intubad[oa]|trasladad[oa]|falleci[oó]|muri[oó]|naci[oó]|ingres[oó]|lleg[oó]|repetid[oa]"
        r"|cita|citad[oa]|control|entrevista|vuelve|juicio|muerte) (?:el|del) (?P<phi2>[12][0-9]"
        r"|3[01]|[1-9])(?:[,.;:)\n]| (?:por|con|se|y|a las)\b))",
        "Murió el <FECHAS>19</FECHAS>, cinco días después",
        "y, el día <FECHAS>13</FECHAS>, trióxido",
        "el día 3 de ingreso; el día 14 postoperatorio; control del 50 %",
        score=0.85,  # 'el día 3, se retira': of the stay, or after surgery
        unless_before=r"(?:(?:hasta|desde|en|a partir del?|ciclo[^\n]{0,12}) ?(?:el )?d[ií]a )",
        unless_after=(
            r"(?: de (?:ingreso|vida|tratamiento|ciclo|evoluci)| ?(?:%|mg|ml|post|p\.?o|\+|/)"
            r"|[.,][0-9])"
        ),
    ),
    row(
        "el_dia_de_la_semana",
        rf"(?i)\b(?:el|del|al|este|pasado|próximo|los) (?P<phi>{_WEEKDAY} (?:d[ií]a )?"
        r"(?:[12][0-9]|3[01]|[1-9])(?:[/-](?:1[0-2]|0?[1-9]))?)(?:[,;)\n]|\.(?:\s|$)|$| (?:de|a las"
        r"|se|por|en|y)\b)",
        "cayó el <FECHAS>viernes 10</FECHAS> en la fila",
        "los lunes 14 h; el jueves 8 am",
        score=0.93,
        unless_after=_UNITS + r"|:| ?(?:am|pm)\b| a (?:1[0-9]|2[0-9])",
    ),
    row(
        "vez_en_el_mes",
        rf"(?i)(?:(?:primer|segundo|tercer|cuarto|[uú]ltimo) (?:{_WEEKDAY}|fin de semana|d[ií]a)"
        rf"|(?:primera|segunda|tercera|cuarta|[uú]ltima) (?:semana|quincena)) (?:de |del mes de )"
        rf"(?:{MONTHS})(?: (?:del? )?{YEAR})?"
        rf"|(?:primer|segundo|tercer|cuarto) (?:semestre|trimestre|cuatrimestre|bimestre) (?:de "
        rf"|del"
        rf" (?:año )?){YEAR}",
        "El <FECHAS>segundo sábado de septiembre de 2022</FECHAS> un",
        "Oftalmología, <FECHAS>primera semana de abril</FECHAS>;",
        "primer trimestre de gestación; segunda semana de vida",
        score=0.93,
    ),
    row(
        "ano_de_dos_cifras",
        r"(?i)\b(?:en|desde|hasta) el (?P<phi1>[4-9][0-9])(?:[,.;:)\n]| (?:y|hasta|le|se|por|tras"
        r"|con)\b|$)|\b(?P<phi2>(?:19|20)[0-9]{2})[-–](?:actual(?:idad)?|hoy|presente)\b",
        "se separó en el <FECHAS>93</FECHAS>, y después",
        "<FECHAS>2011</FECHAS>-actual",
        "en el 95 % de los casos; saturación en el 93",
        score=0.85,  # 'FEVI en el 45': per cent
        unless_before=r"(?:sat\w*|spo2|percentil|fc|estabil\w*|o2)[^\n]{0,20}",
        unless_after=r" ?%|[.,][0-9]| por ciento",
    ),
    row(
        "fiesta_con_articulo",
        rf"(?i)d[ií]a de (?:la |las |los |el |l['’])?(?P<phi1>(?-i:{_SAINT})|(?:santos )?inocentes"
        r"|navidad|amor y la amistad)"
        r"|(?P<phi2>d[ií]a (?:de|del|de la|de las|de los) (?:padre|año nuevo|niñ[oa]|trabajo"
        r"|trabajador|maestro|asunci[oó]n|santa cruz|acci[oó]n de gracias|virgen|raza|bandera"
        r"|patria"
        r"|inmaculada|pilar|canarias|europa|mujer|independencia|euskera|todos los santos|difuntos"
        r"|muertos|reyes|candelaria|merced|madre|abuelo|carnaval)"
        r"|(?:domingo|lunes|pascua) de pentecost[eé]s|jueves lardero|jueves de corpus"
        r"|(?:s[aá]bado|domingo|lunes|martes) de (?:carnaval|pascua|gloria|piñata)"
        r"|(?:primer|segundo|tercer|cuarto) domingo de (?:adviento|cuaresma)"
        r"|noche de (?:la nostalgia|reyes|san juan|las velitas|los museos)|nit de sant joan"
        r"|vacaciones de (?:invierno|verano|navidad|semana santa|pascua|julio)"
        r"|halloween|thanksgiving|yom kippur|rosh hashan[aá]|hanuk[aá]|pesaj|eid al[- ](?:fitr"
        r"|adha)"
        r"|fiesta del cordero|olentzero|antroxu|antroido|entroido|castanyada|we tripantu"
        r"|inti raymi|alasitas?|urkupiña|d[ií]a de iemanj[aá]|cuaresma|adviento|viernes santo)",
        "dejó de fumar el <FECHAS>día de Año Nuevo</FECHAS>.",
        "El día de <FECHAS>Sant Joan</FECHAS> los padres",
        "en <FECHAS>Cuaresma</FECHAS> ayuna",
        "día de alta; hospital de día; noche de guardia",
        score=0.93,
        unless_before=r"(?:colegio|hospital|cl[ií]nica|calle|plaza|asociaci[oó]n|barrio)[^\n]{0,20}",
    ),
    row(
        "fiesta_de_santo",
        rf"(?P<phi1>(?i:ferias?|fiestas) (?:de|por) {_SAINT})|(?i:romer[ií]a|verbena|procesi[oó]n"
        rf"|v[ií]speras?|misa|octava|hoguera|encierros) (?i:de|por) (?P<phi2>{_SAINT})"
        rf"|(?:{MONTHS}), (?P<phi3>{_SAINT})[,.;)]|(?i:desde|hasta|pasad[oa]|por) (?:la |las"
        rf" )?(?P<phi4>(?:San"
        rf" (?:Juan|Pedro|Isidro|Miguel|Mateo|Antón|Blas|Roque|Lorenzo|Fermín|Silvestre|José))"
        rf"|Todos los Santos|Todos Santos|Candelaria|Pur[ií]sima|[Vv]elitas|Reyes)"
        r"(?:[,.;:)\n]| (?:se|no|le|con|en|a)\b|$)",
        'romería de <FECHAS>San Isidro</FECHAS>". Doblo',
        "plena <FECHAS>feria de San Miguel</FECHAS> y",
        "El 29 de junio, <FECHAS>San Pedro</FECHAS>, en",
        "hospital San Pedro; vive en San Pedro",
        score=0.9,
    ),
    row(
        "dia_y_mes_comparado",
        r"(?i)\b(?:compar(?:o|ad[oa]|ando|ativo)|respecto|estable|sin cambios)"
        r"(?: (?:con|a|al|respecto a(?:l)?|desde))(?: (?:el|la|tc|tac|rx|rm|eco|previ[oa]"
        r"|estudio|control))*"
        rf"(?: del?)? (?P<phi1>{_SLASHED})(?:,? (?:y|e) (?:con |a )?(?:el |la )?"
        rf"(?:del? )?(?P<phi2>{_SLASHED}))?"
        r"(?:[ ,;:)\n]|\.(?:\s|$)|$)",
        "Comparo con <FECHAS>3/9</FECHAS> y con <FECHAS>12/4</FECHAS>. Nódulo estable",
        "respecto a TC del <FECHAS>4/3</FECHAS>, sin cambios respecto a <FECHAS>5/11</FECHAS>.",
        "comparado con 3/5 en la derecha; fuerza estable a 4/5; respecto a 3/4 dosis",
        score=0.9,
        check=is_day_and_month,
        unless_before=PRESSURE + r"|\b(?:fuerza|balance|mrc|dolor|eva)[^\n.;]{0,30}",
        unless_after=_UNITS + r"| ?(?:en|de|dist|prox|positiv|negativ|comp|cp)",
    ),
    row(
        "dia_y_mes_de_gestacion",
        r"(?i)\b(?:fpp|fur|fum)[ :.]{1,2}(?:el )?(?P<phi>(?:[12][0-9]|3[01]|0?[1-9])\.(?:1[0-2]"
        r"|0?[1-9]))"
        r"(?:[ ,;:)\n]|\.(?:\s|$)|$)",
        "FUR 2ª sem de ene. FPP <FECHAS>10.8</FECHAS>. G2P1",
        "FUR: <FECHAS>3.12</FECHAS>",
        "FPP 40.2 semanas, FUM 3.45, FPP 10.8 sem",
        score=0.93,
        check=is_day_and_month,
        unless_after=r" ?(?:sem|s\b|ng|meses)",
    ),
)
