"""E-mail, web and network addresses, phones and fax numbers of Spain and Latin America."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.detect.rules.checks import has_digits, is_ip_address
from incognote.languages.es.checks import is_domain
from incognote.languages.es.rule_words import TO_99

_PART = r"(?:\(\+?[0-9]{1,5}\)|[0-9]{1,11})"
_NUMBER = rf"#?(?:\+ ?)?{_PART}(?:(?: ?[-.] ?| |/)?{_PART}){{0,8}}"
_EXTENSION = r"(?:,? (?i:ext|int)\.?:? ?[0-9]{2,6})?"
_PHONE_WORD = (
    r"(?:tel[eé]fonos?(?: (?:de contacto|fijo|m[oó]vil|celular|casa|particular|del? \pL+|[\pL"
    r" ]{2,20}))?"
    r"|tel[eé]?f?s?|tlfn?o?|tlfs?|tfn?o?s?|t[fl]|fono|m[oó]vil|mov|cel(?:ular)?|whats?app|wsp"
    r"|busca|ll[aá]m(?:ar|ame|arme|e|enme|en)(?: [\pL ]{0,20})? al|al m[oó]vil|ext(?:ensi[oó]n)?"
    r"|interno|anexo|centralita|conmutador|contacto|l[ií]nea|n[uú]mero)"
)

_SPOKEN = rf"(?:cero|{TO_99}|(?:dos|tres|cuatro|quin|seis|sete|ocho|nove)?cient[oa]s?)"

RULES = (
    row(
        "correo",
        r"[\pL\pN][\pL\pN._%+'-]*@[\pL\pN][\pL\pN-]*(?:\.[\pL\pN][\pL\pN-]*)+",
        "E-mail: <CORREO_ELECTRONICO>nnavcu@example.com</CORREO_ELECTRONICO>.",
        "2 c @ 8 h",
        score=0.99,
    ),
    row(
        "correo_roto",
        r"(?i:e-?mail|correo(?: electr[oó]nico)?|mail)[: ]{1,3}"
        r"(?P<phi>[\pL\pN._-]+ ?@ ?[\pL\pN-]+(?: ?\. ?[a-z]{2,6}){1,2})",
        "correo: <CORREO_ELECTRONICO>ana.ruiz @ example.org</CORREO_ELECTRONICO>",
        "correo enviado ayer",
        score=0.9,
    ),
    row(
        "web",
        r"(?i)www\.[\pL\pN-]+(?:\.[\pL\pN-]+)+(?:/[^\s,;)]*[\pL\pN/])?",
        "Citas en <URL_WEB>www.example.es/citas</URL_WEB>.",
        "WWW y 3.5",
        score=0.98,
    ),
    row(
        "direccion_https",
        r"(?i)(?:https?|ftp)://[^\s,;<>()]*[\pL\pN/]",
        "enlace <DIREC_PROT_INTERNET>https://meet.example.org/mama-23</DIREC_PROT_INTERNET>)",
        "http no disponible",
    ),
    row(
        "ip",
        # An enzyme is matched so that it is passed over.
        r"(?P<phi1>\bEC[ :][1-7]\.\d{1,2}\.\d{1,2}\.\d{1,3})\b|(?P<phi2>(?:(?:25[0-5]|2[0-4][0-9]"
        r"|1?[0-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9]))",
        "IP <IDENTIF_DISPOSITIVOS_NRSERIE>192.168.44.109</IDENTIF_DISPOSITIVOS_NRSERIE>",
        "versión 4.10.2",
        "enzima EC 3.1.1.7",
        "EC:<IDENTIF_DISPOSITIVOS_NRSERIE>192.168.44.109</IDENTIF_DISPOSITIVOS_NRSERIE>",
        score=0.9,
        check=lambda surface: surface[0].isdigit(),
    ),
    row(
        "mac",
        r"(?i)[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}",
        "MAC <IDENTIF_DISPOSITIVOS_NRSERIE>00:1C:05:A4:7E:19</IDENTIF_DISPOSITIVOS_NRSERIE>",
        "10:20, 10:40 y 11:00",
    ),
    row(
        "fax_con_etiqueta",
        rf"(?i)\b(?:fax|f:)(?: n[º°o.]+)?[ .:=]{{0,3}}\(?(?P<phi>{_NUMBER})",
        "Fax: <NUMERO_FAX>976.76.57.41</NUMERO_FAX>",
        "enviado por fax 2 veces",
        score=0.96,
        check=has_digits(7, 15),
    ),
    row(
        "telefono_con_etiqueta",
        rf"(?i)\b{_PHONE_WORD}[.:=# ]{{0,4}}(?:\([\pL ]{{2,20}}\)[: ]{{0,2}}|(?:n[º°o.]+|es el"
        rf"|es)[: ]{{0,2}})?\(??"
        rf"(?P<phi>{_NUMBER}{_EXTENSION})",
        "Tel. <NUMERO_TELEFONO>91 530 77 14</NUMERO_TELEFONO>",
        "Cel: <NUMERO_TELEFONO>8307 6651</NUMERO_TELEFONO>",
        "fono <NUMERO_TELEFONO>+56 9 7714 0283</NUMERO_TELEFONO>",
        "llamar al <NUMERO_TELEFONO>(0261) 15-668-2034</NUMERO_TELEFONO>",
        "telefonema de 20 minutos",
        score=0.93,
        check=has_digits(3, 17),
    ),
    row(
        "telefono_dictado",
        rf"(?i)\b(?:tel[eé]fono|m[oó]vil|celular|fijo|tel|tlf|tfno|cel|whats?app)\.?"
        rf"(?: de contacto| n[uú]mero| del? (?:su |la )?\pL+)?:?(?: es(?: el)?| el)? "
        rf"(?P<phi>{_SPOKEN}(?:[ ,-]{{1,2}}{_SPOKEN}){{3,12}})(?:[ ,;.)\n]|$)",
        "punto teléfono <NUMERO_TELEFONO>seis cinco cinco doce treinta y cuatro cero"
        " nueve</NUMERO_TELEFONO> punto",
        "tel. de la hija <NUMERO_TELEFONO>nueve cinco cuatro, cuarenta y cuatro, setenta y"
        " uno</NUMERO_TELEFONO>.",
        "llamó por teléfono dos o tres veces; móvil una semana, dos días",
    ),
    row(
        "segundo_telefono",
        rf"(?i)\b(?:tel[eé]fonos?|tel[eé]?f?s?|tlfs?|tfnos?|tlf|m[oó]vil|cel)[.: ]{{0,3}}[0-9+]"
        rf"[0-9 .-]{{6,14}}"
        rf"(?: ?[-/,y] ?| o )(?:[\pL ]{{0,20}} )?(?P<phi>{_NUMBER})",
        "Tlf: 918038014 / <NUMERO_TELEFONO>656352501</NUMERO_TELEFONO>",
        "Tel. 918038014, Hb 12",
        score=0.85,
        check=has_digits(7, 15),
    ),
    row(
        "telefono_espana",
        r"(?:\(?(?:\+|00) ?34\)?[ -]?)?[6-9](?:[0-9]{2}[ .-][0-9]{3}[ .-]?[0-9]{3}|[0-9]{2}[ .-]"
        r"[0-9]{2}"
        r"[ .-][0-9]{2}[ .-][0-9]{2}|[0-9][ .-][0-9]{3}[ .-][0-9]{2}[ .-][0-9]{2}"
        r"|(?:[ .][0-9]{2}){4})" + _EXTENSION,
        "hija Brenda (<NUMERO_TELEFONO>689.11.40.73</NUMERO_TELEFONO>)",
        "plaquetas 212 000 y Hb 13",
        score=0.85,
    ),
    row(
        "telefono_internacional",
        r"(?:\+ ?[1-9][0-9]{0,3}|00 ?[1-9][0-9]{0,2}[ .][0-9]{1,4})(?:[ .-]?(?:\([0-9]{1,4}\)|"
        r"[0-9]{1,4})){2,6}",
        "WhatsApp <NUMERO_TELEFONO>+52 1 664 305 7718</NUMERO_TELEFONO>",
        "(<NUMERO_TELEFONO>00212 6 61 07 44 93</NUMERO_TELEFONO>)",
        "edad gestacional 29+4, cruces +++ 2",
        score=0.93,
        check=has_digits(7, 15),
    ),
    row(
        "telefono_con_prefijo",
        r"\(0?[0-9]{2,4}\) ?(?:15[ -]?)?[0-9]{2,4}[ -][0-9]{2,4}(?:[ -][0-9]{2,4})?",
        "dejó el <NUMERO_TELEFONO>(0380) 15-452-9907</NUMERO_TELEFONO>",
        "creatinina (24) 1.2 y 1.3",
        score=0.9,
        check=has_digits(7, 15),
    ),
    row(
        "telefono_america",
        r"(?:0?[0-9]{2,4}[- ]15[- ][0-9]{3,4}[- ]?[0-9]{4}|[0-9]{2}[- ][0-9]{4}[- ][0-9]{4}"
        r"|[0-9]{3}[- ][0-9]{3}[- ][0-9]{4}|[0-9]{3}[- ][0-9]{7}|09[0-9][- ][0-9]{3}[- ][0-9]{3,4}"
        r"|0[24][0-9]{2}[- ][0-9]{3}[-. ]?[0-9]{2}[-. ]?[0-9]{2})",
        "su hija <NUMERO_TELEFONO>55-3190-4472</NUMERO_TELEFONO>",
        "gestora <NUMERO_TELEFONO>310 771 4408</NUMERO_TELEFONO>",
        "2018-11-04 y 120-80",
        score=0.9,
    ),
    row(
        "nueve_cifras",
        r"[6-9][0-9]{8}",
        "avisar <NUMERO_TELEFONO>600123456</NUMERO_TELEFONO>",
        "folio 12345678",
        score=0.4,
    ),
    row(
        "dominio",
        r"(?:^|[\s(\[<:,;\"])(?P<phi>[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:com|org|net|es|cat"
        r"|eus|gal|mx|ar|co|cl|pe"
        r"|ec|uy|bo|ve|cr|gt|do|info|example)(?:/[^\s,;)\"]*[\pL\pN/])?)(?:[\s,;:)\]>\"]|\.(?:\s"
        r"|$)|$)",
        "by <URL_WEB>mx.hgugm.example</URL_WEB>; Tue",
        "fin.es bueno; 3.5",
        score=0.9,
        check=is_domain,
        unless_before="@",
    ),
    row(
        "correo_dictado",
        r"(?i)\b(?P<phi>\pL[\pL\d._-]*(?: (?:punto|gui[oó]n(?: bajo)?) [\pL\d]+)* arroba [\pL\d-]+"
        r"(?: punto [\pL\d]+)? punto (?:com|es|net|org|cat|eus|gal|mx|ar|cl|co|pe))\b",
        "alternativo <CORREO_ELECTRONICO>mj punto kowal arroba hotmail punto "
        "es</CORREO_ELECTRONICO>",
        "una arroba de peso punto; arroba punto y aparte; peso de arroba y media punto y seguido",
        score=0.95,
    ),
    row(
        "ip_v6",
        r"(?i)\b(?P<phi>[\da-f]{1,4}(?:::?[\da-f]{1,4}){2,7})",
        "IP <IDENTIF_DISPOSITIVOS_NRSERIE>2001:db8::44</IDENTIF_DISPOSITIVOS_NRSERIE>, desde "
        "<IDENTIF_DISPOSITIVOS_NRSERIE>2001:db8:85a3::8a2e:370:7334</IDENTIF_DISPOSITIVOS_NRSERIE>",
        "10:20:30:40, 1::2, 14:30:22",
        score=0.95,
        check=lambda surface: len(surface) >= 8 and is_ip_address(surface),
        unless_before=r"[:\dA-Za-z]",
        unless_after=r"[:.]?[\dA-Za-z]",
    ),
)
