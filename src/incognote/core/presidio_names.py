"""Presidio's names of what we find: the plug for Presidio tells them, and the service does."""

from __future__ import annotations

import re
from collections.abc import Mapping

ENTITIES: Mapping[str, str] = {
    "PATIENT": "PERSON",
    "DOCTOR": "PERSON",
    "USERNAME": "USERNAME",
    "PROFESSION": "PROFESSION",
    "HOSPITAL": "ORGANIZATION",
    "UNIT": "LOCATION",
    "ORGANIZATION": "ORGANIZATION",
    "STREET": "LOCATION",
    "CITY": "LOCATION",
    "STATE": "LOCATION",
    "COUNTRY": "LOCATION",
    "ZIP": "LOCATION",
    "LOCATION_OTHER": "LOCATION",
    "AGE": "AGE",
    "DATE": "DATE_TIME",
    "PHONE": "PHONE_NUMBER",
    "FAX": "PHONE_NUMBER",
    "EMAIL": "EMAIL_ADDRESS",
    "URL": "URL",
    "IPADDRESS": "IP_ADDRESS",
    # Numbers of all countries and kinds stand in these types, so they are no US_SSN or US_BANK.
    "SSN": "ID",
    "MRN": "ID",
    "HEALTHPLAN": "ID",
    "ACCOUNT": "ID",
    "LICENSE": "ID",
    "VEHICLE": "ID",
    "DEVICE": "ID",
    "BIOID": "ID",
    "IDNUM": "ID",
}
"""By type of ours the entity of Presidio's. What we find under another label, a type of which we
have none, is `OTHER`."""
OTHER = "OTHER"

NAMES = frozenset({*ENTITIES.values(), OTHER})
"""All that is told."""

_WIDER: Mapping[str, str] = {
    "ABA_ROUTING_NUMBER": "ID",
    "CREDIT_CARD": "ID",
    "IBAN_CODE": "ID",
    "MEDICAL_LICENSE": "ID",
    "UUID": "ID",
    "MAC_ADDRESS": "IP_ADDRESS",
    "DOMAIN_NAME": "URL",
    "CA_POSTAL_CODE": "LOCATION",
    "DE_PLZ": "LOCATION",
    "UK_POSTCODE": "LOCATION",
    "ZA_MOBILE_NUMBER": "PHONE_NUMBER",
    "ZA_TELEPHONE_NUMBER": "PHONE_NUMBER",
}
_OF_A_COUNTRY = re.compile(r"[A-Z]{2}_[A-Z_]+")
"""Numbers, all but those above: US_SSN, ES_NIF, IN_AADHAAR."""


def told_as(entity: str) -> str:
    """Returns under which name is told what Presidio calls so, '' for what we do not look for.

    A number of one country or kind is told as `ID`, with the others.
    """
    if entity in NAMES:
        return entity
    return _WIDER.get(entity, "ID" if _OF_A_COUNTRY.fullmatch(entity) else "")
