"""Institutions and hospitals by what insurers, offices and networks of each country are called."""

from __future__ import annotations

import re

from incognote.detect.rules import row
from incognote.languages.es.checks import is_institution

_CAPS = r"(?:(?:\p{Lu}\.){1,4}|\p{Lu}[\pL'’·&-]+)"
_AND = r"(?:(?:de|del|la|las|los|lo|el|y|e|i|d['’]|da|do|dels?) )"
_NAME = rf"{_CAPS}(?: {_AND}{{0,3}}{_CAPS}){{0,6}}"
_LINE = rf"{_CAPS}(?:,? {_AND}{{0,3}}{_CAPS}){{0,9}}"
_SHORT = rf"{_CAPS}(?: {_AND}{{0,2}}{_CAPS}){{0,3}}"

_OF_A_WARD = re.compile(
    r"Secretaría del? (?:Servicio|Departamento|Unidad|Medicina|Cirug|Anest|Pediatr|Psiqui|\w+log)"
)
"""The secretary of a department is no authority."""

RULES = (
    row(
        "organismo",
        r"(?:(?:Ministerio|MINISTERIO|Secretar[ií]a|SECRETAR[IÍ]A|Conseller?[ií]a|CONSELLER?[IÍ]A"
        r"|Superintendencia|Consulado|Embajada|Comisar[ií]a|comisar[ií]a|Fiscal[ií]a|Delegaci[oó]n"
        r"|Diputaci[oó]n|Defensor[ií]a|Asociaci[oó]n|Federaci[oó]n|Sindicato|Parroquia|parroquia"
        r"|Cofrad[ií]a|Funeraria|Tanatorio|Agencia|Direcci[oó]n General|Cuerpo Nacional"
        r"|Instituto Nacional|Servicio Nacional|Fondo Nacional|Caja Costarricense) (?:General |"
        rf"Provincial |Municipal |GENERAL )?(?:(?:de|del|DE|DEL) (?:la |LA )?){_LINE}"
        r"|CAJA COSTARRICENSE DE SEGURO SOCIAL|INSTITUTO MEXICANO DEL SEGURO SOCIAL"
        rf"|(?:Juzgado|JUZGADO|Jutjat|Tribunal|TRIBUNAL)(?: {_AND}{{0,2}}{_CAPS}){{0,8}}"
        r"(?: (?:[nN]\.?[º°]|[nN]úm\.) ?[0-9]{1,3})?"
        rf"(?: {_AND}{{1,2}}{_CAPS}(?: {_CAPS}){{0,2}})?)",
        "la <INSTITUCION>Dirección General de Salud Pública</INSTITUCION>.",
        "al <INSTITUCION>Juzgado de lo Social nº 1</INSTITUCION> (autos",
        "<INSTITUCION>MINISTERIO DE SALUD</INSTITUCION>",
        "delegación de tareas; federación",
        "Secretaría del Servicio de Cirugía, Secretaría de Medicina Interna",
        score=0.9,
        check=lambda surface: _OF_A_WARD.match(surface) is None,
        unless_before=r"médico de la |plaza de la ",
    ),
    row(
        "asociacion",
        r"(?:\b(?i:fundaci[oó]n?|ong|sindicato|funeraria|aseguradora|isapre|residencia|albergue"
        r"|casa de acogida)(?:: {0,9}| | \()|\b(?i:mutua(?:lidad|l)?|obra social|o\. ?social"
        r"|previsi[oó]n|cobertura|eapb|eps(?:-i)?|seguro|prepaga|financiador|entidad|ars): {0,9}"
        rf"|\basociaci[oó]n )[\"“«]?(?P<phi>{_SHORT})",
        "asociación <INSTITUCION>Corredor Atlántico</INSTITUCION> ha",
        "EPS: <INSTITUCION>Compensar</INSTITUCION>",
        "Laboratorio: Hb 12; previsión de alta; entidad Crohn",
        score=0.9,
        check=is_institution,
    ),
    row(
        "aseguradora",
        r"(?:Nueva EPS|EPS \p{Lu}[\pL]+(?: \p{Lu}\pL+)?|S\.O\.S\. EPS|Salud Total|Capital Salud"
        r"|Coosalud|Famisanar|Colpensiones|Colsanitas|Sanitas|Adeslas|Asisa|ASISA|DKV|Mapfre|MAPFRE"
        r"|Caser|Allianz|AXA|MetLife|Cigna|Fremap|FREMAP|Asepeyo|ASEPEYO|Ibermutua(?:mur)?|Mutualia"
        r"|Umivale|UMIVALE|Fraternidad(?:-Muprespa)?|Mutua \p{Lu}\pL+(?: \p{Lu}\pL+)?|MC Mutual"
        r"|IMSERSO|Imserso|INGESA|ONCE|UNED|AECC|ANSES|IOMA|OSEP|OSPIA|OSDE|Swiss Medical|Galeno"
        r"|CASMU|ASSE|ANMAT|MINSA|DIRESA|EsSalud|Essalud|ESSALUD|Banm[eé]dica|Consalud|Colmena"
        r"|Cruz Blanca|ACHS|SENCE|COMPIN|SeNaSa|CCSS|IHSS|IGSS|ISSS|ISSSTE(?:Cali|SON)?|ISSEMYM"
        r"|IMSS|Pemex|PEMEX|DGAIA|SAAD|Cruz Verde|CRUZ VERDE|Protecci[oó]n Civil(?: \p{Lu}\pL+)?"
        r"|Polic[ií]a (?:Foral|Canaria|Portuaria)|Mossos d['’]Esquadra|Carabineros|Gendarmer[ií]a"
        r"|Bienestar Familiar|Pastoral Social|Caja Rural|Unicaja|CaixaBank|Seguridad Social"
        r"|Unilabs|Synlab|SYNLAB|M[eé]dicos del Mundo|M[eé]dicos Sin Fronteras|Proyecto Hombre"
        r"|Alcoh[oó]licos An[oó]nimos|Samur Social|SAMU|Emergentziak|Polic[ií]a|Guardia Urbana"
        r"|Salvamento Mar[ií]timo|Instituto Andaluz de la Mujer|INPEC|Fiscal[ií]a|CONACYT)",
        "EPS: <INSTITUCION>Salud Total</INSTITUCION>",
        "avisado <INSTITUCION>Médicos del Mundo</INSTITUCION>",
        "sanitas mentis; mapa; el sistema de la Seguridad Social",
        score=0.9,
        unless_before=r"(?:hospital|cl[ií]nica)(?: (?:del? )?\pL+)? "
        r"|(?:sistema|ley general|r[eé]gimen(?: general)?) de (?:la )?",
    ),
    row(
        "emergencias",
        r"(?i:(?:del|el|al|por|en|llama al|ambulancia del?|heli) )(?P<phi>(?:061|112|SEM|SAMU|SUC"
        r"|DYA"
        r"|CRUE|SUMMA(?: ?112)?|SAMUR)(?: (?:Arag[oó]n|Galicia|Canarias|Andaluc[ií]a))?)(?:["
        r" ,.;)(\n]|$)",
        "traída por el <INSTITUCION>061 Aragón</INSTITUCION> y",
        "valor de 112 mg; en 112 mg",
        score=0.9,
        unless_after=r" ?(?:mg|ml|/|%|lpm|kg|l\b|cm)",
    ),
    row(
        "hospital_abreviado",
        r"(?P<phi1>(?:HGZ|HGR|UMAE|HGSZ|HGO|HGSMF|HNCASE|HNERM)(?: (?:NO\.?|No\.?|N[º°]))?"
        r" ?[0-9]{1,3})"
        r"|(?i:en|al|del|urg ped) (?P<phi2>(?:h\.|htal\.?) ?\p{Ll}{4,}(?: \p{Ll}{4,})?)",
        "<HOSPITAL>HGZ NO. 51</HOSPITAL> GOMEZ PALACIO",
        "en <HOSPITAL>h. mollet</HOSPITAL>",
        "UMAE sin cama",
        score=0.93,
        unless_after=r"[.,]?[0-9]",
    ),
    row(
        "clinica_de_familia",
        r"(?:UMF|U\.M\.F\.|UNEME|CESSA|CEAPS|EAP|ABS|EBAIS|CAPS|CESAC|CeSAC|UPA|CSAP)(?: (?:NO\.?"
        r"|No\.?"
        r"|N[º°]))? ?[0-9]{1,4}",
        "<CENTRO_SALUD>UMF 43</CENTRO_SALUD>  CONSULTORIO 12",
        "ABS normales",
        score=0.93,
        unless_after=r"[.,]?[0-9]| ?(?:mg|%|x)",
    ),
    row(
        "hospital_apodado",
        r"(?i:(?:trasladad[oa]|derivad[oa]|remitid[oa]|ingresad[oa]|ingres[oó]|alta|viene"
        r"|valorad[oa]"
        r"|operad[oa]|seguimiento|consultas?|urgencias) (?:[\pL ]{0,16} )?(?:al?|en|del?|desde)"
        r" (?:el |la )?)"
        r"(?P<phi>Cl[ií]nico|Provincial|Civil|Materno(?:[- ]Infantil)?|Ram[oó]n y Cajal|Gregorio"
        r" Mara[ñn][oó]n|Can Ruti|Vall d['’]Hebron|Puerta de Hierro|Virgen \p{Lu}\pL+|Virgen del?"
        r" (?:la )?"
        r"\p{Lu}\pL+|Cruces|Basurto|Donosti|Txagorritxu|Macarena|Valdecilla|Marqu[eé]s de"
        r" Valdecilla"
        r"|Carlos Haya|Reina Sof[ií]a|La Fe|La Paz|12 de Octubre|Doce de Octubre|Miguel Servet"
        r"|Juan Canalejo|HUCA|CHUAC|CHUS|CHUO|CHUVI|Dr\.? Negr[ií]n|La Candelaria|Muñiz|Posadas"
        r"|Garrahan|Argerich|Rivadavia|Durand|Fern[aá]ndez|Ramos Mej[ií]a|Pirovano|San Borja|Barros"
        r" Luco|J\.? ?J\.? Aguirre|S[oó]tero del R[ií]o|Loayza|Almenara|Rebagliati|Dos de Mayo)",
        "seguimiento en el <HOSPITAL>Clínico</HOSPITAL>.",
        "remitido a <HOSPITAL>Valdecilla</HOSPITAL>",
        "seguimiento en consultas externas; curso clínico",
        score=0.9,
    ),
)
