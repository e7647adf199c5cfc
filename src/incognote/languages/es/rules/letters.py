"""Names where letters, chats, mail and data dumps have them; nicknames."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.languages.es.checks import is_name, is_nickname

_CAPS = r"(?:Mª|M\.ª|\p{Lu}[\pL'’·-]*\pL|\p{Lu}\p{Ll}?\.)"
_NAME = rf"{_CAPS}(?: (?:(?:de|del|de la|la|i|y) )?{_CAPS}){{0,4}}"
_TITLE = r"(?:(?i:dra?|sra?|d|dña|don|doña|enf|lic|prof|estimad[oa]|querid[oa])\.?ª? )?"
_CLOCK = r"[0-2]?[0-9][:.h][0-5][0-9](?: ?h)?"

RULES = (
    row(
        "saludo",
        rf"(?m)^[> ]*(?i:hola|querid[oa]s?|estimad[oa]s?|buen(?:o|a)s(?: d[ií]as| tardes|"
        rf" noches)?|bon dia|aupa"
        rf"|kaixo|apreciad[oa]|egun on)(?: compañer[oa])?,? {_TITLE}(?P<phi>{_NAME})(?:[,:.!]| ?$)",
        "Hola <NOMBRE_PERSONAL_SANITARIO>Vicent</NOMBRE_PERSONAL_SANITARIO>,",
        "Buenas condiciones generales",
        score=0.9,
        check=is_name,
    ),
    row(
        "despedida",
        r"(?i:abrazos?|abraç|saludos?|salutacions|gracias|atentamente|atte|besos?|cordialmente|un"
        r" saludo"
        rf"|agur|aperta)[^\n]{{0,24}}[,.]?[ ]?\n{{1,3}}[ >]*{_TITLE}(?P<phi>{_NAME})[ .]*(?:\n|$"
        rf"|,| -|\()",
        "Un abrazo,\n<NOMBRE_PERSONAL_SANITARIO>Yoli</NOMBRE_PERSONAL_SANITARIO>\nBusca",
        "da las gracias\nPlan: alta",
        score=0.93,
        check=is_name,
    ),
    row(
        "cabecera_de_correo",
        rf"(?m)^[> ]*(?:De|Para|CC|From|To|Enviado por|Firmado por|Redacta|Solicitante)\.{{0,9}}"
        rf" ?: {_TITLE}"
        rf"[\"“]?(?P<phi>{_NAME})[\"”]?(?: ?<| ?$|,| \()",
        "De: <NOMBRE_PERSONAL_SANITARIO>Vicent Soriano</NOMBRE_PERSONAL_SANITARIO>\nEnviado",
        "De: Urgencias 24 h",
        score=0.93,
        check=is_name,
    ),
    row(
        "linea_de_chat",
        rf"(?m)^\[?(?:[0-9/. -]{{6,12}},? )?{_CLOCK}\]?(?: ?[-–] ?| ){_TITLE}(?P<phi>{_NAME}): ",
        "[22:20] <NOMBRE_PERSONAL_SANITARIO>Mafer</NOMBRE_PERSONAL_SANITARIO>: ya llegó",
        "22:20 TA: 120/80",
        score=0.93,
        check=is_name,
        unless_after=r": ?[0-9]",
    ),
    row(
        "medico_sin_dos_puntos",
        r"\b(?i:m[eé]dic[oa](?: (?:de guardia|adjunt[oa]|responsable|de familia|tratante))?"
        r"|microscopista|mip"
        r"|residente|pediatra|anestesi(?:sta|[oó]log[oa])|cirujan[oa]|ginec[oó]log[oa]|matrona"
        r"|comadrona"
        r"|urgenci[oó]log[oa]|triage rn|tens|tum|tcae|paramédic[oa]|promotora de salud|agente"
        r" comunitari[oa]"
        rf"|facilitadora?|trabajadora social|ts|fisio|logopeda|psic[oó]log[oa]|mir|celadora?)(?:,"
        rf"|:|) "
        rf"(?P<phi>\p{{Lu}}\.(?: ?\p{{Lu}}\.)? {_CAPS}(?: {_CAPS})?|{_CAPS} {_CAPS}(?:"
        rf" {_CAPS})?)(?:[,.;:)\n(]|$)",
        "médico <NOMBRE_PERSONAL_SANITARIO>A. Felgueroso</NOMBRE_PERSONAL_SANITARIO>.",
        "médico de guardia; residente de tercer año; CIRUJANO DE TURNO.",
        score=0.9,
        check=lambda surface: is_name(surface) and not surface.startswith("DE "),
    ),
    row(
        "apodo",
        r"(?:[«“\"'](?P<phi1>(?:el|la|El|La) \p{Lu}[\pL]+)[»”\"']|\b(?i:alias|apodad[oa]|apodo"
        r"|llamad[oa]|conocid[oa]"
        r" como|le dicen|le llaman|a quien llaman)(?::| por)? [«“\"]?(?P<phi2>(?:(?:el|la)"
        r" )?\p{Lu}[\pL]+))",
        "(«<NOMBRE_SUJETO_ASISTENCIA>el Grillo</NOMBRE_SUJETO_ASISTENCIA>»), 24",
        "alias <NOMBRE_SUJETO_ASISTENCIA>Cestero</NOMBRE_SUJETO_ASISTENCIA>",
        "llamado síndrome; «la otra»",
        score=0.9,
        check=is_nickname,
    ),
    row(
        "se_llama",
        rf"\b(?i:(?:me|se) llam(?:a|o|aba)|soy|mi nombre es|responde al nombre de|firma como)"
        rf" (?P<phi>{_NAME})",
        "me llamo <NOMBRE_SUJETO_ASISTENCIA>Rosa Peña</NOMBRE_SUJETO_ASISTENCIA> y",
        "se llama al especialista",
        score=0.9,
        check=is_name,
    ),
    row(
        "etiqueta_de_datos",
        r"(?i:<(?:cognoms?|nom|nombres?|apellidos?[12]?|given|family"
        r"|nompac)[^>\n]*>)(?P<phi1>[^<\n]{2,40})<"
        r"|(?i:\b(?:pac|pat|pte|p)_(?:nom(?:bre)?|ap(?:e(?:llido)?)?_?[12s]?)) ?[=:|]"
        r" ?(?P<phi2>\pL[\pL' -]{0,40}\pL)"
        r"(?:  |\n|;|\||,|$)"
        r"|PID\|[^|\n]*\|[^|\n]*\|[^|\n]*\|[^|\n]*\|(?P<phi3>[^|^\n]{2,40})\^(?P<phi4>[^"
        r"|^\n]{2,40})",
        "<nom><NOMBRE_SUJETO_ASISTENCIA>Harpreet</NOMBRE_SUJETO_ASISTENCIA></nom>",
        "PAC_AP1: <NOMBRE_SUJETO_ASISTENCIA>DAPENA</NOMBRE_SUJETO_ASISTENCIA>     PAC_AP2",
        "nombre comercial",
    ),
)
