"""What people live by, told as a task or behind a label: `drives for`, `works as`, `Occ:`."""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.rules import row

_KIN = (
    r"(?:he|she|they|who|dad|mum|mom|father|mother|wife|husband|son|daughter|brother|sister|partner"
    r"|aunt|uncle|cousin|grandmother|grandfather|nephew|niece|boyfriend|girlfriend|fiancée?|spouse"
    r"|pt|patient|now|still|also|currently|formerly|previously|and|then|i|I|lately|otherwise"
    r"|nights)"
)
_SUBJECT = (
    rf"(?:(?i:\b{_KIN}),? (?:who )?|\p{{Lu}}[\pL'’-]+,? (?:who )?|(?m:^)[ \t]*|[.(;:,] ?(?:who )?)"
)
_TASK = (
    r"(?:does|did|(?:hang|lay|pour|roof|frame|weld|solder|sew|knit|weave|bake|butcher|dig|clean|mow|plow"
    r"|plough"
    r"|shine|stock|bag|pack|sort|pick|prune|trim|haul|deliver|dispatch|sell|teach|tutor|coach"
    r"|umpire"
    r"|guide|groom|shoe|herd|milk|farm|fish|skipper|pilot|drive|operate|run|own|manage|repair"
    r"|fix|tune"
    r"|restore|build|install|paint|plaster|tile|wire|plumb|landscape|bartend|wait|cook|wash|cut"
    r"|braid"
    r"|style|design|edit|write|code|direct|play|draw|tailor|press|clean|cater|mind|nanny"
    r"|shear|log"
    r"|mine|drill|crew|rig|fell|split|grade|scaffold|keep|stuff|pull|deal|spot weld)s?)"
)
_OBJECT = (
    r"(?:drywall|sheetrock|tiles?|bricks?|concrete|floors?|carpets?|pipes?|houses?|offices?"
    r"|rooms?|hair"
    r"|nails|lawns?|snow|shelves|groceries|freight|packages|parcels|mail|milk|trucks?|lorr(?:y"
    r"|ies)|buses"
    r"|(?:a |the )?(?:school |city |church |milk |garbage |dump |tow |log(?:ging)? |cement "
    r"|fuel )?(?:bus"
    r"|truck|van|taxi|cab|tram|train|forklift|crane|grader|tractor|lorry|semi|rig|combine|loader"
    r"|ambulance)"
    r"|Uber|Lyft|Grab|Ola|DoorDash|taxi|insurance|real estate|cars|shoes|clothes|produce"
    r"|vegetables|fruit"
    r"|fish|tamales|pepper|tea|phones|furniture|tickets|Avon|cattle|sheep|goats|pigs|chickens"
    r"|horses"
    r"|pianos|organs|guitars|engines|boilers|elevators|lifts|bicycles|cars|boats|roofs|decks|fences"
    r"|(?:first|second|third|fourth|fifth|sixth|1st|2nd|3rd|4th|5th|6th|7th|8th) grade|kindergarten"
    r"|preschool|maths?|english|latin|french|spanish|science|history|shop|welding|piano|violin"
    r"|music|yoga"
    r"|pilates|swimming|dance|karate|at (?:the )?(?:school|university|college)|(?:the )?books"
    r"|tables|dishes"
    r"|meat|wood|timber|pulpwood|stone|hides|cheese|peas|pears|cherries|apples|lettuce|tobacco"
    r"|turkeys?"
    r"|(?:a |the )?(?:food truck|farm|dairy|stall|stand|shop|store|bakery|garage|daycare"
    r"|restaurant|café"
    r"|cafe|bar|pub|salon|barber ?shop|laundromat|motel|ranch|stud farm|sawmill|butcher'?s"
    r"|register|forklift"
    r"|press|lathe|mill|cotton gin|route|kitchen|corner shop|market stall|body shop"
    r"|panel beating shop)"
    r"|housekeeping|security|lighting|sound|catering|construction|landscaping|maintenance"
    r"|payroll|billing)"
)
_END = r"(?:[\s.,;:)\]/|]|$)"
_NO_ROLE = listed("""
    a able above advertised antioxidant as before below best bridge consult covering described
    designed directed diuretic effectively expected fast follows hard he her his hoped if inpatient
    instructed intended it laxative light long much needed normal noted one ordered outpatient part
    per planned possible prescribed primary prophylaxis quickly required scheduled secondary
    sedentary she soon such team they though tolerated tool usual well
""")
_NO_WORK = listed("""
    active child currently deferred denies disabled etoh full full-time homemaker leave light
    limited n/a nil no none not number occasional occasionally on part part-time pending rare
    refused retired see sick status stress student therapy unemployed unknown working yes
""")
_NO_EMPLOYER = listed("am dad day dr home i mom mr mrs ms night pm usd")


def _is_work(surface: str) -> bool:
    words = surface.lower().split()
    return words[0] not in _NO_WORK or (words[0] == "retired" and len(words) > 1)


def _is_employer(surface: str) -> bool:
    """Whether an organisation and neither a person nor a place of care."""
    return (
        len(surface) > 1
        and surface.split()[0].lower().rstrip(".") not in _NO_EMPLOYER
        and not surface.endswith(("Hospital", "Clinic", "Medical Center"))
    )


def _is_role(surface: str) -> bool:
    words = surface.lower().replace("-", " ").split()
    return words[0] not in _NO_ROLE and len(surface) > 3


RULES = (
    row(
        "work-as",
        r"(?i:\b(?:works?|worked|working|employed|job|career|trained|retired|hired"
        r"|earns? (?:his|her|a)"
        r" living|studying to be|trade) as (?:a |an |the )?)(?P<phi>(?:(?:part|full)-time "
        r"|night |lead |senior"
        r" |retired )?[a-z][a-z'’-]{2,}(?:[ -][a-z][a-z'’-]{2,}){0,2}?)(?: (?:at|for|in|with|on"
        r"|until|till|since"
        r"|from|and|but|who|now|by|near|over|when|where|then|before|after|w/|x)\b|[.,;:()\n/|]|$)",
        "Works as <PROFESSION>ranger</PROFESSION> in the park",
        "employed as a <PROFESSION>hospital ward clerk</PROFESSION>.",
        "worked as expected.",
        "works as a team, works as a laxative, working as intended",
        score=0.9,
        check=_is_role,
    ),
    row(
        "work-label",
        r"(?:\b(?:Occ(?:up(?:ation)?)?|OCC(?:UPATION)?|occup(?:ation)?|Profession"
        r"|PROFESSION|Job(?: title)?"
        r"|JOB|Employment|Vocation|Work hx)(?: ?\([a-z ]+\))? ?[:=][ \t]{0,6})"
        r"(?P<phi>(?i:retired |former |ex-)?[\pL][\pL'’&/-]+(?: [\pL][\pL'’&/-]*){0,3}?)"
        r"(?:[ \t]{2,}|[ \t]*(?:[.,;(|\n\r]|$)| (?:at|for|with|x|since|in|@)\b)",
        "Occ: <PROFESSION>TRUST OFFICER II</PROFESSION>   DLW",
        "Occupation: none",
        "occ: ETOH",
        score=0.9,
        check=_is_work,
    ),
    row(
        "work-task",
        rf"{_SUBJECT}(?P<phi>{_TASK} {_OBJECT}){_END}",
        "he <PROFESSION>hangs drywall</PROFESSION> for Kesler",
        "Dad <PROFESSION>lays tile</PROFESSION>, recently",
        "wife <PROFESSION>does hair</PROFESSION>.",
        "she cuts her hair",
        score=0.85,
        unless_after=r" (?:test|independently|daily|washing|removal|care"
        r"|with (?:assist|walker)|score|without)",
    ),
    row(
        "work-drives-for",
        r"\b(?P<phi>(?:drives|drove|driving|hauls|hauled|welds|welded|roofs"
        r"|cleans|sews"
        r"|flies|flew|dispatches|pilots|crews)) (?:for|at) (?:the )?(?:\p{Lu})",
        "Father <PROFESSION>drives</PROFESSION> for Uber",
        "drives for hours",
        score=0.9,
        unless_after=r" (?:at|for) (?:Dr|Mr|Mrs|Ms|Mom|Dad|Night|Day|High|Exercise|Fun|Work)\b",
    ),
    row(
        "work-at-employer",
        r"(?:\b(?:[Ww]orks?|WORKS?|[Ww]orked|[Ww]orking|[Dd]rives|[Dd]rove|[Ee]mployed|[Hh]auls"
        r"|[Dd]elivers"
        r"|[Cc]leans|[Hh]ired|[Ll]aid off)(?: (?:nights|days|weekends|part-time|full-time|shifts"
        r"|evenings"
        r"|double|security|maintenance))? (?:at|for|by) (?:the |The )?)"
        r"(?P<phi>(?:\p{Lu}[\pL\d'’&-]*)(?: (?:(?:&|and|of|de|the) )?\p{Lu}[\pL\d'’&-]*){0,3})"
        r"(?:[\s.,;:()|/]|$)",
        "hauls for <ORGANIZATION>Werner</ORGANIZATION> out of",
        "works at <ORGANIZATION>Bob Evans</ORGANIZATION>.",
        "works at Dr. Ruiz office",
        "works for 8 hours",
        score=0.8,
        check=_is_employer,
    ),
    row(
        "work-retired",
        r"\b(?P<phi>[Rr](?:etired|et['’]?d) (?:(?:school|truck|bus|steel|coal|rail(?:road)?"
        r"|dairy|merchant|police"
        r"|fire|postal|textile|mill|factory|bank|civil|electrical|mechanical|shop|farm|auto"
        r"|church|piano) )?"
        r"(?:teacher|driver|worker|miner|farmer|engineer|nurse|carpenter|plumber|electrician"
        r"|welder|machinist"
        r"|mechanic|accountant|bookkeeper|secretary|clerk|librarian|principal|professor|lecturer"
        r"|lawyer"
        r"|attorney|judge|dentist|pharmacist|physician|surgeon|officer|firefighter|fireman"
        r"|policeman|soldier"
        r"|sailor|seaman|fisherman|logger|butcher|baker|cook|chef|tailor|seamstress|weaver"
        r"|printer|painter"
        r"|mason|bricklayer|roofer|plasterer|janitor|custodian|caretaker|postman|mailman"
        r"|conductor|pilot"
        r"|salesman|manager|supervisor|foreman|contractor|architect|surveyor|musician|organist"
        r"|minister|priest"
        r"|pastor|riveter|shipwright|jeweler|barber|hairdresser|beautician|cashier"
        r"|machine operator|millwright))"
        r"\b",
        "74, <PROFESSION>retired school teacher</PROFESSION>, lives",
        "retired 2009",
        unless_after=r"-",
    ),
)
