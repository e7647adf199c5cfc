"""Ages as notes jot them down: behind a name, in brackets, short, in words, in tables."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.languages.es.rule_words import MONTHS, ONE, TEEN, TENS, TWENTIES

_CAPS = r"\p{Lu}[\pL'’·-]*\p{Ll}"
# Two names at least: one capitalised word before a number may be a drug or a scale.
_NAMES = rf"{_CAPS}(?: (?:de |del |de la )?(?:{_CAPS}|\p{{Lu}}\.))+"
_TEENS = rf"(?:{TEEN}|veinte|{TWENTIES}|{TENS}(?: y {ONE})?)"
_YEARS = (
    rf"(?:(?:1[01])?[0-9]{{1,2}}|{ONE}|{_TEENS}) (?:a[ñn]os|añitos|meses|mes|año)"
    rf"(?: y (?:medio|pico|(?:[0-9]{{1,2}}|{ONE}|diez|once)"
    r" mes(?:es)?))?"
)
_TWO = r"(?:1[0-9]|[2-9][0-9]|10[0-9])"
_SPAN = (
    r" (?:de (?:evoluci[oó]n|seguimiento|tratamiento|duraci[oó]n)|despu[eé]s|m[aá]s tarde|antes)"
)
_HOUSE = (
    r"(?:calle|c/|avda?\.?|av\.|avenida|plaza|pza\.?|paseo|barrio|urb\.?|carrer|r[uú]a|camino|test"
    r"|fosfatasa|transferasa|prote[ií]na|hemoglobina|creatinina|karnofsky|norton|virus|enfermedad"
    r"|diabetes|hipertensi[oó]n|fibrilaci[oó]n|asma|tabaquismo|artritis|insuficiencia|c[aá]ncer"
    r"|escala|[ií]ndice|score|pugh|mental|glasgow|barthel|portal|bloque|vol|dosis|domicilio"
    r"|direcci[oó]n|residencia|hospital|carretera|jr\.|pje\.?)[^\n]{0,40}"
)

RULES = (
    row(
        "edad_y_varon_al_empezar",
        r"(?im)(?:^ *|\bcama [0-9]{1,3}[a-z]? ?[:–-] ?|\b(?:paciente|pac\.?|pte\.?) )"
        r"(?P<phi>[1-9][0-9]v)(?:[,.;]? \pL|[,;\n]|$)",
        "<EDAD_SUJETO_ASISTENCIA>55v</EDAD_SUJETO_ASISTENCIA> etilismo, cirrosis",
        "cama 4: <EDAD_SUJETO_ASISTENCIA>62V</EDAD_SUJETO_ASISTENCIA> etilismo. Ascitis",
        "descarga a 55v etilismo; 20v bifásico; 55vp; cama 4: 55 v; cama 3.22v",
        score=0.93,
        unless_after=r" (?:x|de|en|y|durante|por|a)\b| (?:bif|mono|bip)",
    ),
    row(
        "edad_tras_nombre_y_coma",
        rf"{_NAMES}(?: \([^)\n]{{2,24}}\)|,? [\"«“'][^\"»”'\n]{{2,20}}[\"»”'])?, "
        rf"(?P<phi>{_TWO}(?: ?a\.?)?)(?:, (?:\p{{Ll}}|G[0-9]|NHC|DNI|CI|TI|CC|EPOC|DM|HTA|FUM|C\.)"
        r"|;|\.(?:\s|$)| ?\n)",
        "Rodel Magbanua, <EDAD_SUJETO_ASISTENCIA>38</EDAD_SUJETO_ASISTENCIA>, engrasador",
        'Yeison Otálora ("Toto"), <EDAD_SUJETO_ASISTENCIA>16</EDAD_SUJETO_ASISTENCIA>, TI 10',
        "Calle Las Acacias, 12, bajo; Potasio, 45, y Mini Mental, 24, normal",
        score=0.93,
        unless_before=_HOUSE,
        unless_after=r"[.,] (?:[0-9]{4,5}|Col\.)",
    ),
    row(
        "edad_tras_nombre_entre_parentesis",
        rf"{_NAMES} \((?P<phi>{_TWO}|{_YEARS}|{_TWO} ?a\.?)(?:[,;] [^)\n]{{1,40}})?\)",
        "señora Mercedes Letelier (<EDAD_SUJETO_ASISTENCIA>97</EDAD_SUJETO_ASISTENCIA>) no",
        "Raquel Yagüe (<EDAD_SUJETO_ASISTENCIA>31 años</EDAD_SUJETO_ASISTENCIA>). G2",
        "Child Pugh (10), Glasgow (15)",
        score=0.85,  # a diagnosis or a test may have capitals too
        unless_before=_HOUSE,
    ),
    row(
        "edad_en_anos_tras_nombre",
        rf"{_NAMES}(?: \([^)\n]{{2,24}}\))?(?:[,.]? (?:de )?| {{2,}})(?P<phi>{_YEARS})"
        r"(?:[,.;:)\n]| \p{Ll}|$)",
        "Amador Regatillo Sanz, <EDAD_SUJETO_ASISTENCIA>44 años</EDAD_SUJETO_ASISTENCIA>.",
        "Kenia Lizeth Portillo, <EDAD_SUJETO_ASISTENCIA>9 meses</EDAD_SUJETO_ASISTENCIA>, LPH",
        "Artritis Reumatoide, 10 años de evolución",
        score=0.85,  # a diagnosis may have capitals too, and last for years
        unless_before=_HOUSE,
        unless_after=_SPAN + "| sin | con | de [a-df-z]",
    ),
    row(
        "edad_de_quien_tiene",
        rf"(?i)\b(?:(?:tiene|tengo|tenía|representa|aparenta) (?:unos )?(?P<phi1>{_YEARS})"
        rf"|cumpl(?:e|ió|ía|irá|ir|idos) (?:los )?(?P<phi2>{_YEARS}|{_TEENS}|{_TWO}))"
        r"(?:[,.;:)\n]| (?:el|en|pero|la|por|este|ya|mañana|ayer|hoy|dentro) |$)",
        "tiene <EDAD_SUJETO_ASISTENCIA>89 años</EDAD_SUJETO_ASISTENCIA>. la nuera",
        "Él ya cumplió los <EDAD_SUJETO_ASISTENCIA>ochenta</EDAD_SUJETO_ASISTENCIA>. No",
        "tiene 3 años de evolución; cumple 10 días de antibiótico",
        "El dolor tiene 3 meses. Cumplió 12 meses en tratamiento",
        score=0.93,
        unless_before=(
            r"\b(?:dolor(?:es)?|lesi[oó]n|tos|cuadro|s[ií]ntomas?|tumor|masa|herida|[uú]lcera"
            r"|problema|cicatriz|relaci[oó]n|pr[oó]tesis|marcapasos|cat[eé]ter|tratamiento)"
            r"[^\n.;]{0,24}"
        ),
        unless_after=_SPAN + r"| (?:en|el|la|con|de|del) (?:el )?(?:tratamiento|terapia|dieta)",
    ),
    row(
        "edad_desde_los",
        rf"(?i)\b(?:desde|hasta|hacia) (?:que ten[ií]a |los )(?P<phi1>{_TWO} a[ñn]os|{_TEENS}(?:"
        rf" a[ñn]os)?|{_TWO})(?:[,.;:)\n]| (?:como|en|con|por) | \(|$)"
        rf"|\b(?:a|con) los (?P<phi2>{_TEENS})(?:[,.;:)\n]| (?:ya|empez|dej|entr|se|como|por"
        rf" primera) |$)",
        "Fuma desde los <EDAD_SUJETO_ASISTENCIA>12</EDAD_SUJETO_ASISTENCIA>. Úlcera",
        "A los <EDAD_SUJETO_ASISTENCIA>catorce</EDAD_SUJETO_ASISTENCIA> ya se había",
        "desde los 12 puntos hasta los 20 mg; a los diez minutos; desde los 90 hasta hoy",
        "fiebre hasta los 39. Hasta los 90 por minuto; a los treinta se repite glucemia",
        score=0.9,
        unless_before=(
            r"\b(?:fiebre|febr[ií]cula|febril|temperatura|t[ªº]|tensi[oó]n|t\.?a|glucemia|fc|frecuencia"
            r"|sat\w*|peso|dosis|pico)[^\n.;]{0,24}"
        ),
        unless_after=(
            r" (?:con|y|en|por|a) (?:puntos|mg|minuto)| (?:con|de) (?:fiebre|tiritona)| en [0-9]"
            r"| se (?:repit|administr|retir|realiz|revis|control|reeval)| hasta hoy|[.,][0-9]|º"
            r"| ?(?:mg|ml|kg|puntos|d[ií]as|minutos|semanas|lpm|grados|cm)\b"
        ),
    ),
    row(
        "edad_pegada",
        rf"(?:^|[\s,;(/|])(?P<phi>{_TWO}a(?: [0-9]{{1,2}} ?m)?)(?:[ ,;:)\n/]|\.(?:\s|$)|$)",
        "v <EDAD_SUJETO_ASISTENCIA>58a</EDAD_SUJETO_ASISTENCIA> jubilado",
        "en la 10a. calle 4-33; la 12a avenida; línea 36av; la 10a costilla con la 11a",
        "exón 12a; pieza 10a",
        score=0.93,
        unless_before=r"\b(?:ex[oó]n|posici[oó]n|pieza|d[ií]a|las?|una|el|cra\.?"
        r"|kr\.?|carrera|calle|cl\.?|-ko \pL+) ",
        unless_after=(
            r"[.]? ?(?:calle|av|avenida|edici|sesi|planta|semana|sem\b|c\.|dosis|sur|norte|vez"
            r"|costilla|zona)"
        ),
    ),
    row(
        "edad_en_anos_y_meses_cortos",
        r"(?:^|[\s,;(/|])(?P<phi>[0-9]{1,2} ?a(?:ños)?,? ?(?:y |con )?[0-9]{1,2} ?m(?:eses)?(?:"
        r" ?[0-9]{1,2} ?d)?"
        r"|[0-9]{1,2} ?m [0-9]{1,2} ?d)(?:[ ,;:)\n/]|\.(?:\s|$)|$)",
        "Ordóñez Elías   <EDAD_SUJETO_ASISTENCIA>1 a 7 m</EDAD_SUJETO_ASISTENCIA>   ♂",
        "Edad: <EDAD_SUJETO_ASISTENCIA>12 m 4 d</EDAD_SUJETO_ASISTENCIA>. Peso 9,0 kg",
        "camina de 2 a 7 m, 3 a 5 mg; tolera caminar 5 a 10 m de distancia",
        score=0.93,
        unless_before=r"(?:(?:de|entre|desde|hace|durante|cada) |(?:[oó]sea|camin|marcha"
        r"|distancia|profund|recorr|metros)[^\n.;]{0,24})",
        unless_after=r" de (?:distancia|profundidad|longitud|altura)",
    ),
    row(
        "edad_y_peso",
        r"(?:^|[\s;(/|])(?P<phi>[0-9]{1,2} ?(?:a|m|años|meses))[,.;]? (?:(?i:peso|pesa)[: ]{0,2})?"
        r"[0-9]{1,3}(?:[.,][0-9]{1,3})? ?kg",
        "petequias. <EDAD_SUJETO_ASISTENCIA>7 a</EDAD_SUJETO_ASISTENCIA>, 22 kg. A:",
        "de 7 a 22 kg; en 3 meses 5 kg menos",
        score=0.93,
        unless_before=r"(?:en|de|hace|durante|[uú]ltimos|tras|entre) ",
        unless_after=r" [0-9]",
    ),
    row(
        "edad_de_lactante_corta",
        r"(?i:lactante|beb[eé]|niñ[oa]|lact\.?|nen[ea]|preescolar)(?: (?:var[oó]n|mujer|masc\.?"
        r"|fem\.?))?(?:,? de|,)? (?P<phi>[0-9]{1,2} ?(?:m|a|d))(?:[ ,;:)\n]|\.(?:\s|$)|$)",
        "lactante de <EDAD_SUJETO_ASISTENCIA>9 m</EDAD_SUJETO_ASISTENCIA>, fiebre",
        "niña de 2 a 3 kg",
        score=0.93,
        unless_after=r" [0-9]",
    ),
    row(
        "edad_ya_dicha_persona",
        r"(?i:\b(?:mujer|var[oó]n|hombre|masculin[oa]|femenin[oa]|fem|masc|chic[oa]|muchach[oa]"
        r"|señora?|dama|caballero)\.?(?:,? de|,)? (?:aprox\.? |aproximadamente |unos |alrededor de"
        rf" |[~±])?)(?P<phi>{_TWO})(?:[,;:)\n]|\.(?:\s|$)|$| (?:que|con|sin|aprox|acude"
        rf"|consulta)\b)",
        "mujer <EDAD_SUJETO_ASISTENCIA>40</EDAD_SUJETO_ASISTENCIA> aprox atrapada",
        "varón <EDAD_SUJETO_ASISTENCIA>58</EDAD_SUJETO_ASISTENCIA>, fractura",
        "mujer de 60 kg; hombre 12.5",
        score=0.93,
        unless_before=r"\bsu (?:mujer|señora|marido|hombre),? (?:de )?",
        unless_after=r"[,.][0-9]|, (?:[0-9]|[oy] )",
    ),
    row(
        "edad_en_registro",
        r"(?i:\bedad(?:[\"'] ?: ?[\"']?|=[\"']?))(?P<phi1>[0-9]{1,3}(?:\.[0-9]{1,2})?)[\"';|,}\s]"
        r"|\|~?(?P<phi2>[0-9]{1,3})\|[HMVF]\|",
        '"edad":"<EDAD_SUJETO_ASISTENCIA>22</EDAD_SUJETO_ASISTENCIA>","sexo":"F"',
        "|NOURA|<EDAD_SUJETO_ASISTENCIA>5</EDAD_SUJETO_ASISTENCIA>|M|fiebre",
        "edad gestacional: 39; |5|6|",
    ),
    row(
        "edad_entre_nombre_y_clave",
        rf"(?:{_CAPS}|\p{{Lu}}{{3,}})(?: {{2,}}| ?[|/·] ?)(?P<phi>{_TWO}(?: ?[aA]\.?)?)(?: {{2,}}|"
        r" ?[|/·] ?| )(?:[HMVF](?:  | ?[|/·]|\n|$)|(?i:NHC|DNI|TIS|CIP|C\.?I\.?|H\.?C\.?|mujer"
        r"|var[oó]n|hombre|masc|fem|♂|♀|exp|c[eé]d)\b)",
        "PRADA GAYOSO   <EDAD_SUJETO_ASISTENCIA>64</EDAD_SUJETO_ASISTENCIA>   H   tarxeta",
        "Josune  <EDAD_SUJETO_ASISTENCIA>24</EDAD_SUJETO_ASISTENCIA>  TIS 01-44177-3",
        "Fosfatasa   85   U/L",
        score=0.93,
    ),
    row(
        "sexo_y_edad_cortos",
        rf"(?m)(?:^|[|/·] ?|  )(?P<phi>[HMVFhv]),? (?:{_TWO}|[1-9]) ?(?:a\b\.?|años|,)",
        "<SEXO_SUJETO_ASISTENCIA>v</SEXO_SUJETO_ASISTENCIA> 58a jubilado",
        "<SEXO_SUJETO_ASISTENCIA>H</SEXO_SUJETO_ASISTENCIA>, 77, noruego",
        "tramo V 5 a 7; la M 4",
        "V 10 a 15 mm",
        "H 20 a 22",
        score=0.9,
        unless_after=r",? [0-9]{1,3},[0-9]|, ?[0-9]{1,3}, [0-9]"
        r"|,? [0-9]{1,3} ?a [0-9]{1,3}(?: ?(?:mm|cm|mg|ml|h|hs|hrs|horas|lpm|%)\b|[.,;)\n]|$)",
    ),
    row(
        "edad_que_se_hace",
        r"(?i)\b(?:ha(?:ce|r[aá]|c[ií]a)|hizo|ha hecho) (?:los )?(?P<phi>9\d|10\d|11[0-5])"
        rf" (?:en (?:{MONTHS}|primavera|verano|otoño|invierno|navidad(?:es)?)"
        r"|est[ea] (?:primavera|verano|otoño|invierno|año|mes))\b",
        "Tiene 89, hace <EDAD_SUJETO_ASISTENCIA>90</EDAD_SUJETO_ASISTENCIA> en marzo",
        "Ha hecho <EDAD_SUJETO_ASISTENCIA>101</EDAD_SUJETO_ASISTENCIA> esta primavera.",
        "hace 90 días en marzo; ha hecho 101 de fiebre; hace 90 minutos; hizo 95 en la escala",
        score=0.93,
        unless_before=r"\b(?:sat\w*|fc|glucemia|tensi[oó]n|ta|fiebre|spo2)[^\n.;]{0,20}",
    ),
    row(
        "edad_en_una_palabra",
        r"(?i)\b(?P<phi>(?:(?:sexa|septua|octo|nona)gen|supercenten)ari[oa]s?)\b",
        "<EDAD_SUJETO_ASISTENCIA>nonagenaria</EDAD_SUJETO_ASISTENCIA> con ICC",
        "Hospital del Centenario; un vegetariano",
        score=0.97,
    ),
    row(
        "edad_de_centenario",
        r"(?i)\b(?:paciente|mujer|hombre|var[oó]n|se[nñ]ora?|ancian[oa]|abuel[oa]|madre|padre"
        r"|suegr[oa]|viud[oa]|persona|residente) (?P<phi>centenari[oa])\b",
        "Paciente <EDAD_SUJETO_ASISTENCIA>centenaria</EDAD_SUJETO_ASISTENCIA> con caída",
        "el Barrio Centenario, hospital centenario, árbol centenario",
        score=0.95,
    ),
    row(
        "edad_de_cien_en_letra",
        rf"(?i)\b(?P<phi>ciento (?:{ONE}|{TEEN}) a[ñn]os)\b",
        "mujer de <EDAD_SUJETO_ASISTENCIA>ciento dos años</EDAD_SUJETO_ASISTENCIA>",
        "hace ciento dos años; ciento dos unidades",
        score=0.93,
        unless_before=r"\b(?:hace|desde hace|durante) (?:m[aá]s de |unos |casi )?",
        unless_after=_SPAN,
    ),
    row(
        "edad_cuando",
        r"(?i)\bedad (?:al|a la|en el|en la|del?)(?: momento del?(?: la)?)? ?(?:diagn[oó]stico"
        r"|fallecer|fallecimiento|[eé]xitus|muerte|ingreso|inicio|debut|alta|consulta|visita"
        r"|menarqu[ií]a|menopausia)[ :=]{1,4}(?P<phi>(?:1[01])?[0-9]{1,2}(?: a[ñn]os)?)\b",
        "Edad al diagnóstico: <EDAD_SUJETO_ASISTENCIA>94</EDAD_SUJETO_ASISTENCIA>",
        "edad al fallecer: <EDAD_SUJETO_ASISTENCIA>95 años</EDAD_SUJETO_ASISTENCIA>",
        "edad gestacional al ingreso: 31, edad al inicio: 12 semanas, edad media al ingreso: 61, "
        "edad al ingreso: 61 mg",
        score=0.95,
        unless_after=r"[.,/-][0-9]|%| ?(?:\+|mg|semanas?|sem\b|meses|mes\b|d[ií]as?)",
    ),
    row(
        "edad_de_fallecer",
        r"(?i)\b(?:falleci[oó]|fallecid[oa]|muri[oó]|muert[oa]) (?:con|a los) "
        r"(?P<phi>9\d|10\d|11[0-5])(?:[,;.)]| (?:por|de|tras|en|y)\b|$)",
        "fallecida con <EDAD_SUJETO_ASISTENCIA>95</EDAD_SUJETO_ASISTENCIA>, HTA",
        "murió a los 90 días; falleció con 95% de SatO2; falleció con 95 lpm, con 95 de saturación",
        score=0.93,
        unless_after=r"[.,][0-9]|%| de (?:sat|spo|gluc|tensi|ta\b|fc\b|peso)",
    ),
    row(
        "edad_de_cumpleaños",
        r"(?i)\b(?P<phi>9\d|10\d|11[0-5])(?:\.?[ºo°])? cumplea[ñn]os\b",
        "celebra su <EDAD_SUJETO_ASISTENCIA>100</EDAD_SUJETO_ASISTENCIA> cumpleaños",
        "percentil 97, 100º aniversario",
        score=0.95,
    ),
    row(
        "edad_con_signo",
        r"(?:^|[^\d.,/-])(?P<phi>[2-9]\d|10\d|11[0-5]) ?[♀♂]",
        "<EDAD_SUJETO_ASISTENCIA>97</EDAD_SUJETO_ASISTENCIA>♀ con ICC",
        "3 ♀ sanas, 240 ♂",
        score=0.93,
    ),
)
