"""Names for machines in a request: tools, properties, ids. They pass only where they tell nobody.

A model is sent `lookup_maria_delgado` as it is sent a note. Such names cannot be replaced, since a
program acts on them when they come back, so one that holds an identifier is refused. An id of a
call only has to agree with itself within the request: others are drawn for all of them.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import string
import threading
from collections.abc import Iterable, Sequence

from incognote.core.case import fold
from incognote.core.document import Document
from incognote.core.errors import NoteError
from incognote.run.deidentifier import Deidentifier

_PREFIX = re.compile(r"(?:call|fc|toolu|chatcmpl-tool)[_-]")
_OPAQUE = re.compile(r"(?:[a-z]{2,5}_)?[0-9a-f]{24,}")
_SHORTEST = 5
"""Letters of a name, or digits of a number, that are no chance within a longer word."""
_SAYS = "Function: "
"""What a name stands behind, so that it reads as what it is."""
_OF_MACHINES = frozenset(("fhir", "grep", "json", "null"))
"""Words of programs that are somebody's name, too."""
_REMEMBERED = 10_000
"""Names that were found to tell nobody."""
_JOINTS = re.compile(
    r"[\W_]+|(?<=[^\W\d_])(?=\d)(?<![A-Z]{2})|(?<=\d)(?=[^\W\d_])|(?<=[a-z])(?=[A-Z])"
)


def words_of_name(name: str) -> str:
    """Returns a name as words: `lookupMaria_delgado2` is `lookup Maria delgado 2`."""
    return " ".join(filter(None, _JOINTS.split(name)))


def holds_within(name: str, originals: Iterable[str]) -> bool:
    """Returns whether a word of an original stands within a name, however that is divided.

    Args:
        name: Of a tool, a property, a model.
        originals: Words of names and numbers, folded.
    """
    whole = "".join(filter(str.isalnum, fold(name)))
    return any(len(word) >= _SHORTEST and word in whole for word in originals)


def is_opaque(id: str) -> bool:
    """Returns whether an id is one that an API draws: a long number, and nothing besides."""
    return _OPAQUE.fullmatch(id) is not None


class Names:
    """Tells which names are found to be identifiers; what it was asked once it knows.

    Args:
        flow: Finds.
    """

    def __init__(self, flow: Deidentifier) -> None:
        self._flow = flow
        self._clean: set[str] = set()
        self._turn = threading.Lock()

    def any_tells(self, names: Sequence[str]) -> bool:
        """Returns whether an identifier is found in any of some names.

        Raises:
            NoteError: If one cannot be searched.
        """
        with self._turn:
            new = [name for name in names if name not in self._clean]
            words = [words_of_name(name) for name in new]
            docs = [Document(f"name {i}", word) for i, word in enumerate(words, 1)]
            docs += [Document(f"{doc.id} as such", f"{_SAYS}{doc.text}") for doc in docs]
            found = list(self._flow.pipeline.annotate(docs))
            if len(found) != len(docs):
                raise NoteError("prompt", "not every name came back; this is a bug")
            alone, as_such = found[: len(new)], found[len(new) :]
            if any(self._tells(doc, alone=True) for doc in alone) or any(map(self._tells, as_such)):
                return True
            if len(self._clean) + len(new) > _REMEMBERED:
                self._clean.clear()
            self._clean.update(new)
            return False

    def _tells(self, doc: Document, *, alone: bool = False) -> bool:
        """Whether what is found tells who: a number, or a word that not anybody may use.

        Where a word stands alone, much that is foreign reads as a name: then a list must know it.
        """
        verifier = self._flow.verifier_of(doc)
        begin = 0 if alone else len(_SAYS)
        for span in doc.spans:
            surface = doc.text[max(begin, span.start) : span.end]
            if not self._flow.policy.removes(span, doc.text):
                continue
            words = {fold(word) for word in re.findall(r"[^\W\d_]{3,}", surface)} - _OF_MACHINES
            telling = (not verifier.is_ordinary(w) for w in words)
            if any(map(verifier.is_a_name, words)) if alone else any(telling):
                return True
            if sum(map(str.isdigit, surface)) >= _SHORTEST:
                return True
        return False


class Ids:
    """Other ids for those of a request: of the same form, the same for the same.

    Args:
        secret: What they are drawn with.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._of: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, id: str) -> str:
        """Returns what stands in place of an id."""
        turn = 0
        while id not in self._of:
            drawn = self._drawn(id, turn)
            turn += 1
            # Of a short one there are few of its form: then a longer one.
            if drawn not in self._taken:
                self._of[id] = drawn
                self._taken.add(drawn)
        return self._of[id]

    def _drawn(self, id: str, turn: int) -> str:
        prefix = _PREFIX.match(id)
        start = prefix.end() if prefix else 0
        signs = id[start:] + "0" * (turn // 20)
        digest = hmac.digest(self._secret, f"{turn}\0{id}".encode(), hashlib.sha512)
        number = int.from_bytes(digest, "big")
        out = []
        for sign in signs:
            kind = next((kind for kind in _KINDS if sign in kind), "")
            if kind:
                number, at = divmod(number, len(kind))
                sign = kind[at]
            out.append(sign)
        return id[:start] + "".join(out)


_KINDS = (string.ascii_lowercase, string.ascii_uppercase, string.digits)
