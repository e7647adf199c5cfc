"""Forms that settle what stands there: short dates, words behind an age, plates, numbers."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.detect.rules.checks import has_digits
from incognote.languages.es.checks import (
    is_login,
    is_plate,
    is_plate_alone,
    is_serial,
    is_short_date,
)
from incognote.languages.es.rule_words import NO_ROMAN_DATE, PRESSURE
from incognote.languages.es.rules.people import FAITH, NATION, PEOPLE

_DAY = r"(?:3[01]|[12][0-9]|0?[1-9])"
_AFTER_DATE = (
    r" ?(?:-|/|[.,]?[0-9]|%|[xX]|(?:d[ií]as?|h|hs|horas?|sem\w*|mes\w*|min|mg|ml|cm|mm|ug|veces"
    r"|dosis|comp\w*|cada)\b)"
)
_STATE = (
    r"(?:casad[oa]|solter[oa]|viud[oa]|divorciad[oa]|separad[oa]|conviviente|acompañad[oa]"
    r"|uni[oó]n (?:libre|de hecho)|pareja de hecho|amasiato|en concubinato)"
)
_AGED = r"\b(?:[1-9][0-9](?: ?a[ñn]os| ?a\.?)?|[1-9] a[ñn]os)"
_PROVINCE = (
    r"(?:A|AB|AL|AV|B|BA|BI|BU|C|CA|CC|CE|CO|CR|CS|CU|GC|GE|GI|GR|GU|H|HU|IB|J|L|LE|LO|LU|M|MA|ML"
    r"|MU|NA|O|OR|OU|P|PM|PO|S|SA|SE|SG|SO|SS|T|TE|TF|TO|V|VA|VI|Z|ZA)"
)
_CONSONANTS = "[B-DF-HJ-NP-TV-Z]{3}"

RULES = (
    row(
        "dia_y_mes_romano",
        rf"(?:^|[ (\n])(?P<phi>{_DAY}\.(?:I{{1,3}}|IV|VI{{0,3}}|IX|XI{{0,2}}))"
        r"(?:[ ,;:)\n]|\.(?:\s|$)|$)",
        "Neumología, <FECHAS>18.II</FECHAS> a las 9.",
        "Operado el <FECHAS>7.VIII</FECHAS>.",
        "factor 5/V; 12 II; III-2 padre; pares 3-VII",
        score=0.93,
        unless_before=NO_ROMAN_DATE,
        unless_after=r" (?:grado|nervio)",
    ),
    row(
        "fecha_con_puntos_medios",
        rf"{_DAY} ?[·•] ?(?:0?[1-9]|1[0-2]) ?[·•] ?(?:19|20)[0-9]{{2}}",
        "81kg   <FECHAS>24·05·2016</FECHAS>   NHC",
        "5·10 y 3·2",
        score=0.97,
    ),
    row(
        "suceso_y_dia_corto",
        r"\b(?i:alta|ingres(?:o|a|[oó])|egres(?:o|a|[oó])|nac(?:e|i[oó]|id[oa])|sali[oó]"
        r"|operad[oa]|intervenid[oa]|traqueo(?:stom[ií]a)?|iq|iot|extubad[oa]|exitus|[oó]bito"
        r"|ces[aá]rea|histerectom[ií]a|fum|fur|inicio|fin)(?: el)?:? "
        rf"(?P<phi>{_DAY}[-/](?:0?[1-9]|1[0-2]))(?:[ ,;:)\n]|\.(?:\s|$)|$)",
        "- Alta <FECHAS>4-11</FECHAS>, heparina",
        "ALTA <FECHAS>8-5</FECHAS>. Citar; nació <FECHAS>14/07</FECHAS>",
        "EVA ingreso 8/10, alta 3/10; fuerza al alta 4/5; inicio 4-5 días; Barthel alta 5/12",
        "PA al alta 13-8. PA 130/80, alta <FECHAS>13-8</FECHAS>",
        score=0.9,
        check=is_short_date,
        unless_before=(
            r"\b(?:eva|dolor|glasgow|gcs|fuerza|apgar|barthel|ta|escala|balance|mrc)\b[^\n.;]{0,30}"
            rf"|{PRESSURE}"
        ),
        unless_after=_AFTER_DATE,
    ),
    row(
        "edad_de_donante",
        r"(?i)\bdonante(?: (?:cadav[eé]ric[oa]|viv[oa]|DBD|DCD|[oó]ptim[oa]|var[oó]n|mujer"
        r"|hombre|fallecid[oa]))?,?(?: de)? (?P<phi>[1-9][0-9]? ?(?:a[ñn]os|meses|a\b))",
        "donante cadavérico de <EDAD_SUJETO_ASISTENCIA>12 años</EDAD_SUJETO_ASISTENCIA>",
        "Donante DBD <EDAD_SUJETO_ASISTENCIA>44 a</EDAD_SUJETO_ASISTENCIA> (AVC)",
        "donante desde hace 10 años; donante 2 a 3 unidades",
        score=0.93,
        unless_after=r" (?:antes|despu[eé]s|de (?:evoluci|seguim|espera))| [0-9]",
    ),
    row(
        "edad_ante_estado_civil",
        rf"(?i)(?:^|[ ,(])(?P<phi>[1-9][0-9] ?(?:a[ñn]os|a\.?))\)?, {_STATE}(?:[ ,.;:)\n]|$)",
        "Socorro (<EDAD_SUJETO_ASISTENCIA>44 años</EDAD_SUJETO_ASISTENCIA>), casada, de",
        "a los 40 años se separó",
        score=0.97,
        unless_before=r"(?:hace|desde|durante|herman[oa]|hij[oa])(?: \pL+)?,? (?:los |de )?[(]?",
    ),
    row(
        "estado_civil_tras_edad",
        rf"(?i)\b(?:[1-9][0-9](?: ?a[ñn]os| ?a\.?)?|\pL+ años)\)?[,;.] (?P<phi>{_STATE})"
        r"(?:[,.;:)\n]|$)",
        "Riffo Carimán, 58 años, <ID_SUJETO_ASISTENCIA>casado</ID_SUJETO_ASISTENCIA>, técnico",
        "Cuarenta y seis años, <ID_SUJETO_ASISTENCIA>separada</ID_SUJETO_ASISTENCIA>, cosía",
        "12 dosis, separadas 3 h; hermana de 40 años, casada",
        score=0.93,
        unless_before=r"\b(?:herman[oa]|hij[oa]|t[ií][oa]|prim[oa]|niet[oa]|sobrin[oa])\b[^\n.;]{0,30}",
    ),
    row(
        "concubinato",
        r"(?i)amasiato|en concubinato",
        "Edo. civil: <ID_SUJETO_ASISTENCIA>amasiato</ID_SUJETO_ASISTENCIA>",
        "vive con su concubino",
        score=0.9,
    ),
    row(
        "nacionalidad_tras_edad",
        rf"(?i){_AGED}(?:, (?:{_STATE}))?[,.;] (?:y )?(?P<phi>{NATION}|{PEOPLE}|{FAITH}|somal[ií]"
        r"|gibraltareñ[oa]|tejan[oa]|nikkei|malinke|fula|fang|soninké|afgan[oa]|sudan[eé]sa?"
        r"|tibetan[oa]|catalana?|gallega)(?:[,.;:)\n]|$| (?:de|por|con|que) )",
        "Klaas V., 41, <ID_SUJETO_ASISTENCIA>neerlandés</ID_SUJETO_ASISTENCIA>, caída",
        "58 años, casado, <ID_SUJETO_ASISTENCIA>pentecostal</ID_SUJETO_ASISTENCIA>. Dom",
        "lactosa 41, china 3; factor 9, americana; vacuna 65, china, dos dosis; INR 12. china",
        score=0.93,
        unless_before=r"\b(?:inr|dieta|factor|crema|vacuna|lactosa|dosis) [0-9]{1,2}[.,] "
        r"|\b(?:herman[oa]|marido|mujer|espos[oa]|madre|padre|hij[oa])\b[^\n.;]{0,20}",
    ),
    row(
        "sexo_de_joven",
        r"\b(?i:un|una|el|la) (?P<phi>(?i:chavala?|muchach[oa]|chic[oa]|pib[ea]|zagala?"
        r"|rapaza?))"
        r" de [1-9][0-9](?:[,.;:)\n]| (?:a[ñn]os|que|con|sin|y) |$)",
        "Después, un <SEXO_SUJETO_ASISTENCIA>chaval</SEXO_SUJETO_ASISTENCIA> de 15, somalí",
        "su chico de 30; una chica de la limpieza",
        score=0.93,
    ),
    row(
        "matricula_antigua",
        rf"{_PROVINCE}-[0-9]{{4}}-[A-Z]{{1,2}}",
        "vehículo 31, <IDENTIF_VEHICULOS_NRSERIE_PLACAS>OU-7190-M"
        "</IDENTIF_VEHICULOS_NRSERIE_PLACAS>",
        "lote XK-7190-M; B-712; A 1000-U de heparina; biopsia B-1234-A",
        score=0.93,
        unless_before=r"(?:biopsia|muestra|taco|bloque|informe|pieza|tornillo|lote|serie"
        r"|s/n|n/s|ref\.?|n[º°.o]+|exp\w*\.?|caso|historia)[ :]*|[-/]",
        unless_after=r"[-/][0-9A-Z]",
    ),
    row(
        "matricula_de_guatemala",
        rf"[ACMPTU]-[0-9]{{3}} ?{_CONSONANTS}",
        "moto placas <IDENTIF_VEHICULOS_NRSERIE_PLACAS>M-447 CDL"
        "</IDENTIF_VEHICULOS_NRSERIE_PLACAS>. Fx",
        "A-447 con HDL; A-120 LPM, T 130 PCR",
        score=0.93,
        check=is_plate_alone,
        unless_after=r"[ :]*[0-9]",
    ),
    row(
        "matricula_tras_vehiculo",
        r"\b(?i:matr[ií]culas?|placas?|patente|patrulla|volqueta|furgoneta|camioneta|taxi|uvi"
        r"(?: m[oó]vil)?|ambulancia|turismo|coche|moto|buseta|cami[oó]n)[ :(]{1,2}"
        rf"(?P<phi>[0-9]{{4}}[- ]?{_CONSONANTS}|[A-Z]{{3}}[- ]?[0-9]{{3,4}}|[A-Z]{{2}} ?[0-9]{{3}}"
        r" ?[A-Z]{2})",
        "en volqueta <IDENTIF_VEHICULOS_NRSERIE_PLACAS>HBC 4471"
        "</IDENTIF_VEHICULOS_NRSERIE_PLACAS> de",
        "placa LCP 3 mm; moto de 125; placa LCP 350; placas RMN 1200; moto BMW 1200",
        check=is_plate,
        unless_after=r" ?(?:cm|mm|mg|ml|[0-9])|-",
    ),
    row(
        "serie_con_guiones",
        r"\b(?i:n/s|s/n|n[º°.]{1,2} (?:de )?serie|serie)[ ]?[.:]{0,2} ?(?:OD |OI |n[º°.]{1,2} ?)?"
        r"(?P<phi>[A-Z][0-9]{5,9}|[A-Z0-9]{1,8}(?:-[A-Z0-9]{1,10}){1,4}|[0-9]{8,12})",
        "Concentrador n/s <IDENTIF_DISPOSITIVOS_NRSERIE>AC-5L-77120-B"
        "</IDENTIF_DISPOSITIVOS_NRSERIE>.",
        "(serie OD <IDENTIF_DISPOSITIVOS_NRSERIE>2110338447</IDENTIF_DISPOSITIVOS_NRSERIE>,",
        "Río Júcar, s/n E-28935 Móstoles; Calle Mayor s/n 28013 Madrid; serie de 12-14 casos",
        "serie FLAIR-3D-2022, serie DWI-1000-B",
        score=0.93,
        check=is_serial,
        unless_before=r"(?:calle|c/|avda|plaza|camino|carretera)[^\n]{0,40}",
        unless_after=r"/| [0-9]{3}\b",
    ),
    row(
        "afiliacion_con_agregado",
        r"[0-9]{4} ?[0-9]{2} ?[0-9]{4}[- ][0-9] ?[MF] ?(?:19|20)[0-9]{2} ?[A-Z]{2}"
        r"|[A-Z]{4} ?[0-9]{6}/[0-9]{1,2}",
        "afiliación: <ID_ASEGURAMIENTO>0478 44 1190-1 M 1953 OR</ID_ASEGURAMIENTO>",
        "ISSSTE <ID_ASEGURAMIENTO>RIVM 560227/1</ID_ASEGURAMIENTO>",
        "HCTO 45/1; 1953 OR",
    ),
    row(
        "registro_civil_y_mrn",
        r"\bRC[.:]? (?P<phi1>1[0-9]{9}|1(?:\.[0-9]{3}){3})|\b(?:MRN|NIS|LPU|DIMEX)[#.:]{0,2} ?"
        r"(?P<phi2>[0-9]{6,12}|[0-9]{3,4}[ .][0-9]{3,6})|\bc\.c\. ?(?P<phi3>1(?:\.[0-9]{3}){3}"
        r"|[0-9]{1,2}(?:\.[0-9]{3}){2})|(?i:\bdni|\bnie|\brut) \((?P<phi4>[0-9]{1,2}\.?[0-9]{3}\.?"
        r"[0-9]{3}(?:-?[0-9A-Zk])?)\)|\bH\.?ª:? (?P<phi5>[0-9]{5,7}|[A-Z]{2,4}-[0-9]{4,6})",
        "14 m  RC <ID_SUJETO_ASISTENCIA>1029771488</ID_SUJETO_ASISTENCIA>",
        "MRN <ID_SUJETO_ASISTENCIA>00771402</ID_SUJETO_ASISTENCIA>, Plan",
        "H.ª <ID_SUJETO_ASISTENCIA>882014</ID_SUJETO_ASISTENCIA>.",
        "RC 140; NIS 12; 20 c.c. 3",
        score=0.93,
        check=has_digits(4),
        unless_after=r"[./][0-9A-Z]",
    ),
    row(
        "cedula_con_departamento",
        r"\bC\.?I\.?:? (?P<phi>[0-9]{4}[-.]?[0-9]{3,4}(?:-[0-9A-Z]{1,2})? ?(?:SC|LP|CB|CBBA|OR|PT"
        r"|TJ|CH|BN|BE|PD|PA))(?:[ ,;:).\n]|$)",
        "Mercado; CI <ID_SUJETO_ASISTENCIA>5344-871 SC</ID_SUJETO_ASISTENCIA>; nacido",
        "CI 1200 LP",
        unless_after=r" ?/",
    ),
    row(
        "colegiado_por_su_forma",
        r"(?P<phi1>[0-5][0-9]/[0-5][0-9][-/][0-9]{5})|\b(?:CJP|CJPPU|CTMP|C\.?Ps\.?P\.?|NPI|RCM"
        r"|(?i:registro senescyt)|(?i:col[·.]legiad[oa]|col\.leg\.?|colexiad[oa]|elkargokide))"
        r"(?: (?i:n[º°o.]+|n[uú]m\.?))?[:# ]{1,2}(?P<phi2>[0-9]{1,3}[.,]?[0-9]{3,8}(?:-[0-9])?"
        r"|[0-9]{4}-[0-9]{2}-[0-9]{6})",
        "Firmado: geriatra, <ID_TITULACION_PERSONAL_SANITARIO>32/32-11440"
        "</ID_TITULACION_PERSONAL_SANITARIO>.",
        "CJP <ID_TITULACION_PERSONAL_SANITARIO>71.448</ID_TITULACION_PERSONAL_SANITARIO>",
        "el 12/03-2019; NPI 12",
        score=0.93,
        check=has_digits(4),
        unless_after=r"[-/][0-9]",
    ),
    row(
        "login_de_quien_valida",
        r"\b(?i:valida(?:t|d[oa]) p[eo]r|valid[oó]|registrador|digitador|usuari[oa]|user|firmado"
        r" por|informado por|elaborado por|impreso por|t[eé]cnico): "
        r"(?P<phi>[a-z]{2,10}[0-9]{0,3}[._][a-z][a-z0-9]{2,15})(?:[ ,;)\n|]|$)",
        "Validat per: <ID_EMPLEO_PERSONAL_SANITARIO>rad_gpuigjaner"
        "</ID_EMPLEO_PERSONAL_SANITARIO> 15/01/2024",
        "Técnico: sin incidencias, técnico: rx.torax, user: sin.datos",
        score=0.93,
        check=is_login,
    ),
    row(
        "codigo_de_estudio",
        r"(?:[BCMPTH]|AP|BX|NP|CIT|GH|CG|HC|PAT|AN|IHQ|QX|NQx|TS)-?[0-9]{2}-[0-9]{3,6}",
        "se comparó con taco <ID_CONTACTO_ASISTENCIAL>B-19-01142</ID_CONTACTO_ASISTENCIAL>",
        "CIE-10-123; C-5",
        score=0.85,
        unless_before=r"(?:[0-9A-Z][-/]|p[oó]liza:? |serie:? |s/n:? )",
        unless_after=r"[-/]",
    ),
    row(
        "login_con_cifra",
        r"(?:\b(?i:validad[oa]|firmad[oa]|informad[oa]|impreso|elaborad[oa]"
        r"|transcrit[oa]) (?i:por)[: ]{1,2}"
        r"|\b(?i:usuari[oa]|user|login): ?)(?P<phi1>[a-z]{4,12}\d{1,3})(?:[\s,;)|]|\.(?:\s|$)|$)"
        r"|\b(?i:firmado|validado|signat)[^\n(]{2,60}\((?P<phi2>[A-Z]{4,10}\d{1,3})\)",
        "Validado por: <ID_EMPLEO_PERSONAL_SANITARIO>mhollis2</ID_EMPLEO_PERSONAL_SANITARIO> en",
        "Firmado por Ana Ruiz "
        "(<ID_EMPLEO_PERSONAL_SANITARIO>ARUIZX1</ID_EMPLEO_PERSONAL_SANITARIO>)",
        "informado por covid19; validado (CURB65); usuario: no consta",
        score=0.92,
        check=lambda surface: surface.lower() not in {"covid19", "curb65"},
    ),
)
