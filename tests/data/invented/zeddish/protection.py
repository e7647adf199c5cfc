from incognote.core.language import nothing_but
from incognote.detect.protection import Protection
from incognote.detect.rules import row

PULSE = row("pulse", r"pulso (?P<phi>\d+)", "pulso <PLAIN>80</PLAIN>", "80 anos")
PROTECTION = nothing_but(Protection, rows=(PULSE,))
