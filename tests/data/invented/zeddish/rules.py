from incognote.detect.rules import Rule
from zeddish.calendar import MONTHS

RULES = (
    Rule(
        "date",
        "DATE",
        rf"(?:{'|'.join(MONTHS)}) \d{{1,2}}(?: \d{{4}})?",
        cases=("seit <DATE>Cirso 25 2019</DATE>", "Cirso Toval"),
    ),
    Rule(
        "person",
        "PATIENT",
        r"mistr[ao] (?P<phi>\pL+ \pL+)",
        cases=("mistra <PATIENT>Brenu Albaq</PATIENT>", "mistra Brenu"),
    ),
    Rule("age", "AGE", r"(?P<phi>\d{1,3}) anos", cases=("<AGE>44</AGE> anos", "44 mg")),
    Rule(
        "card", "KARTO", r"karto (?P<phi>\d{6})", cases=("karto <KARTO>482913</KARTO>", "karto 4")
    ),
    Rule(
        "hospital",
        "HOSPITAL",
        r"Hospitar \pL+",
        cases=("<HOSPITAL>Hospitar Toval</HOSPITAL>", "Hospitar"),
    ),
    Rule(
        "pass",
        "IDNUM",
        r"Z\d{4}-\d",
        check=lambda number: number[-1] == "7",
        cases=("pass <IDNUM>Z1234-7</IDNUM>", "pass Z1234-8"),
    ),
)
