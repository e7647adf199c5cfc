"""De-identification in front of a language model: replaced on the way out, put back in the answer.

`Guard` is for programs, `proxy` for those that speak to a model over HTTP (docs/guard.md).
"""

from incognote.guard.answers import Stream
from incognote.guard.conversations import Conversations
from incognote.guard.messages import RefusedError
from incognote.guard.session import Guard, Session

__all__ = ["Conversations", "Guard", "RefusedError", "Session", "Stream"]
