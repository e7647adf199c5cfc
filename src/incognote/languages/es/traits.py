"""By which words Spanish notes tell what a census or a calendar knows. Hand-written.

Seasons are those of the north: for notes of the south a reader who goes by them guesses wrongly.
"""

from incognote.core.traits import Seasonal, Traits

_N = r"(?:\d+|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)"

TRAITS = Traits(
    sexes={
        "female": r"\b(?:sexo|género) ?:? ?(?:f|m(?=ujer)|mujer|femenin[oa])\b|\b(?:mujer|niña|"
        r"paciente femenina|femenina|señora|la paciente)\b|\bembarazada\b|\bgestante\b|\bmenarquia",
        "male": r"\b(?:sexo|género) ?:? ?(?:v|h|varón|hombre|masculino)\b|\b(?:varón|hombre|niño|"
        r"masculino|caballero|el paciente)\b|\bpróstata\b|\btestic\w+",
    },
    pronouns={"female": r"\b(?:ella|ingresada|traída)\b", "male": r"\b(?:él|ingresado|traído)\b"},
    said={
        "marital": {
            "widowed": r"\bviud[oa]\b",
            "divorced": r"\b(?:divorciad[oa]|separad[oa])\b",
            "married": r"\bcasad[oa]\b|\bsu (?:esposa|esposo|marido|mujer)\b",
            "never": r"\b(?:solter[oa]|madre soltera)\b",
        },
        "religion": {
            "jehovah": r"\btestigo de jehová",
            "other": r"\b(?:musulm[aá]n|judí[oa]|evang[eé]lic[oa]|católic[oa]|adventista)",
        },
        "language": {
            "not spanish": r"\b(?:intérprete|quechuahablante|no habla (?:español|castellano)|"
            r"habla (?:poco|solo|quechua|aymara|gallego|euskera|catalán))",
        },
        "family": {
            "children": rf"\b{_N} (?:hij[oa]s?|herman[oa]s?|niet[oa]s?)\b|\bG\d+ ?P\d",
            "twin": r"\b(?:gemel[oa]|melliz[oa])s?\b",
            "adopted": r"\b(?:adoptad[oa]|acogid[oa]|familia de acogida)\b",
        },
        "housing": {
            "unusual": r"\b(?:sin techo|albergue|centro penitenciario|prisión|cárcel|residencia de "
            r"(?:mayores|ancianos)|convento|monasterio|pis[o] tutelado|caserío)\b",
        },
        "in public": {
            "yes": r"\b(?:alcald(?:e|esa)|concejal|diputad[oa]|campe[oó]na?|torero|periódico|"
            r"noticias|lotería|explosión|tiroteo)\b",
        },
    },
    seasonal=(
        Seasonal(
            pattern=r"\b(?:vacuna|vacunad[oa])\b[^.]{0,24}\b(?:gripe|antigripal)\b",
            months=(10, 11, 12), ratio=4,
        ),
        Seasonal(pattern=r"\bgripe(?: ?[AB])?\b", months=(12, 1, 2, 3), ratio=4),
        Seasonal(pattern=r"\b(?:nieve|nevad[oa]|nevada|heladas?)\b", months=(12, 1, 2), ratio=6),
        Seasonal(
            pattern=r"\b(?:golpe de calor|ola de calor|insolación|quemadura solar)\b",
            months=(6, 7, 8), ratio=8,
        ),
        Seasonal(pattern=r"\b(?:bronquiolitis|vrs)\b", months=(11, 12, 1, 2), ratio=3),
        Seasonal(pattern=r"\b(?:polen|gramíneas|olivo)\b", months=(4, 5, 6), ratio=3),
        Seasonal(pattern=r"\bvendimia\b", months=(9, 10), ratio=6),
        Seasonal(pattern=r"\bgarrapatas?\b", months=(5, 6, 7, 8, 9), ratio=4),
    ),
    not_before={
        r"\bcovid\S*|\bsars-cov-2\b|\bconfinamiento\b": "2020-02-11",
        r"\bvacun\w+ (?:frente a |contra )?(?:la )?covid\S*": "2020-12-27",
        r"\b(?:ómicron|omicron|paxlovid|nirmatrelvir)\b": "2021-11-24",
        r"\bremdesivir\b": "2020-05-01",
        r"\b(?:apixaban|apixabán|eliquis)\b": "2011-05-18",
        r"\b(?:empagliflozina|jardiance)\b": "2014-05-22",
        r"\b(?:semaglutida|ozempic)\b": "2018-02-08",
        r"\b(?:sacubitrilo?|entresto)\b": "2015-11-19",
    },
    clock_change="3.-1.7",
)  # fmt: skip
