import re

from incognote.replace.identity import Document, Identity
from incognote.replace.values.shapes import NumberWords

PASS = Document("pass", re.compile(r"Z\d{4}-\d"), check=lambda number: number[-1] == "7")
IDENTITY = Identity(
    documents=(PASS,),
    number_words=NumberWords(("nul", "ein", "zwa", "dri"), others=frozenset({"dek"})),
)
