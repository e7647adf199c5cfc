"""Puts identifiers of Faker's into clinical prose that has none: python make_dialog.py.

Reads notes as JSON lines and writes them so, with the marks. `the patient` becomes a name here and
there, a head says whose note it is, a foot who wrote it, where and when. The lists are Faker's.
"""

import json
import random
import re
import sys

from faker import Faker

HEADS = (
    "Patient: {PATIENT}   DOB: {DATE}   MRN: {MRN}\n\n",
    "RE: {PATIENT}, {STREET}, {CITY}, {ZIP}. Tel {PHONE}.\n\n",
    "{PATIENT} ({DATE}) was seen at {HOSPITAL} on {DATE}.\n\n",
    "Name {PATIENT} / SSN {SSN} / e-mail {EMAIL}\n",
    "",
)
FEET = (
    "\n\n{DOCTOR}, MD, {HOSPITAL}, {DATE}",
    "\n\nDictated by Dr. {DOCTOR} on {DATE}. Call {PHONE} with questions.",
    " Works as a {PROFESSION} for {ORGANIZATION} in {CITY}. Next visit {DATE} with Dr. {DOCTOR}.",
    "\nCc: {DOCTOR}, {STREET}, {CITY}",
    "",
)
PLACE = re.compile(r"\{([A-Z]+)\}")
PATIENT = re.compile(r"\b[Tt]he patient\b|\bPatient(?= (?:is|was|has|had|denies|states|reports))")
DATES = ("%m/%d/%Y", "%B %d, %Y", "%d %b %Y", "%m/%d/%y", "%Y-%m-%d", "%A, %B %d")
HOSPITALS = ("{} General Hospital", "{} Medical Center", "St. {} Clinic", "{} Family Practice")


class Writing:
    """A note that grows, with its marks."""

    def __init__(self):
        self.text, self.spans = "", []

    def put(self, kind, shown):
        """Adds an identifier."""
        self.spans.append([len(self.text), len(self.text) + len(shown), kind])
        self.text += shown

    def fill(self, template, value):
        """Adds a template, each place in it by what `value` says of its kind."""
        at = 0
        for match in PLACE.finditer(template):
            self.text += template[at : match.start()]
            self.put(match[1], value(match[1]))
            at = match.end()
        self.text += template[at:]

    def copy(self, body, marks, start, end):
        """Adds a stretch of a body with the marks that lie in it."""
        to = len(self.text) - start
        inside = [mark for mark in marks if start <= mark[0] and mark[1] <= end]
        self.spans += [[s + to, e + to, kind] for s, e, kind in inside]
        self.text += body[start:end]


def values_of(fake, rng):
    """Returns what gives a note its values: the same patient and doctor wherever they stand."""
    people = {"PATIENT": fake.name(), "DOCTOR": fake.name()}
    makers = {
        "DATE": lambda: fake.date_between("-9y").strftime(rng.choice(DATES)),
        "MRN": lambda: str(rng.randrange(10**6, 10**8)),
        "STREET": fake.street_address,
        "CITY": fake.city,
        "ZIP": fake.postcode,
        "PHONE": fake.phone_number,
        "SSN": fake.ssn,
        "EMAIL": fake.email,
        "HOSPITAL": lambda: rng.choice(HOSPITALS).format(fake.last_name()),
        "PROFESSION": lambda: fake.job().lower(),
        "ORGANIZATION": fake.company,
    }
    return lambda kind: people[kind] if kind in people else makers[kind]()


def main():
    """Writes the notes."""
    Faker.seed(20)
    fake, rng = Faker("en_US"), random.Random(20)
    for line in sys.stdin:
        note = json.loads(line)
        body, marks = note["text"], note["spans"]
        value, writing, at = values_of(fake, rng), Writing(), 0
        writing.fill(rng.choice(HEADS), value)
        for match in PATIENT.finditer(body):
            taken = any(s < match.end() and match.start() < e for s, e, _ in marks)
            if taken or rng.random() < 0.5:
                continue
            writing.copy(body, marks, at, match.start())
            name = value("PATIENT")
            writing.put("PATIENT", rng.choice((name, name.split()[0], name.split()[-1])))
            at = match.end()
        writing.copy(body, marks, at, len(body))
        writing.fill(rng.choice(FEET), value)
        out = {"id": note["id"], "text": writing.text, "spans": sorted(writing.spans)}
        sys.stdout.write(json.dumps(out) + "\n")


main()
