from incognote.core.language import nothing_but
from incognote.detect.protection.rows import Protection, row

PULSE = row("pulse", r"pulso (?P<phi>\d+)", "pulso <PLAIN>80</PLAIN>", "80 anos")
PROTECTION = nothing_but(Protection, rows=(PULSE,))
