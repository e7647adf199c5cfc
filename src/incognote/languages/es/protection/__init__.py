"""Doses, scales, courses and criteria that a model takes for dates or institutions, in Spanish.

A row must not match an identifier: a test holds all of them against the training notes.
"""

from __future__ import annotations

import re

from incognote.detect.protection import Protection
from incognote.detect.rules import row
from incognote.languages.es.checks import is_with
from incognote.languages.es.patients import SAID
from incognote.languages.es.protection.vehicles import ROWS as VEHICLES
from incognote.languages.es.protection.weekdays import ROWS as WEEKDAYS
from incognote.languages.es.protection.weekdays import WEEKDAY
from incognote.languages.organisms import ROWS as ORGANISMS
from incognote.languages.products import pacemakers
from incognote.languages.registers import ROWS as REGISTERS

_DOSE = r"(?:1/[234]|3/4|[01][.,]5|[0-4])"
_SCHEME = rf"{_DOSE}(?: ?- ?{_DOSE}){{2,3}}"
_OF_COURSE = (
    r"(?:quimio\w*|qt|rt|radio\w*|tratamiento|antibi[oó]tic\w*|atb|folfox|folfiri|r-chop|chop"
    r"|rehabilitaci[oó]n|rhb|fisioterapia|hemodi[aá]lisis|psicoterapia|carboplatino|cisplatino"
    r"|paclitaxel|docetaxel|\pL+(?:cilina|floxacino|micina|penem|azol|xona|mab))"
)
_AUTHORS = (
    r"(?:ACR|EULAR|ACR/EULAR|OMS|WHO|ESC|ESC/ESH|AHA|ACC|GOLD|GINA|GesEPOC|SEPAR|KDIGO|FIGO|AJCC|ISUP"
    r"|McDonald|Jones|Bosniak|Roma(?: I[IV]{1,2})?|Duke|Rotterdam|Chicago|Atlanta|Tokio"
    r"|Berl[ií]n|Sydney|Banff|Milán|Viena|Montreal"
    r"|Kyoto|Lugano|Oxford|París|Fleischner|Framingham|EASL|ESMO|SEOM|NCCN|ADA|SED|SEC|SEN|SEMI|IDSA"
    r"|SEIMC|NICE|DSM-5|ICHD-3|IMWG|RECIST|RANO|LI-RADS|BI-RADS|PI-RADS|TI-RADS|EU-TIRADS|CASPAR"
    r"|ASAS|SLICC|SLEDAI|ILAE|ATS|ERS|ATS/ERS)"
)
_ON = (
    r"\b(?:el|al|del|desde|hasta|d[ií]a|d[ií]as|fecha:?|cita|visto|vista|ingres\w+|alta|acude)[ :]"
)

_NUMBERED = (
    r"\b(?:informes?|episodios?|exp(?:ediente)?|n[º°o]|n[uú]m(?:ero)?|ref(?:erencia)?|reg(?:istro)?"
    r"|hist(?:oria)?|n?hc|nss|cip|id|casos?|col(?:egiad[oa])?|hab(?:itaci[oó]n)?|camas?|box|sala"
    r"|consulta|protocolo|biopsia|citolog[ií]a|muestra|petici[oó]n|factura|p[oó]liza|placa|bloque"
    r"|portaobjetos|ensayo|estudio|acta|diligencias|autos|ley|decreto|tomo|folio|libro|p[aá]gina|p[aá]g)\W{1,3}"
    r"(?:(?:de|cl[ií]nica|n[º°o]|n[uú]m|\pL{1,4})[.:º°]{0,2} ?){0,2}"
)
"""Before a mark: what follows is somebody's number, or that of a document, whatever its shape."""


def _is_score(surface: str) -> bool:
    """Whether a scale can come to so many points: no Norton of 82, which is somebody's age."""
    points = int(re.findall(r"\d+", surface)[0])
    if surface.startswith(("Barthel", "Karnofsky")):
        return points <= 100 and points % 5 == 0
    return points <= 30


def _is_part(surface: str) -> bool:
    """Whether it counts up to a whole: 3/6, and not 12/10."""
    first, second = (int(number) for number in re.findall(r"\d+", surface))
    return 0 <= first <= second


_HOW = rf",? (?:muy )?(?P<phi>{SAID}(?:(?:,| y| e|,? muy|/) ?{SAID})*)(?:[^\pL\pN]|$)"
_OF_HIM = re.compile(r"[^\W\d_]+os?\b")
"""Behind the title of a woman it is a surname: `sra. gordo`."""


def _is_pressure(surface: str) -> bool:
    """In centimetres of mercury: the upper figure is the larger one by at least three."""
    upper, lower = map(int, re.split("[-/]", surface))
    return upper - lower >= 3


_ROWS = (
    row(
        "con_abreviado",
        r"\b(?P<phi>c/ ?\p{Lu}\pL+(?: \d{1,4})?)\b",
        "Pte <PLAIN>c/ Alzheimer</PLAIN> y <PLAIN>c/ Cardio</PLAIN>; <PLAIN>c/ Foley 16</PLAIN>",
        "Vive en c/ Alzheimer; domicilio: c/ Foley 16; vive c/ Maite; en la c/ Norton 3; c/ FNR",
        unless_before=r"(?:\b(?:en|la|por|entre|esquina|viv\pL+|resid\pL+|dom\pL*|dir\pL*)[.:]?"
        r"|[:,.]) ?",
        unless_after=r",? ?(?:\d|n[º°o]|s/n)",
        check=is_with,
    ),
    row(
        "ciclo",
        r"(?i)\b(?:ciclos?|fracci[oó]n|fracciones|bolsa|dosis|p[aá]gina|p[aá]g\.?|hoja)"
        r" (?:n[º°]? ?)?(?P<phi>\d{1,2}/\d{1,2})\b",
        "Ciclo <PLAIN>3/6</PLAIN> de quimioterapia",
        "Ciclo 12/10, ciclo el 3/6, último ciclo 3/6, ciclo 3/6/19, próximo ciclo 3/6",
        "1ª dosis 3/6, 5º ciclo 3/6, tercera dosis 2/11, Ciclo 3/6: bien, vacuna: dosis 3/6",
        unless_before=r"(?:vacun\pL*:?|covid|gripe|[uú]ltim[oa]s?|\bpr[oó]xim[oa]s?|primer[oa]?|siguiente|anterior|segund[oa]"
        r"|tercer[oa]?|cuart[oa]|quint[oa]|sext[oa]|\d ?\.?[ºª°oa]?)"
        r" \pL+\.? (?:n[º°]? ?)?",
        unless_after=r"[/\d-]|\.\d|:",
        check=_is_part,
    ),
    row(
        "ciclos",
        r"(?i)\b(?:(?P<phi1>\d{1,2}/\d{1,2}) (?:(?:ciclos|sesiones|fracciones) de|cilindros"
        r"|ganglios (?:positivos|afect\w+))|(?P<phi2>\d/[24]) hemocultivos positivos)\b",
        "<PLAIN>2/6</PLAIN> ciclos de FOLFOX",
        "el 2/6 ciclos, desde 2/6 ciclos, 12/6 ciclos, 2/6 sesiones suspendidas",
        "3/4 dosis de vacuna",
        "2/6 hemocultivos positivos",
        unless_before=rf"[\d/.-]|{_ON}",
        check=_is_part,
    ),
    row(
        "sesion_de",
        rf"(?i)\b(?:sesi[oó]n|d[ií]a|ciclo|dosis) (?P<phi>\d{{1,2}}/\d{{1,2}}(?: de)?) "
        rf"{_OF_COURSE}\b",
        "Sesión <PLAIN>10/12 de</PLAIN> rehabilitación; día <PLAIN>3/7 de</PLAIN> meropenem",
        "El día 3/7 de antibiótico, próxima sesión 10/12 de rehabilitación, sesión 12/10 de rt",
        unless_before=r"(?:[uú]ltim[oa]|\b(?:el|al|del|desde el|hasta el|cada|pr[oó]xim[oa]"
        r"|primer[oa]?|siguiente|anterior|su|de|cit\w+|segund[oa]|tercer[oa]?)) "
        r"(?:sesi[oó]n|d[ií]a|ciclo|dosis) ",
        unless_after=r"[/\d-]",
        check=_is_part,
    ),
    row(
        "pauta_de_dosis",
        rf"(?i)(?:\d ?(?:mg|mcg|µg|ui|g)|\bcomp\w*\.?|\bpauta|\bsintrom|\binsulina \pL+"
        rf"|\b\pL{{5,}} \d{{2,4}})"
        rf"[ :,]{{1,3}}(?P<phi>{_SCHEME})\b",
        "Sintrom 4 mg: <PLAIN>1/2 - 1/4 - 1/2</PLAIN>.",
        "Metformina 850 mg <PLAIN>1-0-1</PLAIN>, enalapril 5 mg <PLAIN>1-1/2-0</PLAIN>",
        "tel 1-0-1-44521, 4 mg 1-0-1-44, episodio 1-0-1, historia 45: 1-0-1",
        unless_before=r"\b(?:historia|episodio|expediente|muestra|registro|p[oó]liza|tel\pL*|cama|planta)\b"
        r"[^\n]{0,12}",
        unless_after=r" ?[-/.]? ?\d",
    ),
    row(
        "paridad",
        r"\b(?:GAV|TPAL|GPAV|GPA|GAPV|FO|FOB|F\.O\.)[ :]{1,2}(?P<phi>\d(?:[-/]\d){2,4})\b",
        "GAV <PLAIN>2/0/2</PLAIN>, TPAL <PLAIN>2-0-0-2</PLAIN>",
        "GAV 12/3/20, FUR 2/0/2",
        unless_after=r"[-/]?\d",
    ),
    row(
        "criterios",
        r"(?P<phi1>\b(?:[Cc]riterios?|[Cc]lasificaci[oó]n|[Gg]u[ií]as?|[Cc]onsenso"
        r"|[Rr]ecomendaci(?:ón|ones)|[Ee]stadiaje|[Ee]stadificaci[oó]n)"
        rf"(?: (?:de(?: la| los)?|según))? {_AUTHORS}) (?P<phi2>(?:19[5-9]|20[0-3])\d)\b",
        "<PLAIN>Guía ESC</PLAIN> <PLAIN>2021</PLAIN>, <PLAIN>Criterios de Jones</PLAIN> "
        "<PLAIN>2015</PLAIN>",
        "Clasificación en 2021, guía del hospital 2021, criterios de Jones 2015/04, en 2016 OMS",
        unless_after=r"[-/.]?\d",
    ),
    row(
        "edicion_oms",
        r"\b(?:OMS|WHO) (?P<phi>(?:19[89]|20[0-3])\d)\b",
        "OMS <PLAIN>2022</PLAIN>: LLC",
        "en la OMS 2022, OMS en 2022",
        unless_before=r"\b(?:en|para|con|por|de|fecha:?) (?:la )?(?:OMS|WHO) ",
        unless_after=r"[-/.]?\d",
    ),
    row(
        "insulina",
        r"(?i)\b(?:(?:lantus|toujeo|levemir|tresiba|abasaglar)[ :]{1,2}"
        r"(?P<phi1>0-0-\d\d?|\d\d?-0-\d\d?)"
        r"|(?:insulina|nph|novorapid|humalog|apidra|novomix|actrapid|humulina)"
        r"(?: (?:r[aá]pida|lenta|mixta|basal|nph|aspart|lispro|glargina))?[ :]{1,2}"
        r"(?P<phi2>\d{1,2}-0-\d{1,2}|0-(?:0|[1-9]\d?)-(?:0|[1-9]\d?)"
        r"|[1-9]\d?-[1-9]\d?(?:-[1-9]\d?)?-(?:0|1[0-4]|[1-9]|[3-9]\d)))\b",
        "Insulina: <PLAIN>12-8-10</PLAIN>, Lantus <PLAIN>0-0-22</PLAIN>",
        "insulina desde 12-8-10, insulina el 12-8-10, insulina 12-8-2010",
        "Debut: insulina 12-8-18, insulina 05-11-18, insulina 12-8-18, insulina 12-8-18 inicio",
        unless_before=r"\b(?:inici\w*|debut\w*|comien\w+|desde)\b[^\n]{0,24}",
        unless_after=r"[-/]?\d| inici",
    ),
    row(
        "presiones",
        r"\b(?:VMNI|VNI|BI?PAP|BiPAP|Bipap|IPAP/EPAP|PS/PEEP)[ :=]{1,2}(?P<phi>(?:[89]|1\d|2[0-8])/"
        r"(?:[3-9]|1[0-2])),? (?:cm|(?:con )?FiO2|(?:con )?FR)",
        "VMNI <PLAIN>16/8</PLAIN> cmH2O",
        "VMNI el 16/8, VMNI 16/8 retirada, BiPAP desde 14/6, VMNI: 16/8 en planta",
    ),
    row(
        "dolor",
        r"\b(?:EVA|EVN|ENA|PAINAD|ESCID)(?: (?:de|actual|en reposo|basal))?"
        r"[ :=]{1,2}(?P<phi>(?:10|\d)/10)\b",
        "EVN <PLAIN>6/10</PLAIN>, PAINAD <PLAIN>3/10</PLAIN>",
        "Eva 6/10, paciente EVA 6/10, EVA el 6/10, Dra. EVA 6/10, EVA 6/11, LLAMAR A EVA 6/10",
        unless_before=r"\b(?:paciente|nombre|sra|srta|dña|d[oó]ña|dra|hija|madre|esposa|llamar|avisar|cita\w?|visita)\b[^\n]{0,12}",
        unless_after=r"[/\d-]",
    ),
    row(
        "tension_en_casa",
        r"\b(?:TA|PA|PAS/PAD|AMPA)\b[ :]{1,2}\d{2,3}/\d{2,3},? (?:y )?"
        r"(?P<phi>(?:9|1\d|2[0-2])/(?:[4-9]|1[0-3]))"
        r" (?:en (?:casa|domicilio|farmacia)|de pie|tumbad[oa]|sentad[oa])\b",
        "TA 130/80, <PLAIN>14/9</PLAIN> en casa",
        "TA el 14/9 en casa, TA del 14/9 en casa; 14/9 en casa",
        "TA controlada, 14/9 en casa",
        unless_before=r"\b(?:el|del|desde|al|d[ií]a|hasta) ",
        unless_after=r"[/\d]",
    ),
    row(
        "tension_en_centimetros",
        r"\b(?:TAS?|PAS?|T\.A\.|P\.A\.|(?i:tensi[oó]n|presi[oó]n) (?i:arterial))"
        r"(?: (?:(?:al?|en|a su|de|del) )?(?:alta|ingreso|llegada|egreso|consulta|urgencias|planta"
        r"|hoy|actual|basal))?(?: de)?[ :=]{1,2}(?P<phi>(?:9|1\d|2[0-3])[-/](?:[4-9]|1[0-3]))\b",
        "PA al alta <PLAIN>13-8</PLAIN>, TA al ingreso <PLAIN>14/8</PLAIN>; "
        "Tensión arterial de <PLAIN>12/7</PLAIN>",
        "TA el 14/8, control de TA 14/8, cita TA al alta 14-9, TA 4/12, TA 12/11, TA 14/8/2019",
        check=_is_pressure,
        unless_before=r"\b(?:control\w*|citad?[ao]?|revisi[oó]n|toma|pr[oó]xim[ao]|medir|fecha)\b"
        r"[^\n.;]{0,20}",
        unless_after=r"[-/]\d",
    ),
    row(
        "la_de_la_cama",
        r"(?i)\b(?:el|la|los|las) de la (?P<phi>\d{1,3})\b",
        "avisan por la de la <PLAIN>12</PLAIN>, vómitos",
        "la de la 12/03, la de la 12 de octubre, la de la 12-A, la cita de la 12, la de la 12.4",
        unless_after=r"[-/.:,]?\d| ?-| de\b| ?(?:a[ñn]os|a\b|[ªº°])",
    ),
    row(
        "como_esta_la_paciente",
        rf"\b(?i:sras?\.?|srta\.?|señor(?:as?|ita)|mujer){_HOW}",
        "sra. <PLAIN>mayor, frágil</PLAIN>, ITU; señora muy <PLAIN>mayor y demenciada</PLAIN>",
        "sra. Mayor, sra. flores, sra. viuda, hija mayor, sra. mayordomo, srta. MAYOR",
        "sra. gordo, señora mudo",
        check=lambda surface: _OF_HIM.match(surface) is None,
    ),
    row(
        "como_esta_el_paciente",
        rf"\b(?i:srs?\.?|señor(?:es)?|pacientes?|pac\.|pte\.?|pcte\.?|var[oó]n|hombre"
        rf"|se trata de un[ao]?){_HOW}",
        "sr. <PLAIN>joven</PLAIN>, portera; se trata de una <PLAIN>obesa</PLAIN>",
        "paciente <PLAIN>diabético, hipertenso, obeso</PLAIN>; bebedores y fumadores en casa",
        "sr. delgado, sr. Mayor, hijo mayor, sr. mayordomo",
    ),
    row(
        "la_mama",
        r"(?i)\b(?:ca|c[aá]ncer|carcinomas?|tumor(?:es)?|neo(?:plasias?)?|n[oó]dulos?|bultomas?"
        r"|eco(?:graf[ií]a)?|cirug[ií]a|reconstrucci[oó]n)\.? (?:(?:de|en) (?:la )?)?"
        r"(?P<phi>mamas?)\b",
        "AF: madre (ca. <PLAIN>mama</PLAIN>, 77a), hermana con ca <PLAIN>mama</PLAIN> a los 39",
        "cáncer de <PLAIN>mama</PLAIN>; neo de <PLAIN>MAMA</PLAIN> izquierda",
        "su mama refiere, acude con la mama, cáncer de mamá, eco a mama Rosa",
    ),
    row(
        "snomed_de_patologia",
        r"(?i)\bsnomed(?: (?:ct|rt|ii))?[ :,(]{1,3}(?P<phi1>[mt]-?\d{5})"
        r"(?:(?:, ?| y |; ?| )(?P<phi2>[mt]-?\d{5}))?\b",
        "(SNOMED <PLAIN>M-81403</PLAIN>, <PLAIN>T-67000</PLAIN>)",
        "biopsia M-81403, SNOMED 81403, biopsia SNOMED: P-123456, nº SNOMED P18123, T670001",
    ),
    row(
        "familia_de_virus",
        r"(?i)\b(?:virus|bacterias?|lactamasas?|genes|prote[ií]nas?|enzimas|f[aá]rmacos) de"
        r" (?:la|su) (?P<phi>familia)\b",
        "virus de la <PLAIN>familia</PLAIN> herpes, lactamasa de la <PLAIN>familia</PLAIN> AmpC",
        "médico de la familia, la familia refiere",
    ),
    row(
        "enfermedad_de",
        r"\b[Ee]nf\.? (?P<phi>(?:de )?(?:Crohn|Parkinson|Alzheimer|Chagas)"
        r"|de (?:Addison|Graves|Cushing|Behçet|Wilson|Paget|Hodgkin|Huntington|Kawasaki|Still"
        r"|Whipple|Gaucher|Fabry|Pompe|Perthes|Dupuytren|Ménière|Meniere|Peyronie|Hirschsprung|Basedow|Buerger|Castleman|Caroli"
        r"|Bowen|[Vv]on Willebrand|Hashimoto|Raynaud|Lyme|Takayasu|Steinert|Scheuermann))\b",
        "Enf. <PLAIN>de Addison</PLAIN>, enf <PLAIN>Crohn</PLAIN> ileal",
        "Enf. de guardia Wilson, Enf. Wilson, Enf. Gómez, Enf. Graves, Enf. de Wilson Quispe",
        unless_after=r" ?(?-i:\p{Lu}\p{Ll}|\p{Lu}\.)|[-/]\pL",
    ),
    row(
        "criada_por",
        r"(?i)\b(?P<phi>criad[oa]s?) (?:por|con (?:su|la|el|los)|en (?:un|el|la))\b",
        "Fue <PLAIN>criada</PLAIN> por su tía",
        "criada de los Quispe, trabaja de criada en Lima",
        unless_before=r"\b(?:de|como|es|una?|la|su) ",
    ),
    row(
        "zona_numerada",
        r"(?i)\b(?:REBOA(?: \d+ ?Fr)?(?: en)?|ROP(?: en)?|flexora|Tamai)[ ,]{1,2}zona"
        r" (?P<phi>I{1,3}|IV|V)\b",
        "REBOA 7Fr zona <PLAIN>III</PLAIN>; ROP zona <PLAIN>II</PLAIN> estadio 1",
        "Vive en la zona III, REBOA, traslado a zona III",
    ),
    row(
        "rosa_de_bengala",
        r"\b(?P<phi>[Rr]osa de [Bb]engala)\b",
        "<PLAIN>Rosa de Bengala</PLAIN> neg.",
        "Rosa de Benavides",
    ),
    row(
        "presion_arterial",
        r"\b(?P<phi>(?:[7-9]\d|1\d\d|2[0-4]\d)/(?:[3-9]\d|1[0-3]\d))\b",
        "TA <PLAIN>125/75</PLAIN>; <PLAIN>130/80</PLAIN>, 72 lpm",
        "12/92, 3/148/92, Informe 125/75, episodio nº 125/75, NHC: 118/75, expediente E. 118/75",
        unless_before=rf"[\d/.-]|{_NUMBERED}",
        unless_after=r"[/\d]|-\d",
    ),
    row(
        "titulo",
        r"\b(?P<phi>1/(?:80|160|320|640|1280|2560|5120|100|200|400|500|800|1000|10000))\b",
        "ANA <PLAIN>1/640</PLAIN>, <PLAIN>1/320</PLAIN>",
        "1/10, 1/2000, episodio 1/320, 21/320, 1/320/19",
        unless_before=rf"[\d/.-]|{_NUMBERED}",
        unless_after=r"[/\d]|-\d",
    ),
    row(
        "escala_con_puntos",
        r"(?:^|[^\pL])(?P<phi>(?:Barthel|Norton|Lawton|Downton|Braden|Pfeiffer|Emina|Karnofsky"
        r"|Tinetti|Yesavage|Charlson)[ :]{1,2}\d{1,3}(?:/\d{1,3})?)(?:[.,;)\n]|$)",
        "Sra. Pons <PLAIN>Barthel 30</PLAIN>. Sr. Gil <PLAIN>Norton 9</PLAIN>.",
        "D. Luis <PLAIN>Lawton 2/8</PLAIN>, <PLAIN>Tinetti: 22</PLAIN>",
        "calle John Norton 12, Ana Norton 82, Sra. Norton 9, Dr. Braden 4471. Barthel 32;",
        check=_is_score,
        unless_before=r"\b(?:dra?|sra?|srta|don|doña|d|dña|enf\pL*|paciente|pte|fdo|firmado)[.:]? "
        r"|\b(?:calle|c/|avda?|avenida|plaza|pza|paseo|camino|vive|domicilio)\b[^\n;]{0,40}",
        unless_after=r"[./-]\d| ?[-/]?\pL",
    ),
    *pacemakers("dra?|sra?|srta|don|doña|dña|mr|mrs|ms|miss"),
    *REGISTERS,
    *ORGANISMS,
    *VEHICLES,
)

PROTECTION = Protection(rows=_ROWS, behind_days=WEEKDAYS, weekday=WEEKDAY)
