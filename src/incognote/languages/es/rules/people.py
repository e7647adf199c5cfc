"""Who the patient is: age, sex, relatives, nationality, people, faith, order of birth."""

from __future__ import annotations

from incognote.detect.rules import row
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

NATION = (
    "(?:alem[aá]n|alemana|albanesa?|americana|angoleñ[oa]|argelin[oa]|argentin[oa]|armeni[oa]|belga"
    "|bolivian[oa]|brasileñ[oa]|brit[aá]nic[oa]|b[uú]lgar[oa]|caboverdian[oa]|camerun[eé]sa?"
    "|canadiense"
    "|chilen[oa]|chin[oa]|colombian[oa]|coreano|costarricense|croat[oa]|cuban[oa]|dan[eé]sa?"
    "|dominican[oa]|ecuatorian[oa]|ecuatoguinean[oa]|egipci[oa]|eslovac[oa]|español[oa]"
    "|estadounidense"
    "|filipin[oa]|finland[eé]sa?|franc[eé]sa?|gambian[oa]|georgian[oa]|ghan[eé]sa?|grieg[oa]"
    "|guatemaltec[oa]|guinean[oa]|haitian[oa]|holand[eé]sa?|hondureñ[oa]|h[uú]ngar[oa]|indi[oa]"
    "|hind[uú]"
    "|ingl[eé]sa?|iran[ií]|iraqu[ií]|irland[eé]sa?|italian[oa]|japon[eé]sa?|lituan[oa]|maliense"
    "|marfileñ[oa]|marroqu[ií](?:es)?|mauritan[oa]|mexican[oa]|moldav[oa]|neerland[eé]sa?|nepal[ií]"
    "|nicarag[uü]ense|nigerian[oa]|norueg[oa]|pakistan[ií]|pakistanesa?|palestin[oa]|panameñ[oa]"
    "|paraguay[oa]|peruan[oa]|polac[oa]|portugu[eé]sa?|puertorriqueñ[oa]|ruman[oa]|rus[oa]"
    "|salvadoreñ[oa]|saharaui|senegal[eé]sa?|serbi[oa]|siri[oa]|suec[oa]|suiz[oa]|tunecin[oa]"
    "|turc[oa]|ucranian[oa]|uruguay[oa]|venezolan[oa]|vietnamita)"
)
PEOPLE = (
    "(?:amazigh|awajun|ach[ií]|aymara|ayuujk|ember[aá]|garífuna|gitan[oa]|guaran[ií]|ind[ií]gena"
    "|kichwa"
    "|k'iche'|kaqchikel|mam|mapuche(?:-pehuenche|-huilliche)?|maya(?: k'iche'| ach[ií])?"
    "|mesti[zs][oa]"
    "|mixtec[oa]|misak|n[aá]huatl|otom[ií]|purépecha|q['’]?eqchi['’]?|qom|quechua(?:hablante)?"
    "|rar[aá]muri"
    "|rom|romaní|shipibo|toba|tsotsil|tseltal|tzeltal|tzotzil|wayu[uú]|wich[ií]|zapotec[oa]"
    "|afrodescendiente"
    "|afrocolombian[oa]|afroecuatorian[oa]|mulat[oa]|mandinga|wolof|bereber)"
)
FAITH = (
    "(?:adventista|anglican[oa]|bautista|budista|cat[oó]lic[oa]|cristian[oa] evang[eé]lic[oa]"
    "|evang[eé]lic[oa]"
    "(?: pentecostal)?|hinduista|judí[oa]|mormon[oa]?a?|musulm[aá]na?|ortodox[oa]|pentecostal"
    "|protestante|sij|sikh|testigo de jehov[aá]|umbandista|sant(?:ero|era)|islámica)"
)
_WHO = (
    r"(?:var[oó]n|mujer|hombre|paciente|pte|pcte|pac|niñ[oa]|señora?|joven|chic[oa]|masculin[oa]"
    r"|femenin[oa]"
    r"|lactante|turista|madre|padre|familia|ciudadan[oa])"
)
_ORDER = (
    "(?:primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|sext[oa]|séptim[oa]|mayor|menor"
    "|pequeñ[oa]"
    "|median[oa]|únic[oa]|benjamín|benjamina)"
)
_MANY = "(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|[2-9]|1[0-2])"


RULES = (
    row(
        "edad_con_etiqueta",
        r"(?i)(?:^|[^\pL\pN])(?:edad|edat|idade?|ed)"
        r"(?: gestacional corregida| actual| del paciente)?"
        rf"[ ]?[.:=_/]*[ _]{{0,8}}(?P<phi>(?:1[01])?[0-9]{{1,2}}(?: ?(?:{_UNIT}|a)(?: y "
        rf"[0-9]{{1,2}} meses)?)?"
        rf"|{_AGE})(?:[^0-9/%]|$)",
        "Edad: <EDAD_SUJETO_ASISTENCIA>70 años</EDAD_SUJETO_ASISTENCIA> Sexo: H.",
        "EDAD <EDAD_SUJETO_ASISTENCIA>39</EDAD_SUJETO_ASISTENCIA>   PA 120/80",
        "edad gestacional 29+4, Antigüedad 3 m",
        "normal para la edad 0-90 UI/ml, percentil 5 para su edad: 43 mmHg",
        unless_before=r"para (?:la|su) edad[ :.]{1,3}",
    ),
    row(
        "edad_de_persona",
        rf"(?i){_PERSON}(?: (?:masculin[oa]|femenin[oa]|var[oó]n|mujer|mexican[oa]|español[oa]))?"
        rf"(?:,| de|, de|:|\.)? (?:edad )?(?P<phi>{_AGE})(?:[ ,.;:)]|$)",
        "Varón de <EDAD_SUJETO_ASISTENCIA>52 años</EDAD_SUJETO_ASISTENCIA> que ingresa",
        "paciente de <EDAD_SUJETO_ASISTENCIA>tres meses</EDAD_SUJETO_ASISTENCIA> de vida",
        "paciente con diabetes de 10 años de evolución",
        "se reingresa a la paciente, un mes más tarde",
        score=0.96,
        unless_after=r" (?:más tarde|después|antes|de evolución|tras|previos?)",
    ),
    row(
        "edad_de_persona_sin_unidad",
        rf"(?i){_PERSON}(?:,| de|, de)? (?P<phi>(?:1[01])?[0-9]{{1,2}}(?: ?a\.?)?)"
        r"(?:[;:)]|[,.](?:\s|$)|$| (?:de edad|que|con|sin|y|en|por|acude|consulta)\b)",
        "mujer de <EDAD_SUJETO_ASISTENCIA>63</EDAD_SUJETO_ASISTENCIA>, diabética",
        "paciente con 3 fármacos",
        score=0.75,
    ),
    row(
        "edad_de_gestante",
        r"(?i)\b(?:gestante|embarazada|parturienta|pu[eé]rpera|(?:primi|secundi|terci|multi)gesta"
        r"|(?:nul[ií]|prim[ií]|secund[ií]|mult[ií])para)(?:,| de|, de|:)? "
        r"(?P<phi>[1-4][0-9] ?(?:a[ñn]os|a\.?))(?:[ ,.;:)]|$)",
        "Gestante <EDAD_SUJETO_ASISTENCIA>31 a</EDAD_SUJETO_ASISTENCIA>, 20 sem",
        "puérpera de <EDAD_SUJETO_ASISTENCIA>33 años</EDAD_SUJETO_ASISTENCIA>",
        "gestante de 31 a 33 semanas; primigesta 12 sem; embarazada 20 a la semana",
        score=0.93,
        unless_after=r" (?:[0-9]|(?:la|las|los|unas)\b)",
    ),
    row(
        "edad_de_edad",
        rf"(?i)(?P<phi>{_AGE}) de (?:edad|vida)\b",
        "de <EDAD_SUJETO_ASISTENCIA>45 años</EDAD_SUJETO_ASISTENCIA> de edad",
        "10 años de evolución",
        score=0.93,
    ),
    row(
        "edad_a_los",
        r"(?i)(?:desde|hasta|a|hacia) los (?P<phi>[1-9][0-9] a[ñn]os)(?: de edad|[,.;:)]|$)",
        "menarquia a los <EDAD_SUJETO_ASISTENCIA>12 años</EDAD_SUJETO_ASISTENCIA>, G2",
        "en los 3 días previos",
        score=0.55,
    ),
    row(
        "edad_entre_columnas",
        r"(?:  |[,|/·(–-] ?)(?P<phi>(?:1[01])?[0-9]{1,2} ?(?i:años|anos)|[1-9][0-9] ?a\.?|  [1-9]"
        r"[0-9] ?A)"
        r"(?:  |[,.;|/·)\n]| -|$)",
        "Lorenzo Guamán   <EDAD_SUJETO_ASISTENCIA>58 AÑOS</EDAD_SUJETO_ASISTENCIA>   CIP",
        "Celso Anaya, <EDAD_SUJETO_ASISTENCIA>41 años</EDAD_SUJETO_ASISTENCIA>, refiere",
        "desde hace 10 años, fumador",
        score=0.75,
    ),
    row(
        "edad_suelta",
        rf"(?i){_AGE}",
        "<EDAD_SUJETO_ASISTENCIA>41 años</EDAD_SUJETO_ASISTENCIA>",
        "41 mg",
        score=0.25,
    ),
    row(
        "sexo_con_etiqueta",
        r"(?i)\b(?:sexo?e?|sx|g[eé]nero)[ ]?[.:=_#]*[ _]{0,8}"
        r"(?P<phi>H|M|V|F|♀|♂|hombre|mujer|var[oó]n|home|dona|dones|muller|femenin[oa]|masculin"
        r"[oa]|fem\.?"
        r"|masc\.?|niñ[oa]|indeterminado|no binario)(?:[^\pL]|$)",
        "Sexo: <SEXO_SUJETO_ASISTENCIA>H</SEXO_SUJETO_ASISTENCIA>.",
        "Género: <SEXO_SUJETO_ASISTENCIA>Femenino</SEXO_SUJETO_ASISTENCIA>",
        "género musical, sexo seguro",
        score=0.97,
    ),
    row(
        "sexo_con_edad",
        r"(?i)(?P<phi>var[oó]n|mujer|hombre|niñ[oa]|masculin[oa]|femenin[oa]|masc\.?|fem\.?|chic"
        r"[oa]|pibe)"
        rf"(?: \pL+)?(?: de|, de|,? con|, edad|,|:)? (?:aproximadamente )?(?:[0-9]{{1,3}}|{TO_99})"
        r"(?: ?(?:a[ñn]os?|mes|d[ií]as|semanas|a\b)|,[^0-9])",
        "<SEXO_SUJETO_ASISTENCIA>Mujer</SEXO_SUJETO_ASISTENCIA> de 44 años",
        "acompañada de una mujer joven",
        score=0.96,
    ),
    row(
        "sexo_tras_paciente",
        r"(?i)\b(?:paciente|pacte|pcte|pte|lactante|adolescente|reci[eé]n nacid[oa]|rn|escolar"
        r"|preescolar|neonato|persona),? (?:del? (?:sexo|g[eé]nero) )?"
        r"(?P<phi>var[oó]n|mujer|hombre|masculin[oa]|femenin[oa]|niñ[oa])",
        "Paciente <SEXO_SUJETO_ASISTENCIA>masculino</SEXO_SUJETO_ASISTENCIA>, panadero",
        "pacientes mujeres",
    ),
    row(
        "sexo_entre_columnas",
        r"[0-9] ?(?:(?i:años|a))?(?:  +| ?[,/;·|] ?)"
        r"(?P<phi>(?i:varón|varon|mujer|hombre|masculino|femenino|masc\.?|fem\.?)|[HMVF♀♂])"
        r"(?:[ ]{2}|[ ]?[,/;·\n]|$)",
        "861120 / 74 / <SEXO_SUJETO_ASISTENCIA>mujer</SEXO_SUJETO_ASISTENCIA> /",
        "1 M de NaCl",
        score=0.8,
    ),
    row(
        "sexo_suelto",
        r"(?i)(?:var[oó]n|mujer|masculin[oa]|femenin[oa]|hombre|niñ[oa])",
        "<SEXO_SUJETO_ASISTENCIA>Mujer</SEXO_SUJETO_ASISTENCIA> sana",
        "varones; con su mujer",
        score=0.6,
        unless_before=r"(?:hij[oa]|su|feto|herman[oa]|pareja|una|la|el|los|un|otr[oa]|cariotipo) ",
    ),
    row(
        "pariente",
        rf"(?i:{_NUMBER}?{_KIN}(?: {_WHICH})?)(?: \p{{Lu}}\p{{Ll}}+| (?i:de [0-9]{{1,2}}(?: años"
        r"| meses)?))?",
        "acude con su <FAMILIARES_SUJETO_ASISTENCIA>madre</FAMILIARES_SUJETO_ASISTENCIA>",
        "tiene <FAMILIARES_SUJETO_ASISTENCIA>dos hermanos mayores</FAMILIARES_SUJETO_ASISTENCIA>",
        "duramadre y piamadre; hermandad",
        score=0.88,
        unless_before=r"(?:apellidos|nombre|remitido por|clínico|día de las?):?[^\n]*",
    ),
    # MEDDOCAN's train part marks 27 of 30; notes_es and extra_es follow it in training.
    row(
        "la_familia",
        r"(?i)\b(?:la|su|nuestra) (?P<phi>familia)\b",
        "La <FAMILIARES_SUJETO_ASISTENCIA>familia</FAMILIARES_SUJETO_ASISTENCIA> refiere",
        "médico de la familia; juzgado de familia; la oveja negra de la familia",
        "virus de la familia herpes, la familia de proteínas, lactamasas de la familia AmpC",
        "la <FAMILIARES_SUJETO_ASISTENCIA>familia</FAMILIARES_SUJETO_ASISTENCIA> de Genesis",
        score=0.9,
        unless_before=r"(?:m[eé]dic[oa]s?|medicina|enfermer[oa]|negra|virus|lactamasas?|genes"
        r"|prote[ií]nas?|enzimas|f[aá]rmacos) de (?:la|su) ",
        unless_after=r" (?:herpes|de (?:genes|prote[ií]nas?|receptores|virus|medicamentos"
        r"|f[aá]rmacos)\b)",
    ),
    row(
        "pariente_familia",
        r"(?i)(?:la|los|su|sus|de|con|varios|por) (?P<phi>familiares|familia)(?: del? (?:la"
        r" )?paciente)?"
        r"(?:[ ,.;]|$)",
        "se informa a la <FAMILIARES_SUJETO_ASISTENCIA>familia</FAMILIARES_SUJETO_ASISTENCIA>.",
        "antecedentes familiares",
        score=0.4,
    ),
    row(
        "pariente_mujer",
        r"(?i)(?:\bsu|\bmi|\bcon la|\b(?:a|de) (?:la|su)|\bllama la) (?P<phi>mujer|ex|prima"
        r"|compañer[oa]"
        r"|señora)(?:[ ,.;:)]|$)",
        "con su <FAMILIARES_SUJETO_ASISTENCIA>mujer</FAMILIARES_SUJETO_ASISTENCIA> en casa",
        "una mujer de 40 años",
        score=0.5,
    ),
    row(
        "pariente_con_nombre",
        rf"(?i:{_KIN}(?: {_WHICH})?)(?:, | \(|: )(?P<phi>\p{{Lu}}\p{{Ll}}+(?:"
        rf" \p{{Lu}}\p{{Ll}}+){{0,2}})[,.;)( ]",
        "la sobrina, <FAMILIARES_SUJETO_ASISTENCIA>Marina</FAMILIARES_SUJETO_ASISTENCIA>, trajo",
        "la madre, asmática, refiere",
        score=0.85,
    ),
    row(
        "nacionalidad_de_persona",
        rf"(?i:\b{_WHO},? (?:de )?(?P<phi>{NATION}|{PEOPLE}|{FAITH}))(?:[ ,.;:)\n]|$)",
        "Varón <ID_SUJETO_ASISTENCIA>chino</ID_SUJETO_ASISTENCIA>, 49 años",
        "madre indica; paciente rusiente",
        score=0.93,
        unless_after=r" (?:ink|de la)",
    ),
    row(
        "nacionalidad_con_etiqueta",
        r"(?i:(?:nacionalidad|nac\.|ciudadan[ií]a|etnia|raza|color de la piel|autoidentificaci[oó]n"
        r"|pertenencia [eé]tnica|religi[oó]n|credo|confesi[oó]n|lengua(?: materna)?|pueblo(?:"
        r" ind[ií]gena)?"
        r"|de origen|de etnia|de raza|de religi[oó]n|de confesi[oó]n|perteneciente al pueblo)"
        rf"(?: (?:es|la|de))?[ .:]{{1,12}}(?P<phi>{NATION}|{PEOPLE}|{FAITH}|negr[oa]|blanc[oa]"
        rf"|cauc[aá]sic[oa]))"
        r"(?:[ ,.;:)\n]|$)",
        "De nacionalidad <ID_SUJETO_ASISTENCIA>india</ID_SUJETO_ASISTENCIA>, 30 años",
        "Religión: <ID_SUJETO_ASISTENCIA>evangélica</ID_SUJETO_ASISTENCIA>.",
        "etnia no consta; lengua blanca",
        score=0.93,
        unless_before=r"^lengua |[ .]lengua ",
    ),
    row(
        "credo",
        r"(?i)(?:testigos? de jehov[aá]|musulm[aá]n|musulmana|mormon[oa]|umbandista|adventista"
        r"|evang[eé]lic[oa] pentecostal|budista|hinduista|sikh|transexual|(?:mujer|hombre"
        r"|chic[oa]) trans"
        r"|homosexual|bisexual|lesbiana|gay|no binari[oa]|amazigh|afrocolombian[oa]"
        r"|afroecuatorian[oa]"
        r"|mapuche(?:-\pL+)?|wayu[uú]|maya k'iche'|quechuahablante|raramuri|rar[aá]muri)",
        "<ID_SUJETO_ASISTENCIA>Mormona</ID_SUJETO_ASISTENCIA>, no limita",
        "transfusión; sicklemia",
        score=0.9,
        unless_before=r"relaci[oó]n(?:es)? |pr[aá]cticas? ",
    ),
    row(
        "orden_de_nacimiento",
        rf"(?i)(?P<phi1>(?:(?:el|la) )?{_ORDER}(?: de(?: un total de)? (?:dos|tres|cuatro|cinco"
        rf"|seis|siete|ocho|nueve|diez|once|doce)))(?:[,.;:)]|$)"
        rf"|(?P<phi2>(?:(?:el|la) )?{_ORDER}) de (?:{_MANY} |l[oa]s )?(?:herman[oa]s|hij[oa]s)",
        "Es <ID_SUJETO_ASISTENCIA>el menor de cinco</ID_SUJETO_ASISTENCIA>.",
        "<ID_SUJETO_ASISTENCIA>Segunda</ID_SUJETO_ASISTENCIA> de tres hermanas",
        "segunda dosis, mayor de 5 cm",
        score=0.9,
        unless_after=r" ?(?:cm|mm|mg|años|meses|d[ií]as|dosis|ciclos|sesiones|ml|/|[.,][0-9])",
    ),
)
