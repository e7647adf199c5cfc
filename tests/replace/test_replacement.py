import pickle

import pytest

from incognote import Document
from incognote.core.errors import ConfigError
from incognote.replace.replacement import Context


def test_the_patient_of_a_note():
    doc = Document("ward/p12_3", "x", meta={"patient": "q1"})
    assert Context().patient(doc) == "q1"
    assert Context(patient_from=r"(p\d+)_").patient(doc) == "p12"
    assert Context(patient_from=r"(z\d+)_").patient(doc) == ""


def test_notes_of_a_group_share_their_replacements():
    a, b = (Document(id, "x", meta={"patient": "q1"}) for id in ("a", "b"))
    lone = Document("q1", "x")
    assert Context().group(a) == Context().group(b) != Context().group(lone)
    assert Context(scope="note").group(a) != Context(scope="note").group(b)
    assert Context(scope="run").group(a) == Context(scope="run").group(lone)


def test_secrets_differ_by_key_and_by_parts():
    secret = Context(b"k").secret("a", "bc")
    assert secret == pickle.loads(pickle.dumps(Context(b"k"))).secret("a", "bc")
    assert secret not in (Context(b"k").secret("ab", "c"), Context(b"l").secret("a", "bc"))


def test_the_key_is_not_in_the_repr():
    assert "secret" not in repr(Context(b"secret", avoid=frozenset({"secret"})))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"key": "00ff"}, "A key is bytes"),
        ({"scope": "pateint"}, "no scope 'pateint'. Did you mean 'patient'"),
        ({"vary": 1.5}, "must be within 0 and 1, not 1.5"),
        ({"patient_from": "p("}, "is not valid"),
        ({"patient_from": "p"}, "has no group"),
        ({"patient_from": r"(?<=x)(p)"}, "look-around and backreferences"),
        ({"patient_from": r"(p)\1"}, "look-around and backreferences"),
    ],
)
def test_values_that_cannot_be_are_refused(values, message):
    with pytest.raises(ConfigError, match=message):
        Context(**values)
