"""incognote finds and replaces protected health information in free-text clinical notes."""

from incognote.core.document import Document, Span
from incognote.core.errors import IncognoteError, NoteError
from incognote.core.pipeline import Detector, Pipeline, Settings
from incognote.replace.policy import Policy, get_policy
from incognote.replace.redact import Redacted, redact
from incognote.run.deidentifier import Deidentifier, load

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
