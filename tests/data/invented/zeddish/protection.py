from incognote.core.language import nothing_but
from incognote.detect.protection.rows import Protection, row

SIGN = row("sign", r"signo (?P<phi>\pL+)", "signo <PLAIN>Delgado</PLAIN>", "doktoro Delgado")
PROTECTION = nothing_but(Protection, rows=(SIGN,))
