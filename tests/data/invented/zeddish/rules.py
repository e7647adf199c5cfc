from incognote.detect.rules import row
from zeddish.calendar import MONTHS
from zeddish.identity import PASS

DAY = rf"(?:{'|'.join(MONTHS)}) \d{{1,2}}(?: \d{{4}})?"
MISTRO = r"mistr[ao] (?P<phi>\pL+ \pL+)"
RULES = (
    row("date", DAY, "seit <DATE>Cirso 25 2019</DATE>", "Cirso Toval"),
    row("person", MISTRO, "mistra <PATIENT>Brenu Albaq</PATIENT>", "mistra Brenu"),
    row("age", r"(?P<phi>\d{1,3}) anos", "<AGE>44</AGE> anos", "44 mg"),
    row("card", r"karto (?P<phi>\d{6})", "karto <KARTO>482913</KARTO>", "karto 4"),
    row("hospital", r"Hospitar \pL+", "<HOSPITAL>Hospitar Toval</HOSPITAL>", "Hospitar"),
    row("pass", r"Z\d{4}-\d", "<IDNUM>Z1234-7</IDNUM>", "pass Z1234-8", check=PASS.check),
)
