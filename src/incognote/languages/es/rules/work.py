"""Work: trades of patients and relatives, employers, schools, firms.

Trades of health staff stay (MEDDOCAN's guidelines mark those of patients and relatives only), so
the list holds none; nor does it hold words that mean something else in a note: cura, patrón, guía,
piloto, interna, técnico.
"""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.languages.es.checks import is_firm, is_trade


def _forms(words: str) -> str:
    """A pattern of both genders and numbers of trades given in the masculine, without accents."""
    found = []
    for word in words.split():
        if word.endswith("o"):
            found.append(f"{word[:-1]}(?:os?|as?)")
        elif word.endswith("or"):
            found.append(f"{word}(?:as?|es)?")
        else:
            found.append(f"{word}s?")
    pattern = "|".join(found)
    for plain, both in (("á", "[aá]"), ("é", "[eé]"), ("í", "[ií]"), ("ó", "[oó]"), ("ú", "[uú]")):
        pattern = pattern.replace(plain, both)
    return f"(?:{pattern})"


_TRADE = _forms("""
    abogado acordeonista afilador agricultor agrónomo albañil alfarero apicultor aparador
    arqueólogo arquitecto arriero artesano astillero azafato bailarina banquero barbero barquero
    barrendero bertsolari bibliotecario bodeguero bombero bordador brigadista cabrero
    camarero camionero campesino cantero carnicero carpintero carretillero
    cerrajero chapista charcutero chatarrero chófer chofer churrero cocinero
    colectivero conserje contador cortador corista cosechador cosechero costurero
    cristalero curtidor damasquinador delineante descargador deshollinador
    ebanista economista electricista electromecánico empacador empaquetador encajador encofrador
    enólogo envasador escayolista escogedor esmaltador esquilador estanquero esteticista estibador
    estilista feriante ferrallista ferroviario filetero fileteador floricultor florista fontanero
    forjador fotógrafo fresador frutero fruticultor fundidor ganadero gasfíter gaucho gomero
    granjero gruista guachimán guarnicionero guionista herrero hilandero hojalatero hortelano
    hostelero ingeniero jardinero jornalero joyero kinesiólogo labrador laminador leñador lavandero
    librero limpiador lustrabotas manicurista maquillador maquinista mariñeiro
    mariscador marinero marmolista matarife mayordomo mensajero metalúrgico minero
    modista molinero monje monja mototaxista músico notario obrero oficinista operario orfebre
    panadero paragüero parquetero pastelero payés payesa peletero peluquero peón perforador
    periodista pescadero pescador pintor pizarrero planchador platero plomero pocero portuario
    puestero publicista quiosquero reciclador redeiro relojero repartidor reponedor
    repostero resinero sacristán salonero sastre sepulturero serenazgo soldador suboficial
    tabaquero talabartero tallador tapicero taquillero taxista tejedor telefonista temporero
    tendero tintorero tornero torero tractorista trailero tramoyista transportista
    tripulante tropero txistulari urdidor vaquero vendedor vidriero vigilante violinista viticultor
    volquetero yesero zapatero
    afinador alambrador andamista aparcacoches aserrador bailaor barrenador barrenista barretero
    bedel boticario boxeador calderero canillita cartonero changador chipero colmenero comerciante
    contramaestre crimpador diseñador encolador engrasador estampador futbolista gaitero gallero
    gandeiro gendarme guardabosque guardaparque guitarrista instalador lavaplatos lechero legionario
    locutor luthier mesero ordeñador organista palista panadeira percebeiro perforista pianista
    picador pirquinero pizzero quesero rematador remisero serigrafista serrador sombrerero tamalero
    topógrafo verdulero viajante viñatero viverista voceador yerbatero zafrero
""")
# These are a trade only with what follows: `empleada de hogar`, `jefe de obra`.
_OPEN = _forms("""
    aprendiz auxiliar ayudante capataz capitán capitana conductor cuidador docente empleado
    encargado estudiante fabricante funcionario gerente guarda instructor jefe jefa jugador
    maestro manipulador marino monitor mozo operador piloto portero profesor propietario trabajador
""")
_ALSO = (
    "(?:dependientas?|cajeras?|patr[oó]n(?:a)? de (?:barco|pesca)|t[eé]cnic[oa] de (?:sonido|luces"
    "|mantenimiento|sistemas)|mozo de almac[eé]n|marin[oa] mercante)"
)
_KIND = (
    r"(?: (?:autónom[oa]s?|mercante|industrial|naval|agrícola|pesquer[oa]|artesanal|informal|rural"
    r"|ambulante|auditora?|agropecuari[oa]|forestal|civil|aeronáutic[oa]|profesional|químic[oa]))?"
)
# What a trade may be of: a word in small letters that is no ward, shift or stretch of time.
_OF = (
    r"(?: del? (?:la |los |las )?\p{Ll}{3,}(?: de (?:la )?\p{Ll}{4,}| (?:infantil|primaria|física"
    r"|tur[ií]stic[oa]|civil|social|plana))??)"
)
_STOP = (
    r"(?:[,.;:()\[\]/\n\"]|  | [-–—]| (?:en|y|e|para|desde|con|sin|hasta|que|por|a|al|hace|durante"
    r"|cuando|pero|donde|jubilad|retirad|pensionad|prejubilad|actualmente|es|se|no|ahora)\b|$)"
)
_CAPS = r"(?:(?:\p{Lu}\.){1,4}|\p{Lu}[\pL'’·&-]*)"
_FIRM = rf"{_CAPS}(?: (?:(?:de|del|la|las|los|el|y|e|i|d['’]|da|do|sa) ){{0,3}}{_CAPS}){{0,5}}"
_LEGAL = (
    r"(?:S\. ?A\.|S\. ?L\.(?: ?U\.)?|S\.A\.S\.|S\. ?A\. de C\. ?V\.|SA DE CV|S\. de R\.L\.|SAC|SAS"
    r"|SpA|SRL|S\.R\.L\.|Ltda\.?|LTDA\.?|S\. ?Coop\.?|S\.?C\.?L\.?|E\.I\.R\.L\.|C[ií]a\.(?:"
    r" Ltda\.?)?|& ?Asoc\.|e Hij[oa]s?|y C[ií]a\.?|Hnos\.)"
)
_HOUSE = (
    r"(?:Talleres|Taller|Pesquera|Conservas|Construcciones|Calzados|Ferreter[ií]a|Panader[ií]a|"
    r"Peluquer[ií]as?|Perfumer[ií]as?|Pasteler[ií]a|Carnicer[ií]a|Restaurante|Mes[oó]n"
    r"|Cafeter[ií]a|"
    r"Hotel|Hostal|Fletes|Textiles|Confecciones|Bazar|Azulejos|Frutas|Cooperativa|Bodegas|Naviera|"
    r"Transportes|Supermercados?|Hipermercado|Minas? de|Minera|Aceros|Muebles|Forjados|Forestal|"
    r"Camaronera|Matadero|Astilleros?|C[aá]rnicas|Aceites|Horticola|Hort[ií]cola|Agr[ií]cola|"
    r"Discoteca|Constructora|Inmobiliaria|Asesor[ií]a|Imprenta|Lavander[ií]a|Tintorer[ií]a|"
    r"Droguer[ií]a|Librer[ií]a|Autoescuela|Gimnasio|Maquiladora|Destiler[ií]a|Cervecer[ií]a|"
    r"Papelera|Cementos|Cer[aá]micas|Metal[uú]rgica|Curtidos|Panificadora|Viveros|Granjas?|"
    r"Cía\. Minera|Central Azucarera|Ingenio|Frigor[ií]fico|Estancia|Hacienda|Finca)"
)
_SCHOOL = (
    r"(?:I\.?E\.?S\.?|C\.?E\.?I\.?P\.?|CRA|CIFP|CEE|C\.?P\.?|E\.I\.|I\.E\.|Colegio|Instituto|"
    r"Escuela(?: (?:Infantil|Primaria|T[eé]cnica|Secundaria|Rural|de [A-Z]\pL+))?|Liceo"
    r"|Guarder[ií]a|"
    r"[Ii]kastola|Preescolar|Jard[ií]n de (?:Niños|Infantes)|K[ií]nder|Preparatoria|Telesecundaria|"
    r"COLEGIO|LICEO|INSTITUTO|ESCUELA(?: DE [A-Z]+)?|colegio|liceo|guarder[ií]a|escuela)"
)

RULES = (
    row(
        "oficio",
        rf"(?i:(?:ex ?)?(?:{_TRADE}{_KIND}|{_ALSO}))",
        "Hija <PROFESION>costurera</PROFESION>, soltera",
        "encofrado metálico; panadizo; mineralización; ventilación mecánica",
        "en la tabaquera anatómica",
        score=0.85,  # Alone right in one of five: an instrument, a third person, an adjective.
        unless_before=r"(?:campamento|intérprete|al|del|un) ",
        unless_after=r" anatómic",
    ),
    row(
        "oficio_con_complemento",
        rf"(?P<phi>(?i:{_TRADE}|{_OPEN}|mec[aá]nic[oa]|traductora?){_OF})(?i:{_STOP})",
        "de 51 años, <PROFESION>jefa de obra</PROFESION> en la capital",
        "Es <PROFESION>peón de invernadero</PROFESION>.",
        "auxiliar de enfermería; técnico de laboratorio; jefe de servicio, maestro",
        score=0.9,
        check=is_trade,
        unless_before=r"(?:el|la|los|las|al|del) ",
    ),
    row(
        "oficio_con_etiqueta",
        r"(?i:\b(?:ocupaci[oó]n|profesi[oó]n|oficio|puesto(?: de trabajo)?|actividad laboral)"
        rf" ?[.:]{{1,20}} {{0,3}}(?P<phi>\pL{{3,}}(?:[ -](?:de |del |en )?(?:la |los"
        rf" )?\pL{{3,}}){{0,4}}?)"
        rf"{_STOP})",
        "Ocupación: <PROFESION>operador de volquete</PROFESION>  Grado",
        "PUESTO: <PROFESION>OPERADOR DE GRUA</PROFESION>     SALARIO",
        "oficio firmado",
        score=0.93,
        check=is_trade,
    ),
    row(
        "trabaja_de",
        r"(?i:\b(?:trabaj(?:a|aba|[oó]|é|ando|ado)|labor(?:a|aba|ando)|labur(?:a|aba|o)|emplead[oa]"
        r"|ejerce|ejercía|extras|changas|oposita|estudia(?: para)?)(?: (?:ahora|actualmente|siempre"
        r"|antes|toda la vida))? (?:de|como|a|para) (?:una? )?"
        rf"(?P<phi>\pL{{3,}}(?: (?:de |del |a )?(?:la |las |los )?\pL{{3,}}){{0,3}}?){_STOP})",
        "Trabaja de <PROFESION>operaria</PROFESION> en Calzados",
        "Trabaja como <PROFESION>carpintero</PROFESION> y no toma",
        "trabaja de noche; trabaja a turnos",
        score=0.9,
        check=is_trade,
    ),
    row(
        "de_profesion",
        r"(?i:de profesi[oó]n,? (?P<phi1>\pL{4,}(?: de(?:l)? (?:la )?\pL{4,})?)"
        rf"{_STOP}|(?P<phi2>\pL{{5,}}(?: de \pL{{4,}})?) de (?:profesi[oó]n|oficio))",
        "De profesión <PROFESION>mecánico</PROFESION>, sin antecedentes",
        "de profesión desconocida",
        score=0.9,
        check=is_trade,
        unless_after=r" (?:desconocida|habitual)",
    ),
    row(
        "estudiante",
        rf"(?i:estudiante (?:de \pL{{4,}}(?: \pL{{4,}})?|universitari[oa]){_STOP})",
        "Es <PROFESION>estudiante de derecho,</PROFESION>",
        "estudiantes sanos",
        score=0.3,
    ),
    row(
        "empresa_tras_oficio",
        rf"(?:(?i:{_TRADE}{_OF}??|{_ALSO}|{_OPEN}{_OF})(?: \(|,)? (?:en|para|de) (?:el |la |los "
        rf"|las )?"
        rf"|(?i:trabaj(?:a|aba|ó|ando|ado)|emplead[oa]) (?:en|para) (?:el |la |los |las )?)"
        rf"(?P<phi>{_FIRM})",
        "Trabaja en <OTROS_SUJETO_ASISTENCIA>Mercabarna</OTROS_SUJETO_ASISTENCIA>.",
        "soldador en <OTROS_SUJETO_ASISTENCIA>Petronor</OTROS_SUJETO_ASISTENCIA>, remero",
        "trabaja en el campo",
        score=0.8,
        check=is_firm,
    ),
    row(
        "empresa_con_etiqueta",
        r"(?i:\b(?:empresa(?: destinataria)?|empleador|patr[oó]n|raz[oó]n social|centro de"
        r" trabajo))"
        r" ?: {0,10}(?P<phi>\p{Lu}[^\n;|(]{2,60}?)(?: ?[;|(\n]|  |, (?:CIF|RUT|NIT|C)|$)",
        "Empresa: <OTROS_SUJETO_ASISTENCIA>Conservas Isla</OTROS_SUJETO_ASISTENCIA> (centro",
        "empresa: no consta",
        score=0.9,
    ),
    row(
        "empresa_por_forma",
        rf"(?:\p{{Lu}}[\pL'’·-]*,? (?:(?:de|del|la|las|los|y|e) ){{0,2}}){{1,6}}{_LEGAL}",
        "de <OTROS_SUJETO_ASISTENCIA>Mariscos La Perla S.A.</OTROS_SUJETO_ASISTENCIA> hace",
        "SA 98 %; Hnos. sanos",
        score=0.9,
    ),
    row(
        "empresa_por_cabeza",
        rf"{_HOUSE} (?:(?:de|del|la|el|los|las|do|da) ){{0,2}}{_FIRM}",
        "en <OTROS_SUJETO_ASISTENCIA>Calzados Paredón</OTROS_SUJETO_ASISTENCIA> y el niño",
        "Taller de memoria",
        score=0.9,
    ),
    row(
        "escuela",
        rf"{_SCHOOL} (?:n\.?[º°] ?[0-9]+ )?(?:(?:de|del|la|el|los|las)"
        rf" ){{0,2}}[\"“«]?{_FIRM}[\"”»]?",
        "al <INSTITUCION>CEIP Tomás Bretón</INSTITUCION>, 2º",
        "IES derecha; colegio público",
        score=0.9,
        unless_after=r" de (?:Médicos|Enfermería)",
    ),
)
