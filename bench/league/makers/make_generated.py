"""Sentences of Presidio's own generator: python make_generated.py COUNT SEED.

Runs in an environment of presidio-evaluator. All that its authors mark is PHI but titles (`Dr.`),
which are neither PHI nor text that may not go.
"""

import contextlib
import json
import os
import sys
import warnings

warnings.simplefilter("ignore")
out = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)

from presidio_evaluator.data_generator import PresidioSentenceFaker  # noqa: E402

OURS = {
    "PERSON": "PATIENT", "STREET_ADDRESS": "STREET", "GPE": "CITY", "ORGANIZATION": "ORGANIZATION",
    "NRP": "LOCATION_OTHER", "CREDIT_CARD": "ACCOUNT", "IBAN_CODE": "ACCOUNT", "US_SSN": "SSN",
    "PHONE_NUMBER": "PHONE", "EMAIL_ADDRESS": "EMAIL", "DOMAIN_NAME": "URL",
    "IP_ADDRESS": "IPADDRESS", "DATE_TIME": "DATE", "AGE": "AGE", "ZIP_CODE": "ZIP",
    "US_DRIVER_LICENSE": "LICENSE", "TITLE": "NEUTRAL",
}  # fmt: skip
count, seed = int(sys.argv[1]), int(sys.argv[2])
with contextlib.redirect_stdout(sys.stderr):
    faker = PresidioSentenceFaker("en_US", lower_case_ratio=0.05, random_seed=seed)
    made = faker.generate_new_fake_sentences(count)
for number, sample in enumerate(made):
    spans = sorted({(s.start_position, s.end_position, OURS[s.entity_type]) for s in sample.spans})
    note = {"id": f"generated-{number}", "text": sample.full_text, "spans": spans}
    out.write(json.dumps(note) + "\n")
out.flush()
