"""Addresses of mail and web, and log-in names."""

from __future__ import annotations

import re
from functools import cache

from incognote.core.case import fold
from incognote.core.language import get_language
from incognote.replace.keyed import Keyed
from incognote.replace.names import People
from incognote.replace.values import table
from incognote.replace.values.shapes import same_shape


def user(surface: str, people: People, salt: str) -> str:
    """Returns another log-in name: built from the surrogates where it holds names of the note."""
    return _local(surface, people, salt)


def email(surface: str, people: People, keyed: Keyed, salt: str) -> str:
    """Returns another address: the person's surrogate at another house."""
    local, at, host = surface.partition("@")
    if not at:
        return _local(surface, people, salt)
    return f"{_local(local, people, salt)}@{_host(host, keyed)}"


def url(surface: str, people: People, keyed: Keyed, salt: str) -> str:
    """Returns another web address at another host, with a path of the same shape."""
    found = re.match(r"((?:[a-z]+://)?(?:www\.)?)([^/\s:?#]+)(.*)", surface, re.I | re.S)
    if not found:
        return same_shape(surface, keyed.rng("url", surface + salt))
    path = re.sub(
        r"[^\W\d_]{3,}|\d+",
        lambda m: _path_word(m[0], keyed, salt),
        found[3],
    )
    return found[1] + _host(found[2], keyed) + path


def _path_word(word: str, keyed: Keyed, salt: str) -> str:
    if word.lower() in table("kept")["address"]:
        return word
    return same_shape(word, keyed.rng("path", fold(word) + salt))


def _host(host: str, keyed: Keyed) -> str:
    """Another host: a public one for a public one, else one below .example, which nobody owns."""
    public = [
        name for name in get_language("en").table("numbers")["mail host"] if "example" not in name
    ]
    low = host.lower()
    if low in public:
        return keyed.pick("host", low, [name for name in public if name != low])
    stem = low.rsplit(".", 2)[0] if low.count(".") > 1 else low.partition(".")[0]
    name = fold(keyed.pick("host", stem, _host_words())).replace(" ", "")
    return f"{name}.example.org"


@cache
def _host_words() -> tuple[str, ...]:
    words = (
        get_language("en").table("facilities")["proper"]
        + get_language("en").table("places")["town first"]
    )
    return tuple(dict.fromkeys(word for word in words if word.replace(" ", "").isalpha()))


def _local(surface: str, people: People, salt: str) -> str:
    """What stands before the @: names of the note become theirs, letters and digits others."""
    # One for one: folding a whole text may lengthen it ('½', 'ß').
    low = "".join(fold(char)[:1] or char for char in surface)
    known = people.beginnings
    out: list[str] = []
    place = 0
    while place < len(low):
        rest = low[place:]
        word, cut = known.whole(rest), known.cut(rest)
        if word:
            out.append(_like(surface[place], people.word(word, people.roles[word], salt)))
            place += len(word)
        elif cut:
            size = 4
            while size < min(len(rest), len(cut)) and rest[size] == cut[size]:
                size += 1
            new = people.word(cut, people.roles[cut], salt)
            out.append(_like(surface[place], new)[:size])
            place += size
        elif low[place].isalpha():
            run = re.match(r"[^\W\d_]+", rest)
            assert run is not None
            initials = next((n for n in (1, 2) if known.any(run[0][n:])), 0)
            if initials:
                letters = surface[place : place + initials]
                out.append("".join(people.letter(char, salt) for char in letters))
                place += initials
            else:
                out.append(_run(surface[place : place + len(run[0])], people, salt))
                place += len(run[0])
        elif low[place].isdecimal():
            number = re.match(r"\d+", rest)
            assert number is not None
            out.append(same_shape(number[0], people.keyed.rng("digits", low + salt)))
            place += len(number[0])
        else:
            out.append(surface[place])
            place += 1
    return "".join(out)


def _run(run: str, people: People, salt: str) -> str:
    """Letters that are no name of the note: initials letter by letter, a longer run a surname."""
    if len(run) <= 3 and (len(run) < 3 or fold(run) not in _surnames()):
        return "".join(people.letter(char, salt) for char in run)
    if run.lower() in table("kept")["address"]:
        return run
    return _like(run[0], people.word(run, "last", salt))


@cache
def _surnames() -> frozenset[str]:
    """Short surnames that surrogates may be ('gil', 'lee'), folded."""
    rows = table("surrogates")
    return frozenset(fold(n) for key in rows if key.endswith("last") for n in rows[key])


def _like(first: str, name: str) -> str:
    plain = "".join(filter(str.isalpha, fold(name)))
    return plain.upper() if first.isupper() else plain
