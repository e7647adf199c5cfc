"""Initials without points that stand for a person: `Paciente MG refiere`, `madre (PR)`.

Two capitals are an abbreviation far more often (`Paciente HTA`, `madre DM`), so a row asks for what
only a person does or has beside them, and that they are none of the abbreviations of notes.
"""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.rules import row
from incognote.languages.es.rule_words import NO_INITIALS, TO_99

_NOBODY = listed("""
    al an app as cc ce da de del dl dm dr dra dx ea el en es eu ex fc fe fi fr ha he hc hd hta ia id
    ii iii im ir is iv la las le lo los ma me mi mas muy ne ni no ns od oi ok op or os pa pcr pi po
    pr qx rm rn rx sa se si sin su sv ta tac te tu tv tx ua uci un una us uti va ve vi vo y ya yo
""")
"""Words, roles and what is measured or given: no initials, whatever stands around them."""
_PATIENT = (
    r"(?:[Pp]aciente|PACIENTE|[Pp]te\.?|[Pp]cte\.?|[Pp]ac\.|[Uu]suari[oa]|[Nn]iñ[oa]|[Mm]enor"
    r"|[Cc]liente)"
)
_KIN = (
    r"(?:[Mm]adre|[Pp]adre|[Hh]erman[oa]|[Hh]ij[oa]|[Aa]buel[oa]|[Tt][ií][oa]|[Pp]rim[oa]"
    r"|[Mm]arido|[Ee]spos[oa]|[Pp]areja|[Nn]ovi[oa]|[Ss]obrin[oa]|[Nn]iet[oa]|[Ss]uegr[oa]"
    r"|[Cc]uñad[oa]|[Cc]uidador[a]?|[Mm]amá|[Pp]apá|[Tt]utora?|[Cc]onviviente|[Vv]ecin[oa]"
    r"|[Aa]mig[oa])"
)
_SAYS = (
    "refiere|refirió|refieren|niega|negó|dice|dijo|comenta|comentó|explica|explicó|cuenta|contó"
    "|manifiesta|manifestó|llama|llamó|pide|pidió|solicita|solicitó|pregunta|preguntó|acepta|aceptó"
    "|rechaza|rechazó|vive|trabaja|trabajaba|acude|acudió|consulta por|consultó|relata|relató"
    "|afirma|afirmó|reconoce|reconoció|expresa|expresó|informa que|informó|indica que|indicó que"
    "|siente|se siente|duerme|come|camina|desea|quiere|firma|entiende|comprende|se queja|ingresa"
    "|ingresó|reingresa|se niega|avisa|avisó|trae|trajo|acompaña|está de acuerdo"
)
_AGE = rf"(?:\d{{1,3}}|{TO_99}) (?:años|a\.|meses|semanas|días)"
_PERSON = (
    "(?:var[oó]n|mujer|hombre|niñ[oa]|paciente|lactante|adolescente|joven|señora?|chic[oa]"
    "|reci[eé]n nacid[oa]|escolar|masculino|femenin[oa])"
)
_BORN = (
    r"(?:NHC|N\.?H\.?C|NUHSA|CIPA?\b|SIP\b|DNI|NIE\b|RUT\b|CURP|HC\b|H\.C|F\.? ?(?:de )?[Nn]ac"
    r"|FN\b|Fecha de nac|Edad|EDAD|Historia|\d{1,3} ?a(?:ños|\.)|\d{1,3} años)"
)
_IDS = (
    r"(?:NHC|N\.?H\.?C|SIP\b|TSI\b|TIS\b|CIPA?\b|D\.?N\.?I|NIE\b|RUT\b|CURP|N[ºo°]\.? ?H[ªa.C]"
    r"|NASS|EXP\b|[Cc][ée]dula|MAIQ|\d{1,3} (?:años|anys)\b|\d{1,3} ?a\b\.?|FN\b|F\. ?[Nn]ac)"
)
"""What stands behind a patient's name at the head of a note."""
_STAFF = (
    r"(?i:bioq|eu|enf|enfermer[oa]|due|m[eé]dic[oa]|fisioterapeuta|prescriptora?|matr[oó]na?"
    r"|llevadora|ped(?:\. guardia)?|inspectora?(?: farm)?|triage rn|psic[oó]log[oa]"
    r"|trabajador[a]? social|ts|t\.o|farmac[eé]utic[oa]|cirujan[oa]|anestesista|residente"
    r"|adjunt[oa]|tutora?|responsable|firmado|firma|fdo)"
)
_RANK = (
    r"(?:FEA\b|MIR\b|R[1-5]\b|DUE\b|TCAE\b|enf\b|enfermer[oa]|[Mm][eé]dic[oa]|oncólog[oa]"
    r"|[Aa]uxiliar|cirujan[oa]|psic[oó]log[oa]|matrona|fisioterapeuta|col\.|[Cc]olegiad[oa]"
    r"|[Nn][ºo°]\.? ?[Cc]ol|M\.P\.|MED \d|busca \d|jefe de|\(TS\)|\(DUE\)|\(MIR\))"
)
_THEN = (
    r"(?:[;)\]]|[.,](?:\s|$)|[ \t]{2,}|[ \t]*(?:\r?\n|$)| \(| (?:y|que|de|con|se|está|es"
    r"|informad[oa]|presente|telefónicamente|vive|tel|tfno|refiere|dice|llama|en)\b)"
)


def _is_somebody(surface: str) -> bool:
    """Whether letters may be initials where what stands around says that it is somebody."""
    return surface.lower() not in _NOBODY and (
        len(surface) == 2 or surface.lower() not in NO_INITIALS
    )


def _is_initials(surface: str) -> bool:
    """Whether letters are no abbreviation that notes hold."""
    return surface.lower() not in _NOBODY | NO_INITIALS


RULES = (
    row(
        "iniciales_dicen",
        rf"\b{_PATIENT},? (?P<phi>[A-Z]{{2,3}}),? (?:{_SAYS})(?:[^\pL]|$)",
        "Paciente <NOMBRE_SUJETO_ASISTENCIA>MG</NOMBRE_SUJETO_ASISTENCIA> refiere dolor",
        "El paciente <NOMBRE_SUJETO_ASISTENCIA>JLM</NOMBRE_SUJETO_ASISTENCIA> niega fiebre",
        "Paciente HTA refiere; pte DM ingresa; paciente NO refiere, paciente LA vive",
        score=0.93,
        check=_is_somebody,
    ),
    row(
        "iniciales_viven",
        r"(?:(?m:^)[ \t]*|[.;:!?] )(?P<phi>[A-Z]{2,3}),? (?:vive con|vive en|vive sol[oa]"
        r"|acude (?:con|a"
        r"|por|acompañad[oa])|refiere que|niega|dice que|trabaja|comenta que|cuenta que|llama)\b",
        "\n<NOMBRE_SUJETO_ASISTENCIA>MG</NOMBRE_SUJETO_ASISTENCIA> vive con su madre",
        "SE niega. NO refiere que; LA vive en. HTA refiere que, y MG niega",
        score=0.93,
        check=_is_initials,
    ),
    row(
        "iniciales_con_edad",
        rf"(?P<phi>[A-Z]{{2,3}})(?: es|,| se trata de)? (?:un"
        rf"|una) {_PERSON}[^.;\n]{{0,20}}? de {_AGE}",
        "<NOMBRE_SUJETO_ASISTENCIA>MG</NOMBRE_SUJETO_ASISTENCIA> es un varón de 5 años",
        "<NOMBRE_SUJETO_ASISTENCIA>AB</NOMBRE_SUJETO_ASISTENCIA>, una mujer de treinta años",
        "ES una mujer de 40 años, EPOC un varón de 60 años; NO es un niño de 5 años",
        score=0.93,
        check=_is_somebody,
        unless_before=r"[\pL\d/&+-]|\b(?:por|con|de|del|tiene|y) ",
    ),
    row(
        "iniciales_con_etiqueta",
        r"\b(?i:paciente|nombre|pte|usuari[oa]|iniciales)(?: del paciente)?\.?[ \t]{0,8}:[ \t]{0,8}"
        rf"(?P<phi>[A-Z]{{2,3}})(?:[\])]|[ \t]{{2,}}|[ \t]*(?:\r?\n|$)|[ \t]{{0,3}}[,"
        rf"|]?[ \t]{{1,20}}{_BORN})",
        "Paciente: <NOMBRE_SUJETO_ASISTENCIA>JLM</NOMBRE_SUJETO_ASISTENCIA>  NHC 33442",
        "Iniciales: <NOMBRE_SUJETO_ASISTENCIA>RG</NOMBRE_SUJETO_ASISTENCIA>\nPaciente: "
        "<NOMBRE_SUJETO_ASISTENCIA>KP</NOMBRE_SUJETO_ASISTENCIA>, 45 años",
        "Paciente: HTA\nPaciente: NO  NHC; Nombre: DM  Edad",
        score=0.93,
        check=_is_initials,
    ),
    row(
        "iniciales_de_pariente",
        rf"\b{_KIN}(?:,? \((?P<phi1>[A-Z]{{2}})\)|,? (?P<phi2>[A-Z]{{2}})(?: (?:{_SAYS})\b"
        rf"|{_THEN}))",
        "Madre (<FAMILIARES_SUJETO_ASISTENCIA>KW</FAMILIARES_SUJETO_ASISTENCIA>) informada",
        "su hija <FAMILIARES_SUJETO_ASISTENCIA>KL</FAMILIARES_SUJETO_ASISTENCIA>, que vive",
        "madre DM, padre (HTA), hermano IR, hijo NO vive; madre RA y padre TB",
        score=0.9,
        check=_is_initials,
    ),
    row(
        "iniciales_de_cabecera",
        rf"(?:(?m:^)[ \t]*(?:\d{{1,2}}\) ?)?|[ \t]{{2,}}|[|] ?)(?P<phi>[A-Z]{{2}}),?[ \t"
        rf"|·,(]{{1,16}}{_IDS}",
        "\n<NOMBRE_SUJETO_ASISTENCIA>SP</NOMBRE_SUJETO_ASISTENCIA>, SIP 3381974, 59 años",
        "\n2) <NOMBRE_SUJETO_ASISTENCIA>NZ</NOMBRE_SUJETO_ASISTENCIA> (NHC 9).",
        "\nTA  120 a, DM 10 años\nHC  NHC 3; UCI 3 a",
        score=0.9,
        check=_is_initials,
    ),
    row(
        "iniciales_con_etiqueta_y_documento",
        r"\b(?i:paciente|nombre|pte|usuari[oa])(?: del paciente)?\.?[ \t]{0,8}:[ \t]{0,8}"
        rf"(?P<phi>[A-Z]{{2,3}})[ \t|,]{{1,20}}{_IDS}",
        "Paciente: <NOMBRE_SUJETO_ASISTENCIA>DE</NOMBRE_SUJETO_ASISTENCIA>     Cédula: 1721",
        "Paciente: NO  NHC 3; Nombre: DNI 4",
        score=0.95,
        check=lambda surface: surface not in {"DNI", "NHC", "NO", "HC"},
    ),
    row(
        "iniciales_de_personal",
        rf"\b{_STAFF}\.?: {{0,2}}(?P<phi>[A-Z]{{2}})(?:[ \t]{{2,}}|[ \t]*(?:\r?\n|$)"
        rf"|[,.;)](?:\s|$)| \()",
        "Fisioterapeuta: <NOMBRE_PERSONAL_SANITARIO>KE</NOMBRE_PERSONAL_SANITARIO>   T.O.: X",
        "Médico: NO  Firma: SI\nEnf: DM, HTA; Resp: MV. Inf: BI",
        score=0.9,
        check=_is_initials,
    ),
    row(
        "iniciales_con_rango",
        rf"(?:(?m:^)[ \t]*|[ \t]{{2,}}|[,;(] ?|\b(?:por|con) )(?P<phi>[A-Z]{{2}})(?:,| [-–·]"
        rf"|[ \t]*\r?\n)? ?{_RANK}",
        "\n\n<NOMBRE_PERSONAL_SANITARIO>GT</NOMBRE_PERSONAL_SANITARIO>, FEA Nefrología",
        "\n<NOMBRE_PERSONAL_SANITARIO>KL</NOMBRE_PERSONAL_SANITARIO>\ncol. 45-28; "
        "<NOMBRE_PERSONAL_SANITARIO>SH</NOMBRE_PERSONAL_SANITARIO> enf",
        "\nMI, FEA; valorado por AP, médico; HC, R1; con TA médico",
        score=0.9,
        check=_is_initials,
    ),
    row(
        "iniciales_de_resultado",
        r"\b(?:Valida(?:d[oa])?(?: por)?|VAL|Informa|INF|Rad|RAD|Transcribe|Transcrito(?: por)?"
        r"|Dicta|Firma)"
        r"\.?:[ \t]{0,3}(?P<phi>[A-Z]{2,3})(?:\.?[ \t]*(?:\r?\n|$)|[.;] |[ \t]{2,}|/)",
        "VAL: <NOMBRE_PERSONAL_SANITARIO>DLM</NOMBRE_PERSONAL_SANITARIO>\nInforma: "
        "<NOMBRE_PERSONAL_SANITARIO>RKT</NOMBRE_PERSONAL_SANITARIO>. Transcribe",
        "VAL: NEG\nRad: TAC. Informa: NO. Firma: SI\nRAD: RMN",
        score=0.9,
        check=lambda surface: _is_initials(surface) and surface not in {"NEG", "POS", "TAC", "RMN"},
    ),
)
