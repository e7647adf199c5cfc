"""incognote finds and replaces protected health information in free-text clinical notes."""

from incognote.deidentifier import Deidentifier, load
from incognote.document import Document, Span
from incognote.errors import IncognoteError, NoteError
from incognote.pipeline import Detector, Pipeline, Settings
from incognote.policy import Policy, get_policy
from incognote.redact import Redacted, redact

__version__ = "0.1.0"
__all__ = [
    "Deidentifier",
    "Detector",
    "Document",
    "IncognoteError",
    "NoteError",
    "Pipeline",
    "Policy",
    "Redacted",
    "Settings",
    "Span",
    "get_policy",
    "load",
    "redact",
]
