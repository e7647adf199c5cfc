"""Streets, postcodes, towns after a cue, countries, hospitals, health centres, institutions."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.detect.rules.checks import COORDINATES, DECIMAL_COORDINATES
from incognote.languages.es.checks import is_street

# RE2 has no look-ahead, so a name ends before what certainly does not continue it: the shortest
# run of capitalised words that such an end follows, or else the longest run.
_WORD = (
    r"[\"“«]?(?:(?:Dra?|Sta|Sto|Ntra|Sra|Gral|Univ|Hnos?|Fco|Mª|S|\p{Lu})\.|\p{Lu}[\pL'’·´-]*|"
    r"[0-9]{1,2} de \p{Lu}\pL+)[\"”»]?"
)
_PARTICLE = r"(?:(?:de|del|d'|d’|la|las|los|el|y|e|i|da|do|dos|das|en) |d['’])"
_NAME = rf"{_PARTICLE}*{_WORD}(?: {_PARTICLE}*{_WORD})*"
_KIND = (
    r"(?:C/ ?|c/ ?|C/\. ?|c/\. ?|(?i:calle|avda?\.?|avenida|avinguda|av\.|paseo|passeig|p\.?[º°]"
    r"|pso\.?|plaza|plaça|pza\.?|plza\.?"
    r"|carretera|ctra\.?|crta\.?|camino|cam[ií]|ronda|glorieta|travesía|traves[ií]a|rambla|pasaje"
    r"|pje\.?|r[uú]a|carrer|jir[oó]n|jr\."
    r"|callej[oó]n|cuesta|costanilla|bajada|urbanizaci[oó]n|urb\.|pol[ií]gono|barriada|bda\."
    r"|paraje|boulevard|bulevar|blvd\.?"
    r"|calzada|privada|prolongaci[oó]n|alameda|malec[oó]n|vereda|autopista) )"
)
_NUMBER = (
    r"(?:,? ?-? ?(?:(?i:n[uú]mero|n[º°o]\.?|n\.[º°]|no\.|núm\.?|#) ?)?[0-9]{1,5}(?:[-–/]"
    r"[0-9]{1,3}|[A-Za-z])?|,? ?(?i:s/nº?|sn)"
    r"|,? ?(?i:km)\.? ?[0-9]+(?:[.,][0-9]+)?)"
)
_TAIL = (
    r"(?:(?:, ?| ?- ?| )(?:[0-9]{1,2} ?\.?[ºª°o](?: ?-? ?(?:[A-Z]|[0-9][ªº]?|(?i:dcha|izda|izq|iz"
    r"|der|derecha|izquierda|centro|cto)))?"
    r"|(?i:piso|planta|bloque|blq\.?|portal|puerta|pta\.?|esc\.?|escalera|depto\.?|dpto\.?|int\.?"
    r"|casa|lote|torre|apto\.?|local|manzana|mz\.?|pab\.|entl\.) "
    r"?[0-9A-Z]{1,4}|(?i:bajos?|ático|entresuelo|bj|altos|izda|izq|dcha|der)(?: [A-Z])?|"
    r"[0-9]{0,2} ?[A-Z]|(?i:km)\.? ?[0-9]+(?:[.,][0-9]+)?"
    r"|[0-9](?:r|n|er|on)? [0-9]a)|, ?[0-9]{1,2})"
)
_STOP = (
    r"(?i:servicio|secci[oó]n|departamento|unidad|c/|calle|avda|avenida|av\.|paseo|pso|p\.º|plaza"
    r"|carretera|ctra|cuesta|camino|e-?mail|correo|tel[eé]?f?|tfno|tlf"
    r"|espa[ñn]a|m[eé]dico|dra?\.|fax|col\.|facultad|universidad)"
)
_END = (
    rf"(?:[,;:()\[\]\n/|]|\.|  | [-–·|0-9(@]|$| [abcfghjkmnñopqrstuvwxzáéíóú]\p{{Ll}}*| "
    rf"[dlyi]\p{{Ll}}{{3,}}| en | {_STOP})"
)


def _named(head: str) -> str:
    """A head word and the name behind it, as short as an end allows."""
    return rf"(?P<phi1>{head} {_NAME}?){_END}|(?P<phi2>{head} {_NAME})"


_COUNTRIES = (
    "Afganistán|Alemania|Andorra|Angola|Arabia Saudí|Arabia Saudita|Argelia|Argentina|Armenia"
    "|Australia"
    "|Austria|Bangladesh|Bélgica|Bolivia|Bosnia|Brasil|Bulgaria|Burkina Faso|Cabo Verde|Camerún"
    "|Canadá|Chile|China|Colombia"
    "|Corea del Sur|Costa de Marfil|Costa Rica|Croacia|Cuba|Dinamarca|Ecuador|EE\\.? ?UU\\.?"
    "|Egipto|El Salvador|Emiratos Árabes Unidos"
    "|Eslovaquia|Eslovenia|España|Spain|Estados Unidos(?: de América)?|Estonia|Etiopía|Filipinas"
    "|Finlandia|Francia|Gambia|Gàmbia|Georgia|Ghana|Grecia"
    "|Guatemala|Guinea Ecuatorial|Guinea-Bissau|Guinea|Haití|Holanda|Honduras|Hungría|India"
    "|Indonesia|Inglaterra|Irak|Irán|Irlanda"
    "|Islandia|Israel|Italia|Jamaica|Japón|Jordania|Kenia|Letonia|Líbano|Libia|Lituania"
    "|Luxemburgo|Malí|Mali|Marruecos|Mauritania"
    "|México|Moldavia|Mozambique|Nepal|Nicaragua|Nigeria|Noruega|Nueva Zelanda|Países Bajos"
    "|Pakistán|Palestina|Panamá|Paraguay"
    "|Perú|Polonia|Portugal|Puerto Rico|Reino Unido|República Checa|República Dominicana"
    "|República Argentina|Rumanía|Rumania|Rusia|Senegal|Serbia"
    "|Sierra Leona|Siria|Somalia|Suecia|Suiza|Sudáfrica|Tailandia|Túnez|Turquía|Ucrania|Uganda"
    "|Uruguay|USA|U\\.S\\.A\\.|Venezuela|Vietnam|Brazil"
)

RULES = (
    row(
        "calle",
        rf"(?:CRT\. )?(?P<phi>{_KIND}{_NAME}?(?:{_NUMBER}){_TAIL}*)(?:[^\pL\pN.-]|\.(?:"
        r"[^\pL]|$)| -|$)",
        "Domicilio: <CALLE>Calle Miguel Benítez 90</CALLE>.",
        "<CALLE>c/ del Abedul 5-7, 2º dcha</CALLE> 28036 Madrid",
        "<CALLE>Avda. de Córdoba, s/n</CALLE> - 28041 Madrid",
        "vía oral; camino del hospital; plaza vacante; c/ Augmentine 875, c/ Foley 16, c/ FEVI 30",
        score=0.9,
        check=is_street,
    ),
    row(
        "calle_sin_numero",
        r"(?P<phi>(?:C/ ?|c/ ?|(?i:calle|avenida|avda\.|av\.|paseo|plaza|rambla|carrer"
        rf"|carretera|ronda|pje) ){_NAME}?){_END}",
        "vive en la <CALLE>calle Real</CALLE>.",
        "camino recorrido 300 m; tratado c/ Nolotil, c/ Cardio",
        score=0.6,
        check=is_street,
    ),
    row(
        "calle_americana",
        r"(?i:calle|cl|carrera|cra|kra|cr|kr|transversal|tv|tr|diagonal|dg|avenida|av|ak|ac)\.? ?"
        r"[0-9]{1,3} ?[A-Z]{0,2}(?: (?i:bis|sur|norte|este|oeste))?(?: [A-Z])? ?(?:#|(?i:n"
        r"[o°º]\.?)) ?"
        r"[0-9]{1,3} ?[A-Z]{0,2} ?-+ ?[0-9]{1,3}(?:,? (?i:piso|torre|apto\.?|int\.?|casa|local"
        r"|oficina|of\.) ?[0-9A-Z]{1,4})*",
        "Residencia: <CALLE>Cl 107 B # 42-19</CALLE>, Comuna 1",
        "<CALLE>Calle 19 # 5-40 piso 3</CALLE> · Pereira",
        "Cr 1.2, K 4.5",
        score=0.93,
    ),
    row(
        "lote",
        r"(?i:mz\.?|manzana|mza\.?) ?[A-Z0-9]{1,3},? ?(?i:lote|lt\.?|casa|solar|villa) ?"
        r"[0-9A-Z]{1,4}(?:, (?i:aa\.hh\.|asoc\.|urb\.|coop\.|pj)(?: \p{Lu}\pL+)+)?",
        "Dir.: <CALLE>Mz. K Lt. 14, Asoc. Las Malvinas</CALLE>, Cerro",
        "lote 14 de insulina",
        score=0.9,
    ),
    row(
        "domicilio_con_etiqueta",
        r"(?m)(?i:domicilio|direcci[oó]n|enderezo|adreça)(?i: declarado| actual| habitual| del"
        r" paciente)?[ ]{0,12}:[ ]{0,3}"
        r"(?P<phi>\pL(?:[^\n;|()]{1,70}?[^\s.,]))[ ,]{0,2}\.?(?:$|  |\n|; |[,.] (?:[0-9]{5}|CP"
        r"|C\.P\.|Localidad|Tel|Col\. |Colonia ))",
        "Domicilio: <CALLE>Los Alisos, 10, 2 A</CALLE>.\nLocalidad",
        "cambio de domicilio reciente",
        score=0.75,
    ),
    row(
        "codigo_postal_con_etiqueta",
        r"\b(?:CP|C\.P|c\.p|cp|(?i:c[oó]digo postal|cod\. postal))\.?[ ]?[.:=]{0,2}[ ]{0,3}"
        r"(?P<phi>[0-9]{4,5})",
        "CP: <TERRITORIO>28016</TERRITORIO>.",
        "Fe 120, CP 3",
        score=0.97,
    ),
    row(
        "codigo_postal_y_ciudad",
        r"(?P<phi1>(?:E-)?[0-5][0-9]{4})[ .,-]{1,3}(?P<phi2>(?:(?:[AO]|La|El|Las|Los|L['’])"
        r" )?\p{Lu}[\pL'’-]{2,}(?: (?:de la |del |de los |de las |de )?\p{Lu}[\pL'’-]{2,}){0,3}?)"
        rf"{_END}",
        "c/ del Abedul 5, <TERRITORIO>28036</TERRITORIO> <TERRITORIO>Madrid</TERRITORIO>, España",
        "leucocitos 12000 (N 80%)",
        score=0.8,
        unless_before=r"\pL{3,}:? |\pL-|[0-9]{2}-|nhc[: ]*",
    ),
    row(
        "codigo_postal",
        r"(?:s/n|[0-9][ºªA-Z]?|\pL)[.,]?[ ,.-]{1,4}(?P<phi>(?:E-)?[0-5][0-9]{4})["
        r" .,-]{1,3}\p{Lu}\p{Ll}",
        "Plaza Mayor, s/n. <TERRITORIO>33006</TERRITORIO> Oviedo",
        "Hb 12, 45000 plaquetas",
        score=0.9,
        check=lambda surface: not surface.startswith("00"),
        unless_before=r"(?:[^\pL](?:del?|el) |\pL{3,}:? |\pL-|[0-9]{2}-)",
    ),
    row(
        "localidad_con_etiqueta",
        r"(?i:localidad(?:/ ?provincia)?|provincia|municipio|poblaci[oó]n|comuna|departamento"
        r"|lugar de nacimiento|natural de|vecin[oa] de"
        r"|procedente de|residente en|nacid[oa] en|vive en|reside en|empadronad[oa] en|oriund[oa]"
        r" de|corregimiento(?: de)?|vereda|concello(?: de)?)[ ]?:?[ ]{1,3}"
        r"(?P<phi>(?:(?i:la|el|las|los|san|santa|a|o) )?\p{Lu}[\pL'’-]+(?:(?: (?:de la|del|de"
        r" los|de las|de|la|las|el|los|y))? \p{Lu}[\pL'’-]{2,}){0,3})",
        "Localidad/ Provincia: <TERRITORIO>Santa Cruz de Tenerife</TERRITORIO>.",
        "natural de <TERRITORIO>Utrera</TERRITORIO>, casada",
        "vive en residencia",
        score=0.85,
        unless_after=r"/| ?[0-9]",
    ),
    row(
        "provincia_entre_parentesis",
        r"(?:[0-9]{5}|\p{Lu}\p{Ll}+|\p{Lu}{3,})[ -](?:\p{Lu}[\pL'’-]+ )?\((?P<phi>(?i:[aá]lava"
        r"|albacete|alicante|almer[ií]a|asturias|[aá]vila|badajoz|baleares|barcelona|burgos|c"
        r"[aá]ceres|c[aá]diz"
        r"|cantabria|castell[oó]n|ceuta|ciudad real|c[oó]rdoba|(?:la|a) coru[ñn]a|cuenca|girona"
        r"|gerona|granada|guadalajara|gipuzkoa|guip[uú]zcoa|huelva|huesca|ja[eé]n|la rioja"
        r"|las palmas|le[oó]n|lleida|l[eé]rida|lugo|madrid|m[aá]laga|melilla|murcia|navarra"
        r"|ourense|orense|palencia|pontevedra|salamanca|segovia|sevilla|soria|tarragona"
        r"|(?:santa cruz de )?tenerife|teruel|toledo|valencia|valladolid|vizcaya|bizkaia|zamora"
        r"|zaragoza|cundinamarca|antioquia|mendoza|jalisco|cochabamba))\)",
        "Vigo (<TERRITORIO>Pontevedra</TERRITORIO>)",
        "prueba de Burgos (positiva)",
    ),
    row(
        "pais",
        rf"(?:{_COUNTRIES})",
        "País: <PAIS>España</PAIS>.",
        "viaje a <PAIS>Senegal</PAIS> hace un mes",
        "chile picante; virus del Nilo; KCI Clinic Spain SL",
        score=0.9,
        unless_before=(
            r"(?:ciudad de|santiago de|calle|avda\.?|avenida|plaza|paseo|banco|hospital"
            r"|universidad(?: \pL+)? de|república|asociación|nueva|sociedad[\pL ]*|c/)(?: de)? ?"
        ),
        unless_after=r" (?:Salud|Vieja|D\.? ?F)|-\pL|,? (?:s\.?l|s\.?a|inc|gmbh)\b",
    ),
    row(
        "pais_con_etiqueta",
        r"(?i:pa[ií]s(?: de (?:nacimiento|origen))?|nacionalidad)[ .]{0,22}:[ ]{0,3}"
        r"(?P<phi>\p{Lu}\pL+(?: (?:de(?:l)? )?\p{Lu}\pL+)?)",
        "País de nacimiento: <PAIS>Kazajistán</PAIS>.",
        "país de baja incidencia",
        score=0.97,
    ),
    row(
        "hospital",
        _named(
            r"(?:(?i:hospital|complejo (?:hospitalario|asistencial)|policl[ií]nica|sanatorio"
            r"|maternidad|centro hospitalario|hosp\.|c\.h\.u\.)|Cl[ií]nica|CLÍNICA|H\.|HU|CHU)"
        ),
        "remitido al <HOSPITAL>Hospital Universitario La Paz</HOSPITAL>. Paseo",
        "en la <HOSPITAL>Clínica Mompía</HOSPITAL>.",
        "ingreso en hospital de día; Clínica: disnea",
        score=0.88,
        unless_before=r"farmacia ",
    ),
    row(
        "hospital_de_fecha",
        r"(?:(?i:hospital(?: universitario)?)|H\.(?:U\.)?|HU) [\"“]?(?:12 de Octubre|Doce de"
        r" Octubre|20 de Noviembre|1[º°] de Octubre|2 de Mayo|Dos de Mayo)[\"”]?",
        "<HOSPITAL>Hospital Universitario 12 de Octubre</HOSPITAL>, Madrid",
        "el 12 de octubre",
        score=0.985,
    ),
    row(
        "centro_de_salud",
        _named(
            r"(?:(?i:centro de salud|centro de at[ei]nci[oó]n primaria|consultorio(?: local)?"
            r"|ambulatorio|policl[ií]nico|puesto de salud)|CESFAM|CECOSF|SAPU|CAP|CAPS|CS|C\."
            r" ?S\.|UMF|P\.S\.|PAC|EBAIS|USM|IPS)"
        ),
        "<CENTRO_SALUD>Centro de Salud Letanías</CENTRO_SALUD>, avenida",
        "INR en la <CENTRO_SALUD>UMF Coatepec</CENTRO_SALUD>.",
        "su centro de salud",
        score=0.88,
    ),
    row(
        "institucion",
        _named(
            r"(?:Universidad|Facultad|Instituto|Fundació?n?|Residencia(?: de (?:mayores"
            r"|ancianos))?|Laboratorios?|Sociedad|Asociación|Centro (?:Penitenciario|Nacional|de"
            r" Transfusión|de Acogida|de D[ií]a|de Psicología|de Rehabilitación|de Atención"
            r" Temprana)|Juzgado|Colegio Oficial|Ministerio|Conselleria|Consejería|Servicio"
            r" Andaluz|Mutua|Cáritas|Cruz Roja|Ayuntamiento|Servicios Sociales|Registro Civil|EPS"
            r"|UNIVERSIDAD|INSTITUTO|MUTUA|MINISTERIO|RESIDENCIA)"
        ),
        "en la <INSTITUCION>Universidad de Jaén</INSTITUCION>.",
        "vive en la <INSTITUCION>Residencia El Carrascal</INSTITUCION>",
        "sociedad médica; instituto",
        score=0.75,
    ),
    row(
        "institucion_por_siglas",
        r"(?:IMSS(?:-Bienestar)?|ISSSTE|IESS|PAMI|OSDE|APROSS|FONASA|Fonasa|EsSalud|INSS|SAMUR"
        r"|SUMMA|INSABI|DIF|ICBF|SENAME|Guardia Civil|Policía (?:Nacional|Local|Municipal)"
        r"|Ertzaintza|Mossos"
        r"|MUFACE|ISFAS|MUGEJU|AECC|COMAR|Seguro Popular|Cáritas|Cruz Roja|SERGAS|SESCAM|SACYL"
        r"|Osakidetza|INSPI|CENARES|OSECAC|SEROS|IAPOS|Isapre \p{Lu}\p{Ll}+)",
        "Es de <INSTITUCION>PAMI</INSTITUCION>.",
        "IMC 24, INR 2",
        score=0.85,
        unless_before=r"hospital (?:general )?(?:del? )?",
    ),
    row(
        "coordenadas",
        COORDINATES,
        "en <OTROS_SUJETO_ASISTENCIA>40°24'12,2\"N 3°42'26\"O</OTROS_SUJETO_ASISTENCIA>, ICD",
        "flexión 41° 24, 90° N",
        score=0.97,
    ),
    row(
        "coordenadas_decimales",
        rf"(?i)\b(?:gps|coord(?:enada)?s?|lat(?:itud)?|ubicaci[oó]n)\b[ :=(]{{1,4}}"
        rf"(?:lat(?:itud)?[ :=]{{1,3}})?(?P<phi>{DECIMAL_COORDINATES})",
        "GPS <OTROS_SUJETO_ASISTENCIA>40.4168, -3.7038</OTROS_SUJETO_ASISTENCIA>, SAMUR",
        "GPS: <OTROS_SUJETO_ASISTENCIA>40,4168; -3,7038</OTROS_SUJETO_ASISTENCIA>",
        "lat 4,1 x 3,2 cm, ubicación: 12,5, 3,256 mm; OR 1,2345; 2,3456, lat 12,345 34,567 cm",
        score=0.95,
        unless_after=r" ?[cm]m\b",
    ),
)
