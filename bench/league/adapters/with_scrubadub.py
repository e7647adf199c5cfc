"""scrubadub: python with_scrubadub.py LOCALE [all]; `all` adds its detectors that work offline."""

import sys

import scrubadub
from lines import serve
from scrubadub.detectors import date_of_birth

locale, everything = sys.argv[1], "all" in sys.argv[2:]
scrubber = scrubadub.Scrubber(locale=locale)
if everything:
    scrubber.add_detector(date_of_birth.DateOfBirthDetector)
    for detector in scrubadub.detectors.catalogue.detector_catalogue.get_all().values():
        name = detector.name
        known = name in scrubber._detectors
        # Names need NLTK's data, skype's too; what is tagged or user-supplied needs the answer.
        if known or name in ("text_blob_name", "skype", "tagged", "user_supplied", "known"):
            continue
        if detector.supported_locale(locale):
            scrubber.add_detector(detector)


def find(text):
    """Its filth; parts of what it joined, too."""
    return [(filth.beg, filth.end, filth.type) for filth in scrubber.iter_filth(text)]


serve(find)
