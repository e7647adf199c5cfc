"""What a conversation sends holds no original, and what comes back gets its own and no other's."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest

from incognote import load
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, NoteError
from incognote.guard import Guard, RefusedError
from incognote.replace.redact import Redacted, Replaced
from timing import in_line

NOTE = (
    "Patient: Maria Delgado, 61-year-old teacher, MRN 00482913, tel (216) 555-0143, "
    "DOB 08/19/1961.\nSeen by Dr. Ada Ruiz at Mercy General Hospital, Leadville, OH 44107 on "
    "3/14/2019. Ms. Delgado "
    "had an MI in 2017. Daughter Ana lives at 18 Alder Row. Follow-up March 28, 2019. Pain 7/10."
)
ORIGINALS = re.compile(
    r"\b(?:maria|delgado|00482913|555-0143|08/19/1961|ada|ruiz|mercy|leadville|44107|3/14/2019|2017|"
    r"alder|march 28)\b",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def guard() -> Guard:
    return Guard(fast=True, key=b"k" * 32)


def test_a_prompt_goes_and_comes_back(guard: Guard) -> None:
    with guard.session() as session:
        safe = session.protect(NOTE)
        assert not ORIGINALS.search(safe)
        assert "61-year-old" in safe
        assert "Pain 7/10" in safe
        assert re.search(r"on \d+/\d+/\d{4}\. Ms\.", safe)
        assert session.restore(safe) == NOTE
        pieces = [safe[i : i + 3] for i in range(0, len(safe), 3)]
        assert "".join(session.restore_stream(pieces)) == NOTE


def test_turns_agree(guard: Guard) -> None:
    with guard.session() as session:
        first = session.protect(NOTE)
        again = session.protect([{"role": "user", "content": NOTE}])
        assert again == [{"role": "user", "content": first}]
        name = re.search(r"Patient: (\w+) (\w+)", first)
        assert name is not None
        asked = session.protect("And what did Delgado say to RUIZ about 00482913?")
        assert name[2] in asked
        assert not ORIGINALS.search(asked)


def test_what_one_message_tells_is_looked_for_in_the_others(guard: Guard) -> None:
    """In small letters, where nothing in its own message says that it is a name."""
    prompt = [
        {"role": "system", "content": "You know quillfeather and mrn 00 48 29 13."},
        {"role": "user", "content": "Dr. Ada Quillfeather saw MRN 00482913."},
    ]
    with guard.session() as session:
        sent = str(session.protect(prompt)).lower()
        assert "quillfeather" not in sent
        assert "00 48 29 13" not in sent
        # ... and in later turns
        assert "quillfeather" not in session.protect("was quillfeather right").lower()


def test_a_surrogate_is_no_word_of_the_prompt(guard: Guard) -> None:
    """With the same id and key the same would be drawn: so it must yield to what is said."""
    with guard.session("a") as session:
        drawn = re.search(r"Patient: (\w+) (\w+)", session.protect(NOTE))
    assert drawn is not None
    said = f"{NOTE} The {drawn[2].lower()} sign was positive, {drawn[1].lower()} negative."
    with guard.session("a") as session:
        safe = session.protect(said)
        assert safe.count(drawn[2].lower()) == 1
        assert drawn[2] not in safe
        assert session.restore(safe) == said


def test_what_reads_as_a_surrogate_of_an_earlier_turn_is_replaced(guard: Guard) -> None:
    with guard.session() as session:
        drawn = re.search(r"Patient: (\w+ \w+)", session.protect(NOTE))
        assert drawn is not None
        asked = f"is {drawn[1].lower()} the other one"
        sent = session.protect(asked)
        assert drawn[1].lower() not in sent.lower()
        assert session.restore(sent).lower() == asked


@pytest.mark.parametrize("part", [1, 2])
def test_a_word_that_reads_as_part_of_a_surrogate_comes_back_as_itself(
    guard: Guard, part: int
) -> None:
    for number in range(6):
        with guard.session(f"ward-{number}") as session:
            drawn = re.search(r"Patient: (\w+) (\w+)", session.protect(NOTE))
            assert drawn is not None
            asked = f"a {drawn[part].lower()} thing"
            assert session.restore(session.protect(asked)) == asked


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_score_that_reads_as_a_date_that_was_moved_comes_back_as_itself(lang: str) -> None:
    """The answer may hold `7/10` for 7/10/2018, which was sent for 3/14/2019."""
    said = {"en": "Seen on 3/14/2019.", "es": "Visto el 14/03/2019."}[lang]
    score = {"en": "Pain {}/{} today.", "es": "Dolor {}/{} hoy."}[lang]
    kept = 0
    guard = Guard(lang=lang, key=b"k" * 32)
    for number in range(6):
        with guard.session(f"ward-{number}") as session:
            safe = session.protect(said)
            moved = re.search(r"(\d+)/(\d+)/\d{4}", safe)
            assert moved is not None
            assert session.restore(f"{moved[1]}/{moved[2]}") in ("3/14", "14/03")
            asked = score.format(moved[1], moved[2])
            sent = session.protect(asked)
            kept += sent == asked
            assert session.restore(sent) == asked
            assert "".join(session.restore_stream(sent)) == asked
            assert session.restore(safe) == said
    assert kept, "no score was sent as it stands: the test shows nothing"


@pytest.mark.parametrize(
    ("lang", "note"),
    [
        ("en", "Mrs. Ada Ruiz. Narrowed on3/14/2019, again 3/14/2019. LMSW Dana P. x5-0471"),
        ("en", "<sent>2019-03-14T03:26:00</sent> by Dr. Ada Ruiz, seen 2019-03-14."),
        ("en", "Seen by Dr.Ada Ruiz_MD; phone(216) 555-0143call; MRN:00482913x and MRN 00482913"),
        ("es", "<data>2019-03-14T03:26:00</data> Dra. Ruiz Peña, vista el14/03/2019 y 14/03/2019."),
        ("es", "Paciente María Núñez, NHC482913A, tel.954123456ext. Visita 14-03-2019Urgencias"),
    ],
)
def test_what_letters_touch_comes_back(lang: str, note: str) -> None:
    """Where no form of a surrogate would be known there is a tag."""
    guard = Guard(lang=lang)
    for _ in range(3):
        with guard.session() as session:
            sent = session.protect(note)
            assert sent != note
            assert session.restore(sent) == note
            # As long as the conversation: an original that had a surrogate before has a tag now.
            assert session.restore(session.protect(f"{note}\n{note}")) == f"{note}\n{note}"


def test_a_tag_that_holds_a_word_that_left_does_not_stop_the_prompt() -> None:
    """`[FECHAS-1]`, for a date that letters touch, beside Ana Fechas."""
    note = "Paciente: Ana Fechas Peña, vista el14/03/2019."
    with Guard(lang="es").session() as session:
        sent = session.protect(note)
        assert not re.search("(?i)fechas|14/03/2019", sent)
        assert "Ana Fechas Peña" in session.restore(sent)


def test_dates_that_stay_are_told_in_line_with_the_text(guard: Guard) -> None:
    def work(count: int) -> Callable[[], object]:
        text, size = "on 3/14/2019 pain 7/10, " * count, len("on 3/14/2019 pain 7/10, ")
        spans = [Span(i * size + 3, i * size + 12, "DATE") for i in range(count)]
        sent = Redacted("n", text, tuple(Replaced(s, s.start, s.end) for s in spans), lang="en")
        told = partial(guard.session()._dates_kept, Document("n", text), sent)
        assert list(told()) == ["7/10"] * count
        return lambda: list(told())

    assert in_line(work, 400, more=0.1)


def test_a_tag_that_reads_as_an_original_with_what_follows_gets_another_number() -> None:
    """`[DATE-4]) -> 44 (2232)` holds the digits of 444-2232."""
    note = (
        "Phones 344-2232, 444-2232, 544-2232. Seen 2001, 2002, 2003 and 2004. Trop 19 (2005) -> 44 "
        "(2232) -> 71 (2006)."
    )
    with Guard(key=b"k" * 32).session("ward-7") as session:
        sent = session.protect(note)
        assert "-> 44 (2232) ->" in sent
        assert session.restore(sent) == note


def test_two_originals_never_share_a_surrogate(guard: Guard) -> None:
    names = ("Ann Lee", "Amy Low", "Abe Law", "Ava Lin", "Art Lund", "Ana Lamb", "Al Lark")
    text = "\n".join(f"Patient: {name}, born 3/{i}/1950" for i, name in enumerate(names, 1))
    with guard.session() as session:
        safe = session.protect(text)
        assert len(set(re.findall(r"Patient: (.*),", safe))) == len(names)
        assert session.restore(safe) == text


def test_conversations_do_not_agree_and_do_not_know_each_other(guard: Guard) -> None:
    with guard.session("one") as one, guard.session("two") as two:
        first, second = one.protect(NOTE), two.protect(NOTE)
        assert first != second
        drawn = re.search(r"Patient: (\w+ \w+)", first)
        assert drawn is not None
        assert two.restore(f"{drawn[1]}.") == f"{drawn[1]}."


@pytest.mark.parametrize("replacement", ["tag", "mask", "hash", "surrogate"])
def test_whatever_stands_there_can_be_put_back(replacement: str) -> None:
    with Guard(fast=True, policy="all", replacement=replacement).session() as session:
        safe = session.protect(NOTE)
        assert not ORIGINALS.search(safe)
        assert session.restore(safe) == NOTE


def test_spanish() -> None:
    note = (
        "Paciente: María Núñez Delgado, NHC 482913, ingresó el 14/03/2019 en el Hospital Virgen "
        "del Rocío de Sevilla. Dra. Ruiz Peña."
    )
    with Guard(lang="es").session() as session:
        safe = session.protect(note)
        assert not re.search(
            r"\b(?:núñez|delgado|482913|14/03/\d+|rocío|sevilla|ruiz)\b", safe, re.IGNORECASE
        )
        assert session.restore(safe) == note


def test_escapes_of_json_go_back_as_they_came(guard: Guard) -> None:
    call = '{"patient": "Jos\\u00e9 N\\u00fa\\u00f1ez", "note": "Dr. Ada Ruiz\\nMRN 00482913"}'
    prompt = [
        {"role": "user", "content": "Dr. Ada Ruiz saw José Núñez."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "look", "arguments": call},
                }
            ],
        },
    ]
    with guard.session() as session:
        sent = session.protect(prompt)
        arguments = sent[1]["tool_calls"][0]["function"]["arguments"]
        originals = ("Ruiz", "00482913", "Núñez", "N\\u00fa", "José", "Jos\\u00e9")
        assert not [original for original in originals if original in arguments]
        back = session.restore(arguments, in_json=True)
        assert "José Núñez" in back
        assert "Dr. Ada Ruiz\\nMRN 00482913" in back
    assert prompt[1]["tool_calls"][0]["function"]["arguments"] == call  # not changed in place


def test_a_closed_session_knows_nothing(guard: Guard) -> None:
    session = guard.session()
    session.protect(NOTE)
    assert repr(session).startswith("Session(1")
    session.close()
    for use in (session.protect, session.restore):
        with pytest.raises(ConfigError, match="closed"):
            use("Maria Delgado")


def test_what_cannot_be_processed_is_refused_and_not_quoted(guard: Guard) -> None:
    with guard.session() as session:
        image = [{"type": "image_url", "image_url": {"url": "data:Quillfeather"}}]
        with pytest.raises(RefusedError, match="image_url") as refused:
            session.protect([{"role": "user", "content": image}])
        assert "Quillfeather" not in str(refused.value)


def test_a_detector_that_fails_lets_nothing_go(
    guard: Guard, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(docs: object, **_: object) -> object:
        raise NoteError("text 1", "cannot be read")

    monkeypatch.setattr(guard._flow.pipeline, "annotate", fail)
    with guard.session() as session, pytest.raises(NoteError):
        session.protect(NOTE)


def test_a_guard_must_search_what_it_sends() -> None:
    with pytest.raises(ConfigError, match="verify"):
        Guard(load(fast=True, verify="off"))
    with pytest.raises(ConfigError, match="not both"):
        Guard(load(fast=True), lang="en")
