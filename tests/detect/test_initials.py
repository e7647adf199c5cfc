import pytest

from incognote.detect.initials import initials_of


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Arvid R. Knudtson", "ARK"),
        ("KNUDTSON, ARVID R.", "ARK"),
        ("Ana Plunkett-Daly", "APD"),
        ("Juan Carlos García de la López", "JCGL"),
        ("Mary K. O'Brien", "MKO"),
        ("John R. Smith, Jr.", "JRS"),
        ("John R. Smith III", "JRS"),
        ("John Smith V.", "JSV"),
        # Two letters, or one word told, tell too little; so does a long list of names.
        ("Maria Delgado", ""),
        ("C. P. Daly", ""),
        ("Ana Be Cy Di Eu", ""),
        ("arvid r knudtson", ""),
        ("", ""),
    ],
)
def test_initials_of_a_name(name, initials):
    assert initials_of(name) == initials
