"""How Spanish notes write dates: the names and words of `core/calendar.py`. Hand-written."""

from __future__ import annotations

from incognote.core.calendar import Calendar, Names, row
from incognote.languages.es.rule_words import MONTHS
from incognote.replace.feasts import listed

_MONTH = f"(?i:{MONTHS})"
_HALVES = "primera quincena de {month}", "segunda quincena de {month}"
_DAY = "{day} de {month}"

CALENDAR = Calendar(
    names=(
        Names(
            months=(
                row(
                    "enero febrero marzo abril mayo junio julio agosto septiembre octubre "
                    "noviembre diciembre"
                ),
                row("ene feb mar abr may jun jul ago sep oct nov dic"),
            ),
            weekdays=(
                row("lunes martes miércoles jueves viernes sábado domingo"),
                row("lun mar mié jue vie sáb dom"),
                row("lunes martes miércoles jueves viernes sábados domingos"),
            ),
            seasons=("invierno", "primavera", "verano", "otoño"),
            parts=("principios", "mediados", "finales"),
            others={
                "mi": ("weekday", 3, 1),
                "mier": ("weekday", 3, 1),
                "ju": ("weekday", 4, 1),
                "mzo": ("month", 3, 1),
                "setiembre": ("month", 9, 0),
                "sept": ("month", 9, 1),
                "set": ("month", 9, 1),
            },
            nth=(
                ("primer", "primero"),
                ("segundo",),
                ("tercer", "tercero"),
                ("cuarto",),
                ("quinto",),
            ),
            nth_endings=(("er", "do", "er", "to", "to"), ("º",) * 5),
            last=("último",),
        ),
        Names(  # Catalan
            months=(
                row(
                    "gener febrer març abril maig juny juliol agost setembre octubre novembre "
                    "desembre"
                ),
                row("gen feb mar abr mai jun jul ago set oct nov des"),
            ),
            weekdays=(
                row("dilluns dimarts dimecres dijous divendres dissabte diumenge"),
                row("dl dt dc dj dv ds dg"),
            ),
            seasons=("hivern", "primavera", "estiu", "tardor"),
        ),
        Names(  # Galician
            months=(
                row(
                    "xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro "
                    "novembro decembro"
                ),
                row("xan feb mar abr mai xuñ xul ago set out nov dec"),
            ),
            weekdays=(
                row("luns martes mércores xoves venres sábado domingo"),
                row("lu ma me xo ve sa do"),
            ),
            seasons=("inverno", "primavera", "verán", "outono"),
        ),
    ),
    day_words=row(
        "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
        "dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés "
        "veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve treinta "
    ),
    day_endings=tuple((sign, *("",) * 30) for sign in "º°o"),
    weekday_letters=tuple((letter,) for letter in "LMXJVSD"),
    day_first=True,
    padded=True,
    links=row(
        "de del d el la los las en ano a al y hasta semana dia pasado pasada ultimo ultima "
        "proximo proxima mes"
    ),
    joins=("a", "al", "y", "e", "hasta"),
    weeks=("semana",),
    articles=("el", "la"),
    every=("los",),
    before_year=("de", "del"),
    at="a las?",
    hour_units=r"hs\b\.?|horas\b|h\b|[ap]\.? ?m\b\.?",
    birth=(
        r"nac(?:id[oa]|imiento|\.)?|f\.? ?n\.?|f\.? nac\.?|fecha de nac(?:imiento)?|cumplea[nñ]os"
    ),
    own=r"hoy|fecha|ingres[oaó]|consulta|visita|visto|vista|atenci[oó]n|asiste|acude",
    to_come=r"caduca|vence|v[aá]lid[oa]|pr[oó]xim[oa]|cita|fpp|revisi[oó]n|hasta",
    between="en|el|de|la",
    before_date=r"el|desde|hasta|del|d[ií]a|fecha|vist[oa]|consulta|analítica|caduca",
    before_maybe="de",
    after_score=r"sem\b|(?:de )?(?:puntos|dolor|fuerza)|escala|eva\b|intens",
    written=(
        rf"(?<![\w/.,–-])[0-3]?\d de {_MONTH}(?:,? (?:del? )?(?:19|20)\d\d)?(?![\d/%]|[.,-]\d)",
    ),
    feasts=listed(
        """
1-1: ano nuevo; dia de ano nuevo
1-6: reyes; reis; epifania; dia de reis
1-17: san anton; sant antoni
1-29: san valero
1-30: san lesmes
2-2: candelaria
2-3: san blas
2-5: santa agueda
2-14: san valentin
3-19: san jose; sant josep
4-23: sant jordi; san jorge
4-28: san prudencio
5-3: santa cruz; cruz
5-10: dia de las madres
5-15: san isidro
6-13: san antonio
6-23: noche de san juan; verbena de san juan
6-24: san juan; sant joan; san xoan; inti raymi
6-29: san pedro; sant pere; san pedro y san pablo
7-7: san fermin
7-16: carmen; virgen del carmen
7-25: santiago
7-26: santa ana
8-15: asuncion; virgen de agosto; mare de deu d'agost
8-16: san roque
8-30: santa rosa
9-15: grito
9-21: san mateo
9-24: merce; merced; mercedes
9-29: san miguel; sant miquel
10-2: san saturio
10-5: san froilan
10-9: sant donis
10-12: pilar; hispanidad
10-29: sant narcis
11-1: todos los santos; todos santos; santos; tots sants
11-2: dia de muertos; dia de los muertos; difuntos
11-11: san martin
11-30: san andres
12-4: santa barbara
12-6: constitucion
12-7: noche de las velitas
12-8: inmaculada; purisima; purissima; inmaculada concepcion
12-12: guadalupe; virgen de guadalupe
12-13: santa lucia; santa llucia
12-24: nochebuena
12-25: navidad; nadal
12-26: sant esteve
12-28: santos inocentes; inocentes
12-31: nochevieja; fin de ano; cap d'any
easter: pascua; domingo de pascua; domingo de resurreccion
easter-47: martes de carnaval
easter-48: lunes de carnaval
easter-46: miercoles de ceniza
easter-9: viernes de dolores
easter-7: domingo de ramos
easter-6: lunes santo
easter-5: martes santo
easter-4: miercoles santo
easter-3: jueves santo; j. santo
easter-2: viernes santo
easter-1: sabado santo; sabado de gloria
easter+1: lunes de pascua
easter+49: pentecostes
easter+60: corpus
5.1.7: dia de la madre
~easter-48: carnaval; carnavales; entroido
~easter-23: cuaresma
~easter-3: semana santa; setmana santa
~3-17: fallas
~7-10: sanfermines
~12-12: adviento
~12-28: navidades
"""
    ),
    feasts_written=(
        r"(?i:\b(?:navidad(?:es)?|nochebuena|nochevieja|semana santa|viernes santo|jueves santo"
        r"|domingo de (?:ramos|resurrecci[oó]n)|mi[eé]rcoles de ceniza|d[ií]a de (?:los )?(?:reyes"
        r"|muertos|difuntos)|fin de año|año nuevo|todos los santos|lunes de pascua)\b)"
    ),
    before_feast="(?:(?:el|la|los|las) )?(?:dia (?:de |del ))?(?:(?:la|los|las) )?",
    as_day=(_DAY, _DAY),
    as_part=("principios de {month}", "mediados de {month}", "finales de {month}"),
    behind={
        **dict.fromkeys(("el", "al", "del"), (_DAY,)),
        **dict.fromkeys(("en", "por"), ("{month}",)),
        "la": _HALVES,
        "los": ("primeros días de {month}", "últimos días de {month}"),
        "las": ("primeras semanas de {month}", "últimas semanas de {month}"),
    },
)
