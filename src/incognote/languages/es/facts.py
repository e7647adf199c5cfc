"""How Spanish notes say clinical facts (`detect/facts.py`); names are in tables/facts.txt."""

from __future__ import annotations

from incognote.detect.facts import Facts
from incognote.detect.rules import row

_N = r"\d{1,3}(?:\.\d{3})+|\d{1,6}(?:[.,]\d{1,4})?"
_FEW = (
    r"(?:\d{1,3}(?:[.,]5)?|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte"
    r"|veinticuatro|treinta|cuarenta|cuarenta y ocho|varias?|varios|medi[oa]|unas?|unos)"
)
_MANY = rf"(?:{_FEW}(?: ?(?:-|–|a|o|y) ?{_FEW})?)"
_UNITS = (
    r"(?:minutos?|mins?|min|horas?|hrs?|hs|h|d[ií]as?|d|noches?|semanas?|sem|meses|mes|m|a[ñn]os?"
    r"|d[eé]cadas?)"
)
_LONG = (
    r"(?:minutos?|min|horas?|hrs?|h|d[ií]as?|noches?|semanas?|sem|meses|mes|a[ñn]os?|d[eé]cadas?)"
)
_DOSED = (
    r"(?:mg|mcg|µg|μg|ug|microgramos|miligramos|gramos?|gr?|ml|mL|cc|UI|ui|U|unidades|mEq|mmol|puffs?|inh|comp(?:rimidos?)?\.?"
    r"|c[aá]ps(?:ulas?)?\.?|gotas|amp(?:ollas?)?|viales|vial|parches?|sobres?|carpules?|inhalaci(?:ón|ones)|Gy|litros?|L|M)"
)
_PER = r"(?:/(?:kg|h|hora|min|d[ií]a|d|dosis|m2|ml|kg/(?:h|min|d[ií]a)))?"
_LAB = (
    r"(?:creatinina|crea|cr|urea|glucosa|glucemia|glicemia|glu|gluc|bmt|dxt|hb|hgb|hemoglobina|hto|hematocrito|vcm|leucos?|leucocitos"
    r"|neutr[oó]filos|linfocitos|plaq(?:uetas)?|inr|tp|ttpa|na|sodio|k|potasio|cl|cloro|ca|calcio|mg|magnesio|f[oó]sforo|pcr|vsg|pct"
    r"|procalcitonina|ferritina|hierro|transferrina|b12|f[oó]lico|tsh|t4|t4l|hba1c|a1c|got|ast"
    r"|gpt|alt|ggt|fa|ldh|bili(?:rrubina)?(?: total)?"
    r"|bt|alb[uú]mina|prote[ií]nas|proteinuria|amilasa|lipasa|ck|cpk|troponinas?|tnt|tni|bnp"
    r"|nt-?probnp|d[ií]mero(?: d)?|lactato|lac"
    r"|ph|pco2|po2|pao2|hco3|psa|cea|ca-? ?125|ca-? ?19[.,-]9|afp|colesterol|ldl|hdl"
    r"|triglic[eé]ridos|tg|cd4|cv|carga viral|rpr|mantoux"
    r"|fev1/fvc|fev1|fvc|dlco|fevi|fe|feve|fio2|peep|diuresis|fu|imc|suv|pd-l1|ki-?67|pic|pvc"
    r"|vitamina d|[aá]cido [uú]rico|cortisol|ipth|pth"
    r"|dbp|lf|cc|lh|ac|cervicometr[ií]a|ip medio|fsh|estradiol|filtrado|fg|fge|sodio en orina"
    r"|osmolaridad|fibrin[oó]geno|ige|iga|igg|igm|c3|c4"
    r"|glasgow|gcs|ecg|barthel|karnofsky|ecog|braden|norton|downton|meld|child(?:-pugh)?|curb-?65|psi|ciwa|eva|nihss|mrankin|rankin|mmse|mec|moca"
    r"|gds|bdi|cdi|phq-?9|gad-?7|wood-downes(?:-ferr[eé]s)?|silverman|apgar|ipss|fisher|hunt-hess|wfns|cha2ds2-?vasc|has-bled|timi|grace|alvarado"
    r"|gleason|breslow|bishop|edss|pfeiffer|lawton|sdq emocional|das28|basdai|nyha|killip|rass"
    r"|cam|minimental|mini-mental|fuerza)"
)
_IS = (
    r"(?:[ :=,]{1,3}(?:de|en|es|era|fue|a|basal|total|inicial|hasta|m[aá]x(?:imo|ima)?|actual"
    r"|alrededor de|aprox|<|>|≤|≥))"
)
_UNIT = (
    r"(?: ?(?:%|mg/dl|mg/dL|g/dl|g/dL|g/l|g/L|mmol/l|mmol/L|µmol/l|umol/l|mEq/l|mEq/L|ng/ml"
    r"|ng/mL|pg/ml|pg/mL|ng/l|U/l|U/L|UI/l|UI/L|mUI/l"
    r"|mm/h|cc/h|ml/h|mmHg|ms|mm|cm|ml|mg|g)\b|%)?"
)
_VALUE = (
    rf"[<>≤≥]?(?:{_N}|[A-C]\d|[IV]{{1,3}}\b)(?:/\d{{1,3}})?{_UNIT}(?: ?(?:->|→) ?(?:{_N}){_UNIT})?"
)

FACTS = Facts(
    rows=(
        # Cuánto.
        row(
            "dosis",
            rf"(?P<phi>(?:(?:{_N})(?: ?(?:-|–|/|\+) ?(?:{_N}))?|medio|un|dos|tres|1/2) "
            rf"?{_DOSED}{_PER})(?:[^\pL\pN]|$)",
            "enalapril <DOSE>10 mg</DOSE> cada 24 h, <DOSE>2 puff</DOSE>, <DOSE>200 mcg/kg</DOSE>",
            "<DOSE>1 comp</DOSE> al día, <DOSE>500 mg</DOSE>, <DOSE>66 Gy</DOSE>",
            "glucosa 104 mg/dl, 9 mm",
            unless_before=r"[\d/.,#-]",
            unless_after=r"/(?:dl|l\b|24)|\d|/\d",
            splits=True,
        ),
        row(
            "dosis_doble",
            r"\b(?P<phi>(?:875/125|500/125|250/62[.,]5|1000/62[.,]5|800/160|160/800))\b",
            "Amoxicilina-clavulánico <DOSE>875/125</DOSE>",
            "TA 120/80",
        ),
        row(
            "dosis_de_colutorio",
            r"(?P<phi>0[.,]\d{1,3} ?%)",
            "Clorhexidina <DOSE>0,12 %</DOSE> colutorio",
            "12 %",
            unless_before=r"[\d]",
        ),
        # Por dónde.
        row(
            "via",
            r"\b(?P<phi>VO|v\.o\.|vo|IV|i\.v\.|iv|EV|ev|IM|i\.m\.|im|SC|sc|s\.c\.|SL|sl|VR|neb"
            r"|nebulizad[oa]|v[ií]a oral|oral|intravenos[oa]"
            r"|endovenos[oa]|intramuscular|subcut[aá]ne[oa]|sublingual|t[oó]pic[oa]|inhalad[oa]|t[oó]picamente|rectal|intravítrea|transd[eé]rmic[oa])"
            r"(?:[^\pL\pN]|$)",
            "ceftriaxona 2 g <ROUTE>iv</ROUTE>, morfina <ROUTE>sc</ROUTE>, <ROUTE>vía oral</ROUTE>",
            "estadio IV, grado IV, par IV",
            unless_before=r"\b(?:clase|estadio|estad[ií]o|tipo|grado|grupo|nivel|par|fase|zona|killip|nyha|gold|fontaine|factor|d[eé]cada|siglo"
            r"|felipe|carlos|enrique|mucosa|cavidad|higiene|[ivx]{1,4}[,/-]) ?|[-/#.]",
            unless_after=r"[-/]\d|\.\d",
        ),
        # Cada cuánto.
        row(
            "frecuencia",
            rf"(?i)(?:^|[^\pL])(?P<phi>(?:cada|c/) ?{_MANY} ?{_UNITS}|cada (?:d[ií]a|noche"
            rf"|ma[ñn]ana|hora|semana|mes)"
            r"|(?:una|un|dos|tres|cuatro|[1-6]) (?:vez|veces)(?: (?:al|a la|por|cada) (?:d[ií]a"
            r"|semana|mes))?|diari[oa]s?|diariamente|semanal(?:es|mente)?"
            r"|mensual(?:es|mente)?|al d[ií]a|por la noche|por la ma[ñn]ana|por las noches"
            r"|desayuno|almuerzo|cena|al acostarse|a demanda|si precisa|si dolor|si fiebre"
            r"|s/p|PRN|BID|TID|QD|QID)(?:[^\pL\pN]|$)",
            "<FREQUENCY>cada 8 horas</FREQUENCY>, 1 <FREQUENCY>c/8 h</FREQUENCY>",
            "<FREQUENCY>dos veces al día</FREQUENCY>, <FREQUENCY>si precisa</FREQUENCY>",
            "una vezada, c/ Mayor 8",
            splits=True,
        ),
        row(
            "frecuencia_en_horas",
            r"(?i)(?P<phi>/ ?(?:4|6|8|12|24|48|72) ?(?:hs|h|horas?))\b",
            "2 g<FREQUENCY>/24h</FREQUENCY>, 1 g<FREQUENCY>/8 h</FREQUENCY>",
            "1/24hp",
            splits=True,
        ),
        row(
            "frecuencia_de_dosis",
            r"(?P<phi>/(?:6|8|12|24))(?:[^\d/h]|$)",
            "aciclovir 400<FREQUENCY>/12</FREQUENCY>. y",
            "120/80",
            unless_before=r"(?:^|\D)\d{1,2}",
            unless_after=r"\d",
            splits=True,
        ),
        row(
            "pauta",
            r"\b(?P<phi>(?:[0-4]|1/2|½)(?: ?- ?(?:[0-4]|1/2|½)){2,3})\b",
            "metformina 850 mg <FREQUENCY>1-0-1</FREQUENCY>",
            "tel 1-0-1-4421",
            unless_before=r"[\d/-]",
            unless_after=r"[\d-]",
        ),
        # Cuándo y cuánto tiempo.
        row(
            "hace",
            rf"(?i)\b(?P<phi>(?:desde )?hace (?:(?:unos|unas|m[aá]s de|aproximadamente|casi) "
            rf")?{_MANY} {_LONG})(?:[^\pL\pN]|$)",
            "<TIME>hace 3 días</TIME>, <TIME>desde hace dos semanas</TIME>",
            "hace frío",
        ),
        row(
            "dias_despues",
            rf"(?i)\b(?P<phi>(?:(?:a|al|a los|a las|en|tras|dentro de|en los [uú]ltimos|en las "
            rf"[uú]ltimas|desde los|[uú]ltimos|[uú]ltimas|pr[oó]xim[oa]s) )?"
            rf"{_MANY} {_LONG} (?:despu[eé]s|antes|m[aá]s tarde|previ[oa]s?|atr[aá]s|post\pL*"
            rf"|tras|del alta|de la cirug[ií]a|de la intervenci[oó]n))(?:[^\pL\pN]|$)",
            "<TIME>3 días después</TIME> de la cirugía, <TIME>dos meses antes</TIME>",
            "3 días de fiebre",
        ),
        row(
            "a_los_dias",
            rf"(?i)\b(?P<phi>(?:a los|a las|al cabo de|dentro de|en|tras|desde los|a partir de "
            rf"los|en los [uú]ltimos|en las [uú]ltimas|(?:[uú]ltim|pr[oó]xim)[oa]s) {_MANY} "
            rf"{_LONG})"
            r"(?:[^\pL\pN]|$)",
            "<TIME>a los 7 días</TIME>, control <TIME>en 2 semanas</TIME>, <TIME>tras 10 "
            "días</TIME> de",
            "en dos vistas",
            unless_after=r" (?:despu[eé]s|antes|m[aá]s tarde|previ)",
        ),
        row(
            "dia_numero",
            r"(?i)\b(?P<phi>(?:(?:\d{1,2}\.?[ºª°]?|1er|2do|3er|primer|segundo|tercer|cuarto"
            r"|quinto|sexto|s[eé]ptimo) ?(?:d[ií]a|DPO)(?: (?:postoperatorio|posoperatorio|de "
            r"ingreso|post\pL*))?"
            r"|(?:DPO|d[ií]a postoperatorio|d\+|d[ií]a \+) ?\d{1,2}))(?:[^\pL\pN]|$)",
            "al <TIME>3er día</TIME>, <TIME>segundo día postoperatorio</TIME>",
            "el día 12",
            splits=True,
        ),
        row(
            "duracion",
            rf"(?i)\b(?P<phi>(?:(?:durante|por|x|desde|de) ?)?(?:los |las )?{_MANY} "
            rf"?{_LONG})(?:[^\pL\pN]|$)",
            "<DURATION>durante 7 días</DURATION>, fiebre <DURATION>de 48 h</DURATION> de "
            "evolución, <DURATION>3 min</DURATION>",
            "<DURATION>seis meses</DURATION>, <DURATION>9 días</DURATION> + azitro",
            "un día, 3 diasporas",
            unless_before=r"[\d/.,:]",
            unless_after=r"[ ,](?:de edad\b)|/\d",
            check=lambda surface: (
                surface.lower()
                not in (
                    "un día",
                    "un dia",
                    "un mes",
                    "un año",
                    "una hora",
                    "una noche",
                    "una semana",
                )
                and not surface.lower().startswith(("un año", "una h"))
            ),
            splits=True,
        ),
        row(
            "duracion_corta",
            r"(?i)\bx ?(?P<phi>\d{1,2} ?(?:d|sem|m))\b",
            "Ivermectina 200 mcg/kg x<DURATION>2 d</DURATION> y",
            "x2 dosis",
            splits=True,
        ),
        # Qué se midió.
        row(
            "analitica",
            rf"(?i)(?:^|[^\pL\pN-])(?P<phi>{_LAB}{_IS}{{0,2}}[ :=]{{1,3}}{_VALUE})",
            "<LAB>creatinina de 1,4</LAB>, <LAB>Hb 9,8 g/dl</LAB> y <LAB>Leucos 21.300</LAB>; "
            "<LAB>PCR 287</LAB>",
            "<LAB>glucosa: 104 mg/dl</LAB>, <LAB>Child-Pugh A6</LAB>, <LAB>CURB-65: 3</LAB>",
            "ca 15/3/2019, na de abril 1990",
            unless_before=r"[\pL\d]-?|-",
            unless_after=r"[-/]\d|[.,]\d|[ -]?(?:a[ñn]os|meses|d[ií]as|horas|semanas)|:\d|º|ª|er\b",
            splits=True,
        ),
        row(
            "analitica_por_unidad",
            r"(?i)(?:^|[^\pL\pN-])(?P<phi>\pL[\pL-]{2,24}(?: (?:de|en|total))? ?[:=]? "
            r"?[<>]?\d{1,6}(?:[.,]\d{1,4})?"
            r" ?(?:mg/dl|g/dl|g/l|[mµun]?mol/l|mEq/l|[np]g/ml|ng/l|m?UI?/m?l|mm/h|cels/\pL+|/mm3))",
            "<LAB>haptoglobina 12 mg/dl</LAB>",
            "heparina 12 unidades",
            splits=True,
        ),
        row(
            "constantes",
            r"(?i)(?:^|[^\pL\pN-])(?P<phi>(?:tensi[oó]n arterial|presi[oó]n(?: arterial)?|ta|pa"
            r"|fc|frecuencia card[ií]aca|pulso|fr|frecuencia respiratoria"
            r"|t[ªº]|temp(?:eratura)?|fiebre(?: de| m[aá]x(?:ima)?(?: de)?| hasta)?|satO2|spo2"
            r"|sat(?:uraci[oó]n)?(?: de (?:o2|ox[ií]geno))?|peso|talla|fcf)"
            r"(?:[ :=,]{1,3}(?:de|es|en|a|basal|era|fue|m[aá]x|actual|<|>))*[ "
            r":=,]{1,3}(?:\d{2,3}/\d{2,3}|\d{1,3}(?:[.,]\d{1,3})?)"
            r"(?: ?(?:%|lpm|rpm|kg|kgs|gr?\b|cm|m\b|mmHg|°C|ºC))?)",
            "<VITAL>TA 128/76</VITAL>, <VITAL>FC 84</VITAL>, <VITAL>Tª 38,2</VITAL>, <VITAL>Sat "
            "97%</VITAL>",
            "<VITAL>Peso 84 kg</VITAL>, <VITAL>fiebre de 39</VITAL>",
            "pa 3/4/2019",
            unless_before=r"[\pL\d]-?",
            unless_after=r"[/-]\d|[.,]\d|:\d|\d",
            splits=True,
        ),
        # Qué tiene, por su código.
        row(
            "codigo_de_diagnostico",
            r"\b(?P<phi>[A-TV-Z]\d\d\.\d{1,3})\b",
            "IAM (<DIAGNOSIS>I21.0</DIAGNOSIS>)",
            "versión B12.3.4",
            unless_before=r"[-/.#]",
            unless_after=r"[-/.]?\d",
        ),
    ),
    denied_before=(
        r"no(?: (?:hay|presenta(?:ba)?|refiere|tiene|ten[ií]a|ha presentado|se (?:observan?"
        r"|aprecian?|objetivan?|palpan?|evidencian?|auscultan?|identifican?|encontr\w+"
        r"|halla\w*)"
        r"|existe|existen|signos|evidencia|antecedentes|historia|datos|claros?|clara)(?: de)?)*"
        r"|niega|niegan|negaba|sin(?: (?:evidencia|signos|datos|antecedentes|historia|otra"
        r"|otras|otros|ning[uú]n|ninguna|presencia)"
        r"(?: de)?)*|ausencia de|negativ[oa] para|descarta(?:ndo|da|do|mos|ron)?|ni|tampoco"
        r"|nunca|nega\w* de|libre de|exent[oa] de"
    ),
    denied_behind=(
        r"(?:(?:fue|es|son|ha sido|queda) )?(?:descartad[oa]s?|ausentes?|negativ[oa]s?|neg"
        r"|no(?=[;.,\n])|resuelt[oa]s?)|\(-\)"
    ),
    denies_nothing=(
        r"no (?:cambios|s[oó]lo|solo|obstante|precisa|coge|quiere|sabe)|sin (?:cambios|embargo)"
    ),
    ends_denial=(
        r"pero|aunque|sin embargo|salvo|excepto|refiere|presenta|presentaba|con|que|por|debido "
        r"a|secundari[oa] a|desde|tratad[oa]|positiv[oa]|si|s[ií]|\+|muestra|acude|ingresa"
    ),
    department_before=(
        r"(?:unidad|consultas?|servicio|programa|asociaci[oó]n|secci[oó]n|cl[ií]nica|monogr[aá]fica)"
        r"(?: monogr[aá]fica)? (?:del?|para|contra)(?: la| el)?"
    ),
    forms=(
        r"(?:retard|forte|plus|s[oó]dic[oa]|c[aá]lcica|clorhidrato|succinato|parche|inhalador|jarabe|colirio|pomada|crema|gotas|a|de|@|en)"
    ),
)
