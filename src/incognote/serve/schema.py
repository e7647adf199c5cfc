"""What the service says of itself: its OpenAPI description."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from incognote.serve.terms import Terms


def describe(terms: Terms, replacements: Sequence[str]) -> dict[str, Any]:
    """Returns the OpenAPI 3.1 description.

    Args:
        terms: What is allowed.
        replacements: The actions that a request may name.
    """
    choice = {
        "policy": {"type": "string", "enum": list(terms.policies)},
        "replacement": {"type": "string", "enum": list(replacements)},
    }
    note = {
        "type": "object",
        "required": ["text"],
        "additionalProperties": False,
        "properties": {
            "id": {"type": "string", "description": "Told back; no part of the text."},
            "text": {"type": "string"},
            "patient": {
                "type": "string",
                "description": "Whose note it is: a patient's surrogates and days agree.",
            },
        },
    }
    request = {
        "description": "One note (`text`) or many (`notes`).",
        "oneOf": [
            {**note, "properties": {**note["properties"], **choice}},  # type: ignore[dict-item]
            {
                "type": "object",
                "required": ["notes"],
                "additionalProperties": False,
                "properties": {"notes": {"type": "array", "items": note}, **choice},
            },
        ],
    }
    span = {
        "type": "object",
        "properties": {
            "start": {"type": "integer", "description": "First code point of the text sent."},
            "end": {"type": "integer", "description": "One past the last code point."},
            "label": {"type": "string"},
            "score": {"type": "number"},
            "kept": {"type": "boolean", "description": "Whether the policy lets it stay."},
        },
    }
    told = {"type": "object", "properties": {"error": {"type": "string"}}}
    refusals = {
        str(code): {
            "description": why,
            "content": {"application/json": {"schema": told}},
        }
        for code, why in REFUSALS.items()
    }
    answer = {
        "type": "object",
        "description": "Of one note; many come as `notes`, one or the other of them with `error`.",
        "properties": {
            "text": {"type": "string"},
            "spans": {"type": "array", "items": span},
            "provenance": {"type": "object", "additionalProperties": {"type": "string"}},
        },
    }
    done = {"description": "Done.", "content": {"application/json": {"schema": answer}}}
    paths: dict[str, Any] = {
        path: {
            "post": {
                "summary": summary,
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": request}},
                },
                "responses": {"200": done, **refusals},
            }
        }
        for path, summary in (
            ("/v1/detect", "Says where identifiers are."),
            ("/v1/deidentify", "Replaces identifiers."),
        )
    }
    for path, summary in (("/health", "The process runs."), ("/ready", "The models are loaded.")):
        paths[path] = {"get": {"summary": summary, "responses": {"200": {"description": "Yes."}}}}
    paths["/ready"]["get"]["responses"]["503"] = {"description": "Not yet, or not any more."}
    return {
        "openapi": "3.1.0",
        "info": {"title": "incognote", "version": terms.version},
        "paths": paths,
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


REFUSALS = {
    400: "The request is no JSON of this form.",
    401: "The token is not right.",
    408: "The request came too slowly.",
    413: "The request is too large.",
    415: "The request is no application/json.",
    421: "The request names another host.",
    422: "The note cannot be processed whole.",
    429: "Too many requests wait.",
    500: "A bug.",
    503: "The service is not ready, stops, or took too long.",
}
