"""Phileas in Python, every filter that its page lists and that marks an identifier."""

from lines import serve
from phileas.policy.policy import Policy
from phileas.services.filter_service import FilterService

FILTERS = (
    "age", "emailAddress", "creditCard", "ssn", "phoneNumber", "ipAddress", "url", "zipCode", "vin",
    "bankRoutingNumber", "date", "macAddress", "streetAddress", "trackingNumber", "driversLicense",
    "ibanCode", "passportNumber",
)  # fmt: skip
policy = Policy.from_dict(
    {
        "name": "league",
        "identifiers": {
            name: {f"{name}FilterStrategies": [{"strategy": "REDACT"}]} for name in FILTERS
        },
    }
)
service = FilterService()


def find(text):
    """Where it replaces."""
    result = service.filter(policy=policy, context="league", document_id="note", text=text)
    return [(s.character_start, s.character_end, s.filter_type) for s in result.spans]


serve(find)
