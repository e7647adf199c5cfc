"""What stands around names, medical terms, addresses and dates in English."""

from incognote.core.words import listed
from incognote.detect.context import Context
from incognote.detect.half_names import Saints
from incognote.detect.lexicon.medical import Terms
from incognote.detect.roster.words import RosterWords
from incognote.languages.organisms import GENERA
from incognote.replace.verify import Roles

_STAFF = listed("""
    dr drs doctor nurse rn np pa md consultant surgeon sister matron registrar pharmacist
    physiotherapist midwife attending resident therapist radiologist pathologist
""")
_NOT_BEFORE = listed(
    "last next early mid late this every the a an no and or in on through during until"
)

CONTEXT = Context(
    staff_titles=_STAFF,
    titles=_STAFF | listed("mr mrs ms miss mx sir madam master prof professor"),
    addresses=listed("dr drs mr mrs ms miss mx prof"),
    joined_titles=("Dr", "Nurse", "Doctor"),
    credentials=(
        r"M\.?D", r"D\.?O", r"R\.?N", r"N\.?P", r"P\.?A(?:-C)?", "APRN", "CRNA", "CNM", "DNP",
        "FNP", "NNP", "PMHNP", "CRNP", "WOCN", "LCSW", "LMSW", "MSW", "LPN", "PharmD", "RPh",
        "PhD", r"Ph\.D", "PsyD", "DDS",
        "DMD", "DPM", "PT", "OT", "OTR", "SLP", "RDN?", "RT", "BSN", "MSN", r"FRC[SPOG]\w*",
        r"MRC[PSG]\w*", "MBBS", "MBChB", "FACS", "FACC", "FACP", "CCRN", "LVN", "LCPC", "EMT",
        "CNA", "HCA", "F1", "F2", "FY1", "FY2", r"ST\d", r"CT\d", "SpR", "SHO",
    ),
    newborns=listed("baby boy girl infant twin triplet"),
    titles_not_given=listed("""
        sister deacon imam pastor chaplain rabbi pa ir maj per driver doctor nurse judge doc
    """),
    not_surnames=listed("home house hospital church school center centre clinic college dob"),
    before_places=listed("in from near of to at outside"),
    articles=listed("the"),
    region_codes=listed("""
        AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH
        NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR AB BC MB NB NL NS
        NT NU ON PE QC SK YT NSW VIC QLD TAS
    """),
    before_words=listed("the a an no"),
    before_names=listed("""
        patient pt pts name named called dear surname forename given known aka son daughter wife
        husband mother mom mum mama father dad papa sister brother partner spouse aunt uncle niece
        nephew cousin grandmother grandma grandfather grandson granddaughter fiance fiancee
        girlfriend boyfriend friend baby twin twins neighbor neighbour stepson stepdaughter
        daughters sons kids children siblings sis bro nok poa hcp contact guardian client resident
        re
    """),
    person_verbs=listed("""
        said says states stated reports reported denies denied feels felt lives lived complains
        wants asks asked thinks understands agrees agreed takes took refuses refused tolerated
        arrived visited brought notes noted endorses describes admits declines declined verbalizes
        verbalized tells told
        slept sleeps ate eats drank drinks voided voids urinated ambulated ambulates vomited vomits
        fell awoke woke cried cries coughed smiled laughed walked walks sat stood fainted desatted
        desaturated seized wept napped snored swallowed gagged choked weaned latched nursed
        breastfed toileted showered bathed consented cooperated participated answered remembers
        remembered understood wished wishes prefers preferred enjoys enjoyed knows knew
        expressed reiterated recalled recalls acknowledged acknowledges repeated
        resting tolerating sleeping sitting eating lying ambulating walking complaining asking
        crying refusing denying coming voiding breathing
    """),
    any_verbs=listed("""
        is was has had came comes called calls presents presented returns returned will went did
        does can would reviewed reviews requested requests recommended recommends ordered orders
        advised advises examined saw signed rounded
        received left remained remains continued continues appeared appears seemed seems became
        looked looks needed needs gained lost met responded responds moved used uses smoked smokes
        worked works attended engaged rested transferred stayed required followed showed opened
        weighed weighs scored passed failed finished started stopped up doing
    """),
    impersonal=frozenset(
        f"{verb} {link}" for verb in ("is", "was") for link in ("to", "that", "for")
    ),
    modals=listed("will may"),
    # Not need, proceed, discuss, bring and focus, which end so by themselves.
    inflected=(r"(?!focus$).*(?<!s)s", r".*(?<!e)ed", r"(?!bring$).*ing"),
    after_names=listed("""
        to at and or with in on who from for by but also as if when while that about of off out up
        down over because so than then again today here there
    """),
    month_names=listed("may june april august"),
    not_before=_NOT_BEFORE,
    not_before_months=_NOT_BEFORE | listed("of by from since for"),
    called=frozenset(f"{verb} by" for verb in ("goes", "going", "went", "known", "called")),
    conjunctions=listed("and"),
    phones=("x", r"ext\.?", "pager", "bleep", r"tel\.?"),
    form_labels=(
        "(?:patient )?name", "mrn", "dob", "date", "age", "sex", "address", "phone", "fax",
        "admitted", "discharged", "attending", "physician", "provider", "pcp", "account", "csn",
        "ssn", "insurance", "payor", "signed", "room", "unit",
    ),
    columns=(
        "(?:(?:note|report|document|clinical|raw|full|free)[ _]?)?(?:text|body|content|narrative)",
        "notes?", "mrn", "patient[ _]?name", "(?:first|last|family|given)[ _]?name", "dob",
        "date[ _]of[ _]birth", "ssn",
        "(?:(?:patient|person|subject|note|document|doc|encounter|visit|hadm|row|record|stay)"
        "[ _]?)?(?:id|uuid|key|num|number)",
    ),
)  # fmt: skip

SAINTS = Saints(
    saint=r"(?:St|Ste|Sts|ST|STE|Saint|SAINT|Santa|San|Mt|MT|Mount|MOUNT|st|saint|mt|mount)",
    lady=r"(?:Our|OUR) (?:Lady|LADY)(?: (?:of|OF)(?: (?:the|THE))?)?",
    links="of|OF|the|THE",
    joins="and|AND|&|of|OF|the|THE",
    # Behind `ST` of an electrocardiogram, and behind a saint whose name the note leaves out.
    no_name=r"(?i)(?:elevat|depress|segment|chang|wave|abnormal|deviat|and$|with$|from$|that$|this$"
    r"|then$|after$|when$|where$|today$|until$|last$)",
)

TERMS = Terms(
    species=GENERA,
    heads_after=listed("""
        disease diseases syndrome syndromes sign signs palsy lymphoma sarcoma tumor tumour
        anemia anaemia ataxia dystrophy neuropathy nephropathy encephalopathy thyroiditis
        colitis esophagus oesophagus phenomenon phenomena reflex maneuver manoeuvre maneuvre
        test tests testing score scores scale scales index criteria classification class grade
        grading stage staging staged protocol procedure operation repair approach technique
        method incision position positioning catheter catheters cath tube tubes drain drains
        valve valves stent stents graft shunt shunts forceps clamp retractor needle needles
        splint brace boot bandage dressing wrap pump monitor fracture fractures dislocation
        deformity nodes node nodules nodule lines line bodies body cell cells duct glands gland
        canal space triangle angle fascia ligament tendon muscle contracture cyst hernia ulcer
        ulcers gangrene spots rash purpura nevus stain stained murmur breathing respirations
        pulse rhythm block wave waves bundle equation formula rule rules law effect chart
        questionnaire inventory interview assessment exercises exercise virus fever antigen
        antibody lymphogranuloma granulomatosis arteritis chorea tics toxin solution lactate
        bath lamp loop pouch filter port line hook collar frame traction nails nail rod screw
        screws plate prosthesis blade tray regimen diet program law trial study cohort oximeter
        ring pessary
    """),
    owned=listed("""
        test tests testing study trial body procedure operation pulse breathing rash diet
        exercise exercises rhythm repair fracture fractures cyst ulcer ulcers drain drains
        catheter dressing score scores assessment fever murmur brace boot bandage position
        respirations incision block pump monitor
    """),
    score_kinds=("score", "scale", "index", "coma scale"),
    score_links=("of", "is", "was", "now"),
    no_values=(
        "y", "y/?o", "years?", "yrs?", "days?", "weeks?", "months?", "hours?", "hrs?", "mg", "ml",
        "am", "pm", r"a\.m", r"p\.m", "male", "female", "st", "street", "ave", "avenue", "road",
        "rd", "[MF]",
    ),
)  # fmt: skip

ROSTER = RosterWords(
    same={
        short: long
        for long, shorts in {
            "street": "st str", "road": "rd", "avenue": "ave av", "drive": "dr", "lane": "ln",
            "court": "ct", "place": "pl", "boulevard": "blvd", "square": "sq",
            "terrace": "ter terr", "highway": "hwy", "parkway": "pkwy", "circle": "cir",
            "apartment": "apt app", "north": "n", "south": "s", "east": "e", "west": "w",
            "mount": "mt", "suite": "ste", "floor": "fl",
        }.items()
        for short in shorts.split()
    },
    units=("apt", "apartment", "app", "unit", "suite", "ste", "fl", "floor", "flat"),
    date_links=listed("of the"),
    ordinals=("st", "nd", "rd", "th"),
    births=("born", r"b\.", "dob:?", "birth(?:day|date)?"),
    birth_links=("in", "on"),
    calling_codes=("1", "44"),
    extensions=("x", "ext"),
    abbreviations=listed("md do pa ma ba bs ms rn np pt ot st rt dr am pm us uk iv im po sq sc"),
)  # fmt: skip

ROLES = Roles(
    words=listed(
        """
        mom mum mama mommy mother dad papa daddy father grandma grandmother grandpa grandfather
        granny nana auntie aunt uncle sister brother son daughter wife husband baby doctor nurse sir
        madam mr mrs ms miss dr prof
        vander vanden vande von van der den ter ten ibn bint abu
        """
    ),
    in_small=frozenset(("nee",)),  # there is a surname Nee
)
