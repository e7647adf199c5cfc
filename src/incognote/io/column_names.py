"""What the name of a column says, in English and Spanish, as the systems of hospitals write it.

`PAT_NAME` (Epic), `NAME_FULL_FORMATTED` (Cerner), `person_source_value` (OMOP), `PtFirstName`, `F.
Nac.`: a name is read as words, without capitals, accents and signs, and abbreviations are written
out. So the patterns here are of whole words; ` ?` stands where the words may be written as one.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_WRITTEN_OUT = {
    **dict.fromkeys(("pt", "pat", "pac", "pcte"), "patient"),
    **dict.fromkeys(("num", "nbr", "no", "nr", "nro", "numero"), "number"),
    **dict.fromkeys(("nm", "nom"), "name"),
    **dict.fromkeys(("dt", "dttm", "tm", "datetime", "fec", "fch"), "date"),
    **dict.fromkeys(("ph", "phn", "tel", "telf", "tlf", "tfno"), "phone"),
    **dict.fromkeys(("ape", "apell"), "apellido"),
    **dict.fromkeys(("dr", "dra", "md"), "doctor"),
    **dict.fromkeys(("hosp", "hsp"), "hospital"),
    **{"addr": "address", "emerg": "emergency", "cont": "contact", "prov": "provider"},
    **{"phys": "physician", "prsnl": "personnel", "fac": "facility", "cod": "codigo"},
    **{"fname": "first name", "lname": "last name", "mname": "middle name", "mob": "mobile"},
    **{"fnac": "date nacimiento", "nac": "nacimiento", "guar": "guarantor", "rel": "relation"},
}


@cache
def words_of(name: str) -> str:
    """Returns the words of a column's name, with one blank between two."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)", " ", plain)
    words = re.findall(r"[^\W_]+", parts.casefold())
    return " ".join(_WRITTEN_OUT.get(word, word) for word in words)


def _pattern(*rows: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(rows)})\b")


PATIENT = re.compile(
    r"(?:person|patient|subject|participant|paciente) ?(?:id|ident|identifier|number|key)?|"
    r"(?:id|codigo|number) (?:del? )?(?:patient|paciente)|p ?id|nhc"
)
"""The whole of what says whose row it is."""
BIRTH = _pattern(r"\w*birth\w*", "born", "dob", r"\w*nacimiento")
_OF_NOTES = r"\b(?:note|chart|report|doc(?!tor)|text|informe|nota)"
NOTE_DATE = re.compile(
    rf".*{_OF_NOTES}.*(?:date|time|fecha).*|date|fecha|(?:date|fecha).*{_OF_NOTES}.*"
)
A_DATE = re.compile(r".*date|.*time|.*\bfecha\b.*|date .*|f (?:alta|ingreso|nota|informe)")

_RELATIVE = (
    r"(?:step)?(?:mother|father)s?|parents?|spouses?|partner|(?:next of )?kin|nok|guardian|proxy|"
    r"guarantor|relatives?|(?:emergency )?contacts?|madre|padre|familiar(?:es)?|tutor|contacto|"
    r"acompanante"
)
RELATIVE = _pattern(_RELATIVE, "emergency", r"\w*(?:mother|father|spouse|guardian)\w*")
FAMILY = _pattern(r"(?:last|family) ?names?", r"name last", r"(?:last|family)$", r"sur ?names?",
                  r"apellidos?")  # fmt: skip
GIVEN = _pattern(r"(?:first|given|middle) ?(?:names?|initials?)", r"name (?:first|middle)",
                 r"(?:first|given|middle)$", r"fore ?names?", r"nombres?")  # fmt: skip
_WHOSE = (
    r"first|last|middle|given|family|full|maiden|preferred|legal|birth|former|other|patient|pat|pt|person|"
    rf"subject|subscriber|insured|member|policy ?holder|{_RELATIVE}"
)

BY_NAME: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (_pattern(pattern), type, what)
    for pattern, type, what in (
        (r"e ?mail|correo|mail$", "EMAIL", "e-mail addresses"),
        (r"fax", "FAX", "fax numbers"),
        (
            r"\w*phones?|telefonos?|mobile|movil|cell$|pager|beeper|contact number",
            "PHONE",
            "telephone numbers",
        ),
        (
            r"ssn|social ?sec\w*|national ?id\w*|dni|nie|nif|nhs|nass|nuss",
            "SSN",
            "national identity numbers",
        ),
        (
            r"c?mrn|e?mpi|medical ?record\w*|med ?rec|(?:hospital|chart|unit) number|historia|nhc|"
            r"person source value",
            "MRN",
            "record numbers",
        ),
        (
            r"insur\w* (?:id|number)|policy(?! ?holder)|poliza|(?:member|subscriber) (?:id|number)|"
            r"cip|nuhsa|tarjeta sanitaria",
            "HEALTHPLAN",
            "numbers of insurances",
        ),
        (r"ip|ip ?addr\w*|mac ?addr\w*", "IPADDRESS", "addresses of machines"),
        (r"url|website", "URL", "web addresses"),
        (r"zip\w*|post ?code|postal|cp", "ZIP", "postal codes"),
        (
            r"street|address\w*|add line|apartment|direccion|domicilio|calle",
            "STREET",
            "street addresses",
        ),
        (r"city|town|village|municipio|ciudad|county|localidad|poblacion", "CITY", "towns"),
        (r"state|province|provincia|region", "STATE", "states or provinces"),
        (r"country|pais|nationality|nacionalidad", "COUNTRY", "countries"),
        (
            r"employer|company|insurer|pay[eo]r|school|organi[sz]ation|aseguradora|empresa",
            "ORGANIZATION",
            "organisations",
        ),
        (r"occupation|profession|job|profesion|ocupacion", "PROFESSION", "occupations"),
        (
            r"(?:hospital|facility|clinic|institution|centro(?: (?:de )?salud)?|^site|care site|"
            r"study site)"
            r"(?: (?:name|nombre|id|number|code|cd|(?:de )?(?:origen|destino)))*$",
            "HOSPITAL",
            "institutions",
        ),
        (r"ward|room|bed|cama|sala|planta|habitacion|ward ?name", "UNIT", "wards, rooms or beds"),
        (r"user ?name|login|user$|usuario", "USERNAME", "login names"),
        (r"npi|licen[cs]e|dea|colegiado", "LICENSE", "licence numbers"),
        (r"^age|\w*edad$|age$", "AGE", "ages"),
        (
            r"doctor|physician|clinician|practitioner|attending|author|provider|caregiver|surgeon|"
            r"nurse|resident$|radiologist|pathologist|personnel|pcp|signed|(?:co)?signer|"
            r"\w+(?:ed|en) by|medic[oa]|facultativ[oa]|enfermer[oa]|cirujan[oa]|profesional|"
            r"referr\w*",
            "DOCTOR",
            "members of the staff",
        ),
        (
            rf"(?:{_WHOSE}) ?names?|names? (?:of )?(?:{_WHOSE})|^names?$|sur ?names?|fore ?names?|"
            r"nombre(?! (?:del? )?(?:farmaco|medicamento|prueba|servicio|archivo|fichero))|"
            rf"apellidos?|alias|aka|policy ?holder|(?:{_RELATIVE})(?: (?:name|person|id|\d))*$",
            "PATIENT",
            "people",
        ),
    )
)
"""By what the name says the type, and what is said to stand there; the first that fits."""
NUMBERED = ("DOCTOR", "HOSPITAL", "ORGANIZATION", "PATIENT")
"""Types of which a column may hold numbers in place of names."""
ABOUT = re.compile(
    r".*\b(?:type|status|flag|count|category|class|specialty|role|sex|gender|language|race|yn|"
    r"indicator|ind|reason|days|hours|score|stage|relation|relationship|parentesco|tipo|estado|c)"
)
"""Ends that say something about people or institutions, and name none."""
_GLUED = "(?:patient|person|subject|visit|encounter|note|doc|document|provider|order|account)"
NUMBERS = re.compile(
    rf"(?:.* )?(?:id|{_GLUED}id|key|uuid|guid|number|code|cd|csn|fin|accession|encounter|visit|"
    r"account|acct|episode|episodio|codigo)s?|(?:id|codigo) .*|"
    r"number (?:del? )?(?:episodio|visita|informe)"
)
CONCEPT = re.compile(r".*concept ?id|(?:.* )?(?:icd|loinc|snomed|atc|cpt|drg|rx ?norm)(?:\w*| .*)")
TEXT = re.compile(
    r"(?:.* )?(?:notes?|text|report|narrative|comments?|remarks?|notas?|texto|informe|"
    r"observacion(?:es)?|evolucion)"
)
