"""The places of Presidio's two services, so that a site that has these changes one URL.

Requests, answers and errors are of Presidio's form. What it would take and we do not is refused by
name: what is passed over in silence is what is missing in the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.core.presidio_names import ENTITIES, NAMES, OTHER, told_as
from incognote.serve.ad_hoc import (
    FLAGS,
    Budget,
    Match,
    Recognizer,
    compiled,
    read_flags,
    read_recognizers,
)
from incognote.serve.answers import answer
from incognote.serve.desk import Answer, Outcome, Wish
from incognote.serve.door import Door
from incognote.serve.operators import (
    ANONYMIZERS,
    DEANONYMIZERS,
    Params,
    Stretch,
    anonymize,
    deanonymize,
)
from incognote.serve.requests import JSON
from incognote.serve.terms import RefusedError

RECOGNIZER = "IncognoteRecognizer"
"""What all is found by that is not found by a recogniser of the request."""
_ANALYZE = {
    "text", "language", "entities", "score_threshold", "allow_list", "allow_list_match",
    "regex_flags", "ad_hoc_recognizers", "context", "return_decision_process",
    # Of Presidio's own logs, which we have not.
    "correlation_id", "trace", "log_decision_process",
}  # fmt: skip
_NO_RECOGNIZERS = "No matching recognizers were found to serve the request."


class Presidio:
    """The places `/analyze`, `/anonymize` and those beside them.

    Args:
        door: Where requests come in.
    """

    def __init__(self, door: Door) -> None:
        self._door = door
        self._terms = door.terms

    def routes(self) -> list[Any]:
        """Returns the routes to all places."""
        opens = self._door.opens
        return [
            opens("/analyze", self.analyze, [JSON]),
            opens("/anonymize", self.anonymize, [JSON]),
            opens("/deanonymize", self.deanonymize, [JSON]),
            opens("/recognizers", self.recognizers),
            opens("/supportedentities", self.entities),
            opens("/anonymizers", self.anonymizers),
            opens("/deanonymizers", self.deanonymizers),
        ]

    async def recognizers(self, request: Any) -> Any:
        """Answers with the names of recognisers of a language."""
        return self._of_language(request, [RECOGNIZER])

    async def entities(self, request: Any) -> Any:
        """Answers with the names of what is found in a language."""
        return self._of_language(request, sorted(NAMES))

    async def anonymizers(self, request: Any) -> Any:
        """Answers with the names of what can be done to stretches."""
        return answer(200, list(ANONYMIZERS))

    async def deanonymizers(self, request: Any) -> Any:
        """Answers with the names of what brings stretches back."""
        return answer(200, list(DEANONYMIZERS))

    def _of_language(self, request: Any, what: list[str]) -> Any:
        languages = self._terms.languages
        if request.query_params.get("language", languages[0]) in languages:
            return answer(200, what)
        raise RefusedError(500, _NO_RECOGNIZERS)

    async def analyze(self, request: Any) -> Any:
        """Answers with what is found in a text, or in each of a list."""
        asked = await self._door.json(request)
        texts, many = self._texts(asked)
        wanted = await self._door.beside(lambda: _Wanted(asked, self._terms.languages))
        notes = [Document(str(i), text) for i, text in enumerate(texts)]
        outcomes = await self._door.done(notes, Wish(self._terms.first, only_detect=True))
        told = await self._door.beside(lambda: wanted.told(texts, outcomes))
        return answer(200, told if many else told[0])

    def _texts(self, asked: Mapping[str, Any]) -> tuple[list[str], bool]:
        """The texts of a request to find something in, and whether they are a list."""
        text = asked.get("text")
        if not text:
            raise RefusedError(500, "No text provided")
        many = isinstance(text, list)
        texts = text if many else [text]
        if not all(isinstance(each, str) for each in texts):
            raise RefusedError(400, "text is neither a string nor a list of strings.")
        self._check_number(texts)
        return texts, many

    async def anonymize(self, request: Any) -> Any:
        """Answers with a text, or each of a list, in which stretches are replaced."""
        return await self._operated(
            request, "anonymizers", "analyzer_results", anonymize, ANONYMIZERS, needs=True
        )

    async def deanonymize(self, request: Any) -> Any:
        """Answers with a text, or each of a list, in which stretches are brought back."""
        return await self._operated(
            request, "deanonymizers", "anonymizer_results", deanonymize, DEANONYMIZERS
        )

    async def _operated(
        self,
        request: Any,
        operators: str,
        results: str,
        work: Callable[[str, Sequence[Stretch], Mapping[str, Params]], Params],
        known: Iterable[str],
        *,
        needs: bool = False,
    ) -> Any:
        asked = await self._door.json(request)
        if not asked:
            raise RefusedError(400, "Invalid request json")
        text, found = asked.get("text"), asked.get(results)
        text = "" if text is None else text
        chosen = _operators(asked.get(operators), operators, known)
        many = isinstance(text, list)
        texts = text if many else [text]
        if not all(isinstance(each, str) for each in texts):
            raise RefusedError(422, "text is neither a string nor a list of strings.")
        self._check_number(texts)
        if needs and found is None:
            raise RefusedError(422, "Invalid input, request must contain analyzer results")
        if many and found is not None and (not isinstance(found, list) or len(found) != len(text)):
            raise RefusedError(
                422,
                f"Invalid input, '{results}' must contain one list of results per item in 'text' "
                "when 'text' is a list",
            )
        if found is None:
            found = [[]] * len(texts) if many else []
        each_found = found if many else [found]
        read = [_stretches(each, results, scored=needs) for each in each_found]

        def all_done() -> list[Params]:
            return [work(*each, chosen) for each in zip(texts, read, strict=True)]

        told = await self._door.beside(all_done)
        return answer(200, told if many else told[0])

    def _check_number(self, texts: Sequence[str]) -> None:
        if len(texts) > self._terms.max_notes:
            raise RefusedError(413, f"Send at most {self._terms.max_notes} texts at once.")


class _Wanted:
    """What a request to `/analyze` wants to be told."""

    def __init__(self, asked: Mapping[str, Any], languages: Sequence[str]) -> None:
        language = asked.get("language")
        if not language:
            raise RefusedError(500, "No language provided")
        if language not in languages:
            raise RefusedError(500, _NO_RECOGNIZERS)
        if set(asked) - _ANALYZE:
            known = ", ".join(sorted(_ANALYZE))
            raise RefusedError(400, f"A request to analyze has no other fields than {known}.")
        if not isinstance(asked.get("correlation_id"), str | None):
            raise RefusedError(400, "correlation_id is no string.")
        flags = asked.get("regex_flags")
        self.flags = FLAGS if flags is None else read_flags(flags, "regex_flags")
        self.recognizers = read_recognizers(asked.get("ad_hoc_recognizers"), language, self.flags)
        self.entities = _entities(asked.get("entities"), self.recognizers)
        self.context = [word.casefold() for word in _strings(asked, "context")]
        self.explains = bool(asked.get("return_decision_process"))
        threshold = asked.get("score_threshold")
        if threshold is None:
            threshold = 0.0
        if isinstance(threshold, bool) or not isinstance(threshold, int | float):
            raise RefusedError(400, "score_threshold is no number.")
        self.threshold = threshold
        self._read_allowed(asked)

    def _read_allowed(self, asked: Mapping[str, Any]) -> None:
        allowed = _strings(asked, "allow_list")
        how = asked.get("allow_list_match", "exact")
        if how not in ("exact", "regex"):
            raise RefusedError(400, "allow_list_match is neither exact nor regex.")
        self.allowed = frozenset(allowed if how == "exact" else ())
        self.allowed_forms = [
            compiled(each, self.flags, f"allow_list[{i}]")
            for i, each in enumerate(allowed if how == "regex" else ())
        ]

    def told(self, texts: Sequence[str], outcomes: Sequence[Outcome]) -> list[list[Any]]:
        """Returns what is told of each text."""
        budget = Budget()
        return [self._of(*each, budget) for each in zip(texts, outcomes, strict=True)]

    def _of(self, text: str, outcome: Outcome, budget: Budget) -> list[Any]:
        if isinstance(outcome, NoteError):
            # Whoever asked for all gets none: what is not there would pass for nothing found.
            raise RefusedError(422, f"Text {outcome.id}: {outcome.reason}")
        found = [*self._spans(outcome), *self._matches(text, budget)]
        # In the order in which they stand; of two that begin together the longer one first.
        found.sort(key=lambda row: (row["start"], -row["end"], row["entity_type"]))
        return [
            row for row in found if not self._is_allowed(text[row["start"] : row["end"]], budget)
        ]

    def _spans(self, outcome: Answer) -> list[dict[str, Any]]:
        rows = []
        for span in outcome.spans:
            entity = ENTITIES.get(span.type, OTHER)
            if span.score >= self.threshold and (not self.entities or entity in self.entities):
                why = _explanation(RECOGNIZER, span.score, span) if self.explains else None
                rows.append(_row(entity, span.start, span.end, span.score, why))
        return rows

    def _matches(self, text: str, budget: Budget) -> list[dict[str, Any]]:
        rows: dict[tuple[str, int, int], tuple[Match, dict[str, Any]]] = {}
        for recognizer in self.recognizers:
            if self.entities and recognizer.entity not in self.entities:
                continue
            for each in recognizer.find(text, self.context, budget):
                place = (each.entity, each.start, each.end)
                if each.score < self.threshold or (
                    place in rows and rows[place][0].score >= each.score
                ):
                    continue
                why = _explanation(each.recognizer, each.score) if self.explains else None
                rows[place] = each, _row(each.entity, each.start, each.end, each.score, why)
        return [row for _, row in rows.values()]

    def _is_allowed(self, surface: str, budget: Budget) -> bool:
        if surface in self.allowed:
            return True
        for form in self.allowed_forms:
            try:
                if form.search(surface, timeout=budget.left()):
                    return True
            except TimeoutError:
                raise budget.over() from None
        return False


def _row(
    entity: str, start: int, end: int, score: float, why: Mapping[str, Any] | None
) -> dict[str, Any]:
    return {
        "analysis_explanation": why,
        "end": end,
        "entity_type": entity,
        "score": score,
        "start": start,
    }


def _explanation(recognizer: str, score: float, span: Span | None = None) -> dict[str, Any]:
    """How something was found: names of ours, and no pattern, which may quote a patient."""
    return {
        "recognizer": recognizer,
        "pattern_name": None,
        "pattern": None,
        "original_score": score,
        "score": score,
        "textual_explanation": f"{span.label}, by {span.source}" if span else None,
        "score_context_improvement": 0,
        "supportive_context_word": "",
        "validation_result": None,
    }


def _entities(said: Any, recognizers: Sequence[Recognizer]) -> frozenset[str]:
    """The names of what is asked for, as it is told; empty for all."""
    if said in (None, []):
        return frozenset()
    if not isinstance(said, list) or not all(isinstance(each, str) for each in said):
        raise RefusedError(400, "entities is no list of strings.")
    own = {recognizer.entity for recognizer in recognizers}
    unknown = [i for i, each in enumerate(said) if each not in own and not told_as(each)]
    if len(unknown) == len(said):
        raise RefusedError(500, _NO_RECOGNIZERS)
    if unknown:
        places = ", ".join(f"entities[{i}]" for i in unknown)
        raise RefusedError(
            400, f"Nothing looks for {places} here: leave it out, or send a recognizer for it."
        )
    return frozenset(name for each in said for name in (each if each in own else "", told_as(each)))


def _strings(asked: Mapping[str, Any], name: str) -> list[str]:
    said = asked.get(name)
    if said is None:
        return []
    if not isinstance(said, list) or not all(isinstance(each, str) for each in said):
        raise RefusedError(400, f"{name} is no list of strings.")
    return said


def _operators(said: Any, name: str, known: Iterable[str]) -> dict[str, Params]:
    if said is None:
        return {}
    if not isinstance(said, dict):
        raise RefusedError(422, f"{name} is no object of operators by entity.")
    for config in said.values():
        if not isinstance(config, dict) or not isinstance(config.get("type"), str):
            raise RefusedError(422, "Invalid input, operator config must contain operator_name")
        if config["type"] == "custom":
            raise RefusedError(400, "Custom type anonymizer is not supported")
        if config["type"] not in known:
            raise RefusedError(422, f"Invalid operator class; there are {', '.join(known)}")
    return said


def _stretches(said: Any, name: str, *, scored: bool) -> list[Stretch]:
    if not isinstance(said, list) or not all(isinstance(each, dict) for each in said):
        raise RefusedError(422, f"Invalid input, {name} is no list of results")
    return [_stretch(each, scored) for each in said]


def _stretch(said: Mapping[str, Any], scored: bool) -> Stretch:
    for field in ("start", "end"):
        if said.get(field) is None:
            raise RefusedError(422, f"Invalid input, result must contain {field}")
        if type(said[field]) is not int:
            raise RefusedError(422, f"Invalid parameter value for {field}. Expecting 'number'.")
    start, end, entity, score = (
        said["start"],
        said["end"],
        said.get("entity_type"),
        said.get("score"),
    )
    if start < 0 or end < 0:
        raise RefusedError(422, "Invalid input, result start and end must be positive")
    if start > end:
        raise RefusedError(422, "Invalid input, start index must be smaller than end index")
    if not isinstance(entity, str) or not entity:
        raise RefusedError(422, "Invalid input, result must contain entity_type")
    if score is None and scored:
        raise RefusedError(422, "Invalid input, analyzer result must contain score")
    if isinstance(score, bool) or not isinstance(score, int | float | None):
        raise RefusedError(422, "Invalid parameter value for score. Expecting 'number'.")
    return Stretch(start, end, entity, score)
