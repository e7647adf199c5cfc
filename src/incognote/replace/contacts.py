"""Phones, addresses of mail, web and network, and log-in names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from incognote.replace.keyed import Keyed
from incognote.replace.names import People
from incognote.values.case import fold
from incognote.values.shapes import same_shape
from incognote.values.small import spoken_digits
from incognote.values.tables import table


def phone(surface: str, keyed: Keyed, whole: Mapping[str, str], salt: str) -> str:
    """Returns another phone number of the same shape.

    Area code and exchange stay possible ones (2 to 9 first), numbers that only a test line has
    keep that (555-01xx). The last digits of a number of the note follow that number.

    Args:
        surface: A number as it stands.
        keyed: The note's choices.
        whole: From the digits of the longer numbers of the note to those they become.
        salt: Of a mention that is replaced anew.
    """
    digits = re.sub(r"\D", "", surface)
    if not digits:
        return spoken_digits(surface, keyed.rng("phone", fold(surface) + salt))
    new = other_digits(digits, keyed, salt)
    if len(digits) < 7 and not salt:
        ends = (v[-len(digits) :] for k, v in whole.items() if k.endswith(digits) and k != digits)
        new = next(ends, new)
    fresh = iter(new)
    shown = "".join(next(fresh) if char.isdecimal() else char for char in surface)
    return re.sub(r"[A-Z]{4,}", lambda m: same_shape(m[0], keyed.rng("vanity", m[0])), shown)


def other_digits(digits: str, keyed: Keyed, salt: str = "") -> str:
    """Returns the digits of another phone number, as long as this one."""
    head = _COUNTRY.match(digits)[0]  # type: ignore[index]
    body = digits[len(head) :]
    american = head in ("", "1")
    rng = keyed.rng("phone", body + salt)
    while True:
        new = [rng.choice("0123456789") for _ in body]
        if american and len(body) == 10 and body[0] in "23456789":
            new[0], new[3] = rng.choice("23456789"), rng.choice("23456789")
            if body[3:8] == "55501":
                new[3:8] = "55501"
        elif len(body) == 7 and body.startswith("55501"):
            new[:5] = "55501"
        elif len(body) > 7:
            kept = 2 if body[0] == "0" else 1
            new[:kept] = body[:kept]
        # What stays of an exchange may not bring the number's end with it.
        if new[-4:] != list(body[-4:]):
            return head + "".join(new)


_COUNTRY = re.compile(
    r"(?:00)?(?:1(?=[2-9]\d{9}$)|44(?=[1-9]\d{9}$)|34(?=[6-9]\d{8}$)|(?:61|27)(?=[1-9]\d{8}$)|"
    r"(?:52|54|57|58|91)(?=\d{10}$)|(?:51|56)(?=9\d{8}$)|353(?=[1-9]\d{6,8}$)|"
    r"(?:971|593|591|595|598)(?=\d{8,9}$))|"
)
"""The code of a country before a number of a length that it has; it stays."""


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
    public = [name for name in table("en/numbers")["mail host"] if "example" not in name]
    low = host.lower()
    if low in public:
        return keyed.pick("host", low, [name for name in public if name != low])
    stem = low.rsplit(".", 2)[0] if low.count(".") > 1 else low.partition(".")[0]
    name = fold(keyed.pick("host", stem, _host_words())).replace(" ", "")
    return f"{name}.example.org"


@cache
def _host_words() -> tuple[str, ...]:
    words = table("en/facilities")["proper"] + table("en/places")["town first"]
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
