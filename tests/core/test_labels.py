import pytest

from incognote.core import labels
from incognote.core.errors import ConfigError
from incognote.core.labels import (
    CATEGORIES,
    LABELS,
    SCHEMES,
    TYPES,
    Label,
    get_label,
    our_type,
)


def test_both_schemes_have_29_labels_and_share_only_hospital():
    ours, theirs = ({label.name for label in SCHEMES[name]} for name in ("incognote", "meddocan"))
    assert len(ours) == len(theirs) == 29
    assert ours & theirs == {"HOSPITAL"}
    assert list(LABELS)[:29] == [label.name for label in TYPES]
    assert set(LABELS) == ours | theirs
    assert LABELS["HOSPITAL"].type is None


def test_english_types_fall_into_seven_categories():
    assert {label.category for label in TYPES} == set(CATEGORIES) - {"OTHER"}


@pytest.mark.parametrize("label", LABELS.values(), ids=lambda label: label.name)
def test_every_label_is_described_and_maps_to_one_of_ours(label):
    assert label.category in CATEGORIES
    assert label.description
    assert label.example
    ours = {other.name for other in TYPES}
    assert our_type(label.name) in ours or label.name == "SEXO_SUJETO_ASISTENCIA"
    assert ours.issuperset(label.also)


@pytest.mark.parametrize(
    ("name", "type", "also"),
    [("X", "NO_TYPE", ()), ("X", None, ()), ("X", "CITY", ("X",)), ("PATIENT", "DOCTOR", ())],
)
def test_a_scheme_whose_label_has_no_type_of_ours_is_refused(name, type, also):
    label = Label(name, "NAME", True, "made up", "made up", type, also)
    with pytest.raises(ConfigError, match=f"label '{name}' of scheme 'made-up'"):
        labels._with_labels(LABELS, "made-up", (label,))


def test_an_unknown_label_is_refused_with_the_nearest():
    with pytest.raises(ConfigError, match=r"no label 'PATEINT'. Did you mean 'PATIENT'"):
        get_label("PATEINT")
