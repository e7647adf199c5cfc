from incognote.detect.protection import Protection
from incognote.detect.rules import row

PULSE = row("pulse", r"pulso (?P<phi>\d+)", "pulso <PLAIN>80</PLAIN>", "80 anos")
PROTECTION = Protection(rows=(PULSE,))
