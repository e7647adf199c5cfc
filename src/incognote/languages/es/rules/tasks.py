"""Work told as a task: `vende empanadas`, `maneja un taxi`, `trabaja limpiando casas`.

A verb alone says little: each row wants the verb with an object that only work has.
"""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.languages.es.checks import is_task

_STOP = (
    r"(?:[,.;:()\[\]/\n\"»]| (?:en|y|e|para|desde|con|sin|hasta|que|por|a|al|hace|durante|cuando|"
    r"pero|donde|los|tod[oa]s?|cada|ahora|ambulante|siempre|ella|él|tiene|no|se|le)\b|$)"
)
_OF = r"(?: del? (?:la |los |las )?\p{Ll}{4,})?"
_CHILDREN = (
    "(?:niñ[oa]s|chic[oa]s|nenes|nenas|ancian[oa]s|abuelos|viejitos|enferm[oa]s|mayores|bebés"
    "|caballos|vacas|ganado(?: ajeno)?|ovejas|cabras|borregos|chivos|animales|fincas?|coches|carros"
    "|autos|casas|parqueos|un matrimonio|un[oa] (?:ancian[oa]|señora?|abuel[oa]|viejit[oa]"
    "|niñ[oa]))"
)
_VEHICLE = (
    "(?:taxi|cami[oó]n(?:es)?|bus|autob[uú]s|tractor|cosechadora|combi|micro|remís|colectivo"
    "|gr[uú]a"
    "|mototaxi|tuktuk|tuc-tuc|moto de reparto|furgoneta|tr[aá]iler|tractomula|mula|volqueta"
    "|volquete"
    "|buseta|lancha|panga|retroexcavadora|montacargas|carretilla|ambulancia|guagua|metro|tren"
    "|tranv[ií]a|almendr[oó]n|bicitaxi|trailer|uber|rapidito|chiva|jeep)"
)
_SUBJECT = (
    "(?:derecho|medicina|enfermer[ií]a(?: t[eé]cnica)?|ingenier[ií]a(?: \\p{Ll}{4,})?|magisterio"
    "|arquitectura|periodismo|econom[ií]a|contabilidad|contadur[ií]a|administraci[oó]n(?: de"
    " empresas"
    ")?|pedagog[ií]a|psicolog[ií]a|veterinaria|odontolog[ií]a|farmacia|filosof[ií]a|letras|historia"
    "|f[ií]sica|qu[ií]mica|biolog[ií]a|matem[aá]ticas|enolog[ií]a|turismo|gastronom[ií]a|cocina"
    "|peluquer[ií]a|est[eé]tica|mec[aá]nica|inform[aá]tica|sistemas|electricidad|dise[ñn]o(?:"
    " gr[aá]fico)?|bellas artes|m[uú]sica|violín|violonchelo|trabajo social|educaci[oó]n(?:"
    " \\p{Ll}{4,}"
    ")?|fisioterapia|kinesiolog[ií]a|nutrici[oó]n|agronom[ií]a|soldadura|fp|comercio|secretariado"
    "|filolog[ií]a|traducci[oó]n|sociolog[ií]a|antropolog[ií]a|publicidad|marketing|bachillerato)"
)
_GERUND = (
    "(?:limpiando|fregando|cogiendo|recogiendo|cosechando|cuidando|cosiendo|vendiendo|reponiendo"
    "|conduciendo|manejando|repartiendo|descargando|cargando|arreglando|reparando|cortando"
    "|sembrando"
    "|vendimiando|podando|pescando|mariscando|empacando|envasando|empaquetando|atendiendo|lavando"
    "|planchando|cocinando|pintando|aparcando|despachando|ordeñando|picando|pelando|desgranando"
    "|haciendo|fumigando|recolectando|podando|construyendo|soldando|tejiendo|bordando|remendando"
    "|sirviendo|poniendo|montando|embotando|colgando|abriendo|guardando|vigilando)"
)

RULES = (
    row(
        "vende",
        r"(?P<phi>(?i:vend(?:e|ía|ió|í|o|iendo)) \p{Ll}{4,}(?: (?:de|por) (?:\p{Ll}{2} )?\p{Ll}{4,}"
        rf"|\p{{Ll}}{{4,}}d[oa]s)?){_STOP}",
        "La mamá <PROFESION>vende emoliente</PROFESION> en Villa; "
        "<PROFESION>vende bolsos de chaquira</PROFESION>.",
        "se vende sin receta; vendió su casa; vende todo para pagar",
        score=0.93,
        check=is_task,
        unless_before=r"\b(?:se|les?|no) ",
    ),
    row(
        "maneja_vehiculo",
        rf"(?i:(?:manej(?:a|o|aba|ó)|conduc(?:e|ía|ía)|conduzco|lleva(?:ba)?|anda con"
        rf"|tripula(?:ba)?)"
        rf" (?:el |la |un |una |su )?(?:propi[oa] )?{_VEHICLE}(?: (?:de \p{{Ll}}{{3,}}|escolar"
        r"|frigor[ií]fico|municipal|p[uú]blico))?)",
        "El papá <PROFESION>maneja un camión de vino</PROFESION> para los",
        "lo lleva la ambulancia; maneja secreciones; lleva aplicación de crema",
        score=0.93,
        unless_before=r"\b(?:no|lo|la|le|les|se|los|nos) |volver a |puede |apto para ",
    ),
    row(
        "cuida_o_limpia",
        rf"(?i:cuid(?:a|aba|o|ando) (?:de )?(?:a )?(?:los |las )?{_CHILDREN}"
        r"|limpi(?:a|aba|o|ando) (?:portales|casas|oficinas|pisos|habitaciones|hoteles|escaleras"
        r"|escuelas|colegios|pescado|piscinas|bancos|cristales|barcos|consultorios)"
        r"|lav(?:a|aba|o|ando) (?:ropa(?: ajena)?|carros|autos|coches|platos|cabezas)"
        r"|planch(?:a|aba|o|ando) (?:ropa|camisas|ajeno)"
        r"|frieg(?:a|o) platos|fregaba platos)",
        "su abuela <PROFESION>lava ropa</PROFESION> para una fábrica",
        "se limpia oído; cuida a los suyos; lava la herida",
        score=0.93,
        unless_before=r"\b(?:se|le|les|lo|la|los|me|nos|quien|no) |herida[^\n]{0,12}",
        unless_after=r" (?:de la paciente|de su|propi)",
    ),
    row(
        "recoge_o_teje",
        r"(?i:(?:recog(?:e|ía|o|iendo)|cosech(?:a|aba|o|ando)|recolect(?:a|aba|o|ando)"
        r"|siembr(?:a|o)"
        r"|sembraba|piz?c(?:a|aba|ando)|desgran(?:a|aba|ando)) (?:caf[eé]|leña|aceitunas?|piña"
        r"|fruta"
        r"|frambuesas?|fresas?|frutilla|naranjas?|manzanas?|uvas?|algod[oó]n|maíz|papas?|caña|cacao"
        r"|hongos|setas|cart[oó]n|chatarra|basura|botellas|pl[aá]stico|choclo|arroz|yuca|banano"
        r"|palta|aguacates?|tomates?|lechugas?|mariscos|conchas|cangrejos?|algas|berberechos"
        r"|arándanos?|cerezas?|espárragos?|hortalizas|flores|quinua|coca)"
        r"|tej(?:e|ía|iendo) (?:ponchos|redes|canastos|sombreros|hamacas|mantas|alfombras|cestas"
        r"|chompas|huipiles|petates)"
        r"|(?:cos(?:e|ía|iendo)|bord(?:a|aba)|remienda|remendaba) (?:redes|ropa|cuellos|para fuera"
        r"|para la calle|pantalones|vestidos|uniformes|zapatos|balones|velas|güipiles|huipiles)"
        r"|(?:arregl(?:a|aba)|repar(?:a|aba|ar)) (?:m[oó]viles|celulares|bicicletas|motos|zapatos"
        r"|relojes|computadoras|ordenadores|radios|televisores|gr[uú]as|redes|electrodom[eé]sticos)"
        r"|repart(?:e|ía|o|iendo) (?:pan|pizzas|paquetes|gas|correo|publicidad|comida|leche|butano"
        r"|peri[oó]dicos|volantes|pedidos|agua)"
        r"|cort(?:a|aba|ando) (?:caña|palma|pasto|pelo|madera|leña|piedra|chile|c[eé]sped)"
        r"|cr(?:[ií]a|iaba) (?:gallos|ovejas|cabras|cerdos|chanchos|gallinas|cuyes|abejas|llamas"
        r"|caballos|vacas|pollos|conejos)"
        r"|carg(?:a|aba|ando) (?:bultos|sacos|cajas|camiones|barcos|quintales)"
        r"|descarg(?:a|aba|ando) (?:camiones|barcos|sacos|cajas|pescado)"
        r"|pint(?:a|aba|ando) (?:casas|fachadas|coches|paredes|barcos)"
        r"|pel(?:a|aba|ando) (?:yuca|caña|papas?|camar[oó]n|gambas|cacao)"
        r"|ordeñ(?:a|aba|ando) (?:vacas|cabras|ovejas)"
        r"|mont(?:a|aba|o|ando) (?:puertas|muebles|escenarios|ascensores|invernaderos|toldos"
        r"|cocinas)"
        r"|envas(?:a|aba|ando) (?:almid[oó]n|fruta|aceitunas|conservas|tomates?|pescado|verduras?)"
        r"|fumig(?:a|aba|ando) (?:pasto|arroz|banano|flores|ma[ií]z|caf[eé])"
        r"|(?:hace|hacía|haciendo|prepara) (?:uñas|empanadas|tamales|tortillas|changas(?: de"
        r" \p{Ll}{4,}"
        r")?|domicilios|mandados|fletes|quesos?|carb[oó]n|ladrillos|adobes|camas en|pan para vender"
        r"|arepas|pupusas|chipa|trenzas|artesan[ií]as|muebles|portes)"
        r"|d(?:a|aba|an|ando) (?:clases(?: particulares)?(?: de \p{Ll}{4,})?|clase de \p{Ll}{5,})"
        r"|(?:atiende|atendía|atendiendo) (?:la caja|la barra|la cantina|el bar|un kiosco|un"
        r" quiosco"
        r"|un puesto|una tienda|la tienda|un almac[eé]n|el p[uú]blico|al p[uú]blico|una bodega)"
        r"|(?:sirve|servía|pone|ponía) (?:mesas|copas|tragos|caf[eé]s|desayunos)"
        r"|(?:tiene|tenía|regenta|regentaba|lleva(?:ba)?|atiende) (?:un|una|la|el) (?:bar|kiosco"
        r"|quiosco|mercer[ií]a|ferreter[ií]a|panader[ií]a|peluquer[ií]a|carnicer[ií]a|pescader[ií]a"
        r"|fruter[ií]a|verduler[ií]a|pulper[ií]a|cantina|zapater[ií]a|papeler[ií]a|librer[ií]a"
        r"|tienda"
        r"|bodega|mototaxi|taxi|taller|almac[eé]n|chicher[ií]a|cafeter[ií]a|puesto de \p{Ll}{4,})"
        r"(?: de (?:ropa|comida|abarrotes|piensos|motos|bicicletas|barrio|chapa|repuestos|regalos"
        r"|carros|coches|costura|verduras|telas))?)",
        "la hija <PROFESION>teje ponchos</PROFESION>; "
        "él <PROFESION>cría gallos</PROFESION> con el suegro",
        "se recoge orina; recoge muestra; corta el vómito; pela la piel; da clase 3",
        score=0.92,
        unless_before=r"\b(?:se|le|les|no|que le|nos|me) ",
    ),
    row(
        "trabaja_haciendo",
        r"(?i:\b(?:trabaj(?:a|aba|ó|é|o|ando|ado)|emplead[oa]|anda|se gana la vida|estuvo|lleva"
        r" [\pL0-9]{1,12} años)(?: de noche| de d[ií]a| ahora| actualmente| por horas)?"
        rf" (?P<phi>{_GERUND} (?:(?:el|la|los|las|un|una|a) )?\p{{Ll}}{{4,}}(?: del? (?:la |los "
        rf"|las"
        rf" )?\p{{Ll}}{{4,}})?){_STOP})",
        "Trabaja <PROFESION>recogiendo aceituna</PROFESION> toda la vida; trabaja de noche"
        " <PROFESION>limpiando oficinas</PROFESION>.",
        "anda haciendo pausas; trabaja haciendo pausas; lleva 3 años haciendo dieta",
        score=0.93,
        check=is_task,
    ),
    row(
        "trabaja_en_sector",
        r"(?i:\b(?P<phi>(?:trabaj(?:a|aba|ó)|labora|laboraba|trabajando|trabajado) en (?:la "
        r"|el |los"
        r" |una |un )?(?:construcci[oó]n|hosteler[ií]a|obra|limpieza|cosecha(?: de(?:l)?"
        r" \p{Ll}{3,})?"
        r"|f[aá]brica de \p{Ll}{4,}|carnicer[ií]a|panader[ií]a|peluquer[ií]a|bodega|aserradero"
        r"|zapater[ií]a|ferreter[ií]a|confecci[oó]n|invernaderos?|maquila|conservera|l[aá]cteos"
        r"|vendimia|aceituna|caña|minas?|miner[ií]a|pesca|mar|agricultura|ganader[ií]a|textil"
        r"|tabacalera|seguridad privada|lavander[ií]a|tintorer[ií]a|gasolinera|supermercado"
        r"|restaurante|bar|casas|casas de familia|casa particular|cocina|taller(?: mec[aá]nico)?"
        r"|almac[eé]n|oficina|banco|inmobiliaria|matadero|frigor[ií]fico|granja|vivero|imprenta"
        r"|servicio dom[eé]stico|telar|cantera|fundici[oó]n|refiner[ií]a|plataforma|curtiembre"
        r"|ladrillera|cementera|transporte|call center|estación de servicio|cabina de \p{Ll}+)))"
        rf"{_STOP}",
        "la madre <PROFESION>trabaja en la construcción</PROFESION>.",
        "trabaja en casa los lunes en pie; trabaja en el hospital",
        score=0.9,
        unless_after=r" en pie| de noche|[^\n]{0,3}teletrab",
    ),
    row(
        "estudia",
        rf"(?i:\b(?:estudi(?:a|aba|ó|ando)|cursa) (?P<phi>{_SUBJECT}){_STOP})",
        "La hija estudia <PROFESION>letras</PROFESION>. Ana estudia"
        " <PROFESION>enología</PROFESION> y",
        "se estudia anemia; estudia la posibilidad; se estudia química sanguínea",
        score=0.93,
        unless_before=r"\bse estudi\pL+ ",
    ),
    row(
        "oficio_tras_edad",
        r"(?:[1-9][0-9](?: ?a(?:ños|\.)?)?|ochenta|noventa)(?: años)?,"
        r" (?P<phi>\p{Ll}{2,}(?:ei?ro|ei?ra|dor|dora|ista|[cd]tora?|ario|aria|sora?)(?: (?:de"
        r" (?:la |los )?\p{Ll}{4,}"
        r"|\p{Ll}{4,}(?:al|ico|ica|ado|ada)))?)(?:[,.;:)]| (?:en|jubilad|retirad|de \p{Lu}))",
        "Rodel Magbanua, 38, <PROFESION>engrasador</PROFESION>, filipino",
        "58 años, soltera, 40, fumadora; 60, diabetes; 44, consciente; 70, exbebedor",
        score=0.9,
        check=is_task,
    ),
    row(
        "oficio_de_pariente",
        r"(?i:\b(?:hij[oa]|espos[oa]|marido|mujer|padre|madre|pap[aá]|mam[aá]|herman[oa]|pareja"
        r"|yerno|nuera|suegr[oa]|c[oó]nyuge|t[ií][oa]|prim[oa]|niet[oa]|novi[oa]|abuel[oa]"
        r"|viud[oa])"
        r"(?:(?-i: \p{Lu}\p{Ll}+)|(?:,|:)(?-i: \p{Lu}\p{Ll}+),| es| era| fue|,| \()?)"
        r" ?\(?(?P<phi>\p{Ll}{3,}(?:ei?ro|ei?ra|dor|dora|ista|ario|aria|(?:p|t|d)intor|ctor|ctora"
        r"|gent?e|arme"
        r"|sor|sora|rano|logo|loga|ino de obra)(?: (?:de (?:la |los |l[ií]nea )?\p{Ll}{4,}"
        r"|\p{Ll}{4,}(?:al|ico|ica)))?)(?:[,.;:)\n]| en\b|$)",
        "El papá <PROFESION>gendarme</PROFESION> en Chamical; el marido, Kamal,"
        " <PROFESION>percebeiro</PROFESION>",
        "madre fumadora; hermano portador; padre cardiólogo, madre soltera, hijo primero",
        score=0.9,
        check=is_task,
    ),
)
