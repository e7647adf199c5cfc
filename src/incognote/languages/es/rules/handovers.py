"""Names where only a person can stand, whatever else the name is: rounds, agendas, teams, roles.

No title stands there, and the name may be a disease's (`2º: Chagas`), a word or in no list. What
makes it a name is its place; words that are no names are none here.
"""

from __future__ import annotations

import re

from incognote.core.words import listed
from incognote.detect.lexicon.lists import GIVEN, RARE, SURNAME, load_lexicon, to_key
from incognote.detect.rules import row
from incognote.languages.es.checks import is_name

_NAME = r"\p{Lu}\p{Ll}+(?:-\p{Lu}?\p{Ll}+)*"
_CAPS = r"\p{Lu}{2,}(?:-\p{Lu}{2,})*"
_PART = rf"(?:{_NAME}|{_CAPS})"
_FULL = rf"{_PART}(?: (?:de la |de los |del |de |i )?(?:{_PART}|\p{{Lu}}\.)){{0,3}}"
_SERVICE = (
    r"(?:Onco|CTO|Neumo|RT|Radio|Rx|Cardio|Digestivo|Diges|Dig|Uro|Gine|Hemato|Neuro|UCI|Nefro"
    r"|Trauma|Infecc|Endocrino|Reuma|Derma|ORL|Oftalmo|OFT|AP|Anest|Pedi|Psiq|Paliativos|MI"
    r"|M\. ?Int|M\. ?Interna|Medicina Interna|Cirug[ií]a|CGD|CCV|ACV|NCR|CPL|Geria|Farmacia"
    r"|Nutrici[oó]n|Rehab|RHB|MNuclear)"
)
_ROLE = (
    r"(?:psic[oó]log[oa]|enfermer[oa]|fisioterapeuta|matrona|matr[oó]n|nutricionista|dietista"
    r"|logopeda|fonoaudi[oó]log[oa]|terapeuta ocupacional|trabajadora? social|t[eé]cnic[oa]"
    r"|auxiliar|pediatra|anestesista|kinesi[oó]log[oa]|kin[eé]|podólog[oa]|cirujan[oa]"
    r"|m[eé]dic[oa]|int[eé]rprete"
    r"|mediador[a]?|promotora?|parter[oa]|param[eé]dic[oa]|residente|becad[oa]|intern[oa])"
)
_AFTER_ROLE = r"(?:[,.;:)(\n]|$| (?:que|y|le|lo|la|se|con|en|de|a|para|por|ha|hoy|me)\b)"
_OLOGIST = r"\pL{3,12}[oó]log[oa]"
_WORKER = (
    rf"(?:{_OLOGIST}|ayudante|geriatra|pediatra|psiquiatra|anestesista|internista|cirujan[oa]"
    r"|enfermer[oa]|enfra?|auxiliar|matrona|residente|fisioterapeuta|celadora?|instrumentista)"
)
"""Who does something: not a test or an operation, which has an eponym behind it (técnica Mohs)."""
_SPECIALTY = (
    r"(?:Fisioterapia|Fisio|TO|Terapia [Oo]cupacional|Logopedia|Enfermer[ií]a|Rehabilitaci[oó]n"
    r"|Nutrici[oó]n|Dietista|Psicolog[ií]a|Trabajo [Ss]ocial|TS|Matrona|Curas|Podolog[ií]a"
    r"|Foniatr[ií]a)"
)
_NOBODY = listed("""
    agenda agudo aguda alta anestesia anterior astringente ausente avisada avisado aviso basal
    blanda cama cardiologia liquida manchester vital vitales
    centro cirugia cita citas comite consulta control crónica cronica curas dialisis digestivo
    domicilio enfermeria equipo escolar externa externo familia farmacia fisio fisioterapia
    general ginecologia guardia hemodialisis hospital interna interno libre local mañana medica
    medicina medico mir nadie neumologia ninguna ninguno no noche nocturna noches nota nueva nuevo
    oncologia pediatria pendiente planta presente primaria privada privado programada quirofano
    radiologia referente residente responsable revision sacyl salud seguimiento servicio si sin
    social tarde titular trauma traumatologia turno uci unidad urgencias urologia vacante
    vacunas valoracion ver visita
""")
"""What stands where a name may, and is none."""
_LOWER_NOBODY = listed("""
    al ante como con cuando de del desde donde el en ella encargada era esta ha hasta hoy la le
    me mi nos para por porque propia que quien se sin su tal tras una y ya
""")


def _words(surface: str) -> list[str]:
    parts = re.split(r"[-,() ]+", surface)
    return [word for word in parts if word and not word.endswith(".") and not word.islower()]


def _is_named(word: str) -> bool:
    """Whether a word is a name of the lists, or that of a disease."""
    lexicon, key = load_lexicon("es"), to_key(word)
    flags = lexicon.flags.get(key, 0)
    return bool(flags & (GIVEN | SURNAME | RARE)) or key in lexicon.lists.eponyms


def _is_unlisted(word: str) -> bool:
    return load_lexicon("es").is_of_no_list(word)


def _is_somebody(surface: str) -> bool:
    """Whether all words may be names: of the lists, a disease's, or in no list."""
    words = _words(surface)
    return (
        bool(words)
        and is_name(surface)
        and all(
            to_key(word) not in _NOBODY and (_is_named(word) or _is_unlisted(word))
            for word in words
        )
    )


def _is_called(surface: str) -> bool:
    """The same behind an article, which belongs to what somebody is called by all: El Chino."""
    return _is_somebody(surface.removeprefix("El ").removeprefix("La "))


def _is_known_or_new(surface: str) -> bool:
    """The same, but for names of diseases, tests and devices."""
    eponyms = load_lexicon("es").lists.eponyms
    return _is_somebody(surface) and all(to_key(word) not in eponyms for word in _words(surface))


def _is_new(surface: str) -> bool:
    """Whether all words are in no list."""
    words = _words(surface)
    return bool(words) and is_name(surface) and all(map(_is_unlisted, words))


def _is_eponym_or_new(surface: str) -> bool:
    """Whether all words are names of diseases, tests and devices, or in no list."""
    eponyms = load_lexicon("es").lists.eponyms
    return _is_somebody(surface) and all(
        to_key(word) in eponyms or _is_unlisted(word) for word in _words(surface)
    )


def _is_given_or_new(surface: str) -> bool:
    """Whether the first word is a given name or in no list, and no disease is called after it."""
    lexicon, first = load_lexicon("es"), _words(surface)[0]
    given = lexicon.flags.get(to_key(first), 0) & GIVEN
    return _is_known_or_new(surface) and bool(given or _is_unlisted(first))


def _begins_with_given(surface: str) -> bool:
    """Whether all words may be names, or the first of several is a given name: Olvido Feo."""
    words = _words(surface)
    given = len(words) > 1 and load_lexicon("es").flags.get(to_key(words[0]), 0) & GIVEN
    return _is_somebody(surface) or (bool(given) and to_key(words[-1]) not in _NOBODY)


def _is_only_names(surface: str) -> bool:
    """Whether all words are names, and neither words nor diseases."""
    lexicon = load_lexicon("es")
    return _is_known_or_new(surface) and all(map(lexicon.is_only_a_name, _words(surface)))


def _is_of_team(surface: str) -> bool:
    """Whether what stands behind a label may be a name, or a surname and an initial: no `TAC`."""
    short = surface.isupper() and len(surface) < 5
    return not short and _is_known_or_new(surface.partition(",")[0])


def _is_given(surface: str) -> bool:
    """Whether a word is a given name alone, even where it is written small."""
    lexicon = load_lexicon("es")
    given = lexicon.flags.get(to_key(surface), 0) & GIVEN
    return bool(given) and len(surface) > 2 and lexicon.is_of_no_list(surface)


def _is_initial_and_name(surface: str) -> bool:
    """Whether a surname stands behind an initial, and no germ: `S. Aureus`."""
    lexicon, words = load_lexicon("es"), _words(surface)
    return bool(words) and all(map(lexicon.is_only_a_name, words))


def _is_only_names_or_new(surface: str) -> bool:
    return _is_only_names(surface) or _is_new(surface)


def _is_behind_doctor(surface: str) -> bool:
    return surface not in _LOWER_NOBODY and to_key(surface) not in _NOBODY


RULES = (
    row(
        "ronda_con_articulo",
        rf"(?m:^)[ \t]*\d{{1,2}}[).][ \t]+"
        rf"(?:(?P<phi1>(?:El|La) {_NAME})|(?:Doña|Don) (?P<phi2>{_NAME}))(?: {_NAME})?:",
        "1) <NOMBRE_SUJETO_ASISTENCIA>El Marfan</NOMBRE_SUJETO_ASISTENCIA>: SDRA, prono 2",
        "1) El Paciente: estable\n2) La Consulta: llena",
        score=0.9,
        check=_is_called,
    ),
    row(
        "ronda_con_apodo",
        rf"(?:(?m:^)[ \t]*|[.;] )\d{{1,2}}[).][ \t]+(?P<phi>{_NAME} \({_NAME}\)):",
        "110. 2) <NOMBRE_SUJETO_ASISTENCIA>Angobi (Jaive)</NOMBRE_SUJETO_ASISTENCIA>: extubada",
        "2) Dieta (Blanda): sí; 3) Foley (Silicona): retirar; 4) Dolor (Leve): no",
        score=0.9,
        check=_is_known_or_new,
    ),
    row(
        "agenda",
        rf"(?m:^)[ \t]*\d{{1,2}}[:.]\d\d(?: ?h)?[ \t]+[-–]?[ \t]*(?P<phi>\p{{Lu}}\. ?{_PART})"
        r"(?: |,|$|\r?\n)",
        "08:45 <NOMBRE_SUJETO_ASISTENCIA>R. Romberg</NOMBRE_SUJETO_ASISTENCIA> cura",
        "08:45 S. Vital, 09:00 E. Coli crece, 10:00 T. Arterial",
        score=0.9,
        check=_is_somebody,
    ),
    row(
        "lectura_o_triaje",
        r"(?i:\blectura|\blector[a]?(?: [12])?|\btriaje(?: \d{1,2}[:.]\d\d)?"
        r"|\b(?:re)?valorad[oa]|\binformad[oa]) "
        rf"\((?P<phi>{_FULL})(?:, ?(?i:due|enf\w*|mir|r[1-5]|tcae|tsid|adj\w*|m[eé]d\w*))?\)",
        "1ª LECTURA (<NOMBRE_PERSONAL_SANITARIO>Norton</NOMBRE_PERSONAL_SANITARIO>): patrón C",
        "triaje 14:02 (<NOMBRE_PERSONAL_SANITARIO>Holter</NOMBRE_PERSONAL_SANITARIO>, due): nivel",
        "lectura (Mamografía), triaje (Manchester), valorado (Escala Barthel)",
        score=0.92,
        check=_begins_with_given,
        unless_before=r"(?i)escala ",
    ),
    row(
        "segundo_cirujano",
        r"(?i:\b(?:cirujan[oa]s?|ayudantes?|anest\w*|perf\w*|instr\w*))\.?:[^\n]{0,60}?[ \t;,]"
        rf"[12]\.?[ºª°]:[ \t]{{0,3}}(?P<phi>{_PART})(?: {_PART})?(?:[,;.\n]|[ \t]{{2}}|$)",
        "Cirujano: R   2º: <NOMBRE_PERSONAL_SANITARIO>Chagas</NOMBRE_PERSONAL_SANITARIO>   Perf.:",
        "Cirujano: Ruiz   2º: Residente, 1º: Ninguno",
        score=0.9,
        check=_is_somebody,
    ),
    row(
        "cargo_abreviado",
        r"(?:\bT\.? ?O\.?|\bT\.? ?S\.?|\bLogop(?:eda)?\.?|\bRehab\.?|\bPerf\.?|\bInstr(?:um)?\.?"
        r"|\bAnest\.?|\bCircul(?:ante)?\.?|\bMatrona|\bDietista|\bNutri(?:cionista)?|\bPod[oó]log[oa])"
        rf":[ \t]{{1,3}}(?P<phi>{_FULL})(?:[,;\n(]|[ \t]{{2}}|\.(?:\s|$)|$)",
        "T.O.: <NOMBRE_PERSONAL_SANITARIO>Marfan P. H.</NOMBRE_PERSONAL_SANITARIO>     Médico",
        "Perf.: <NOMBRE_PERSONAL_SANITARIO>Chagas</NOMBRE_PERSONAL_SANITARIO>\n",
        "Anest.: General. T.S.: Pendiente, Rehab: Respiratoria, Matrona: Bishop 6",
        score=0.9,
        check=_is_somebody,
    ),
    row(
        "asiste_de_servicio",
        rf"(?:(?i:\basist\w+|\bpresentes|\bcomit[eé]|\bparticipan)[ :]{{1,2}}|\), )(?P<phi>{_FULL})"
        rf" \({_SERVICE}\b",
        "Asisten: <NOMBRE_PERSONAL_SANITARIO>Hansen-Zaragoza</NOMBRE_PERSONAL_SANITARIO> (Onco), "
        "<NOMBRE_PERSONAL_SANITARIO>Cajal</NOMBRE_PERSONAL_SANITARIO> (CTO)",
        "Cajal (CTO), <NOMBRE_PERSONAL_SANITARIO>Marfan</NOMBRE_PERSONAL_SANITARIO> (Neumo), Ana",
        "ingreso (2019), Neumonía (UCI), Alta (MI), Sepsis (UCI)",
        score=0.9,
        check=_is_somebody,
    ),
    row(
        "contestacion_firmada",
        r"(?i:\b(?:contestaci[oó]n|respuesta|interconsulta))[^\n]{0,40}\d ?h\.? "
        rf"(?P<phi>{_NAME})[ \t]*(?:\r?\n|$)",
        "Contestación, 13 h. <NOMBRE_PERSONAL_SANITARIO>Holter</NOMBRE_PERSONAL_SANITARIO>\n",
        "Interconsulta, 13 h. Urgencias\n",
        score=0.9,
        check=_is_somebody,
    ),
    row(
        "apellidos_en_cabecera",
        rf"(?m:^)[ \t]*(?P<phi1>{_CAPS}(?: {_CAPS}){{0,2}}), (?P<phi2>{_CAPS}(?: {_CAPS}){{0,2}})"
        r"(?:[ \t]{2,}|[ \t]*\|[ \t]*)"
        r"(?:DOB|MRN|FN|F\. ?NAC|NHC|DNI|EDAD|SEXO|SIP|TIS|CIP|\d{1,3} ?[aA])\b",
        "<NOMBRE_SUJETO_ASISTENCIA>CHAGAS SALA</NOMBRE_SUJETO_ASISTENCIA>, "
        "<NOMBRE_SUJETO_ASISTENCIA>VICENÇ QUIM</NOMBRE_SUJETO_ASISTENCIA>   DOB 17-mar-1950",
        "URGENCIAS, PEDIATRÍA   NHC 4411",
        score=0.92,
        check=_is_somebody,
    ),
    row(
        "nombres_sobre_tarjeta",
        rf"(?m:^)(?P<phi1>{_FULL}) / (?P<phi2>(?:Mª )?{_FULL})(?: / (?P<phi3>(?:Mª )?{_FULL}))?"
        r"\r?\n(?:TSI|CIP|NHC|DNI|NUSS|SIP)\b",
        "<NOMBRE_SUJETO_ASISTENCIA>PUTHONA</NOMBRE_SUJETO_ASISTENCIA> / "
        "<NOMBRE_SUJETO_ASISTENCIA>VHON HAIRO</NOMBRE_SUJETO_ASISTENCIA> / "
        "<NOMBRE_SUJETO_ASISTENCIA>Mª ADA ILENA</NOMBRE_SUJETO_ASISTENCIA>\nTSI CYL",
        "<NOMBRE_SUJETO_ASISTENCIA>EVA</NOMBRE_SUJETO_ASISTENCIA> / "
        "<NOMBRE_SUJETO_ASISTENCIA>Foley TECÚN</NOMBRE_SUJETO_ASISTENCIA>\nTSI CYL",
        "SACYL / CONSULTA / URGENCIAS\nTSI CYL",
        score=0.92,
        check=_is_somebody,
    ),
    row(
        "tratamiento_extranjero",
        r"\b(?:Mrs?|Ms|Miss|Mme|Mlle|Herr|Frau)\.? "
        rf"(?P<phi>{_NAME}(?: {_NAME})?)(?:[^\pL\pN'’-]|$)",
        "la esposa de Mr. <NOMBRE_SUJETO_ASISTENCIA>Crohn</NOMBRE_SUJETO_ASISTENCIA> (Torrevieja)",
        "MR 4, escala mRS. Ms y Mr",
        score=0.92,
        check=_is_somebody,
    ),
    row(
        "con_alguien_de_centro",
        rf"\b(?:con|por|a) (?P<phi>{_NAME}) \((?:\p{{Lu}}{{2,5}})\)",
        "Fondo de ojo con <NOMBRE_PERSONAL_SANITARIO>Zubafi</NOMBRE_PERSONAL_SANITARIO> (IMO).",
        "con Aspirina (AAS), con Holter (UCI), por Neumonía (NAC), a Planta (UCI)",
        score=0.85,
        check=_is_new,
    ),
    row(
        "servicio_con_nombre",
        rf"\b{_SPECIALTY} \((?P<phi>{_NAME}(?: (?:{_NAME}|\p{{Lu}}\.)){{0,2}})\)",
        "Fisioterapia (<NOMBRE_PERSONAL_SANITARIO>Hristógal</NOMBRE_PERSONAL_SANITARIO>) y TO "
        "(<NOMBRE_PERSONAL_SANITARIO>Aipana A.</NOMBRE_PERSONAL_SANITARIO>)",
        "Fisioterapia (Respiratoria), Curas (Aquacel), Enfermería (Tarde), Nutrición (Barthel)",
        score=0.9,
        check=_is_known_or_new,
    ),
    row(
        "cargo_con_nombre_nuevo",
        rf"\b{_ROLE} (?P<phi>{_NAME}(?: {_NAME}){{0,2}}){_AFTER_ROLE}",
        "la técnica <NOMBRE_PERSONAL_SANITARIO>Farnagda</NOMBRE_PERSONAL_SANITARIO> le puso",
        "fonoaudióloga <NOMBRE_PERSONAL_SANITARIO>Anfrid Corcia</NOMBRE_PERSONAL_SANITARIO>. Grupo",
        "técnica Mohs, auxiliar Nocturna. médica Urgencias; médico Tolera. cirujano General",
        score=0.9,
        check=_is_new,
    ),
    row(
        "nombre_nuevo_con_cargo",
        rf"(?:\b(?:con|por|a) |(?m:^)[ \t]*)(?P<phi>{_NAME}(?: {_NAME}){{1,3}}), {_ROLE}\b",
        "semanal con <NOMBRE_PERSONAL_SANITARIO>Arantbaku Arfiela</NOMBRE_PERSONAL_SANITARIO>,"
        " psicóloga;",
        "<NOMBRE_PERSONAL_SANITARIO>Mería Ezena Od</NOMBRE_PERSONAL_SANITARIO>, becada MI.",
        "con Urgencias Pediatría, médico",
        score=0.88,
        check=_is_known_or_new,
    ),
    row(
        "firmado_sin_dos_puntos",
        rf"\bFdo\.? (?P<phi>{_NAME}(?: {_NAME}){{1,4}})\. (?:Col|N[º°]|MIR|R[1-5]|DUE|Lic)",
        "Fdo. <NOMBRE_PERSONAL_SANITARIO>Candelaruu Fec Clitap-Irrotia</NOMBRE_PERSONAL_SANITARIO>."
        " Col. 29",
        "Fdo. Servicio Urgencias. Col",
        score=0.92,
        check=_is_somebody,
    ),
    row(
        "por_la_doctora",
        r"\bpor (?:la doctora|el doctor) (?P<phi>\p{Ll}{4,})(?: |[,.;]|$)",
        "operada por la doctora <NOMBRE_PERSONAL_SANITARIO>passuan</NOMBRE_PERSONAL_SANITARIO> de",
        "visto por la doctora responsable, por el doctor porque, por el doctor anterior",
        score=0.88,
        check=_is_behind_doctor,
    ),
    row(
        "interno_en_firma",
        rf"(?:\bMPSS|\bMIP) (?P<phi>{_CAPS}(?: {_CAPS}){{0,3}})[ \t]*(?:\r?\n|$)",
        "MIP <NOMBRE_PERSONAL_SANITARIO>SANO</NOMBRE_PERSONAL_SANITARIO>\n",
        "MIP URGENCIAS\nMPSS TURNO NOCHE\n",
        score=0.9,
        check=_is_somebody,
    ),
    row(
        "cargo_con_eponimo",
        rf"(?:\b(?i:{_WORKER}) |\bR[1-5] |\b(?:Mg|Lic|Op|Enfr?a?|Klga?|Nut|Psic)\. )"
        rf"(?P<phi>{_PART})(?:[.,;)(\n]|: |$| (?:el|la|que|y|hoy|ayer)\b)",
        "Ayudante <NOMBRE_PERSONAL_SANITARIO>Crohn</NOMBRE_PERSONAL_SANITARIO>; Dr Graves",
        "R3 <NOMBRE_PERSONAL_SANITARIO>CROHN</NOMBRE_PERSONAL_SANITARIO>. Banco",
        "cirujano Hartmann 2019, enfermera Barthel 60, técnica Mohs. R2 HOLTER 24 h",
        score=0.9,
        check=_is_eponym_or_new,
    ),
    row(
        "cargo_entre_parentesis",
        rf"\b(?i:la|el|su) (?:{_ROLE}|auditora?|ayudante|geriatra|{_OLOGIST}) \((?P<phi>{_FULL})\)",
        "La auditora (<NOMBRE_PERSONAL_SANITARIO>Chagas</NOMBRE_PERSONAL_SANITARIO>) aduce",
        "el médico (Urgencias), la enfermera (Turno Noche), agente de propaganda médica (Roemmers)",
        score=0.9,
        check=_is_somebody,
        unless_before=r"(?i)técnic[oa] \(",
    ),
    row(
        "visto_por",
        r"\b(?i:visitad|valorad|atendid|vist|revisad|colocad|comentad|derivad)[oa] (?:por|con) "
        rf"(?P<phi>{_NAME})(?:[.,;)\n]|$| (?:el|la|hoy|ayer|en|y|esta)\b)",
        "Visitada por <NOMBRE_PERSONAL_SANITARIO>Hansen</NOMBRE_PERSONAL_SANITARIO> el miércoles",
        "visto por Urgencias, valorado con Barthel 60, valorada por Cardiología.",
        score=0.88,
        check=_is_eponym_or_new,
        unless_before=r"(?i)con ",
    ),
    row(
        "cama_en_lista",
        rf"(?m:^)\d{{2,3}}-\d{{1,2}}[ \t]+(?P<phi1>{_PART}(?: (?:{_PART}|\p{{Lu}}\.)){{0,2}})"
        rf"(?:, (?P<phi2>{_PART}(?: {_PART}){{0,2}}))?(?:[ \t]{{2,}}|\r?\n|$)",
        "02-2  <NOMBRE_SUJETO_ASISTENCIA>Chagas</NOMBRE_SUJETO_ASISTENCIA>, "
        "<NOMBRE_SUJETO_ASISTENCIA>Zigor Julen</NOMBRE_SUJETO_ASISTENCIA>   absoluta",
        "02-2  Libre   limpia, 03-1  Dieta   basal",
        score=0.9,
        check=_is_somebody,
    ),
    row(
        "apellidos_entre_rayas",
        rf"[—–] (?P<phi1>{_CAPS}(?: {_CAPS}){{0,2}}), (?P<phi2>{_CAPS}(?: {_CAPS})?) [—–]",
        "Sesión 2.114 — <NOMBRE_SUJETO_ASISTENCIA>BABINSKI PONS</NOMBRE_SUJETO_ASISTENCIA>, "
        "<NOMBRE_SUJETO_ASISTENCIA>DOMINGO</NOMBRE_SUJETO_ASISTENCIA> — puesto 7",
        "— URGENCIAS, TRAUMA —",
        score=0.92,
        check=_is_somebody,
    ),
    row(
        "lista_con_edad",
        rf"(?m:^)[-*•] (?P<phi>{_NAME}(?: \p{{Lu}}\.)?) \d{{1,2}}[,:] ",
        "- <NOMBRE_SUJETO_ASISTENCIA>Xecfitl</NOMBRE_SUJETO_ASISTENCIA> 7, Prader-Willi, GH.",
        "- Barthel 60, estable\n- Sodio 36: bajo\n- Tramadol 50, si dolor",
        score=0.88,
        check=_is_given_or_new,
    ),
    row(
        "firma_sola_al_final",
        rf"\n(?P<phi>{_FULL})[ \t]*(?: (?:TS|QF|DUE|MIR|R[1-5])\.?)?\s*\z",
        "Avisada la novia.\n<NOMBRE_PERSONAL_SANITARIO>Rankin</NOMBRE_PERSONAL_SANITARIO>\n",
        "Avisada la novia.\nUrgencias\n",
        score=0.88,
        check=_is_somebody,
    ),
    row(
        "nombre_en_etiqueta_de_xml",
        r"(?i)<\w*(?:family|given|last|first)_?name>(?P<phi>\pL[^<\n]{1,40})</",
        "<reporterfamilyname><NOMBRE_PERSONAL_SANITARIO>Holter</NOMBRE_PERSONAL_SANITARIO>"
        "</reporterfamilyname>",
        "<familyname/><name>Paracetamol</name>",
        "family name: Paracetamol",
        score=0.92,
    ),
    row(
        "cama_nombre_y_edad",
        r"(?:(?m:^)[ \t]*|[.;] )(?i:cama |hab\.? |box |h-)?\d{1,4}"
        r"(?:[-.]\d{1,2})?[A-Z]?[:)]?[ \t]{1,3}"
        rf"(?P<phi>{_FULL}),?[ \t]{{1,3}}(?:1[89]|[2-9]\d|10\d) ?(?:a|años)\b",
        "402-2 <NOMBRE_SUJETO_ASISTENCIA>Li</NOMBRE_SUJETO_ASISTENCIA> 71a FRA sobre ERC",
        "H-15 Wang. H-16 <NOMBRE_SUJETO_ASISTENCIA>Nistal</NOMBRE_SUJETO_ASISTENCIA> 77a TCE",
        "12.2 <NOMBRE_SUJETO_ASISTENCIA>Przybylski Ruiz</NOMBRE_SUJETO_ASISTENCIA> 55 años",
        "402 Leucocitos 66 a 80; 2. Parkinson 20 años de evolución\n1. Diabetes 20 años\n403 Li 5a",
        score=0.92,
        check=_is_known_or_new,
        unless_after=r",?[ \t]{1,3}\d+ ?(?:a \d|(?:a|años) (?:de (?:evol|dur|segui|trat)|antes"
        r"|después))",
    ),
    row(
        "ronda_con_apellido",
        rf"(?:(?m:^)[ \t]*|[.;,] )\d{{1,2}}[).][ \t]+(?P<phi>{_NAME}) ?[-–:] ?\p{{Ll}}",
        "1) ibarra - alta. 3) <NOMBRE_SUJETO_ASISTENCIA>Quach</NOMBRE_SUJETO_ASISTENCIA> - "
        "apendicitis",
        "1) Dolor - controlado. 2) Foley: retirar. 3) Largo - intestino. 4) Barrett - biopsias",
        score=0.9,
        check=_is_only_names,
    ),
    row(
        "doctores_en_serie",
        rf"\bD(?:res|RES|ras|RAS|rs|RS)\.? (?P<phi1>{_FULL})(?:, (?P<phi2>{_FULL}))?"
        rf"(?:, (?P<phi3>{_FULL}))?"
        rf"(?:,? (?:y|e|&) |/)(?P<phi4>{_FULL})",
        "Estimados Dres. <NOMBRE_PERSONAL_SANITARIO>Adeleke</NOMBRE_PERSONAL_SANITARIO>, "
        "<NOMBRE_PERSONAL_SANITARIO>Bjornstad</NOMBRE_PERSONAL_SANITARIO> y "
        "<NOMBRE_PERSONAL_SANITARIO>Orduña Sanz</NOMBRE_PERSONAL_SANITARIO>: gracias",
        "Dres. <NOMBRE_PERSONAL_SANITARIO>Okonjo</NOMBRE_PERSONAL_SANITARIO>/"
        "<NOMBRE_PERSONAL_SANITARIO>Leiva</NOMBRE_PERSONAL_SANITARIO>",
        "Dres. de Guardia y Urgencias; Dras. Urgencias y Planta",
        score=0.92,
        check=_is_somebody,
    ),
    row(
        "equipo_con_etiqueta",
        r"\b(?:MAP|MIR|EIR|Adjunt[oa]|Tutora?|Residente|Ayud(?:antes?)?|Ayte|Circ|Instrumentistas?|Peticionari[oa]|Solicita(?:nte)?"
        r"|Sol|Informa|Valida|Transcribe|Rad(?:i[oó]log[oa])?|TEAP|MF|DUE)\.?:[ \t]{1,3}"
        rf"(?:D[Rr][Aa]?\.? )?(?P<phi1>{_FULL}(?:, \p{{Lu}}\b\.?)?)(?: ?/ ?(?P<phi2>{_FULL}))?"
        r"(?:[,;\n(/]|[ \t]{2}|\.(?:\s|$)|$)",
        "MAP: <NOMBRE_PERSONAL_SANITARIO>Goldáraz</NOMBRE_PERSONAL_SANITARIO>. Creatinina",
        "Adjunto: <NOMBRE_PERSONAL_SANITARIO>Roth</NOMBRE_PERSONAL_SANITARIO>. 1. CAD",
        "Ayud: <NOMBRE_PERSONAL_SANITARIO>Mac Mahón</NOMBRE_PERSONAL_SANITARIO>/"
        "<NOMBRE_PERSONAL_SANITARIO>Ng</NOMBRE_PERSONAL_SANITARIO>. Anest",
        "Sol.: <NOMBRE_PERSONAL_SANITARIO>ROSELLÓ, A</NOMBRE_PERSONAL_SANITARIO>\n",
        "MAP: Cita. Adjunto: Informe. MAP: 65, Rad: Normal. MIR: Guardia; Informa: Familia, "
        "Sol.: Urgencias",
        "Rad: Fractura. Valida: Microbiología. MF: Viable; Sol: Glucosado, Rad: TAC.",
        score=0.9,
        check=_is_of_team,
    ),
    row(
        "hecho_por",
        r"\b(?i:implantad|intervenid|operad|realizad|efectuad"
        r"|informad|remitid|citad|seguid|tratad)[oa]s?"
        rf"(?: [^.;:\n]{{0,30}}?)? por (?P<phi>{_NAME})(?:[.,;)\n]|$| (?:el|la|hoy|ayer|en|y"
        rf"|esta)\b)",
        "Implantado DAI por <NOMBRE_PERSONAL_SANITARIO>Osca</NOMBRE_PERSONAL_SANITARIO>. Batería",
        "operada por Urgencias, tratado por Parkinson; intervenida por Hartmann. seguido por "
        "Cardio",
        score=0.88,
        check=_is_new,
    ),
    row(
        "dicho_en_minusculas",
        r"\b(?i:msj|mensaje|hablo|hablado|comento|comentado|avisad[oa]|aviso|ok|llamo|llamad[oa]"
        r"|gracias)(?: (?:a|con|seg[uú]n|por))? "
        r"(?P<phi>\p{Ll}{3,})(?: x ?\d|[.,;:!)](?:\s|$)|[ \t]*(?:\r?\n|$)| (?:de|que|para)\b)",
        "msj a <NOMBRE_PERSONAL_SANITARIO>vanesa</NOMBRE_PERSONAL_SANITARIO> x2. metoprolol",
        "hablo con familia, avisado a guardia; ok según protocolo, gracias todo; aviso a madre.",
        score=0.9,
        check=_is_given,
    ),
    row(
        "encargo_en_minusculas",
        r"(?:(?m:^)[ \t]*(?:[-*•] ?)?|[:;,.] )(?P<phi>\p{Ll}{3,}) que "
        r"(?:mire|revise|llame|compruebe|pida|vea|avise|reclame)\b",
        "pase: <NOMBRE_PERSONAL_SANITARIO>vanesa</NOMBRE_PERSONAL_SANITARIO> que mire niveles",
        "pedir que revise, familia que llame; decir que avise",
        score=0.9,
        check=_is_given,
    ),
    row(
        "uno_tras_otro",
        r"[.;] (?P<phi>\p{Lu}\p{Ll}{2,}): (?:(?:TA|FC|FR|K|Na|Cr|Tª|INR|GCS|EVA|BM)\b:? ?[<>\d]"
        r"|(?:alta|estable|afebril|dieta|dolor|ayunas)\b)",
        "Zainab: TA 90/50. <NOMBRE_SUJETO_ASISTENCIA>Piotr</NOMBRE_SUJETO_ASISTENCIA>: EVA 8",
        "Constantes: estable. Tratamiento: alta; Foley: alta. Exploración: TA 90/50. Dolores: "
        "EVA 8",
        score=0.9,
        check=lambda surface: load_lexicon("es").is_only_a_name(surface),
    ),
    row(
        "apellido_y_cama",
        rf"(?m:^)[ \t]*\d{{1,2}}[.)][ \t]+(?:(?i:el|al|de|del) )?(?P<phi>{_PART}"
        rf"(?: {_PART})?)[ \t]+"
        r"(?i:hab\.? |cama )?\d{3,4}[A-D]?[ \t]*[-–:]",
        "1. <NOMBRE_SUJETO_ASISTENCIA>TREMBLAY</NOMBRE_SUJETO_ASISTENCIA> 402 - HEMOGRAMA",
        "2) EL <NOMBRE_SUJETO_ASISTENCIA>HASSANI</NOMBRE_SUJETO_ASISTENCIA> hab. 404: TROPO",
        "1. KEPPRA 500 - cada 12h\n2. PLAQUETAS 210 - bien\n3. Cama 402 - libre\n4. Día 100 - TC",
        score=0.92,
        check=_is_only_names,
    ),
    row(
        "informa_alguien",
        rf"\b(?i:informad[oa] por|informa|inform[oó]|valida|firma|firmado por|lo lee"
        rf"|leíd[oa] por):? "
        rf"(?P<phi>\p{{Lu}}\. ?{_PART}(?: {_PART})?)(?:[ ,;)\n]|\.(?:\s|$)|$)",
        "EEG informa <NOMBRE_PERSONAL_SANITARIO>L. Hoang</NOMBRE_PERSONAL_SANITARIO> 2/4.",
        "informa E. Coli, informa S. Aureus sensible; firma C. Médico",
        score=0.9,
        check=_is_initial_and_name,
    ),
    row(
        "cama_y_nombre",
        r"\b(?i:hab(?:itaci[oó]n)?\.?|cama|box) (?:[A-Z]-?)?\d{1,4}(?:-?[A-D])?(?: ?[:–-] ?| )"
        rf"(?P<phi>{_NAME}(?: {_NAME})?)(?:[.,;:\n]|$| \p{{Ll}})",
        "Hab B-12: <NOMBRE_SUJETO_ASISTENCIA>Asensi</NOMBRE_SUJETO_ASISTENCIA>. cama 4 "
        "<NOMBRE_SUJETO_ASISTENCIA>Pell</NOMBRE_SUJETO_ASISTENCIA> destete",
        "cama 7 - Libre; Hab 12: Alta. Box 3 Dolor. cama 4: Paciente",
        score=0.85,  # cama 14 Wegener: a disease lies in a bed, too
        check=_is_known_or_new,
    ),
    row(
        "cama_y_nombre_en_minusculas",
        r"\b(?i:hab(?:itaci[oó]n)?\.?|cama|box) (?:[A-Z]-?)?\d{1,4}(?:-?[A-D])? ?[:–-] ?"
        r"(?P<phi>\p{Ll}{4,}) [-–:]",
        "cama 7 - <NOMBRE_SUJETO_ASISTENCIA>odriozola</NOMBRE_SUJETO_ASISTENCIA> - pide alta",
        "cama 7 - libre - limpia; cama 2 - dolor - EVA 3; cama 3: hemodializado: lunes",
        score=0.9,
        check=lambda surface: load_lexicon("es").is_only_a_name_in_small(surface),
    ),
    row(
        "apellido_de_antes",
        r"\b(?i:apellidos?) (?:de (?:soltera|casada|nacimiento)|anterior(?:es)?):? "
        rf"(?P<phi>{_FULL})(?:[,.;)\n(]|$)",
        "Apellido de soltera <NOMBRE_SUJETO_ASISTENCIA>Pribil</NOMBRE_SUJETO_ASISTENCIA>. Ha",
        "apellido de soltera No consta; apellidos anteriores: Ninguno",
        score=0.92,
        check=_is_known_or_new,
    ),
    row(
        "equipo_de_alguien",
        rf"\b(?i:equipo|consulta|secretaria) de (?P<phi>{_NAME})(?:[,.;)\n]|$)",
        "con el equipo de <NOMBRE_PERSONAL_SANITARIO>Abelairas</NOMBRE_PERSONAL_SANITARIO>.",
        "equipo de Paliativos, consulta de Anestesia; secretaria de Digestivo.",
        score=0.88,
        check=_is_only_names_or_new,
    ),
)
