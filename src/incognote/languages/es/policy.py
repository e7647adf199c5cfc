"""By what words a policy knows what may stay in Spanish notes."""

from incognote.replace.policy import Words

WORDS = Words(
    year="año",
    weekday="lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bados?|domingos?",
    age_word=r"a|a[nñ]os?|añit[oa]s?|mes(?:es)?|sem(?:anas?)?|d[ií]as?|horas?|de|vida|edad|ddv|anys?"
    r"|urte",
    no_age=r"\b(?:cama|hab|habitaci[óo]n|box|n[º°])\.? ",
    department="uci|urgencias|planta|unidad de (?:cuidados intensivos|vigilancia intensiva)",
    title=r"(?:dra?|profa?|sra?|srta)\.?|doctora?|don|doña|d\.|dª\.?",
    employer=r"(?-i:en|para)\b(?: (?:el|la|los|las))?",
    postcode=r"(?<![0-9])[0-5][0-9]{4}(?![0-9])",
)
