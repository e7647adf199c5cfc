"""What stands around names, medical terms, addresses and dates in Spanish."""

from incognote.core.words import listed
from incognote.detect.context import Context
from incognote.detect.half_names import Saints
from incognote.detect.lexicon.medical import Terms
from incognote.detect.roster.words import RosterWords
from incognote.languages.organisms import GENERA
from incognote.replace.verify import Roles

_STAFF = listed("""
    dr doctor doctora dra dres enf enfermera enfermero fea med medico medica mir ldo
""")
_NOT_BEFORE = listed("el la los las un una y o en desde hasta del este esta cada sin no")

CONTEXT = Context(
    labels={
        "person": "NOMBRE_SUJETO_ASISTENCIA",
        "relative": "FAMILIARES_SUJETO_ASISTENCIA",
        "staff": "NOMBRE_PERSONAL_SANITARIO",
        "hospital": "HOSPITAL",
        "organization": "INSTITUCION",
        "street": "CALLE",
        "city": "TERRITORIO",
        "state": "TERRITORIO",
        "country": "PAIS",
        "zip": "TERRITORIO",
        "date": "FECHAS",
        "phone": "NUMERO_TELEFONO",
        "email": "CORREO_ELECTRONICO",
        "record": "ID_SUJETO_ASISTENCIA",
        "login": "",
    },
    staff_titles=_STAFF,
    titles=_STAFF | listed("sr sra srta senor senora don dona d da"),
    addresses=listed("dr dra dres sr sra srta don dona d"),
    joined_titles=("Dr", "Dra", "Doctor"),
    credentials=("MIR", "FEA", "R[1-6]"),
    newborns=listed("bebe gemelo gemela gemelar trillizo trilliza"),
    before_places=listed("en de desde a hacia cerca por"),
    articles=listed("la el las los"),
    before_words=listed("no el la los las un una"),
    before_names=listed("""
        paciente llamado llamada hijo hija hijos esposa esposo marido mujer madre padre hermano
        hermana tio tia abuelo abuela novio novia pareja amigo amiga vecino vecina sobrino sobrina
        nieto nieta nombre apellidos cuidadora
    """),
    person_verbs=listed("""
        dice refiere acude niega vive viene presenta comenta cuenta relata explica pide quiere
        durmio duerme comio come ceno orino vomita deambula deambulo lloro llora tosio bebio bebe
        refirio acudio nego conto explico pidio quiso acepto tolero camina despierta desperto
    """),
    any_verbs=listed("solicita recomienda revisa valora indica informa explora"),
    month_names=listed("abril agosto"),
    not_before=_NOT_BEFORE,
    not_before_months=_NOT_BEFORE | listed("de para"),
    conjunctions=listed("y e"),
    phones=(r"ext\.?", r"tel\.?", r"tfno\.?"),
    form_labels=(
        "nombre", "apellidos?", "nhc", "cipa", "nass", "domicilio", "direccion", "localidad",
        "provincia", "cp", "pais", "fecha de (?:nacimiento|ingreso|alta)", "edad", "sexo",
        "r?medico", "episodio", "servicio", "especialidad", "telefono", "remitido por",
        "re?sponsable (?:clinico|medico)",
    ),
    columns=(
        "(?:(?:note|report|document|clinical|raw|full|free)[ _]?)?texto", "nota", "informe",
        "nhc", "dni", "(?:paciente|nota|episodio)[ _]?(?:id|uuid|key|num|number)",
    ),
)  # fmt: skip

SAINTS = Saints(
    saint=r"(?:San|SAN|Santa|SANTA|Santo|SANTO|Sta|STA|Sto|STO|Sant|SANT)",
    lady=r"(?:Nuestra|NUESTRA|Ntra\.?|NTRA\.?) (?:Señora|SEÑORA|Sra\.?|SRA\.?)"
    r"(?: (?:del?|DEL?)(?: (?:la|LA|las|LAS|los|LOS|el|EL))?)?",
    links="de|DE|del|DEL|la|LA|las|LAS|los|LOS",
    joins="y|Y|&|del?|DEL?|(?:de|DE) (?:la|LA|las|LAS|los|LOS|el|EL)",
    no_name=r"(?i)(?:y$|con$|que$|desde$|hasta$)",
)

TERMS = Terms(
    species=GENERA,
    heads_before=listed("""
        enfermedad sindrome signo signos prueba test escala indice clasificacion criterios
        maniobra fractura sonda cateter tubo drenaje valvula protesis linfoma sarcoma tumor
        anemia ataxia distrofia tiroiditis esofago fenomeno reflejo tecnica intervencion
        operacion incision posicion ganglio nodulo nodulos lineas cuerpos celulas conducto canal
        triangulo angulo ligamento tendon quiste hernia ulcera gangrena manchas purpura tincion
        soplo respiracion ritmo bloqueo haz formula ley efecto cuestionario inventario virus
        fiebre arteritis corea solucion suero dieta estadio grado puntuacion score contractura
        deformidad paralisis mal bacilo agujas aguja pinzas separador ferula corse collarin
        escara saco fondo espacio fascia trompa trompas ampolla esfinter glandula glandulas
        aparato asa bolsa reaccion vendaje bota polinomio protocolo metodo regla
    """),
    links=listed("de del d"),
    scores={"ginebra": 30},
    score_links=("de", "era", "previo", "actual", "total"),
    no_values=("a[ñn]os?", "d[ií]as?"),
)

ROSTER = RosterWords(
    # The main spelling of a word that English has too is the English one: either finds the other.
    same={
        short: long
        for long, shorts in {
            "avenue": "av avda avenida", "calle": "c cl", "plaza": "pza plza", "paseo": "pso",
            "carretera": "ctra", "saint": "sta",
        }.items()
        for short in shorts.split()
    },
    units=("piso",),
    date_links=listed("de del"),
    ordinals=("º", "ª"),
    births=("nacid[oa]", "nacimiento", "cumpleaños"),
    birth_links=("el", "en", "de"),
    calling_codes=("34",),
    extensions=("ext",),
)  # fmt: skip

ROLES = Roles(
    words=listed(
        """
        mama papa madre padre hermano hermana hijo hija abuela abuelo tia tio esposa esposo marido
        mujer primo prima sobrino sobrina suegra suegro nieto nieta cunado cunada doctor doctora dr
        prof don dona senora senor senorita sra srta
        del della dos das los las
        """
    ),
)
