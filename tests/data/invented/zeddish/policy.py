from incognote.core.language import nothing_but
from incognote.replace.policy import Words

WORDS = nothing_but(Words, weekday="(?:on|duo|tri|qua|quin|sex|sept)day", age_word="anos")
