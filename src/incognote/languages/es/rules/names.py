"""Names behind titles and labels: of staff, of patients, of who signs."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.languages.es.checks import is_labelled_name, is_name

_WORD = r"(?:Mª|M\.ª|Fco\.?|Ma\.|\p{Lu}\.|\p{Lu}[\pL'’·-]*\pL)"
_PARTICLE = r"(?:(?:de|del|de la|de los|de las|la|da|do|dos|i|van|von|der|el|ben|al|di|san) )"
_NAME = rf"{_WORD}(?: ?{_PARTICLE}*{_WORD})*"
_LONGEST = rf"{_WORD}(?: ?{_PARTICLE}*{_WORD}){{0,5}}"  # a line of capitals is not all name
_STOP = (
    r"(?i:servi[cv]io|secci[oó]n|departamento|unidad|hospital|complejo|cl[ií]nica|centro|fundaci"
    r"[oó]n|facultad|universidad|instituto|residencia|c/|calle|avda|avenida|av\.|paseo"
    r"|plaza|carretera|ctra|e-?mail|correos?|tel|tfno|tlf|n[º°]? ?col|n\.[º°]|col\.|col |mir|r"
    r"[1-5]|cirug[ií]a|medicina|m\.?p\.?|m\.?n\.?|cmp|rm|csv|fecha"
    r"|edad|sexo|dni|nhc|rut|doctor|jefe|m[eé]dico|adjunt[oa]|enf|en|se|ha|que|por|para|con|al"
    r"|profesor|comunidad|apellidos?|residente|cirujan[oa]|supervisora?"
    r"|secretar[ií]a|laboratorio|departament|unidade|grupo|direcci[oó]n|anatom[ií]a"
    r"|neurocirug[ií]a|anestesia|psiquiatr[ií]a|pediatr[ií]a|\pL{3,}log[ií]a)"
)
_END = (
    rf"(?:[,;:()\[\]\n/|<>\"]|\.|  |\t| [-–—·|0-9(&+=→]| {_STOP}\b|$| "
    rf"[abcfghjkmnñopqrstuvwxzáéíóúy]\p{{Ll}}*[ .,;:]| [dlei]\p{{Ll}}{{3,}})"
)


def _after(context: str) -> str:
    """A name behind a context, as short as an end allows, or else as long as it goes."""
    return rf"{context}(?:(?P<phi1>{_NAME}?){_END}|(?P<phi2>{_LONGEST}))"


def _after_with_comma(context: str) -> str:
    """The same for `surname, given name`, two marks."""
    return (
        rf"{context}(?:(?P<phi1>{_NAME}?), (?P<phi2>{_WORD}(?:"
        rf" {_PARTICLE}*{_WORD}){{0,2}}?){_END}"
        rf"|(?P<phi3>{_NAME}?){_END}|(?P<phi4>{_LONGEST}))"
    )


_NOBODY = frozenset(
    ("no", "ninguno", "ninguna", "mir", "eir", "residente", "estudiante", "si", "sin", "dato")
)


def _is_somebody(surface: str) -> bool:
    return _NOBODY.isdisjoint(surface.lower().split()) and is_name(surface)


RULES = (
    row(
        "tras_doctor",
        # A pacemaker's mode is matched so that it is passed over.
        r"\b(?P<phi3>DR (?:MRI|RMN|A?ICD))\b|"
        + _after(
            r"\b(?:Prof\. ?)?(?:D[Rr][Aa]?s?|D[Rr]es|Ldo|Lda|LDA|LDO)(?:\.[ªº]?[:]?|:)? {0,2}"
        ),
        "Dra. <NOMBRE_PERSONAL_SANITARIO>Susana Lastras"
        " González</NOMBRE_PERSONAL_SANITARIO>. Servicio",
        "avisada Dra. <NOMBRE_PERSONAL_SANITARIO>Tena Gragera</NOMBRE_PERSONAL_SANITARIO> (CS)",
        "Dr. <NOMBRE_PERSONAL_SANITARIO>Pablo de la Torre</NOMBRE_PERSONAL_SANITARIO> E-mail",
        "drenaje DR 20",
        "marcapasos Azure XT DR MRI, DR RMN",
        "Dra. <NOMBRE_PERSONAL_SANITARIO>RMN</NOMBRE_PERSONAL_SANITARIO> avisada",
        score=0.93,
        check=lambda surface: not surface.startswith("DR "),
        unless_before=(
            r"(?:calle|c/\.?|carrer|av\.?|avda\.?|plaza|pza\.?|hospital)(?: \pL+){0,2}? (?:dra?"
            r"|prof)\.? ?"
        ),
    ),
    row(
        "tras_doctor_minuscula",
        r"\b(?:dr|dra)\.? (?P<phi>\p{Ll}{3,}(?: (?:de la |del )?\p{Ll}{4,})?)[,.;:)(\n]|\b(?:dr"
        r"|dra|doctora?)\.? (?P<phi2>\p{Lu}[\pL-]+(?: \p{Lu}[\pL-]+){0,2})",
        "eco (dra <NOMBRE_PERSONAL_SANITARIO>ledo</NOMBRE_PERSONAL_SANITARIO>, guardia)",
        "el dr de guardia",
        score=0.8,
    ),
    row(
        "tras_enfermera",
        _after(
            r"(?:(?i:\benf(?:\.|ermer[oa]s?:?)(?: jefe)?|due|\blic\.|\btec\.|\bt[eé]cnic[oa]:"
            r"|\bmd\.?|\bm[eé]d\.|matrona|psic?\.|\bpsic[oó]log[oa]:?|trab(?:ajador[a]?)?\.? soc"
            r"(?:ial)?[.:]?|fisio(?:terapeuta)?:?"
            r"|anestesista[:,]?|cirujan[oa]:|ayudante:|instrumentista:|pediatra:|gine(?:c[oó]log"
            r"[oa])?:|residente:|mediador[a]?[:,]?|int[eé]rprete:|int\.|aux\.|supervisor[a]?:?"
            r"|adj(?:unt[oa])?:?|\btcae:?|\bobst\.|\bbr\.|int\.)) {1,3}"
        ),
        "con la enfermera <NOMBRE_PERSONAL_SANITARIO>Loles"
        " Membrives</NOMBRE_PERSONAL_SANITARIO> de testigo",
        "Enf. <NOMBRE_PERSONAL_SANITARIO>Mayra Valencia"
        " Preciado</NOMBRE_PERSONAL_SANITARIO>, código",
        "enfermera de guardia",
        score=0.88,
        check=is_name,
    ),
    row(
        "medico_con_etiqueta",
        _after(
            r"(?i:m[eé]dic[oa](?: (?:responsable|tratante|solicitante|de guardia|de familia"
            r"|informante|que informa))?|remitid[oa] por|responsable(?: cl[ií]nic[oa])?"
            r"|facultativ[oa]|firm(?:a|ado)(?: por)?|fdo|fda|elaborad[oa] por"
            r"|elabor[oó]|inform[oó]|atiende|solicita(?:nte)?|pat[oó]log[oa]|dictado(?: por)?"
            r"|validado por|realizado por|signat|metge|medikua|tutora?|toma)\.?[ ]{0,3}[:_]["
            r" :_]{0,3}(?:(?i:dra?|enf|d|dª|lic)\.?[:]? ?)?"
        ),
        "Médico:  <NOMBRE_PERSONAL_SANITARIO>Ignacio Navarro"
        " Cuéllar</NOMBRE_PERSONAL_SANITARIO> NºCol: 28",
        "Remitido por: Dr. <NOMBRE_PERSONAL_SANITARIO>Aitor Luján"
        " Prats</NOMBRE_PERSONAL_SANITARIO> Oncología Médica Hospital",
        "MÉDICA: Buenas, ¿me escucha? INFORMÓ: Aquí no hay nadie",
        "Remitido por: <NOMBRE_PERSONAL_SANITARIO>Eneko Noain"
        " Sanz</NOMBRE_PERSONAL_SANITARIO>. Hospital",
        "médico: paciente estable",
        score=0.93,
        check=is_labelled_name,
    ),
    row(
        "firma_con_cargo",
        rf"(?m)^[ ]*(?:(?i:fdo|firmado)[.:]* ?)?(?P<phi>{_LONGEST})[ ]?(?:, ?|  +|[-–(/·] ?)(?i:R"
        r"[1-5]\b|MIR|adjunt[oa]|col(?:eg|\.)|n[º°] ?col|m[eé]dic[oa]\b|enfermer[oa]|DUE\b|cardi"
        r"[oó]log|neur[oó]log|pediatra|psiquiatra|psic[oó]log"
        r"|hemat[oó]log|onc[oó]log|trabajadora? social|matrona|fisioterapeuta|M\.?P\.?\b|CMP\b"
        r"|RM\b|facultativ)",
        "<NOMBRE_PERSONAL_SANITARIO>Lucas Jordán Mier</NOMBRE_PERSONAL_SANITARIO>, R2 / adj",
        "Valoración, adjunto analítica",
        score=0.85,
        check=is_name,
    ),
    row(
        "nombre_con_etiqueta",
        _after_with_comma(
            r"(?m)\b(?i:nombres?(?: (?:y apellidos|completo|de la paciente|del paciente|del? "
            r"(?:usuari[oa]|trabajador)))?|apellidos?(?: y nombres?)?|paciente|pac|pacietne|pcte"
            r"|usuari[oa]|px|nai|trabajador[a]?|lesionad[oa]|nom|izena|abizenak|apelidos|nome"
            r"|nombre/s|filiaci[oó]n|asegurad[oa])[ .]{0,20}[:|][ :]{0,12}(?:(?i:don|doña|d|dª"
            r"|dña|sra?)\.? )?"
        ),
        "Nombre:  <NOMBRE_SUJETO_ASISTENCIA>Ernesto</NOMBRE_SUJETO_ASISTENCIA>.",
        "Apellidos: <NOMBRE_SUJETO_ASISTENCIA>Rivera Bueno</NOMBRE_SUJETO_ASISTENCIA>.",
        "Paciente: <NOMBRE_SUJETO_ASISTENCIA>Ofelia Grisales de"
        " Marulanda</NOMBRE_SUJETO_ASISTENCIA>    ID",
        "nombre comercial: paracetamol",
        score=0.93,
        check=is_labelled_name,
        unless_before=r"(?:informe|historia|actual|evaluaci[oó]n)[^\n]{0,25}paciente: ?",
        unless_after=r" de \d+ (?:años|meses)",
    ),
    row(
        "apellido_coma_nombre",
        rf"(?m)^[ ]*(?:(?i:px|pte|pac(?:iente)?|sra?)[.:]? )?(?P<phi1>{_WORD}(?:"
        rf" {_PARTICLE}*{_WORD}){{0,3}}), (?P<phi2>{_WORD}(?: {_WORD}){{0,2}})(?:  | ?["
        r"|/·(-]|,? (?:NHC|DNI|HC|[0-9])|$)",
        "<NOMBRE_SUJETO_ASISTENCIA>Huamaní Espichán</NOMBRE_SUJETO_ASISTENCIA>, "
        "<NOMBRE_SUJETO_ASISTENCIA>Teodora</NOMBRE_SUJETO_ASISTENCIA> // 58a",
        "Hemograma, Bioquímica y coagulación",
        score=0.6,
        check=is_name,
    ),
    row(
        "tras_don",
        _after(
            r"(?:\b(?:D|Dª|Dña|Dñ|Doña|Don|DOÑA|DON|don|doña|Sr|Sra|SR|SRA|Srta|sr|sra"
            r"|señora?)\.?ª?) "
        ),
        "Que D. <NOMBRE_SUJETO_ASISTENCIA>IÑAKI GOÑI URDÁNOZ</NOMBRE_SUJETO_ASISTENCIA>, nacido",
        "déficit de vitamina D 400 UI; dímero D elevado",
        score=0.6,
        check=is_name,
        unless_before=r"vitamina d |dímero d |hepatitis d ",
    ),
    row(
        "nombre_antes_de_numero",
        r"(?:(?i:paciente|px|pte|nombre|rn|sra?|usuari[oa]|trabajador[a]?|d|dña)\.?:? +)?"
        rf"(?P<phi>{_WORD}(?: {_PARTICLE}*{_WORD}){{1,4}})(?:,? |   +| ?[-|/(·] ?| {{2,}})"
        r"(?i:n\.?h\.?c\.?|dni|d\.n\.i\.|nuhsa|c\.?i\.?p?|sip|rut|run|cc|c\.c\.|h\.?c\.?l?|nie"
        rf"|tis|curp|cipa|exp)[ .:]{{1,3}}[A-Z]{{0,4}}[ -]?[0-9]",
        "ingresa <NOMBRE_SUJETO_ASISTENCIA>Pilar Ascaso Monreal</NOMBRE_SUJETO_ASISTENCIA>"
        " (NHC 665204",
        "Se anota NHC 665204",
        score=0.9,
        check=is_name,
    ),
    row(
        "nombre_antes_de_edad",
        rf"(?P<phi>{_WORD}(?: {_PARTICLE}*{_WORD}){{1,3}})(?:, (?:de )?| {{2,}}| ?[|/(] ?)"
        r"(?:[1-9][0-9] ?(?:años|AÑOS|a\b))",
        "<NOMBRE_SUJETO_ASISTENCIA>Celso Anaya Villalvazo</NOMBRE_SUJETO_ASISTENCIA>, 73 años",
        "Hemoglobina Glicosilada 7,2",
        score=0.8,
        check=is_name,
        unless_before=(
            r"(?:calle|c/\.?|avda?\.?|av\.|plaza|paseo|madre|padre|hij[oa]|herman[oa])[^\n]*"
        ),
    ),
    row(
        "ayudante_con_numero",
        _after(
            r"(?:(?i:\b(?:1\.?er|[12]\.?[ºª°]|2do|primera?|segund[oa]|tercera?|3\.?er) (?:ayte|ayud"
            r"|ayudante|ay)\.?:? |\b(?:ayudante|ayte|ayud)\.? [1-3]:? ))(?:D[Rr][Aa]?\.? )?"
        ),
        "1er ayte: <NOMBRE_PERSONAL_SANITARIO>Pont</NOMBRE_PERSONAL_SANITARIO>; 2º ayte:"
        " <NOMBRE_PERSONAL_SANITARIO>Mora</NOMBRE_PERSONAL_SANITARIO> (R4)",
        "Ayudante 1: Dra. <NOMBRE_PERSONAL_SANITARIO>Sanz Gil</NOMBRE_PERSONAL_SANITARIO>.",
        "Primer ayudante: residente; 2º ayudante: Ninguno; 1er ayte: MIR; Ayudante 2: R3",
        score=0.93,
        check=_is_somebody,
        unless_after=r" ?[:=]",
    ),
    row(
        "apellido_con_numero",
        _after(
            r"(?i:\b(?:1\.?er|1[º°]|2\.?[º°]|2do|primer|segundo) apellido:? |\bapellido (?:paterno"
            r"|materno|1|2): )"
        ),
        "1er apellido <NOMBRE_SUJETO_ASISTENCIA>Revilla</NOMBRE_SUJETO_ASISTENCIA>, 2º apellido"
        " <NOMBRE_SUJETO_ASISTENCIA>Ceballos</NOMBRE_SUJETO_ASISTENCIA>.",
        "Apellido paterno: <NOMBRE_SUJETO_ASISTENCIA>Huerta</NOMBRE_SUJETO_ASISTENCIA>"
        " Apellido materno: -",
        "Primer apellido: No consta; segundo apellido: Sexo",
        score=0.93,
        check=_is_somebody,
    ),
)
