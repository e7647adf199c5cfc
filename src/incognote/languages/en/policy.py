"""By what words a policy knows what may stay in English notes."""

from incognote.replace.policy import Words

WORDS = Words(
    weekday=r"(?:mon|tues?|weds?|wednes|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\.?",
    age_word=r"y(?:r|rs|o|ear|ears)?|mo|mos|mths?|months?|w|wks?|weeks?|d|days?|h|hrs?|hours?|o|old"
    r"|of|ages?|aged|life|early|mid|late|s|m|f|male|female|a",
    decades={
        f"{word}ies": 10 * number
        for number, word in enumerate(
            ["twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet"], 2
        )
    },
    no_age=r"\b(?:lot|apt|unit|room|rm|bed|box|suite|ste|no)\.? |#",
    department=r"(?:the )?(?:p?[msctn]?icu|ccu|cvicu|hdu|ed|er|or|pacu|tele(?:metry)?|med[/-]?surg"
    r"|oncology|(?:(?:medical|surgical|cardiac|coronary|neuro|neonatal|pa?ediatric|trauma) )?"
    r"(?:intensive|critical) care(?: unit)?|coronary care unit|"
    r"(?:cardiac )?cath(?:eterization|eterisation)? lab(?:oratory)?|floor|"
    r"radiology|cardiology|surgery|orthop(?:a?e)dics|pediatrics|neurology|psychiatry|maternity|"
    r"l&d|labou?r and delivery|endo(?:scopy)?|dialysis|lab)",
    title=r"(?:dr|drs|mr|mrs|ms|mx|prof|sr|fr|rev)\.?|miss|doctor|professor",
    employer=r"(?-i:at|for|of St|of Saint)\b\.?(?: the)?",
    state="^(?:the )?state of | state$",
    small="(?-i:of|and)",
)
