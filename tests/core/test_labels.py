import pytest

from incognote.core.errors import ConfigError
from incognote.core.labels import CATEGORIES, ENGLISH, LABELS, MEDDOCAN, get_label, our_type


def test_both_schemes_have_29_types_and_share_only_hospital():
    ours, theirs = {label.name for label in ENGLISH}, {label.name for label in MEDDOCAN}
    assert len(ours) == len(theirs) == 29
    assert ours & theirs == {"HOSPITAL"}


def test_english_types_fall_into_seven_categories():
    assert {label.category for label in ENGLISH} == set(CATEGORIES) - {"OTHER"}


@pytest.mark.parametrize("label", LABELS.values(), ids=lambda label: label.name)
def test_every_label_is_described_and_maps_to_one_of_ours(label):
    assert label.category in CATEGORIES
    assert label.description
    assert label.example
    ours = {other.name for other in ENGLISH}
    assert our_type(label.name) in ours or label.name == "SEXO_SUJETO_ASISTENCIA"


def test_an_unknown_label_is_refused_with_the_nearest():
    with pytest.raises(ConfigError, match=r"no label 'PATEINT'. Did you mean 'PATIENT'"):
        get_label("PATEINT")
