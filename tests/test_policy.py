import pytest

from incognote import Document, Span, get_policy
from incognote.errors import ConfigError


@pytest.mark.parametrize(
    ("label", "surface", "leaves"),
    [
        ("PATIENT", "Maria", True),
        ("DOCTOR", "Okafor", True),
        ("HOSPITAL", "Mercy", True),
        ("STATE", "Ohio", False),
        ("COUNTRY", "Haiti", False),
        ("PAIS", "España", False),
        ("PROFESSION", "welder", False),
        ("SEXO_SUJETO_ASISTENCIA", "Mujer", False),
        ("AGE", "54", False),
        ("AGE", "89", False),
        ("AGE", "90", True),
        ("AGE", "6 month", False),
        ("AGE", "fifty-two", True),  # not understood: leaves the text
        ("AGE", "80s", False),
        ("AGE", "90s", True),
        ("AGE", "89+", True),
        ("EDAD_SUJETO_ASISTENCIA", "70 años", False),
        ("EDAD_SUJETO_ASISTENCIA", "91 años", True),
        ("DATE", "2009", False),
        ("DATE", "3/14/2019", True),
        ("DATE", "March 2019", True),
        ("FECHAS", "2009", False),
        ("ZIP", "44107", True),
        ("TERRITORIO", "Utrera", True),
    ],
)
def test_hipaa(label, surface, leaves):
    span = Span(0, len(surface), label)
    assert get_policy("hipaa").removes(span, surface) is leaves
    assert get_policy("all").removes(span, surface)


def test_apply_keeps_the_spans_that_leave():
    doc = Document("a", "54 in Ohio with Ann", (Span(0, 2, "AGE"), Span(16, 19, "PATIENT")))
    assert [s.label for s in get_policy("hipaa").apply(doc).spans] == ["PATIENT"]


def test_an_unknown_policy_is_refused():
    with pytest.raises(ConfigError, match="no policy 'hippa'. Did you mean 'hipaa'"):
        get_policy("hippa")
