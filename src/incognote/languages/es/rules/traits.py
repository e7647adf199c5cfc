"""Traits that identify a patient: nationality, people, faith, order of birth."""

from __future__ import annotations

from incognote.detect.rules import Rule

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
    Rule(
        "nacionalidad_de_persona",
        "ID_SUJETO_ASISTENCIA",
        rf"(?i:\b{_WHO},? (?:de )?(?P<phi>{NATION}|{PEOPLE}|{FAITH}))(?:[ ,.;:)\n]|$)",
        0.93,
        cases=(
            "Varón <ID_SUJETO_ASISTENCIA>chino</ID_SUJETO_ASISTENCIA>, 49 años",
            "madre indica; paciente rusiente",
        ),
        unless_after=r" (?:ink|de la)",
    ),
    Rule(
        "nacionalidad_con_etiqueta",
        "ID_SUJETO_ASISTENCIA",
        r"(?i:(?:nacionalidad|nac\.|ciudadan[ií]a|etnia|raza|color de la piel|autoidentificaci[oó]n"
        r"|pertenencia [eé]tnica|religi[oó]n|credo|confesi[oó]n|lengua(?: materna)?|pueblo(?:"
        r" ind[ií]gena)?"
        r"|de origen|de etnia|de raza|de religi[oó]n|de confesi[oó]n|perteneciente al pueblo)"
        rf"(?: (?:es|la|de))?[ .:]{{1,12}}(?P<phi>{NATION}|{PEOPLE}|{FAITH}|negr[oa]|blanc[oa]"
        rf"|cauc[aá]sic[oa]))"
        r"(?:[ ,.;:)\n]|$)",
        0.93,
        cases=(
            "De nacionalidad <ID_SUJETO_ASISTENCIA>india</ID_SUJETO_ASISTENCIA>, 30 años",
            "Religión: <ID_SUJETO_ASISTENCIA>evangélica</ID_SUJETO_ASISTENCIA>.",
            "etnia no consta; lengua blanca",
        ),
        unless_before=r"^lengua |[ .]lengua ",
    ),
    Rule(
        "credo",
        "ID_SUJETO_ASISTENCIA",
        r"(?i)(?:testigos? de jehov[aá]|musulm[aá]n|musulmana|mormon[oa]|umbandista|adventista"
        r"|evang[eé]lic[oa] pentecostal|budista|hinduista|sikh|transexual|(?:mujer|hombre"
        r"|chic[oa]) trans"
        r"|homosexual|bisexual|lesbiana|gay|no binari[oa]|amazigh|afrocolombian[oa]"
        r"|afroecuatorian[oa]"
        r"|mapuche(?:-\pL+)?|wayu[uú]|maya k'iche'|quechuahablante|raramuri|rar[aá]muri)",
        0.9,
        cases=(
            "<ID_SUJETO_ASISTENCIA>Mormona</ID_SUJETO_ASISTENCIA>, no limita",
            "transfusión; sicklemia",
        ),
        unless_before=r"relaci[oó]n(?:es)? |pr[aá]cticas? ",
    ),
    Rule(
        "orden_de_nacimiento",
        "ID_SUJETO_ASISTENCIA",
        rf"(?i)(?P<phi1>(?:(?:el|la) )?{_ORDER}(?: de(?: un total de)? (?:dos|tres|cuatro|cinco"
        rf"|seis|siete|ocho|nueve|diez|once|doce)))(?:[,.;:)]|$)"
        rf"|(?P<phi2>(?:(?:el|la) )?{_ORDER}) de (?:{_MANY} |l[oa]s )?(?:herman[oa]s|hij[oa]s)",
        0.9,
        cases=(
            "Es <ID_SUJETO_ASISTENCIA>el menor de cinco</ID_SUJETO_ASISTENCIA>.",
            "<ID_SUJETO_ASISTENCIA>Segunda</ID_SUJETO_ASISTENCIA> de tres hermanas",
            "segunda dosis, mayor de 5 cm",
        ),
        unless_after=r" ?(?:cm|mm|mg|años|meses|d[ií]as|dosis|ciclos|sesiones|ml|/|[.,][0-9])",
    ),
)
