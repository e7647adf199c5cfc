"""What the service says of itself: its OpenAPI description."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from incognote.core.presidio_names import NAMES
from incognote.detect.roster.table import KNOWN
from incognote.serve.containers import FORMATS
from incognote.serve.operators import ANONYMIZERS, DEANONYMIZERS
from incognote.serve.requests import JSON, NDJSON
from incognote.serve.terms import Terms

Schema = Mapping[str, Any]

_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_SCORE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
REFUSALS: Mapping[int, str] = {
    400: "The request is not of this form.",
    401: "The token is not right.",
    403: "A page of another place has a browser ask.",
    408: "The request came too slowly.",
    413: "The request, or what it asks for, is too large.",
    415: "The request is not of a type of content that is taken here.",
    421: "The request names another host.",
    422: "It cannot be processed whole.",
    429: "Too many requests wait.",
    500: "A bug.",
    503: "The service is not ready, stops, or took too long.",
}
_OF_PRESIDIO = {
    500: "As Presidio has it: no text, no language, or nothing that serves the request."
}


_VALUES: Schema = {"oneOf": [_TEXT, {"type": "array", "items": _TEXT}]}
_BORN: Schema = {"birth_date": {"type": "string", "format": "date"}}


def describe(terms: Terms, replacements: Sequence[str]) -> dict[str, Any]:
    """Returns the OpenAPI 3.1 description.

    Args:
        terms: What is allowed.
        replacements: The actions that a request may name.
    """
    wish = {
        "policy": {"enum": list(terms.policies)},
        "replacement": {"enum": list(replacements)},
    }
    note = {
        "id": {**_TEXT, "description": "Told back; no part of the text."},
        "text": _TEXT,
        "patient": {**_TEXT, "description": "Whose it is: a patient's surrogates and days agree."},
        "known": {
            **_object({**dict.fromkeys(KNOWN, _VALUES), **_BORN}, []),
            "description": "What is known of the patient (docs/roster.md), searched in this note.",
        },
    }
    most = {"description": f"At most {terms.max_notes}."}
    many = {**_array(_object(note, ["text"])), **most}
    asked = {
        "oneOf": [_object({**note, **wish}, ["text"]), _object({"notes": many, **wish}, ["notes"])]
    }
    spans = _array(_SPAN)
    told = {"id": _TEXT, "spans": spans, "language": _TEXT, "other_language": _TEXT}
    row = {"type": "string", "description": "A line for each note, as it would be asked alone."}
    containers: dict[str, Schema] = {kind: {} for kind in FORMATS}
    answered = {"type": "string", "description": "A line for each line: its answer, and `status`."}
    paths = {
        "/v1/detect": {
            "post": _place(
                "Says where identifiers are.",
                {JSON: asked, NDJSON: row},
                {JSON: _one_or_many(told), NDJSON: answered},
            )
        },
        "/v1/deidentify": {
            "post": {
                **_place(
                    "Replaces identifiers, in notes or in containers.",
                    {JSON: asked, NDJSON: row, **containers},
                    {
                        JSON: _one_or_many({**told, "text": _TEXT}),
                        NDJSON: answered,
                        **containers,
                    },
                ),
                "parameters": [
                    _header("incognote-policy", wish["policy"], "Of a container."),
                    _header("incognote-replacement", wish["replacement"], "Of a container."),
                    _header("incognote-fields", _TEXT, "A JSON object: by field its role."),
                    _header("incognote-other-fields", {"enum": ["keep", "drop"]}, "All others."),
                ],
            }
        },
        "/health": {"get": _simple("The process runs.", JSON)},
        "/ready": {"get": _simple("All models are loaded.", JSON)},
        "/openapi.json": {"get": _simple("This description.", JSON)},
        "/metrics": {"get": _list("Counts, for Prometheus.", {"text/plain": _TEXT})},
        **_presidio(terms),
        **_label_studio(terms),
    }
    paths["/ready"]["get"]["responses"]["503"] = _answer("Not yet, or not any more.", {JSON: {}})
    if terms.revealer is not None:
        sealed = {"id": _TEXT, "text": _TEXT}
        many = {**_array(_object(sealed, ["id", "text"])), **most}
        asked = {"oneOf": [_object(sealed, ["id", "text"]), _object({"notes": many}, ["notes"])]}
        paths["/v1/reveal"] = {
            "post": _place("Brings originals back.", {JSON: asked}, {JSON: _one_or_many(sealed)})
        }
    token = {"token": {"type": "http", "scheme": "bearer"}}
    made = {
        "openapi": "3.1.0",
        "info": {"title": "incognote", "version": terms.version},
        "paths": paths,
        "components": {"securitySchemes": token},
    }
    return {**made, "security": [{"token": []}]} if terms.token else made


_SPAN: Schema = {
    "type": "object",
    "required": ["start", "end", "label", "score", "kept"],
    "properties": {
        "start": {**_COUNT, "description": "First code point of the text sent."},
        "end": {**_COUNT, "description": "One past the last code point."},
        "label": _TEXT,
        "score": _SCORE,
        "kept": {"type": "boolean", "description": "Whether the policy lets it stay."},
    },
}
_ERROR: Schema = {"type": "object", "required": ["error"], "properties": {"error": _TEXT}}


def _presidio(terms: Terms) -> dict[str, Any]:
    texts = {**_array(_TEXT), "minItems": 1}
    some_text = {**_TEXT, "minLength": 1}
    pattern = _object({"name": _TEXT, "regex": _TEXT, "score": _SCORE}, ["name", "regex", "score"])
    recognizer = {
        **_object(
            {
                "name": _TEXT,
                "supported_language": _TEXT,
                "supported_entity": some_text,
                "patterns": _or_null(_array(pattern)),
                "deny_list": _or_null(_array(some_text)),
                "deny_list_score": _SCORE,
                "context": _or_null(_array(some_text)),
            },
            ["supported_entity"],
        ),
        "anyOf": [
            {"required": [name], "properties": {name: {"type": "array", "minItems": 1}}}
            for name in ("patterns", "deny_list")
        ],
        "description": "Patterns are those of Python's `regex`.",
    }
    analyze = _object(
        {
            "text": {"anyOf": [some_text, texts]},
            "language": {"enum": list(terms.languages)},
            "entities": {
                **_or_null(_array(_TEXT)),
                "description": f"As told ({', '.join(sorted(NAMES))}), or Presidio's, of which "
                "numbers of one country or kind are told as ID.",
            },
            "score_threshold": _or_null({"type": "number"}),
            "allow_list": _or_null(_array(_TEXT)),
            "allow_list_match": {"enum": ["exact", "regex"]},
            "regex_flags": _or_null(_COUNT),
            "ad_hoc_recognizers": _or_null(_array(recognizer)),
            "context": _or_null(_array(_TEXT)),
            "return_decision_process": {"description": "Whether it is told how all was found."},
            "correlation_id": _or_null(_TEXT),
            "trace": {},
            "log_decision_process": {},
        },
        ["text", "language"],
    )
    found = {"start": _COUNT, "end": _COUNT, "entity_type": some_text, "score": _SCORE}
    plain = {"type": "number"}
    result = {"type": "object", "required": list(found), "properties": found}
    told = _array({**result, "properties": {**found, "analysis_explanation": {}}})
    item = {**found, "operator": _TEXT, "text": _TEXT, "score": {}}
    done = {"type": "object", "properties": {"text": _TEXT, "items": _array({"properties": item})}}

    def operated(names: Sequence[str], results: str, operators: str, needed: list[str]) -> Schema:
        operator = {"type": "object", "required": ["type"], "properties": {"type": {"enum": names}}}
        chosen = {"type": ["object", "null"], "additionalProperties": operator}
        scored = "score" in needed
        places = {**found, "score": plain if scored else _or_null(plain)}
        stretches = _array({"type": "object", "required": needed, "properties": places})
        forms = [(_or_null(_TEXT), stretches), (_array(_TEXT), _array(stretches))]
        return {
            "anyOf": [
                {
                    "type": "object",
                    "minProperties": 1,
                    "required": [results] if scored else [],
                    "properties": {
                        "text": text,
                        results: of_text if scored else _or_null(of_text),
                        operators: chosen,
                    },
                }
                for text, of_text in forms
            ]
        }

    of_stretch = ["start", "end", "entity_type"]
    anonymize = operated(
        list(ANONYMIZERS), "analyzer_results", "anonymizers", [*of_stretch, "score"]
    )
    back = operated(list(DEANONYMIZERS), "anonymizer_results", "deanonymizers", of_stretch)
    names = {JSON: _array(_TEXT)}
    language = {
        "name": "language",
        "in": "query",
        "schema": {"enum": list(terms.languages)},
    }
    of_language = {"parameters": [language]}
    both = {"anyOf": [done, _array(done)]}
    return {
        "/analyze": {
            "post": _place(
                "As Presidio's analyzer: where identifiers are.",
                {JSON: analyze},
                {JSON: {"anyOf": [told, _array(told)]}},
                _OF_PRESIDIO,
            )
        },
        "/anonymize": {
            "post": _place(
                "As Presidio's anonymizer: replaces what the request names.",
                {JSON: anonymize},
                {JSON: both},
            )
        },
        "/deanonymize": {
            "post": _place("Decrypts what /anonymize encrypted.", {JSON: back}, {JSON: both})
        },
        "/recognizers": {
            "get": {**_list("Names of recognizers.", names, _OF_PRESIDIO), **of_language}
        },
        "/supportedentities": {
            "get": {**_list("Names of what is found.", names, _OF_PRESIDIO), **of_language}
        },
        "/anonymizers": {"get": _list("Names of operators.", names)},
        "/deanonymizers": {"get": _list("Names of operators that bring back.", names)},
    }


def _label_studio(terms: Terms) -> dict[str, Any]:
    version = {"model_version": _TEXT}
    config = {**_TEXT, "description": "XML, with <Labels> for a <Text>."}
    task = {"type": "object", "required": ["data"], "properties": {"data": {"type": "object"}}}
    tasks = {**_array(task), "description": f"At most {terms.max_notes}."}
    asked = {"label_config": config, "tasks": tasks}
    made = {"type": "object", "properties": {**version, "result": _array({"type": "object"})}}
    told = {**version, "results": _array(made)}
    return {
        "/label-studio/health": {"get": _list("As a backend of Label Studio.", {JSON: {}})},
        "/label-studio/setup": {
            "post": _place(
                "Whether a project's labeling configuration can be served.",
                {
                    JSON: {
                        "type": "object",
                        "required": ["schema"],
                        "properties": {"schema": config},
                    }
                },
                {JSON: {"type": "object", "properties": version}},
            )
        },
        "/label-studio/predict": {
            "post": _place(
                "Predictions for tasks of Label Studio.",
                {JSON: {"type": "object", "required": list(asked), "properties": asked}},
                {JSON: {"type": "object", "properties": told}},
            )
        },
    }


def _place(
    summary: str,
    asked: Mapping[str, Schema],
    told: Mapping[str, Schema],
    otherwise: Mapping[int, str] | None = None,
) -> dict[str, Any]:
    """A place that takes a body."""
    body = {"required": True, "content": {kind: {"schema": each} for kind, each in asked.items()}}
    return {**_list(summary, told, otherwise), "requestBody": body}


def _list(
    summary: str, told: Mapping[str, Schema], otherwise: Mapping[int, str] | None = None
) -> dict[str, Any]:
    """A place behind the door, which may refuse."""
    refusals = {
        str(code): _answer(why, {JSON: _ERROR})
        for code, why in {**REFUSALS, **(otherwise or {})}.items()
    }
    return {"summary": summary, "responses": {"200": _answer("Done.", told), **refusals}}


def _simple(summary: str, kind: str) -> dict[str, Any]:
    """A place that anybody may ask."""
    return {"summary": summary, "security": [], "responses": {"200": _answer("Yes.", {kind: {}})}}


def _answer(why: str, kinds: Mapping[str, Schema]) -> dict[str, Any]:
    return {
        "description": why,
        "content": {kind: {"schema": schema} for kind, schema in kinds.items()},
    }


def _one_or_many(told: Mapping[str, Schema]) -> Schema:
    """An answer: of a note, or of many, one or the other of which may have failed."""
    provenance = {"provenance": {"type": "object", "additionalProperties": _TEXT}}
    failed = {"type": "object", "required": ["error"], "properties": {"id": _TEXT, "error": _TEXT}}
    one = {"type": "object", "properties": {**told, **provenance}}
    each = {"anyOf": [{"type": "object", "properties": told}, failed]}
    many = {"type": "object", "properties": {"notes": _array(each), **provenance}}
    return {"anyOf": [{**one, "required": ["provenance"]}, {**many, "required": ["notes"]}]}


def _or_null(schema: Schema) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _array(of: Schema) -> dict[str, Any]:
    return {"type": "array", "items": of}


def _object(properties: Mapping[str, Schema], required: Sequence[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(required),
        "additionalProperties": False,
        "properties": dict(properties),
    }


def _header(name: str, schema: Schema, why: str) -> dict[str, Any]:
    return {"name": name, "in": "header", "schema": schema, "description": why}
