"""E-mail and web addresses of people and institutions in English-speaking countries."""

from __future__ import annotations

import random

from incognote.replace.values import table
from incognote.replace.values.logins import user_name
from incognote.replace.values.names import Person
from incognote.replace.values.shapes import fill


def email(person: Person, rng: random.Random, institution: str = "") -> str:
    """Returns an e-mail address of that person, at `institution` (a slug) or a public host."""
    local = user_name(person, rng).lower()
    if institution and rng.random() < 0.5:
        end = rng.choice((".org", ".com", ".net", ".edu", ".example", ".example.org", ".health"))
        return f"{local}@{institution}{end}"
    return f"{local}@{rng.choice(table('contacts')['mail host'])}"


def web_address(rng: random.Random, institution: str) -> str:
    """Returns a web address at `institution` (a slug)."""
    end = rng.choice((".org", ".com", ".net", ".example", ".example.com", ".health", ".care"))
    front = rng.choice(("www.", "https://", "https://www.", "http://", "https://portal.", "", "my"))
    path = rng.choice(("", "", "", "/patients", "/portal", "/visit/#####", "/records", "/r/****"))
    return f"{front}{institution}{end}{fill(path, rng)}"
