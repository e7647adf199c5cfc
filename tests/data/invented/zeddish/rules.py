from incognote.detect.rules import row
from zeddish.calendar import MONTHS

RULES = (
    row(
        "date",
        rf"(?:{'|'.join(MONTHS)}) \d{{1,2}}(?: \d{{4}})?",
        "seit <DATE>Cirso 25 2019</DATE>",
        "Cirso Toval",
    ),
    row(
        "person",
        r"mistr[ao] (?P<phi>\pL+ \pL+)",
        "mistra <PATIENT>Brenu Albaq</PATIENT>",
        "mistra Brenu",
    ),
    row("age", r"(?P<phi>\d{1,3}) anos", "<AGE>44</AGE> anos", "44 mg"),
    row(
        "card",
        r"karto (?P<phi>\d{6})",
        "karto <KARTO>482913</KARTO>",
        "karto 4",
    ),
    row(
        "hospital",
        r"Hospitar \pL+",
        "<HOSPITAL>Hospitar Toval</HOSPITAL>",
        "Hospitar",
    ),
    row(
        "pass",
        r"Z\d{4}-\d",
        "pass <IDNUM>Z1234-7</IDNUM>",
        "pass Z1234-8",
        check=lambda number: number[-1] == "7",
    ),
)
