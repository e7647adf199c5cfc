"""Short dates by what was planned, begun, fitted or done before, and dates told about."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.detect.rules.checks import is_day_and_month
from incognote.languages.es.checks import is_short_date
from incognote.languages.es.rule_words import MONTHS, YEAR

_SHORT = r"(?:3[01]|[12][0-9]|0?[1-9])[-/](?:1[0-2]|0?[1-9])"
_SLASHED = r"(?:3[01]|[12][0-9]|0?[1-9])/(?:1[0-2]|0?[1-9])"
_LATE = r"(?:3[01]|2[0-9]|1[3-9])/(?:1[0-2]|0?[1-9])"  # above twelve: no part of a whole
_MONTH_AND_YEAR = r"(?:0[1-9]|1[0-2])/[12][0-9]"
_END = r"(?:[ ,;:)\n]|\.(?:\s|$)|$)"
_UNITS = (
    r"[-/]|[.,]?[0-9]| ?(?:%|[xX]\b|(?:d[ií]as?|h|hs|horas?|sem\w*|mes\w*|años?|min|mg|ml|mmhg|d"
    r"|cm|mm|ug|veces|dosis|comp\w*|cada|ciclos?|sesion\w*|sesión|fracc\w*|Gy|viales|cajas)\b"
    r"|de |dist|prox|medi[oa]|super|infer)"
)
_ACT = (
    r"(?:iq|intervenci[oó]n(?: quir[uú]rgica)?|cirug[ií]a|qx|ces[aá]rea|inducci[oó]n|biopsia|alta"
    r"|ingreso|revisi[oó]n|control|cita|consulta|anal[ií]tica|eco|ecograf[ií]a|tac|tc|rmn?"
    r"|resonancia|colonoscopia|gastroscopia|endoscopia|cateterismo|visita|sesi[oó]n|retirada"
    r"|fecha|pr[oó]tesis|artroscopia)"
)
_SET = r"(?:previst[oa]|programad[oa]|agendad[oa]|concertad[oa]|solicitad[oa]|asignad[oa])"
_THERAPY = (
    r"(?:rt|qt|qmt|qmio|rtqt|qtrt|radioterapia|quimioterapia|inmunoterapia|rehabilitaci[oó]n|rhb"
    r"|fisioterapia|di[aá]lisis|hd|folfox|folfiri|capox)"
)
_DRUG = (  # behind these, 7-10 are days and 10-5 milligrams
    r"(?:tto|tratamiento|antibioterapia|antibi[oó]tic[oa]s?|ab|atb|corticoides|hormonoterapia"
    r"|anticoagulaci[oó]n|aco)"
)
_DEVICE = (
    r"(?:sv|sng|cvc|picc|v[ií]a|cat[eé]ter|sonda(?: vesical| nasog[aá]strica)?|holter|mapa"
    r"|reservorio|port-a-cath|marcapasos|diu|drenaje|peg|gastrostom[ií]a|c[aá]nula|t-?at"
    r"|pesario|implante|f[eé]rula|yeso)"
)
_BEFORE = r"(?:[uú]ltim[oa]|previ[oa]|anterior)"
_PAST = (
    r"(?:mamograf[ií]a|citolog[ií]a|colonoscopia|gastroscopia|densitometr[ií]a|dxa|anal[ií]tica"
    r"|ecograf[ií]a|eco|ecocardio(?:grama)?|ett|rmn?|tac|tc|espirometr[ií]a|retinograf[ií]a"
    r"|fondo de ojo|revisi[oó]n|control|vacuna|ingreso|ergometr[ií]a|holter|papanicolau|pap)"
)
_VACCINE = (
    r"(?:td|tdap|dtpa|t[eé]tanos|antitet[aá]nica|gripe|antigripal|influenza|neumococo|prevenar"
    r"|pneumovax|covid(?:-19)?|triple v[ií]rica|srp|hepatitis b|vhb|shingrix|zoster|z[oó]ster"
    r"|bexsero|gardasil|varicela|rabia|fiebre amarilla)"
)

RULES = (
    row(
        "fecha_de_lo_previsto",
        rf"(?i)\b{_ACT} {_SET}(?: para)?(?: el)?:? (?P<phi>{_SHORT}){_END}",
        "IQ prevista <FECHAS>12/3</FECHAS> si INR <1,5",
        "Cirugía programada para el <FECHAS>14-5</FECHAS>.",
        "Revisión prevista 3-4 semanas; sesión programada 1/2 dosis",
        score=0.93,
        check=is_day_and_month,
        unless_after=_UNITS,
    ),
    row(
        "comienzo_de_tratamiento",
        rf"(?i)\b(?:inicio|inicia|inici[oó]|comienzo|comienza|fin|finaliza|finaliz[oó]|termina"
        rf"|termin[oó]|suspende)(?: de| la| el)? (?:{_THERAPY}:?(?: el)? (?P<phi1>{_SHORT})"
        rf"|{_DRUG}:?(?: el)? (?P<phi2>{_SLASHED})){_END}",
        "Inicio RT <FECHAS>8-4</FECHAS>. Presenta",
        "Fin de tratamiento <FECHAS>30/6</FECHAS>, buena tolerancia",
        "Inicia QT 3-4 ciclos; inicio tto 1/2 comp; fin RT 5/25; inicio HD 3/7;"
        " inicia antibiótico 7-10 d, corticoides 10-5",
        score=0.92,
        check=is_short_date,
        unless_after=_UNITS,
    ),
    row(
        "ciclo_con_fecha",
        rf"\bC[1-9][0-9]?:? \(?(?P<phi>{_LATE}){_END}",
        "C2 <FECHAS>25/6</FECHAS>, C3 (<FECHAS>16/7</FECHAS>) de carboplatino",
        "C5 5/5, C6 4/5; C4 12/9",
        score=0.9,
        check=is_day_and_month,
        unless_after=_UNITS,
    ),
    row(
        "fecha_de_dispositivo",
        rf"(?i)\b(?:(?:colocaci[oó]n|inserci[oó]n|instalaci[oó]n|recambio|cambio|retirada|retiro"
        rf"|conexi[oó]n|desconexi[oó]n|implantaci[oó]n)(?: del?| de la)? {_DEVICE}"
        rf"|(?:des)?conexi[oó]n):?(?: el)? (?P<phi>{_SLASHED}){_END}",
        "Colocación de SV <FECHAS>2/8</FECHAS>, retiro SNG <FECHAS>4/8</FECHAS>.",
        "Conexión <FECHAS>9/5</FECHAS> 10:05",
        "Cambio de cánula 7-8; retirada de yeso 4-6 semanas; inserción 1/3 distal",
        score=0.92,
        check=is_day_and_month,
        unless_after=_UNITS,
    ),
    row(
        "mes_y_ano_de_lo_anterior",
        rf"(?i)(?:{_BEFORE} {_PAST}|{_PAST} {_BEFORE}):? \(?(?P<phi1>{_MONTH_AND_YEAR})"
        rf"(?:[ ,;:)\n]|\.(?:\s|$)|$)|[0-9] \((?:{_BEFORE}|prev\.|ant\.) "
        r"(?P<phi2>(?:0[1-9]|1[0-2])/(?:1[1-9]|2[1-9])): ?[0-9]",
        "Última mamografía <FECHAS>06/23</FECHAS> BIRADS 2",
        "Ferritina 6 (previa <FECHAS>06/23</FECHAS>: 14)",
        "Citología previa (<FECHAS>11/20</FECHAS>) normal",
        "EVA 4 (previa 08/10); MMSE previo 12/30; último control 3/5; última TA 12/7",
        score=0.93,
        unless_after=_UNITS,
    ),
    row(
        "fecha_de_lo_ultimo",
        r"(?i)[uú]ltim[oa] (?:regla|menstruaci[oó]n|revisi[oó]n|visita|ingreso|transfusi[oó]n"
        rf"|consulta):?(?: el)? (?P<phi>{_SLASHED}){_END}",
        "Última regla <FECHAS>2/11</FECHAS>. Test positivo",
        "última consulta de 3/4 de hora; último ingreso 3/5 días",
        score=0.92,
        check=is_day_and_month,
        unless_after=_UNITS,
    ),
    row(
        "ano_con_apostrofo",
        r"\((?P<phi>['’][0-9]{2})\)",
        "IAM (<FECHAS>'09</FECHAS>), marcapasos (<FECHAS>’15</FECHAS>)",
        "apnea (5'30), pausa ('30 s')",
        score=0.93,
    ),
    row(
        "mes_y_ano_de_vacuna",
        rf"(?i)\b{_VACCINE}:? \(?(?P<phi>{_MONTH_AND_YEAR})(?:[ ,;)\n]|\.(?:\s|$)|$)",
        "Vacunas: Td <FECHAS>05/19</FECHAS>, gripe <FECHAS>10/23</FECHAS>.",
        "VHB 3 dosis; gripe A/B; VPH 16/18; vph 31/33; covid 1/2",
        score=0.92,
        unless_after=_UNITS + r"| ?(?:positiv|negativ|mcg|casos|[+])",
    ),
    row(
        "vez_en_el_mes_con_cifra",
        r"(?i)(?:^|[\s(])(?P<phi>(?:[1-5](?:\.?[ºª°]|\.?er|ra|a|do|da|ro|to)\.?) "
        r"(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|semana|quincena)"
        rf" (?:de |del mes de )(?:{MONTHS})(?: (?:del? )?{YEAR})?)",
        "Vuelve <FECHAS>1.er lunes de marzo</FECHAS>.",
        "Comité <FECHAS>4ª semana de marzo</FECHAS>",
        "2.º día de ingreso; 3ª semana de vida; 1er trimestre",
    ),
)
