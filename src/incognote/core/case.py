"""The case pattern of a surface, put on another."""

from __future__ import annotations

import unicodedata


def case_like(surface: str, value: str) -> str:
    """Returns `value` in capitals or small letters where `surface` is, else as it stands.

    Examples:
        >>> case_like("DELGADO", "McKay"), case_like("delgado", "McKay"), case_like("D", "Wu")
        ('MCKAY', 'mckay', 'Wu')
    """
    letters = [char for char in surface if char.isalpha()]
    if len(letters) > 1 and all(char.isupper() for char in letters):
        return value.upper()
    if letters and all(char.islower() for char in letters):
        return value.lower()
    return value


def cased(surface: str, value: str, *, first: bool = True) -> str:
    """Returns `value` in the case of `surface`, with a capital where that has one.

    Args:
        surface: What it stands for.
        value: What is written.
        first: Whether its first letter may change; one in small letters else stays as it is.
    """
    letters = [char for char in surface if char.isalpha()]
    if len(letters) > 1 and all(char.isupper() for char in letters):
        return value.upper()
    if all(char.islower() for char in letters):
        return value.lower() if first else value
    return value[:1].upper() + value[1:] if first else value


def fold(text: str) -> str:
    """Returns the text in small letters without accents, for comparing names."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))
