"""Persons beside the patient, tattoos and scars, files of courts and offices, accounts."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.detect.rules.checks import has_digits, is_handle
from incognote.languages.es.checks import is_name

_CAPS = r"\p{Lu}[\pL'’·-]*\pL"
_NAME = rf"(?:Mª |M\.ª )?{_CAPS}(?: (?:(?:de|del|de la|la|i|y) )?{_CAPS}){{0,3}}"
# Whoever is neither staff nor kin; what stands after them is no name of the patient.
_ROLE = (
    r"(?:vecin[oa]|amig[oa]|compañer[oa]|p[aá]rroco|im[aá]n|voluntari[oa]|int[eé]rprete|tutora?"
    r"|traductora?|mediadora?|educadora?|orientadora?|señora?|seño|senyora?|profesora?|jef[ea]"
    r"|caser[oa]|cartero|alcalde(?:sa)?|alguacil|cuidadora?|intern[ao]|asistenta|promotora?"
    r"|comadre|compadre|machi|apu|partera|palabrero|testigo|agente|cabo|abogad[oa]|monitora"
    r"|sacerdote|padre de la parroquia|dueñ[oa]|encargad[oa]|porter[oa]|conserje|entrenadora?"
    r"|chofer|ch[oó]fer|conductora?|delegado de prevenci[oó]n)"
)
_WHICH = (
    r"(?: (?:del (?:tercero|segundo|primero|cuarto|quinto|bajo|bar|taller|colegio)|de (?:piso|clase"
    r"|trabajo|cuarto|enfrente|arriba|abajo|confianza|turno|derechos|la (?:tienda|farmacia|clase))"
    r"|m[ií][oa]|rumana|hondureña|con antena|de 3º B))?"
)

RULES = (
    row(
        "tercera_persona",
        rf"\b(?i:{_ROLE}{_WHICH})(?:, | \(|: | )(?:(?:llamad[oa]|que se llama|don|doña|el|la|D\."
        rf"|Sra?\.)"
        rf" )?(?P<phi>{_NAME})(?:[,.;:)\n]| [\p{{Ll}}(]|$)",
        "la vecina, <OTROS_SUJETO_ASISTENCIA>Consuelo</OTROS_SUJETO_ASISTENCIA>, avisa",
        "intérprete (<OTROS_SUJETO_ASISTENCIA>Fabiola</OTROS_SUJETO_ASISTENCIA>)",
        "la cuidadora. Refiere caída; se lleva a cabo RTU; Medicina Interna (MI)",
        score=0.9,
        check=is_name,
        # Se lleva a cabo; Medicina Interna (MI); carótida interna (ACI).
        unless_before=r"(?:^|[^\pL])(?:jef[ea]|sr|sra|dra?|médic[oa])\.? ?(?:de )?(?:la )?"
        r"|[^\pL]a cabo |(?:medicina|car[oó]tida|mamaria|yugular|fijaci[oó]n) interna \(",
    ),
    row(
        "apodo_de_tercero",
        r"(?i:amig[oa]|vecin[oa]|compañer[oa])(?:,| \() ?(?P<phi>(?i:el|la) \p{Lu}\p{Ll}+)[,)]",
        "un vecino, <OTROS_SUJETO_ASISTENCIA>el Sito</OTROS_SUJETO_ASISTENCIA>, avisó",
        "un vecino, el cual",
        score=0.9,
    ),
    row(
        "tatuaje",
        r"(?P<phi1>(?i:tatuajes?) (?:(?i:de|con) (?:(?i:un[oa]?) |(?:(?i:el|la) )?\p{Lu})|[«\"“])"
        r"[^.,;:)\n]{2,60})|(?i:tatuaje:?|tatuad[oa]) (?P<phi2>(?:(?i:un[oa]?) "
        r"|[«\"“])[^.,;:)\n]{2,60})"
        r"|(?P<phi3>(?i:(?:ancla|calavera|rosa|cruz|virgen|drag[oó]n|corona|escudo)[\pL ]{0,20}"
        r" tatuad[oa])[^.,;:)\n]{0,40})",
        "<OTROS_SUJETO_ASISTENCIA>Tatuaje de un lobo en antebrazo</OTROS_SUJETO_ASISTENCIA>.",
        "tatuaje: <OTROS_SUJETO_ASISTENCIA>un caracol en la clavícula</OTROS_SUJETO_ASISTENCIA>",
        "tatuajes y piercings; el tatuaje de la lesión",
        score=0.9,
        unless_after=r"[^\n]{0,20}tinta china",
    ),
    row(
        "cicatriz_con_forma",
        r"(?i)(?:cicatriz|mancha de nacimiento) (?:en forma de|con forma de) [^.,;:)\n]{3,60}",
        "<OTROS_SUJETO_ASISTENCIA>cicatriz en forma de hoz en la mejilla</OTROS_SUJETO_ASISTENCIA>",
        "cicatriz de apendicectomía",
        score=0.9,
    ),
    row(
        "expediente_de_oficina",
        r"\b(?i:autos?|diligencias(?: (?:policiales|previas))?|atestado|procedimiento|tr[aá]mite"
        r"|expte?|expediente judicial|exp(?:ediente)? edo|oficio|carpeta(?: de investigaci[oó]n)?"
        r"|parte (?:judicial|de lesiones)|causa|sumario|ipp|registro de salida|reclamaci[oó]n"
        r"|ficha epidemiol[oó]gica|estudio socioecon[oó]mico|denuncia)"
        r"(?:\.? ?(?i:n\.?[º°o]\.?|n[uú]m\.?|no\.))?[ .:]{1,24}"
        r"(?P<phi>(?:[A-Z]{1,8}[-/ ])*[0-9]{1,8}(?:[-/.][0-9A-Z]{1,8}){1,6})",
        "autos <OTROS_SUJETO_ASISTENCIA>338/2023</OTROS_SUJETO_ASISTENCIA>), en Ceuta",
        "Expte. <OTROS_SUJETO_ASISTENCIA>28-0117430</OTROS_SUJETO_ASISTENCIA>",
        "oficio de carpintero; procedimiento a las 12.3; trámite 3/5",
        score=0.9,
        check=has_digits(4),
        unless_before=r"(?:historia|cl[ií]nic[oa])[^\n]{0,12}",
        unless_after=r" ?(?:h|mg|ml|cm|mm|%|Fr|G)\b",
    ),
    row(
        "cuenta_bancaria",
        r"(?i:cuenta|iban|cbu|clabe|cta\.?)(?: (?i:n[º°o.]+|bancaria))?[ :]{1,3}"
        r"(?P<phi>[A-Z]{2}[0-9]{2}(?: ?[0-9]{2,10}){3,6}|[0-9]{18,22})",
        "cuenta <OTROS_SUJETO_ASISTENCIA>ES20 2103 0115 09 0022004471</OTROS_SUJETO_ASISTENCIA>",
        "cuenta con 12 dosis",
        score=0.93,
        check=has_digits(4),
    ),
    row(
        "red_social",
        r"(?:[^\pL0-9.]|^)(?P<phi>@[A-Za-z][A-Za-z0-9._]{3,30})",
        "Instagram (<OTROS_SUJETO_ASISTENCIA>@jana.ice.04</OTROS_SUJETO_ASISTENCIA>)",
        "1 c @ 8 h",
        score=0.9,
    ),
    row(
        "usuario_de_red",
        r"(?i:\b(?:skype|tik ?tok|snap(?:chat)?|insta(?:gram)?|twitter|discord|telegram|kik|wechat"
        r"|facebook|fb|bizum|xbox|psn|twitch)"
        r"(?: (?:id|usuari[oa]|nombre|cuenta|perfil|es|como))?[: ]{1,2}|\bIG: ?)"
        r"@?(?P<phi>[A-Za-z][A-Za-z\d]*(?:[._]+[A-Za-z\d]+)*)(?:[\s,;:)?!]|[.](?:\s|$)|$)",
        "tiktok <OTROS_SUJETO_ASISTENCIA>nan.b77</OTROS_SUJETO_ASISTENCIA>, skype: "
        "<OTROS_SUJETO_ASISTENCIA>nanbetts1</OTROS_SUJETO_ASISTENCIA>",
        "en facebook desde 2019, snapchat a diario, telegram v.2.1.0",
        score=0.9,
        check=is_handle,
    ),
)
