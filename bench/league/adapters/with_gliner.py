"""GLiNER: python with_gliner.py FOLDER. The folder holds weights; nothing is downloaded.

A model reads a few hundred words and says nothing of those behind them, so a note is cut into
stretches of 150 words that overlap by 50.
"""

import os
import re
import sys

os.environ["HF_HUB_OFFLINE"] = "1"

from gliner import GLiNER
from lines import serve

LABELS = (
    "person", "doctor", "hospital", "organization", "street address", "city", "state", "country",
    "zip code", "location", "date", "age", "phone number", "fax number", "email", "url",
    "ip address", "social security number", "medical record number", "health insurance number",
    "account number", "license number", "vehicle identifier", "device serial number",
    "identification number", "username", "profession",
)  # fmt: skip
WORDS, STEP = 150, 100
model = GLiNER.from_pretrained(sys.argv[1], local_files_only=True)


def find(text):
    """What it finds in any stretch, at its own threshold of 0.5."""
    words = [m.span() for m in re.finditer(r"\S+", text)]
    spans = set()
    for first in range(0, max(1, len(words) - (WORDS - STEP)), STEP):
        part = words[first : first + WORDS]
        if not part:
            continue
        start, end = part[0][0], part[-1][1]
        for e in model.predict_entities(text[start:end], list(LABELS), threshold=0.5):
            spans.add((start + e["start"], start + e["end"], e["label"]))
    return sorted(spans)


serve(find)
