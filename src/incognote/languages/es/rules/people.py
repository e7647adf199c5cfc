"""Who the patient is: age, sex and relatives."""

from __future__ import annotations

from incognote.detect.rules import Rule
from incognote.languages.es.rule_words import TO_99

_UNIT = "(?:a[ñn]os?|mes(?:es)?|semanas?|d[ií]as?|anys|anos)"
_AGE = rf"(?:(?:1[01])?[0-9]{{1,2}}|{TO_99}) {_UNIT}(?: y (?:medio|[0-9]{{1,2}} meses))?"
_PERSON = (
    "(?:var[oó]n|mujer|hombre|niñ[oa]|paciente|lactante|adolescente|masculin[oa]|femenin[oa]|joven"
    "|señora?|chic[oa]|muchach[oa]|ancian[oa]|escolar|rn|neonato|recién nacid[oa]|reci[eé]n nacid"
    "[oa]"
    "|pcte|pte|pac)"
)
_KIN = (
    "(?:madres?|padres?|herman[oa]s?|hij[oa]s?|abuel[oa]s?|t[ií][oa]s?|prim[oa]s|marido|espos[oa]"
    "|pareja|novi[oa]|c[oó]nyuge|sobrin[oa]s?|niet[oa]s?|suegr[oa]s?|cuñad[oa]s?|yerno|nuera"
    "|padrastro"
    "|madrastra|hermanastr[oa]s?|mamás?|mami|papás?|papi|nenes?|nenas?|exmarido|exmujer|exesposo"
    "|progenitores"
    "|concubin[oa]|consuegr[oa]|bisabuel[oa]s?|padrin[oa]|madrina|mare|fill[oa]s?|nai|ahijad[oa]s?"
    "|conviviente|polol[oa]|abuelit[oa]s?|hermanit[oa]s?|exnovi[oa]|expareja|prometid[oa]"
    "|tiet[ao]|iaia"
    "|osaba|izeba|emaztea|aita|amama|aitona|anaia|arreba|senarra|germ(?:à|ana))"
)
_NUMBER = "(?:otr[oa] |primer |(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|[2-9]|1[0-9]) )"
_WHICH = (
    "(?:matern[oa]s?|patern[oa]s?|mayore?s?|menore?s?|pequeñ[oa]s?|gemel[oa]s?|mellizos|herman"
    "[oa]s?"
    "|polític[oa]s?|adoptiv[oa]s?|biológic[oa]s?|median[oa]|segund[oa]|únic[oa]|varón|finad[oa])"
)

RULES = (
    Rule(
        "edad_con_etiqueta",
        "EDAD_SUJETO_ASISTENCIA",
        r"(?i)(?:^|[^\pL\pN])(?:edad|edat|idade?|ed)"
        r"(?: gestacional corregida| actual| del paciente)?"
        rf"[ ]?[.:=_/]*[ _]{{0,8}}(?P<phi>(?:1[01])?[0-9]{{1,2}}(?: ?(?:{_UNIT}|a)(?: y "
        rf"[0-9]{{1,2}} meses)?)?"
        rf"|{_AGE})(?:[^0-9/%]|$)",
        0.95,
        None,
        (
            "Edad: <EDAD_SUJETO_ASISTENCIA>70 años</EDAD_SUJETO_ASISTENCIA> Sexo: H.",
            "EDAD <EDAD_SUJETO_ASISTENCIA>39</EDAD_SUJETO_ASISTENCIA>   PA 120/80",
            "edad gestacional 29+4, Antigüedad 3 m",
            "normal para la edad 0-90 UI/ml, percentil 5 para su edad: 43 mmHg",
        ),
        unless_before=r"para (?:la|su) edad[ :.]{1,3}",
    ),
    Rule(
        "edad_de_persona",
        "EDAD_SUJETO_ASISTENCIA",
        rf"(?i){_PERSON}(?: (?:masculin[oa]|femenin[oa]|var[oó]n|mujer|mexican[oa]|español[oa]))?"
        rf"(?:,| de|, de|:|\.)? (?:edad )?(?P<phi>{_AGE})(?:[ ,.;:)]|$)",
        0.96,
        None,
        (
            "Varón de <EDAD_SUJETO_ASISTENCIA>52 años</EDAD_SUJETO_ASISTENCIA> que ingresa",
            "paciente de <EDAD_SUJETO_ASISTENCIA>tres meses</EDAD_SUJETO_ASISTENCIA> de vida",
            "paciente con diabetes de 10 años de evolución",
            "se reingresa a la paciente, un mes más tarde",
        ),
        unless_after=r" (?:más tarde|después|antes|de evolución|tras|previos?)",
    ),
    Rule(
        "edad_de_persona_sin_unidad",
        "EDAD_SUJETO_ASISTENCIA",
        rf"(?i){_PERSON}(?:,| de|, de)? (?P<phi>(?:1[01])?[0-9]{{1,2}}(?: ?a\.?)?)"
        r"(?:[;:)]|[,.](?:\s|$)|$| (?:de edad|que|con|sin|y|en|por|acude|consulta)\b)",
        0.75,
        None,
        (
            "mujer de <EDAD_SUJETO_ASISTENCIA>63</EDAD_SUJETO_ASISTENCIA>, diabética",
            "paciente con 3 fármacos",
        ),
    ),
    Rule(
        "edad_de_gestante",
        "EDAD_SUJETO_ASISTENCIA",
        r"(?i)\b(?:gestante|embarazada|parturienta|pu[eé]rpera|(?:primi|secundi|terci|multi)gesta"
        r"|(?:nul[ií]|prim[ií]|secund[ií]|mult[ií])para)(?:,| de|, de|:)? "
        r"(?P<phi>[1-4][0-9] ?(?:a[ñn]os|a\.?))(?:[ ,.;:)]|$)",
        0.93,
        None,
        (
            "Gestante <EDAD_SUJETO_ASISTENCIA>31 a</EDAD_SUJETO_ASISTENCIA>, 20 sem",
            "puérpera de <EDAD_SUJETO_ASISTENCIA>33 años</EDAD_SUJETO_ASISTENCIA>",
            "gestante de 31 a 33 semanas; primigesta 12 sem; embarazada 20 a la semana",
        ),
        unless_after=r" (?:[0-9]|(?:la|las|los|unas)\b)",
    ),
    Rule(
        "edad_de_edad",
        "EDAD_SUJETO_ASISTENCIA",
        rf"(?i)(?P<phi>{_AGE}) de (?:edad|vida)\b",
        0.93,
        None,
        (
            "de <EDAD_SUJETO_ASISTENCIA>45 años</EDAD_SUJETO_ASISTENCIA> de edad",
            "10 años de evolución",
        ),
    ),
    Rule(
        "edad_a_los",
        "EDAD_SUJETO_ASISTENCIA",
        r"(?i)(?:desde|hasta|a|hacia) los (?P<phi>[1-9][0-9] a[ñn]os)(?: de edad|[,.;:)]|$)",
        0.55,
        None,
        (
            "menarquia a los <EDAD_SUJETO_ASISTENCIA>12 años</EDAD_SUJETO_ASISTENCIA>, G2",
            "en los 3 días previos",
        ),
    ),
    Rule(
        "edad_entre_columnas",
        "EDAD_SUJETO_ASISTENCIA",
        r"(?:  |[,|/·(–-] ?)(?P<phi>(?:1[01])?[0-9]{1,2} ?(?i:años|anos)|[1-9][0-9] ?a\.?|  [1-9]"
        r"[0-9] ?A)"
        r"(?:  |[,.;|/·)\n]| -|$)",
        0.75,
        None,
        (
            "Lorenzo Guamán   <EDAD_SUJETO_ASISTENCIA>58 AÑOS</EDAD_SUJETO_ASISTENCIA>   CIP",
            "Celso Anaya, <EDAD_SUJETO_ASISTENCIA>41 años</EDAD_SUJETO_ASISTENCIA>, refiere",
            "desde hace 10 años, fumador",
        ),
    ),
    Rule(
        "edad_suelta",
        "EDAD_SUJETO_ASISTENCIA",
        rf"(?i){_AGE}",
        0.25,
        None,
        ("<EDAD_SUJETO_ASISTENCIA>41 años</EDAD_SUJETO_ASISTENCIA>", "41 mg"),
    ),
    Rule(
        "sexo_con_etiqueta",
        "SEXO_SUJETO_ASISTENCIA",
        r"(?i)\b(?:sexo?e?|sx|g[eé]nero)[ ]?[.:=_#]*[ _]{0,8}"
        r"(?P<phi>H|M|V|F|♀|♂|hombre|mujer|var[oó]n|home|dona|dones|muller|femenin[oa]|masculin"
        r"[oa]|fem\.?"
        r"|masc\.?|niñ[oa]|indeterminado|no binario)(?:[^\pL]|$)",
        0.97,
        None,
        (
            "Sexo: <SEXO_SUJETO_ASISTENCIA>H</SEXO_SUJETO_ASISTENCIA>.",
            "Género: <SEXO_SUJETO_ASISTENCIA>Femenino</SEXO_SUJETO_ASISTENCIA>",
            "género musical, sexo seguro",
        ),
    ),
    Rule(
        "sexo_con_edad",
        "SEXO_SUJETO_ASISTENCIA",
        r"(?i)(?P<phi>var[oó]n|mujer|hombre|niñ[oa]|masculin[oa]|femenin[oa]|masc\.?|fem\.?|chic"
        r"[oa]|pibe)"
        rf"(?: \pL+)?(?: de|, de|,? con|, edad|,|:)? (?:aproximadamente )?(?:[0-9]{{1,3}}|{TO_99})"
        r"(?: ?(?:a[ñn]os?|mes|d[ií]as|semanas|a\b)|,[^0-9])",
        0.96,
        None,
        (
            "<SEXO_SUJETO_ASISTENCIA>Mujer</SEXO_SUJETO_ASISTENCIA> de 44 años",
            "acompañada de una mujer joven",
        ),
    ),
    Rule(
        "sexo_tras_paciente",
        "SEXO_SUJETO_ASISTENCIA",
        r"(?i)\b(?:paciente|pacte|pcte|pte|lactante|adolescente|reci[eé]n nacid[oa]|rn|escolar"
        r"|preescolar|neonato|persona),? (?:del? (?:sexo|g[eé]nero) )?"
        r"(?P<phi>var[oó]n|mujer|hombre|masculin[oa]|femenin[oa]|niñ[oa])",
        0.95,
        None,
        (
            "Paciente <SEXO_SUJETO_ASISTENCIA>masculino</SEXO_SUJETO_ASISTENCIA>, panadero",
            "pacientes mujeres",
        ),
    ),
    Rule(
        "sexo_entre_columnas",
        "SEXO_SUJETO_ASISTENCIA",
        r"[0-9] ?(?:(?i:años|a))?(?:  +| ?[,/;·|] ?)"
        r"(?P<phi>(?i:varón|varon|mujer|hombre|masculino|femenino|masc\.?|fem\.?)|[HMVF♀♂])"
        r"(?:[ ]{2}|[ ]?[,/;·\n]|$)",
        0.8,
        None,
        (
            "861120 / 74 / <SEXO_SUJETO_ASISTENCIA>mujer</SEXO_SUJETO_ASISTENCIA> /",
            "1 M de NaCl",
        ),
    ),
    Rule(
        "sexo_suelto",
        "SEXO_SUJETO_ASISTENCIA",
        r"(?i)(?:var[oó]n|mujer|masculin[oa]|femenin[oa]|hombre|niñ[oa])",
        0.6,
        None,
        ("<SEXO_SUJETO_ASISTENCIA>Mujer</SEXO_SUJETO_ASISTENCIA> sana", "varones; con su mujer"),
        unless_before=r"(?:hij[oa]|su|feto|herman[oa]|pareja|una|la|el|los|un|otr[oa]|cariotipo) ",
    ),
    Rule(
        "pariente",
        "FAMILIARES_SUJETO_ASISTENCIA",
        rf"(?i:{_NUMBER}?{_KIN}(?: {_WHICH})?)(?: \p{{Lu}}\p{{Ll}}+| (?i:de [0-9]{{1,2}}(?: años"
        r"| meses)?))?",
        0.88,
        None,
        (
            "acude con su <FAMILIARES_SUJETO_ASISTENCIA>madre</FAMILIARES_SUJETO_ASISTENCIA>",
            "tiene <FAMILIARES_SUJETO_ASISTENCIA>dos hermanos"
            " mayores</FAMILIARES_SUJETO_ASISTENCIA>",
            "duramadre y piamadre; hermandad",
        ),
        unless_before=r"(?:apellidos|nombre|remitido por|clínico|día de las?):?[^\n]*",
    ),
    # MEDDOCAN's train part marks 27 of 30; notes_es and extra_es follow it in training.
    Rule(
        "la_familia",
        "FAMILIARES_SUJETO_ASISTENCIA",
        r"(?i)\b(?:la|su|nuestra) (?P<phi>familia)\b",
        0.9,
        None,
        (
            "La <FAMILIARES_SUJETO_ASISTENCIA>familia</FAMILIARES_SUJETO_ASISTENCIA> refiere",
            "médico de la familia; juzgado de familia; la oveja negra de la familia",
            "virus de la familia herpes, la familia de proteínas, lactamasas de la familia AmpC",
            "la <FAMILIARES_SUJETO_ASISTENCIA>familia</FAMILIARES_SUJETO_ASISTENCIA> de Genesis",
        ),
        unless_before=r"(?:m[eé]dic[oa]s?|medicina|enfermer[oa]|negra|virus|lactamasas?|genes"
        r"|prote[ií]nas?|enzimas|f[aá]rmacos) de (?:la|su) ",
        unless_after=r" (?:herpes|de (?:genes|prote[ií]nas?|receptores|virus|medicamentos"
        r"|f[aá]rmacos)\b)",
    ),
    Rule(
        "pariente_familia",
        "FAMILIARES_SUJETO_ASISTENCIA",
        r"(?i)(?:la|los|su|sus|de|con|varios|por) (?P<phi>familiares|familia)(?: del? (?:la"
        r" )?paciente)?"
        r"(?:[ ,.;]|$)",
        0.4,
        None,
        (
            "se informa a la <FAMILIARES_SUJETO_ASISTENCIA>familia</FAMILIARES_SUJETO_ASISTENCIA>.",
            "antecedentes familiares",
        ),
    ),
    Rule(
        "pariente_mujer",
        "FAMILIARES_SUJETO_ASISTENCIA",
        r"(?i)(?:\bsu|\bmi|\bcon la|\b(?:a|de) (?:la|su)|\bllama la) (?P<phi>mujer|ex|prima"
        r"|compañer[oa]"
        r"|señora)(?:[ ,.;:)]|$)",
        0.5,
        None,
        (
            "con su <FAMILIARES_SUJETO_ASISTENCIA>mujer</FAMILIARES_SUJETO_ASISTENCIA> en casa",
            "una mujer de 40 años",
        ),
    ),
    Rule(
        "pariente_con_nombre",
        "FAMILIARES_SUJETO_ASISTENCIA",
        rf"(?i:{_KIN}(?: {_WHICH})?)(?:, | \(|: )(?P<phi>\p{{Lu}}\p{{Ll}}+(?:"
        rf" \p{{Lu}}\p{{Ll}}+){{0,2}})[,.;)( ]",
        0.85,
        None,
        (
            "la sobrina, <FAMILIARES_SUJETO_ASISTENCIA>Marina</FAMILIARES_SUJETO_ASISTENCIA>,"
            " trajo",
            "la madre, asmática, refiere",
        ),
    ),
)
