"""Ben Carter and Anna Le lose their names; 'van' stays in 'Pieter van Dyke'."""

from __future__ import annotations

import re

import pytest

from incognote import Document, Span, get_policy, redact
from incognote.replace.replacement import Context

POLICY = get_policy("all").with_action("surrogate")


def named(surface: str, key: int, lang: str, before: str = "") -> str:
    """The surrogate of a name behind a text."""
    label = "NOMBRE_SUJETO_ASISTENCIA" if lang == "es" else "PATIENT"
    doc = Document("a", before + surface, (Span(len(before), len(before + surface), label),))
    return redact(doc, POLICY, Context(bytes([key]), lang=lang)).text[len(before) :]


@pytest.mark.parametrize(
    "surface",
    [
        "Don Miller", "D. Thomas", "Dona Smith", "Ing Wei", "Ben Carter", "Carter, Ben", "Al Jones",
        "Nic Brown", "Ni Zhang", "San Nguyen", "Van Nguyen", "Le Tran", "Do Kwon", "Anna Le",
        "Le, Anna", "Minh Do", "NGUYEN, VAN", "anna le", "Ben C.", "J. Le", "Anna Le Jr.",
        "Dr. Ben Carter", "DO, VAN",
    ],
)  # fmt: skip
def test_no_name_is_taken_for_a_title_or_particle(surface: str) -> None:
    titles = {"dr", "jr"}
    words = set(re.findall(r"[^\W\d_]+", surface.lower())) - titles
    for key in range(12):
        new = set(re.findall(r"[^\W\d_]+", named(surface, key, "en").lower()))
        assert words.isdisjoint(new), new


@pytest.mark.parametrize(
    ("lang", "before", "surface", "kept"),
    [
        ("en", "", "Pieter van Dyke", " van "),
        ("en", "", "van Dyke", "van "),
        ("en", "Dr. ", "Van Dyke", "Van "),
        ("en", "", "Van Morrison, George", "Van "),
        ("en", "", "Ní Bhriain", "Ní "),
        ("en", "", "maria de la cruz", " de la "),
        ("es", "", "Del Valle", "Del "),
        ("es", "", "D. Benito Pérez", "D. "),
        ("es", "", "Don Benito", "Don "),
        ("es", "", "San Juan, Luis", "San "),
        ("es", "", "María de la Cruz", " de la "),
    ],
)
def test_particles_and_titles_stay(lang: str, before: str, surface: str, kept: str) -> None:
    for key in range(12):
        assert kept in named(surface, key, lang, before)
