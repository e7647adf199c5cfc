"""Checks of surfaces for the Spanish rules: words that speak against a mark, check digits."""

from __future__ import annotations

import re
from functools import cache

from incognote.core.words import listed
from incognote.detect.lexicon import LexiconDetector
from incognote.detect.rules.checks import has_digits, is_day_and_month, no_word_of

_NUMBER = re.compile(r"[0-9]+")
_has_four = has_digits(4)


def is_serial(surface: str) -> bool:
    """Whether a code is long enough, no postcode behind an institution and no MRI sequence."""
    return (
        _has_four(surface)
        and re.fullmatch(r"E-?[0-9]{5}", surface) is None
        and re.match(r"(?:FLAIR|DWI|ADC|EPI|STIR|TSE|FSE|GRE|SWI|HLA)\b", surface) is None
    )


_NO_PLATES = frozenset({"BMW", "DCP", "KTM", "LCP", "MAN", "PHI", "RMN", "TAC"})
_VALUES = frozenset({"BPM", "CPK", "FSH", "GGT", "HDL", "LDH", "LDL", "LPM", "PCR", "PTH", "TSH"})


def is_plate(surface: str) -> bool:
    """Whether the letters of what stands behind a vehicle are no scan, bone plate or make."""
    return _NO_PLATES.isdisjoint(re.findall(r"[A-Z]{2,}", surface))


def is_plate_alone(surface: str) -> bool:
    """Whether the letters are no value of a laboratory either."""
    return is_plate(surface) and _VALUES.isdisjoint(re.findall(r"[A-Z]{2,}", surface))


def is_login(surface: str) -> bool:
    """Whether two words with a point between are no findings written so."""
    return re.split(r"[._]", surface)[0] not in {"eco", "no", "rm", "rx", "sin", "tac", "tc"}


def is_short_date(surface: str) -> bool:
    """Whether two numbers are a day and a month, and no score such as 8/10 or 4/5.

    With a stroke the day must be above the month, or either written with a nought.
    """
    if not is_day_and_month(surface):
        return False
    day, month = _NUMBER.findall(surface)
    return "/" not in surface or "0" in (day[0], month[0]) or int(day) > int(month)


def is_falling_day(surface: str) -> bool:
    """Whether two numbers are a day and a month, and no range: the second is less."""
    day, month = _NUMBER.findall(surface)
    return is_day_and_month(surface) and ("0" in (day[0], month[0]) or int(day) > int(month))


def is_joined_day(surface: str) -> bool:
    """Whether two numbers are a day and a month; with a hyphen no range."""
    return is_falling_day(surface) if "-" in surface else is_day_and_month(surface)


def is_no_year(surface: str) -> bool:
    """Whether a number is long enough, and no year, no two years or pressures and no range."""
    ends = [int(end) for end in _NUMBER.findall(surface)]
    pair = re.fullmatch(r"[0-9]+[- ][0-9]+", surface)
    rises = pair is not None and ends[0] < ends[1]  # volumes, rates: 450-500, 48-132
    return (
        _has_four(surface)
        and not rises
        and not re.fullmatch(
            r"(?:19|20)[0-9]{2}(?:[-/ ](?:19|20)?[0-9]{2})?|[0-9]{2}[-/ ][0-9]{2}", surface
        )
    )


def is_no_level(surface: str) -> bool:
    """Whether a letter and a number are a weekday and its date, and no vertebra, lead or segment.

    L 4, D 12, S 1, V 5 and M 2 stand at the start of lines of reports; X and J are of no such.
    """
    number = _NUMBER.search(surface)
    most = {"L": 5, "D": 12, "S": 8, "V": 9, "M": 7}.get(surface[:1], 0)
    return len(surface) > 5 or number is None or int(number.group()) > most


def is_no_scan(surface: str) -> bool:
    """Whether no optical coherence tomography and its figure: OCT 15 micras."""
    return re.fullmatch(r"OCT\.? [0-9]+", surface) is None


def is_license(surface: str) -> bool:
    """Whether there are four digits, and no year alone: RM 2019 is a scan of that year."""
    return _has_four(surface) and re.fullmatch(r"(?:19|20)[0-9]{2}", surface) is None


_ARTICLES = frozenset(("el", "la", "los", "las", "lo", "al", "en", "con", "por", "para"))
_NOT_NAMES = listed("""
    naf nss nass cuil cuit curp rfc rut un una uno se su que no mujer varon varón hombre niño
    niña paciente pte individuo neonato lactante dni nhc nuhsa cip sip nie tis hc id edad sexo
    fecha servicio hospital clínica unidad centro informe estudio equipo decúbito decubito
    actual auxiliar aux epidemiologia epidemiología plan yo psicóloga psicólogo médico médica
    medico medica enfermera enfermero valoración nota parte alta ingreso motivo comunicación
    nacionalidad interna firma sello cargo nombre apellidos datos tel tfno nºcol diagnóstico dx
    domicilio dirección calle avda avenida residencia fondo nacional servicios hemograma
    bioquímica glucosa urea cura familia nueva medicación medicacion dieta traumatología
    cardiología neurología urología medicina aseo cambio postural dr dra dres doctor doctora
    hematología nefrología digestivo neumología pediatría ginecología psiquiatría oncología
    radiología reumatología dermatología endocrinología ta fc fr sat tª urgencias admisión
    farmacia coordinación adjunto adjunta
""")


def is_name(surface: str) -> bool:
    """Whether no word of a text speaks against its being a person's name."""
    words = [word.strip(".,:").lower() for word in surface.split()]
    return words[0] not in _ARTICLES and _NOT_NAMES.isdisjoint(words)


_SAID = listed("""
    ah ahora ahí ahi aquí aqui ay buenas buenos de eh ella entonces estoy gracias hablo hola no
    oiga pues que qué sí soy tengo usted ya
""")
"""What an answer begins with, behind the role of who gives it and a colon."""


def is_labelled_name(surface: str) -> bool:
    """Whether a text behind a label may be a name, and does not begin an answer."""
    return is_name(surface) and surface.lower().strip(".,:") not in _SAID


def is_nickname(surface: str) -> bool:
    """Whether a quoted or named word may be a nickname; institutions and diseases are named too."""
    return is_name(surface.split(maxsplit=1)[-1])


is_trade = no_word_of("""
    baja turno turnos guardia noche noches día dia días dias tarde tardes mañana mañanas salud
    cabecera familia familiar enfermería enfermeria centro planta servicio urgencias medicina
    cirugía cirugia edad año años meses referencia laboratorio origen farmacia quirófano
    quirofano radiología radiologia rayos anestesia hospital residencia vez infecciosas
    pediatría pediatria consulta consultas uci obstetricia su este esta ellos ellas media
    jornada completa forma manera casa pie lunes diario domicilio tiempo parcial destajo
    desconocida anterior memoria fin guardias sol clínica clinica estudio ensayo investigación
    rehabilitación cardiología neurología oncología transporte ambulancia ambulancias jubilado
    jubilada retirado profesión profesion construcción parto suero dental sanitario sanitaria
    médico médica quirúrgico paciente muestra prueba seguridad práctica retirar carga esfuerzo
    no sin nada nunca voluntariado nuevo jefe sección seccion unidad área area
""")
"""Whether no word of a text speaks against its being the trade of a patient."""


is_firm = no_word_of("""
    hospital clínica centro urgencias uci servicio unidad lunes martes miércoles jueves viernes
    sábado domingo madrid barcelona españa
""")
"""Whether a text may name an employer: neither a ward nor a day stands in it."""


_NO_INSTITUTION = listed("""
    hemograma bioquímica hb na cr leucocitos glucosa hematíes plaquetas creatinina urea ph alta
    si no sí hombre mujer dr dra don doña clínica clínico médica la el fecha privado riesgo gb
    público sanguíneo seguimiento pcr vsg tsh inr orina sangre coagulación gasometría hospital
    servicio calle avda avenida
""")


def is_institution(surface: str) -> bool:
    """Whether the first word of a text may be the name of an institution."""
    return surface.lower().split()[0].strip(".,:") not in _NO_INSTITUTION


is_landmark = no_word_of("varolio calot maryland santos constitución inmaculada mayo pilar")
"""Whether a bridge or station has a name, and is not one of anatomy or of dentists."""


_NO_QUARTER = listed("""
    urgencias uci hospital clínica centro servicio salud quirófano planta consultas consulta
    residencia domicilio dr dra médica medicina cirugía unidad ingreso alta autónoma general
    cama box sala observación ucip reanimación rea paritorio seguridad policía guardia cruz
    samur summa neurología cardiología pediatría ginecología urología traumatología oncología
    atención map eap cap primaria pie madre padre lunes martes miércoles jueves viernes sábado
    domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre con
    en por diciembre don doña sr sra psiquiatría digestivo hematología nefrología neumología
    periférica periferica transicional terapéutica terapeútica
""")


def is_quarter(surface: str) -> bool:
    """Whether a text may name a quarter, village or town: no ward, day or title stands in it."""
    return len(surface) > 2 and _NO_QUARTER.isdisjoint(re.findall(r"\w+", surface.lower()))


_WITH = listed("""
    alergia alergias analgesia anestesia antibiótico cardio cardiología cirugía contraste
    derma dermatología dieta dig digestivo enfermería endocrino endocrinología fisio gine
    ginecología hemato hematología maxilofacial mejoría nefro nefrología neumo neumología
    neuro neurocirugía neurología oftalmo oftalmología onco oncología otorrino paliativos
    pediatría psico psicología psiquiatría radiología rehabilitación reuma reumatología
    trauma traumatología tratamiento urgencias uro urología vascular
""")


def is_with(surface: str) -> bool:
    """Whether 'c/' stands for 'con' and not for a street: 'c/ Nolotil', 'c/ Crohn', 'c/ Cardio'.

    With a capital it is a street.
    """
    found = re.match(r"c/ ?(([^\W\d_]+).*)", surface, re.DOTALL)
    if found is None:
        return False
    name, word = found.groups()
    return word.lower() in _WITH or any(start == 0 for start, _ in _lexicon().protected(name))


@cache
def _lexicon() -> LexiconDetector:
    return LexiconDetector("es")


def is_no_street(surface: str) -> bool:
    """Whether 'c/' stands for 'con', or before letters that no street is called: 'c/ EPOC'."""
    return is_with(surface) or re.match(r"c/ ?[^\W\d_a-záéíóúñ]{2,4}\b", surface) is not None


def is_street(surface: str) -> bool:
    """Whether a text has the four letters that the shortest street has, as in `c/ Sol`."""
    return sum(char.isalpha() for char in surface) >= 4 and not is_no_street(surface)


def is_domain(surface: str) -> bool:
    """Whether a text is a web address and not two sentences without a blank between."""
    head = surface.partition("/")[0].rpartition(".")[0]
    return "." in head or "-" in head or any(c.isdigit() for c in head) or len(head) > 5


def is_dni(surface: str) -> bool:
    """Whether the letter of a Spanish DNI or NIE is right."""
    from stdnum.es import dni, nie

    return bool(dni.is_valid(surface) or nie.is_valid(surface))


def is_cif(surface: str) -> bool:
    """Whether the check digit of a Spanish company's number is right."""
    from stdnum.es import cif

    return bool(cif.is_valid(surface))


def is_rut(surface: str) -> bool:
    """Whether the check digit of a Chilean RUT is right."""
    from stdnum.cl import rut

    return bool(rut.is_valid(surface))


def is_cuit(surface: str) -> bool:
    """Whether the check digit of an Argentine CUIT or CUIL is right."""
    from stdnum.ar import cuit

    return bool(cuit.is_valid(surface))


is_task = no_word_of("""
    todo todos todas nada mucho poco algo mejor menos bien casa pausas dieta esfuerzos cosas
    ejercicio reposo soltero soltera primero primera tercero tercera entero entera febrero enero
    fumador fumadora exfumador exfumadora bebedor bebedora exbebedor exbebedora portador portadora
    cuidador cuidadora consumidor consumidora donante consciente inconsciente ausente presente
    paciente adolescente sedentario sedentaria somnoliento independiente dependiente hipertensa
    reciente frecuente persistente diario diaria primario primaria secundario secundaria voluntario
    voluntaria necesario solitario solitaria originario originaria estable obesista previsor
    acompañante residente conviviente referente informante ambulatorio ambulatoria autista
    deportista derivador usuario usuaria cardiólogo cardióloga neurólogo neuróloga psicólogo
    psicóloga ginecólogo oncólogo hematólogo nefrólogo urólogo radiólogo dermatólogo
    adulto mayor titulista anestesista dentista internista especialista intensivista trauma
    heredero heredera pensionista prematuro rinitis artritis cistitis otitis bipolar sor
    enfermero enfermera doctor doctora supervisor supervisora celador celadora enfermería hermano
    hermana prisionero viajero pasajero viajera compañero compañera manera derecho derecha
    verdadero ligero ligera severo severa austera agente reactor tutor tutora inferior superior
    anterior posterior interior exterior peor menor tumor dolor temblor rumor asegurador
    cooperador colaborador colaboradora rectora conductora factor extensor flexor receptor
    pródromo donador donadora receptora vegetariano vegetariana bilingüe ludista naturista
    ateroesclerosis hospitalaria hospitalario domiciliaria domiciliario alucinador
    agresor agresora maltratador maltratadora abusador abusadora trabajador trabajadora luchador
    luchadora extranjero extranjera protector protectora autoritario autoritaria jugador jugadora
    coronario coronaria hipertensor depresor depresora neumólogo neumóloga migrañero conversador
    conversadora consentidor consentidora
    afuera fuera tolera procedente puesta fiesta caminador buscador cuidadores marcapasos
""")
"""Whether no word of a text speaks against its telling what a person works as."""
