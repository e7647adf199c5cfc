"""The types of identifier that incognote knows: ours for English, MEDDOCAN's for Spanish.

Each label has one of seven categories (Johnson 2020, table 1), says whether HIPAA's Safe Harbor
names it among its 18 identifiers (45 CFR 164.514(b)(2)), and, for MEDDOCAN's, which of our types
it is nearest to, so that a policy or a surrogate written for one scheme serves both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from incognote.core.errors import unknown

CATEGORIES = ("NAME", "PROFESSION", "LOCATION", "AGE", "DATE", "CONTACT", "ID", "OTHER")


@dataclass(frozen=True, slots=True)
class Label:
    """One type of identifier."""

    name: str
    category: str
    """One of `CATEGORIES`."""
    hipaa: bool
    """Whether Safe Harbor names it (read conservatively: of relatives, employers, household)."""
    description: str
    example: str
    """A made-up instance."""
    nearest: str = ""
    """For MEDDOCAN's labels: our type that a policy or surrogate treats alike."""


ENGLISH = (
    Label(
        "PATIENT",
        "NAME",
        True,
        "patient, relative or other person not on the staff",
        "Maria Delgado",
    ),
    Label("DOCTOR", "NAME", False, "clinician or staff member, also by initials", "J. Okafor"),
    Label("USERNAME", "NAME", False, "login name or user code", "jsmith4"),
    Label(
        "PROFESSION",
        "PROFESSION",
        False,
        "occupation of the patient or a relative",
        "retired welder",
    ),
    Label(
        "HOSPITAL",
        "LOCATION",
        False,
        "named hospital, clinic, practice, pharmacy, nursing home",
        "Mercy General",
    ),
    Label("UNIT", "LOCATION", False, "ward, floor, room or bed with a number or name", "Rm 412B"),
    Label(
        "ORGANIZATION",
        "LOCATION",
        True,
        "employer, school, church, insurer, agency",
        "Tri-County Transit",
    ),
    Label("STREET", "LOCATION", True, "street address line", "18 Alder Row, Apt 2"),
    Label("CITY", "LOCATION", True, "city, town, village, neighbourhood", "Leadville"),
    Label("STATE", "LOCATION", False, "state, province, county, region", "Ohio"),
    Label("COUNTRY", "LOCATION", False, "country", "Haiti"),
    Label("ZIP", "LOCATION", True, "ZIP or postal code", "44107"),
    Label(
        "LOCATION_OTHER",
        "LOCATION",
        True,
        "named landmark, park, highway, building, venue",
        "Route 9",
    ),
    Label("AGE", "AGE", True, "age of a person (Safe Harbor: from 90)", "54"),
    Label("DATE", "DATE", True, "calendar date or part of one, weekday, holiday", "3/14/2019"),
    Label("PHONE", "CONTACT", True, "phone, pager, extension", "(216) 555-0143"),
    Label("FAX", "CONTACT", True, "fax number", "216-555-0188"),
    Label("EMAIL", "CONTACT", True, "e-mail address", "m.delgado@example.org"),
    Label("URL", "CONTACT", True, "web address", "www.example.org/ward7"),
    Label("IPADDRESS", "CONTACT", True, "IP or MAC address", "10.2.0.17"),
    Label("SSN", "ID", True, "social security or other national identity number", "078-05-1120"),
    Label("MRN", "ID", True, "medical record, hospital or NHS number", "00482913"),
    Label("HEALTHPLAN", "ID", True, "insurance member or policy number", "XZH884120077"),
    Label("ACCOUNT", "ID", True, "account, billing, encounter or visit number", "V00071832"),
    Label("LICENSE", "ID", True, "licence or certificate number (DEA, NPI, driver's)", "BF1234563"),
    Label("VEHICLE", "ID", True, "plate or vehicle identification number", "7KTR 204"),
    Label("DEVICE", "ID", True, "serial or lot number of a device or implant", "SN 4471-A09"),
    Label("BIOID", "ID", True, "biometric, genetic-sample or image identifier", "IMG_20190314.jpg"),
    Label("IDNUM", "ID", True, "any other identifier: accession, order, case, study", "S19-04482"),
)

MEDDOCAN = (
    Label(
        "NOMBRE_SUJETO_ASISTENCIA", "NAME", True, "name of the patient", "Rivera Bueno", "PATIENT"
    ),
    Label(
        "NOMBRE_PERSONAL_SANITARIO",
        "NAME",
        False,
        "name of health staff",
        "Ignacio Cuéllar",
        "DOCTOR",
    ),
    Label(
        "FAMILIARES_SUJETO_ASISTENCIA",
        "NAME",
        True,
        "relative of the patient",
        "hermano",
        "PATIENT",
    ),
    Label("PROFESION", "PROFESSION", False, "occupation", "minero jubilado", "PROFESSION"),
    Label("HOSPITAL", "LOCATION", False, "hospital", "Hospital Costa del Sol", "HOSPITAL"),
    Label(
        "CENTRO_SALUD", "LOCATION", False, "health centre", "Centro de Salud Letanías", "HOSPITAL"
    ),
    Label("INSTITUCION", "LOCATION", True, "institution", "Universidad de Jaén", "ORGANIZATION"),
    Label("CALLE", "LOCATION", True, "street address", "Calle Miguel Benítez 90", "STREET"),
    Label("TERRITORIO", "LOCATION", True, "town, province, region or postcode", "Utrera", "CITY"),
    Label("PAIS", "LOCATION", False, "country", "España", "COUNTRY"),
    Label("EDAD_SUJETO_ASISTENCIA", "AGE", True, "age of the patient", "70 años", "AGE"),
    Label("FECHAS", "DATE", True, "date", "12/12/2016", "DATE"),
    Label("NUMERO_TELEFONO", "CONTACT", True, "phone number", "655 018 402", "PHONE"),
    Label("NUMERO_FAX", "CONTACT", True, "fax number", "952 000 111", "FAX"),
    Label(
        "CORREO_ELECTRONICO", "CONTACT", True, "e-mail address", "n.navarro@example.com", "EMAIL"
    ),
    Label("URL_WEB", "CONTACT", True, "web address", "www.example.es", "URL"),
    Label(
        "DIREC_PROT_INTERNET",
        "CONTACT",
        True,
        "internet protocol address",
        "10.2.0.17",
        "IPADDRESS",
    ),
    Label(
        "ID_SUJETO_ASISTENCIA",
        "ID",
        True,
        "number or trait that identifies the patient",
        "28640913T",
        "MRN",
    ),
    Label(
        "ID_CONTACTO_ASISTENCIAL", "ID", True, "number of an episode of care", "4711/18", "ACCOUNT"
    ),
    Label("ID_ASEGURAMIENTO", "ID", True, "public insurance number", "26 63514095", "HEALTHPLAN"),
    Label("NUMERO_BENEF_PLAN_SALUD", "ID", True, "private plan number", "AX-220114", "HEALTHPLAN"),
    Label(
        "ID_TITULACION_PERSONAL_SANITARIO",
        "ID",
        True,
        "licence number of health staff",
        "28 28 70973",
        "LICENSE",
    ),
    Label(
        "ID_EMPLEO_PERSONAL_SANITARIO",
        "ID",
        True,
        "employment number of health staff",
        "E-20114",
        "IDNUM",
    ),
    Label(
        "IDENTIF_VEHICULOS_NRSERIE_PLACAS",
        "ID",
        True,
        "vehicle plate or serial",
        "4471 KTR",
        "VEHICLE",
    ),
    Label("IDENTIF_DISPOSITIVOS_NRSERIE", "ID", True, "device serial", "SN 4471-A09", "DEVICE"),
    Label("IDENTIF_BIOMETRICOS", "ID", True, "biometric identifier", "huella 22-B", "BIOID"),
    Label("OTRO_NUMERO_IDENTIF", "ID", True, "any other number", "LOTE-7781", "IDNUM"),
    Label("SEXO_SUJETO_ASISTENCIA", "OTHER", False, "sex of the patient", "Mujer", ""),
    Label(
        "OTROS_SUJETO_ASISTENCIA",
        "OTHER",
        True,
        "anything else that identifies the patient",
        "exp. 55/18",
        "IDNUM",
    ),
)

SCHEMES = {"incognote": ENGLISH, "meddocan": MEDDOCAN}
"""Label sets by name. HOSPITAL stands in both and means the same."""

LABELS = {label.name: label for scheme in SCHEMES.values() for label in scheme}
"""Every label by name."""


def get_label(name: str) -> Label:
    """Returns the label of that name.

    Raises:
        ConfigError: If there is none; the message holds the nearest name.
    """
    if name not in LABELS:
        raise unknown("label", name, LABELS)
    return LABELS[name]


@cache
def our_type(name: str) -> str:
    """Returns the English type that a label of either scheme is treated as ('' for sex)."""
    label = get_label(name)
    return label.nearest if label in MEDDOCAN and label not in ENGLISH else label.name


def is_direct(name: str) -> bool:
    """Returns whether a label names a person, reaches one or is a person's own number.

    Such are names, contacts, numbers and streets; dates, ages, towns and trades point at somebody
    only together.
    """
    return get_label(name).category in ("NAME", "CONTACT", "ID") or our_type(name) == "STREET"
