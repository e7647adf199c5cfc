from incognote.replace.policy import Words

WORDS = Words(weekday="(?:on|duo|tri|qua|quin|sex|sept)day", age_word="anos")
