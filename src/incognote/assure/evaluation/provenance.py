"""What a figure belongs to: hashes of corpus, model, rules and policy, and the versions.

A hash tells whether two figures were made of the same thing; it tells nothing of the notes.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import incognote
from incognote.core.document import Document
from incognote.model.model_folder import content_hash
from incognote.replace.policy import Policy

_SHOWN = 16
"""Hexadecimal digits of a SHA-256 that are given: chance collisions are out of the question."""


def versions() -> dict[str, str]:
    """Returns the versions of incognote and of Python."""
    return {"incognote": incognote.__version__, "python": platform.python_version()}


def hash_documents(docs: Iterable[Document]) -> str:
    """Returns a hash of ids, texts and marks (offsets and labels), whatever the order."""
    total = hashlib.sha256()
    for doc in sorted(docs, key=lambda d: d.id):
        spans = [[s.start, s.end, s.label] for s in doc.spans]
        total.update(json.dumps([doc.id, doc.text, spans]).encode())
    return total.hexdigest()[:_SHOWN]


def hash_folder(folder: Path) -> str:
    """Returns a hash of the names and contents of all files of a model folder.

    Raises:
        ModelError: If a file cannot be read.
    """
    return content_hash(folder)[:_SHOWN]


def hash_files(paths: Iterable[Path]) -> str:
    """Returns a hash of the names and contents of files, in their order."""
    return hash_rows(
        f"{path.parent.parent.name} {path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in paths
    )


@cache
def hash_code() -> str:
    """Returns a hash of every Python file of the package, read once: what runs does not change."""
    root = Path(incognote.__file__).parent
    return hash_rows(
        f"{path.relative_to(root).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in root.rglob("*.py")
    )


def hash_rows(rows: Iterable[str]) -> str:
    """Returns a hash of the rows of a table, written as text, whatever the order."""
    return hashlib.sha256("\n".join(sorted(rows)).encode()).hexdigest()[:_SHOWN]


def hash_policy(policy: Policy) -> str:
    """Returns a hash of what a policy does with each label, and of its options."""
    return hash_rows([policy.name, *(f"{name} {value}" for name, value in policy.rows())])
