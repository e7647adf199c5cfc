"""The places of a machine-learning backend of Label Studio: it asks for predictions of its tasks.

A project names `http://localhost:PORT/label-studio` as its model. What is found comes back as
regions of the project's own labeling configuration; no task and no token of Label Studio is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from incognote.core.document import Document
from incognote.core.errors import NoteError
from incognote.io import xml_tree
from incognote.io.label_studio import regions
from incognote.io.xml_tree import Element
from incognote.serve.answers import answer
from incognote.serve.desk import Wish
from incognote.serve.door import Door
from incognote.serve.requests import JSON
from incognote.serve.terms import RefusedError


class LabelStudio:
    """The places below `/label-studio`.

    Args:
        door: Where requests come in.
    """

    def __init__(self, door: Door) -> None:
        self._door = door
        self._terms = door.terms
        self._version = f"incognote {door.terms.version}"

    def routes(self) -> list[Any]:
        """Returns the routes to all places."""
        opens = self._door.opens
        return [
            opens("/label-studio/health", self.health),
            opens("/label-studio/setup", self.setup, [JSON]),
            opens("/label-studio/predict", self.predict, [JSON]),
        ]

    async def health(self, request: Any) -> Any:
        """Answers that it is there, once models are loaded."""
        if self._door.desk.is_ready:
            return answer(200, {"status": "UP", "model_class": "incognote"})
        raise RefusedError(503, "The service is not ready: ask /ready.")

    async def setup(self, request: Any) -> Any:
        """Answers with the version, where the project's labeling configuration can be served."""
        asked = await self._door.json(request)
        _read_config(asked.get("schema"))
        return answer(200, {"model_version": self._version})

    async def predict(self, request: Any) -> Any:
        """Answers with a prediction for each task, in order; with none of them where one fails."""
        asked = await self._door.json(request)
        config = _read_config(asked.get("label_config"))
        tasks = asked.get("tasks")
        if not isinstance(tasks, list):
            raise RefusedError(400, "tasks is no list.")
        if len(tasks) > self._terms.max_notes:
            raise RefusedError(413, f"Send at most {self._terms.max_notes} tasks at once.")
        notes = [Document(str(i), _text(task, i, config.field)) for i, task in enumerate(tasks)]
        outcomes = await self._door.done(notes, Wish(self._terms.first, only_detect=True))
        results = []
        for i, (note, outcome) in enumerate(zip(notes, outcomes, strict=True)):
            if isinstance(outcome, NoteError):
                raise RefusedError(422, f"Task {i}: {outcome.reason}")
            found = note.with_spans(outcome.spans)
            config.check_labels(found)
            made = regions(found, scores=True, from_name=config.from_name, to_name=config.to_name)
            results.append({"model_version": self._version, "result": made})
        return answer(200, {"results": results, "model_version": self._version})


@dataclass(frozen=True, slots=True)
class _Config:
    """What a labeling configuration calls its labels and its text."""

    from_name: str
    to_name: str
    field: str
    """Of a task's data, the one that holds the text."""
    labels: frozenset[str]

    def check_labels(self, doc: Document) -> None:
        """Refuses marks that the project has no label for: Label Studio would show none of them.

        Raises:
            RefusedError: With the labels that are missing.
        """
        missing = sorted({span.label for span in doc.spans} - self.labels)
        if missing:
            raise RefusedError(
                400, f"The labeling configuration lacks {', '.join(missing)}; add these labels."
            )


def _read_config(config: Any) -> _Config:
    if not isinstance(config, str):
        raise RefusedError(400, "The labeling configuration is no string.")
    try:
        root = xml_tree.parse("The labeling configuration", config)
    except NoteError as error:
        raise RefusedError(400, f"{error}.") from None
    elements = list(_elements(root))
    texts = {
        each.attributes["name"]: each.attributes["value"].removeprefix("$")
        for each in elements
        if each.name == "Text" and {"name", "value"} <= set(each.attributes)
    }
    for each in elements:
        named: Mapping[str, str] = each.attributes
        if each.name == "Labels" and "name" in named and named.get("toName") in texts:
            labels = frozenset(
                label.attributes["value"]
                for label in _elements(each)
                if label.name == "Label" and "value" in label.attributes
            )
            to_name = named["toName"]
            return _Config(named["name"], to_name, texts[to_name], labels)
    raise RefusedError(400, "The labeling configuration has no <Labels> for a <Text>.")


def _elements(root: Element) -> Iterator[Element]:
    """Yields an element and all within, without recursion."""
    left = [root]
    while left:
        element = left.pop()
        yield element
        left += [part for part in reversed(element.content) if isinstance(part, Element)]


def _text(task: Any, number: int, field: str) -> str:
    data = task.get("data") if isinstance(task, dict) else None
    text = data.get(field) if isinstance(data, dict) else None
    if not isinstance(text, str):
        raise RefusedError(
            400, f"Task {number} has no text in the field that the labeling configuration names."
        )
    return text
