"""People as Spanish notes name them: by two surnames, with marks of relatives and of sex."""

from __future__ import annotations

import re

from incognote.core.case import fold
from incognote.core.words import listed
from incognote.languages.es import PACK
from incognote.replace.naming import Naming, Relatives, Sexes

_TABLE = PACK.table("people")
_WHATEVER_HAPPENED = (
    "avisad|informad|citad|nacid|valorad|atendid|vist|derivad|ingresad|acompañad|casad|jubilad|"
    "viud|separad|divorciad|solter|fallecid|operad|embarazad|preocupad|enferm|identificad|alertad"
)


def _folded(row: str) -> frozenset[str]:
    return frozenset(map(fold, _TABLE[row]))


def _others(kind: str) -> dict[str, tuple[str, ...]]:
    """From a folded word or letter for a sex to the others for it."""
    pairs = (line.split(": ") for line in _TABLE[f"sexo {kind}"])
    return {fold(word): tuple(others.split(", ")) for word, others in pairs}


PEOPLE = Naming(
    initials="ABCDEFGHJLMNPRSTV",
    made_up_middles=("al", "and", "ar", "as", "el", "est", "il", "in", "ol", "orr", "ul", "und"),
    made_up_ends=(
        "ades", "aire", "ales", "anda", "arza", "astre", "eda", "ego", "endia", "iera", "igal",
        "inaga", "oira", "onte", "osa", "uela", "uri",
    ),
    female_ending="a",
    two_surnames=True,
    accents=True,
    titles=listed("""
        dr dra sr sra srta mr mrs ms mx miss prof doctor doctora senor senora senorita nurse
        don dona dna dn d ilmo ilma excmo excma lic ing fray profesor profesora srita sor
    """),
    name_titles=frozenset(("d",)),
    given_titles=frozenset(("don", "dona", "dn", "dna", "d", "fray", "sor")),
    articles=frozenset(("el", "la", "al", "del")),
    title_before=re.compile(
        r"\b(?:mr|mrs|ms|miss|mx|drs?|dra|prof|sgt|dep|rev|rabbi|officer|nurse|sra?|srta|"
        r"attending|doctora?)\.? $",
        re.IGNORECASE,
    ),
    between=frozenset(("y", "e", "i", "and", "Ó")),
    kept=listed("bg bb baby boy girl twin infant newborn male female a/k/a aka nee née"),
    leading_particle=True,
    devotion=re.compile(r"[^\W\d_] (?:del|de l[ao]s?) ([^\W\d_]+)", re.IGNORECASE),
    devotions=tuple(_TABLE[f"mary {article}"] for article in ("del", "la", "los", "las")),
    relations=(
        "hija|madre|mamá|hermana|esposa|mujer|tía|abuela|prima|sobrina|nieta|suegra|nuera|cuñada|"
        "novia|compañera|vecina|amiga|viuda|madrina|madrastra|hijastra|ahijada|comadre|exmujer",
        "hijo|padre|papá|hermano|esposo|marido|tío|abuelo|primo|sobrino|nieto|suegro|yerno|cuñado|"
        "novio|compañero|vecino|amigo|viudo|padrino|padrastro|hijastro|ahijado|compadre|exmarido",
    ),
    persons=(
        "señora|niña|nena|doctora|enfermera|médica|matrona|cuidadora|celadora|psicóloga|"
        "farmacéutica|trabajadora social|mujer",
        "señor|niño|nene|doctor|enfermero|médico|cuidador|celador|psicólogo|farmacéutico|"
        "trabajador social|varón|hombre",
    ),
    gender_titles=(
        r"sra|srta|dña|doña|d\.? ?ª|dra|profra|sor|hna|lcda",
        "sr|don|d|dr|hno|fray|lcdo",
    ),
    called="mayor|menor|de confianza",
    honorifics="d(?:on|oña)? ",
    determiners="su |la |el ",
    of="del?",
    years="años|a\\.?",
    agreeing=(
        rf" (?:es |está |fue |ha sido )?(?:{_WHATEVER_HAPPENED})a\b",
        rf" (?:es |está |fue |ha sido )?(?:{_WHATEVER_HAPPENED})o\b",
    ),
    relatives=Relatives(
        label="FAMILIARES_SUJETO_ASISTENCIA",
        kin=_folded("kin"),
        said=_folded("said"),
        joined=re.compile(r"(?:ª|\.)?[ -](?:(?:de|del|la|los|las|y|da|do) )*", re.IGNORECASE),
        ill=re.compile(r"\b(?:con|por|tras|sin) $", re.IGNORECASE),
        count=re.compile(r"\d{1,2} [^\W\d_]+s\b[^\d]*$"),
        ages=listed("ano anos anito anitos mes meses dia dias semana semanas hora horas"),
    ),
    sexes=Sexes(
        label="SEXO_SUJETO_ASISTENCIA",
        # M is 'mujer' in one country and 'masculino' in the next.
        gender={
            **dict.fromkeys(listed("f fem femenino femenina mujer nina hembra"), "female"),
            **dict.fromkeys(listed("h v masc masculino hombre varon nino"), "male"),
        },
        others={kind: _others(kind) for kind in ("female", "male")},
        status_label="ID_SUJETO_ASISTENCIA",
        status=re.compile(r"(?:casad|solter|viud|divorciad|separad)(?:(a)|(o))", re.IGNORECASE),
    ),
    other_label="OTROS_SUJETO_ASISTENCIA",
)  # fmt: skip
