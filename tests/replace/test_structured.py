"""Values in places of their own: what is no value of its form stays nowhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from incognote.core.document import Document
from incognote.core.errors import ConfigError
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.replace.structured import Value, code, replace_values

CONTEXT = Context(key=b"k" * 32)
POLICIES = ("all", "hipaa", "hipaa-expert", "gdpr", "limited-data-set", "i2b2-2014")


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("what", ["shift", "DATE"])
@pytest.mark.parametrize(
    "behind", [" Maria Delgado", "T Maria Delgado", "T10:00 Maria Delgado", "\nMaria Delgado"]
)
def test_what_stands_behind_a_date_and_is_no_time_does_not_stay(
    policy: str, what: str, behind: str
) -> None:
    value = Value("seen", f"2019-03-14{behind}", what, "date")
    (new,) = replace_values([value], Document("a", ""), get_policy(policy), CONTEXT)
    assert "Delgado" not in (new or "")


@pytest.mark.parametrize("time", ["T10:00", " 10:00:00.123456+02:00", "T101500Z", " 9:30 PM", ""])
def test_a_time_stays_behind_its_date(time: str) -> None:
    value = Value("seen", f"2019-03-14{time}", "shift", "date")
    (new,) = replace_values([value], Document("a", ""), get_policy("all"), CONTEXT)
    assert new is not None
    assert new.endswith(time)
    assert not new.startswith("2019-03-14")


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize(("what", "policy"), [("shift", "all"), ("DATE", "gdpr")])
@pytest.mark.parametrize(
    "day", ["3/25/2024", "3/25/24", "25/03/2024", "25.03.2024", "25-MAR-2024", "25MAR2024"]
)
@pytest.mark.parametrize(
    "time", ["", " 14:05", " 14:05:00", " 2:05 PM", " 2:05:11 PM", " 14:05:00.123", ":14:05:00"]
)
def test_dates_move_in_the_forms_that_tables_have(
    day: str, time: str, what: str, policy: str, lang: str
) -> None:
    value, about = Value("seen", f"{day}{time}", what), Document("a", "", meta={"patient": "p"})
    chosen = get_policy(policy).with_action("surrogate")
    new, plain = (
        replace_values([each], about, chosen, replace(CONTEXT, lang=lang))[0]
        for each in (value, replace(value, text=day))
    )
    assert plain is not None
    assert new == f"{plain}{time}" != value.text
    assert "[" not in new


@pytest.mark.parametrize(
    ("what", "text"),
    [
        *(("AGE", "45 Maria Delgado"), ("DATE", "2019 Delgado"), ("AGE", "45 MRN 9")),
        *(("AGE", "00482913"), ("AGE", "45 00482913"), ("COUNTRY", "USA Delgado")),
        *(("COUNTRY", "Delgado"), ("ZIP", "44107 Delgado"), ("STATE", "Ohio Delgado")),
        # nobody searched these
        *(("PROFESSION", "Delgado"), ("CITY", "Delgado")),
    ],
)
@pytest.mark.parametrize("policy", POLICIES)
def test_what_a_policy_lets_stay_holds_nothing_else(policy: str, what: str, text: str) -> None:
    value = Value("age", text, what)
    (new,) = replace_values([value], Document("a", ""), get_policy(policy), CONTEXT)
    assert "Delgado" not in (new or "")
    assert "MRN" not in (new or "")
    assert "00482913" not in (new or "")


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("form", ["text", "number"])
@pytest.mark.parametrize(
    "text",
    [
        *("12/03/50", "61-08-09", "8/9/61", "3 14 19", "3/14", "8.9.61"),
        *("12-34-56", "12 34 56 78", "482-913", "45.678.912", "555.014"),
        *("415 555 012", "45, 216-555-014", "45 (555) 014"),
    ],
)
def test_a_number_in_groups_is_no_age(policy: str, form: str, text: str) -> None:
    if form == "number" and text.count(".") == 1 and text.replace(".", "").isdigit():
        pytest.skip("a number")
    (new,) = replace_values(
        [Value("age", text, "AGE", form)], Document("a", ""), get_policy(policy), CONTEXT
    )
    assert new is None or text not in new


@pytest.mark.parametrize(
    ("what", "text"),
    [
        *(("AGE", "45 years"), ("AGE", "45"), ("AGE", "1.5"), ("AGE", "18-24"), ("AGE", "2y 3m")),
        *(("AGE", "365 days"), ("AGE", "100 - 104 years"), ("DATE", "2019")),
    ],
)
def test_what_is_of_its_type_stays_where_the_policy_lets_it(what: str, text: str) -> None:
    policy = get_policy("limited-data-set")
    assert replace_values([Value("a", text, what)], Document("a", ""), policy, CONTEXT) == [text]


def test_integers_get_codes_of_their_own_size_and_no_two_the_same() -> None:
    codes = {code(str(number), "integer", CONTEXT) for number in range(500)}
    assert len(codes) == 500
    assert all(0 <= int(each) < 2**31 for each in codes)
    assert 2**31 <= int(code(str(2**40), "integer", CONTEXT)) < 2**63
    with pytest.raises(ConfigError, match="need a key"):
        code("1", "integer", Context())
