"""Names in small letters behind a title: `sra. flores`, `don ramiro`.

A surname may be a word as well; here the title tells. What stands behind a title and is no name
is listed, or told by its ending.
"""

from __future__ import annotations

import re

from incognote.core.words import listed
from incognote.detect.rules import row
from incognote.languages.es.patients import is_said

_TITLE = r"(?:[Ss]r(?:ta|t?es|tas|as?)?\.?|[Dd](?:ña|ñ|on|oña)\.?)"
# Behind a name: an end, a number, or a word that goes on about somebody.
_BEHIND = (
    r"(?:[,;:()/\[\n]|\.(?:\s|$)| ?[-–|+] |$| [0-9]| (?:acude|acepta|avisa|bien|cama|cambi[oó]"
    r"|come|con|consulta|dice|duerme|en|est[aá]|estable|firma|fue|ha|hab|hoy|igual|ingresa"
    r"|ingres[oó]|llama|mejor|niega|no|pasa|pend|pendiente|peor|pide|por|presenta|queda|que"
    r"|quiere|refiere|rechaza|se|sigue|sin|solicita|tiene|toma|tolera|viene|y|ya)\b)"
)
_SECOND = (
    r"(?: (?:\p{Ll}{2,}[eéií]z|(?:de la |del )?(?:garc[ií]a|ruiz|d[ií]az|cruz|torres|flores|romero"
    r"|moreno|mu[ñn]oz|alonso|navarro|ramos|vargas|rojas|castillo|ortega|castro|mendoza|herrera"
    r"|medina|aguilar|reyes|rivera|molina|silva|delgado|morales|ortiz|mar[ií]n|iglesias|campos"
    r"|vega|fuentes|cabrera|calvo|le[oó]n|pe[ñn]a|soto|r[ií]os|luna|salazar|espinoza|guerrero"
    r"|vidal|lozano|santos|cano|prieto|pascual|herrero|lorenzo|montero|gallego|blanco|serrano)))?"
)
_GIVEN = (
    r"(?:antonio|jos[eé]|manuel|francisco|juan|david|javier|jes[uú]s|carlos|miguel|rafael|pedro"
    r"|[aá]ngel|fernando|luis|pablo|sergio|jorge|alberto|ramiro|ram[oó]n|enrique|vicente|diego"
    r"|andr[eé]s|joaqu[ií]n|santiago|eduardo|v[ií]ctor|roberto|jaime|mario|ignacio|alfonso"
    r"|salvador|ricardo|emilio|juli[oá]n?|tom[aá]s|agust[ií]n|felipe|guillermo|gonzalo|mariano"
    r"|domingo|eugenio|isidro|anselmo|evaristo|eusebio|teodoro)"
)
# Behind a title, and nobody's name; verbs without a form of their own too.
_NOBODY = listed("""
abajo abandona acaba acepta aceptan acompaña activa activo actual acude acuden adulta adulto
agradece aguda agudo ahora ajena alcalde alcaldesa alerta algo alta alto ante anterior antes
anuncia aporta aqui aquí argentina arriba asegura asiste asustada aun ayer aún bien boliviana buena
bueno cae calla camarera camarero camina canta cargo casera casi caucasica cayó chilena china
circunferencial coge colabora colombiana come comenta como con concejal conduce conoce conserje
consiente consigue consulta contesta continua continúa coordinador coordinadora cuando cubana
cuenta cuida cuidadora curador cuyo cómo dado dan deambula debe decano decide declara deja dejan
del delira demuestra desconoce desde desea dice dicen dio director directora diuresis doctor
doctora dolor donde dotor dotora duda duerme durante ecuatoriana editor editora ella ello ellos
encargada encargado encuentra enfermera enfermero enseña entiende entra entre entrega era escribe
ese eso española esposa esposo esta estaba estan este esto estuvo está están evita explica
extranjera extranjero extraña fallece fiebre firma firman firmante fiscal frente fue fueron fuma
gesta gira gitana gitano gobernador grande gruesa grupo hab hace hacia hasta hay hemocu hija hijo
hoy hta igual impresiona indica informa informan ingresa ingresan inicia insiste inspector
inspectora intenta irregular itu juez jueza jura las lenta les levanta lista listo llama llaman
llega llegan lleva llora los luego maestra maestro mal mala malo manifiesta mantiene marroqui
marroquí mas medica medico mejor mejora menciona menor merma mes mexicana mexicano micciona mide
mientras misma mismo mordio mosso mucho muere muestra mueve muy más médica médico nada natural
niega nieta niña niño nombre norma normal nos notaria notario notas nueva nuevo nunca obispo obrera
obrero ocupa orina otra otro otros oye paciente padece padre para pareja parte pasa pasea peor pero
peruana pesa peso pide piden piensa poco policia policía por porque porta porteadora portero
precisa prefiere pregunta presenta presentan presidenta presidente procede profesor profesora
propia propietaria propio puede pueden pues que queda quedan queja quien quiere quieren quién qué
realiza rechaza recibe reconoce rector recuerda refiere refieren regresa regular relata repite
requiere resbala respira responde resulta rumana sabe sabia sale sana sano seca secretaria
secretario segun seguro según semana ser sido siempre siente sigue sin sobre sola solicita solo
solos soltera soltero son sonríe sor sube sufre supervisora sus sólo tal tambien también tampoco
tanto tarde teme terapeuta tiene tienen todo tolera toma torax tos tose trabaja trae tras tumba
tutor tutora tórax una unos usa usuaria usuario vaga van varon varón vecina vecino ven venezolana
ver veterinario viene vienen vigila visita viuda viudo vive viven vomita vuelve
""")
_NO_NAME = re.compile(
    r".*(?:mente|[aá]ndo(?:se|le)?|i?[eé]ndo(?:se|le)?|[ai]d[oa]s?|ab[ao]n?|[íi]sim[oa]|os[oa]|[ií]v[oa]"
    r"|ble|[aeiáéí]nte|[eií]tic[oa]|[oó]gic[oa]|[óeé]nic[oa]|[tuvnlhcd]ía|[óé]|aron|ieron|nt[oa]|ari[oa]"
    r"|[aei]dora?|ista|[áéíóú][a-zñ]{1,2}ic[oa]|o(?:l|s)ic[oa]|stic[oa])"
)
# Names that end as an adjective or a verb does.
_NAMED = listed("""
aida aliada aliaga almada alvarado amado amador amadora amaranto américa américo angélica aranda
armando aída barroso bastida batista bautista bellido benavente bernabé bernardo buendia buendía
bustamante caba camposanto candida candido canto cantó cardoso cerrada chavarría clemente
collado conrado corredor criado cuadrado cándida cándido córdoba dario delgado donato donoso
dorado echevarría echeverría elvía escalante espinosa estefanía estrada evangelista fernando
fuente furtado galindo garcía garrido gilberto granada granado guido hermida hermosa hermoso
hilario hurtado infanta infante jacinta jacinto januario josé jurado jéssica labrador lafuente
leandro leonida lida llorente losada lozada lucía macario machado maldonado mario maría matilda
mejía mellado mendo mendía mercado merida mirador miranda morado moscoso mérida mónica naba
naida nevado nieto noemí noé obrador olegario oliva olivo orlando osoria osorio palmado parada
parente parrado pedroso peinado pimienta pimiento pinto placida placido plácida plácido posada
prado preciado prieto puente pulido quesada rando raposo regalado reinoso renta reynosa rocía
rolando rosa rosado rosario rosendo sacramento saido salado salgado salinas salomé salvador
salvadora santa santo santos sarmiento sofía sosa sílvia taboada tejada tejado tenorio ticó
toledano tomé tosado valiente vallado ventosa verónica vicente vivanco vélez zaida zaldivar
élida érica érico
""")


def _may_be_somebody(surface: str) -> bool:
    first = surface.split()[0]
    told = first in _NOBODY or is_said(first) or _NO_NAME.fullmatch(first) is not None
    return first in _NAMED or not told


def _may_be_called(surface: str) -> bool:
    """The same for a name with a capital, where `Tos` is one and no office is."""
    return surface == "tos" or _may_be_somebody(surface)


RULES = (
    row(
        "tras_titulo_en_minusculas",
        rf"(?:^|[^\pL\pN.])(?:{_TITLE}) (?P<phi>\p{{Ll}}{{3,}}{_SECOND}){_BEHIND}"
        rf"|(?:^|[^\pL\pN.])[Dd]\. ?(?P<phi2>{_GIVEN}{_SECOND}){_BEHIND}",
        "sra. <NOMBRE_SUJETO_ASISTENCIA>flores</NOMBRE_SUJETO_ASISTENCIA>, ITU, cefuroxima",
        "sr. <NOMBRE_SUJETO_ASISTENCIA>campos</NOMBRE_SUJETO_ASISTENCIA>, EPOC, VMNI",
        "cama 3: sra <NOMBRE_SUJETO_ASISTENCIA>flores ruiz</NOMBRE_SUJETO_ASISTENCIA>, ITU",
        "srta. <NOMBRE_SUJETO_ASISTENCIA>rios</NOMBRE_SUJETO_ASISTENCIA>",
        "don <NOMBRE_SUJETO_ASISTENCIA>ramiro</NOMBRE_SUJETO_ASISTENCIA> refiere dolor",
        "dña <NOMBRE_SUJETO_ASISTENCIA>pilar</NOMBRE_SUJETO_ASISTENCIA> con HTA; "
        "d. <NOMBRE_SUJETO_ASISTENCIA>manuel</NOMBRE_SUJETO_ASISTENCIA>, 80a",
        "sr. <NOMBRE_SUJETO_ASISTENCIA>delgado</NOMBRE_SUJETO_ASISTENCIA>, alta",
        "sra. de 80a, sra. mayor, sr. doctor, la sra. refiere dolor; sra. embarazada, sra. que",
        "sra. delgada, sr. fumador, sra. diabética, la sra. tenía tos, sra. angustiada.",
        "sra. mayor, frágil; sr. febril, sra. cardiopata, sr. hipotenso, sra. longeva",
        "SR normal, d. torax, tiene un don natural, sr. de guardia, sra. obesa, sr. se cae",
        score=0.93,
        check=_may_be_somebody,
        unless_before=(
            r"\b(?:un|su|con) don |(?:hotel|hostal|calle|c/|avda?\.?|av\.|avenida|plaza|colegio"
            r"|bar|restaurante|residencia|barrio|urb\.?|paseo|farmacia) (?:de )?\pL+\.? "
        ),
    ),
    row(
        "tras_senor",
        rf"(?:^|[^\pL\pN.])[Ss]r(?:ta|a)?\.? (?P<phi>\p{{Lu}}\p{{Ll}}{{2,}}){_BEHIND}",
        "Sr. <NOMBRE_SUJETO_ASISTENCIA>Largo</NOMBRE_SUJETO_ASISTENCIA> con intestino corto; "
        "la Sra. <NOMBRE_SUJETO_ASISTENCIA>Tos</NOMBRE_SUJETO_ASISTENCIA>, con tos",
        "Sra. Directora, Sr. Alcalde, Sr. Director, Sra. Presidenta. Sr. Juez, Sra. Refiere",
        score=0.9,
        check=lambda surface: _may_be_called(surface.lower()),
    ),
    row(
        "inicial_tras_senor",
        r"(?:^|[^\pL\pN.])Sr(?:ta|a)?\.? (?P<phi>[A-CE-Z])(?:\.? |[.]?[,;:)]|\.?(?:\r?\n|$))",
        "Dejo aviso a la Sra. <NOMBRE_SUJETO_ASISTENCIA>T</NOMBRE_SUJETO_ASISTENCIA>. por DMO; "
        "Sra <NOMBRE_SUJETO_ASISTENCIA>R</NOMBRE_SUJETO_ASISTENCIA> tolera",
        "Sr. y Sra., SR A 70 lpm, sra. A; Sr. D. Pascual",
        score=0.93,
    ),
)
