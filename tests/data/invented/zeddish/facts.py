from incognote.detect.facts import Facts
from incognote.detect.rules import row

FACTS = Facts(
    rows=(row("vital", r"pulso (?P<phi>\d{2,3})", "pulso <VITAL>80</VITAL>", "pulso"),),
    denied_before="nul",
    denied_behind="nula",
    denies_nothing="nul nova",
    ends_denial="sed",
)
