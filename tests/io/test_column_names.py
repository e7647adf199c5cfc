"""Names of columns as hospitals' systems write them, and the forms of dates that they export."""

from __future__ import annotations

import pytest

from incognote.io.column_names import words_of
from incognote.io.columns import propose
from incognote.io.tables import Sample

PEOPLE = ["Okafor, Ada", "Ruiz Gil, Marta", "Delgado, Tom"]
NUMBERS = ["112233", "445566", "778899"]
CHOICES = ["1", "2", "3"] * 9

NAMES = {
    # Epic Clarity
    "PAT_NAME": "PATIENT", "PAT_FIRST_NAME": "PATIENT", "PAT_LAST_NAME": "PATIENT",
    "EMERG_CONT": "PATIENT", "EMERG_CONT_NAME": "PATIENT", "GUARDIAN_NAME": "PATIENT",
    "PCP": "DOCTOR", "PROV_NAME": "DOCTOR", "ATTENDING_PROV_NAME": "DOCTOR",
    "REFERRING_PROV_NAME": "DOCTOR", "AUTHOR_NAME": "DOCTOR", "PCP_PROV_NAME": "DOCTOR",
    # Cerner
    "NAME_FULL_FORMATTED": "PATIENT", "NAME_LAST": "PATIENT", "NAME_FIRST": "PATIENT",
    "ATTENDING_PHYS": "DOCTOR", "PRSNL_NAME": "DOCTOR",
    # OMOP and others
    "provider_name": "DOCTOR", "care_site_name": "HOSPITAL", "hospital_name": "HOSPITAL",
    # By hand
    "PatName": "PATIENT", "pt_name": "PATIENT", "Pt. Name": "PATIENT", "PATNAME": "PATIENT",
    "patientname": "PATIENT", "Patient Name": "PATIENT", "PtFirstName": "PATIENT",
    "LNAME": "PATIENT", "fname": "PATIENT", "Name": "PATIENT", "next_of_kin": "PATIENT",
    "NOK": "PATIENT", "emergency contact": "PATIENT", "Emergency Contact 1": "PATIENT",
    "mothers_maiden_name": "PATIENT", "Spouse": "PATIENT", "contact_name": "PATIENT",
    "alias": "PATIENT", "Insured Name": "PATIENT", "Att. MD": "DOCTOR", "Dr. Name": "DOCTOR",
    "primary_care_provider": "DOCTOR", "Ordered By": "DOCTOR", "dictatedBy": "DOCTOR",
    "RN Signed": "DOCTOR", "surgeon1": "DOCTOR", "PCPName": "DOCTOR", "cosigner": "DOCTOR",
    # Spanish
    "NOMBRE": "PATIENT", "nombre_paciente": "PATIENT", "Apellido1": "PATIENT",
    "apellidos": "PATIENT", "Nombre y apellidos": "PATIENT", "persona_contacto": "PATIENT",
    "Familiar": "PATIENT", "tutor": "PATIENT", "médico": "DOCTOR", "MEDICO_RESP": "DOCTOR",
    "nombre_médico": "DOCTOR", "Facultativo": "DOCTOR", "enfermera": "DOCTOR",
    "centro_salud": "HOSPITAL", "hospital_origen": "HOSPITAL",
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_columns_of_names(name: str) -> None:
    for values in (PEOPLE, []):
        (proposal,) = propose({name: Sample("text", values)})
        assert proposal.role == NAMES[name]


@pytest.mark.parametrize(
    ("name", "values", "role"),
    [
        # Who it is
        ("PAT_ID", ["Z1", "Z2"], "patient"),
        ("PERSON_ID", NUMBERS, "patient"),
        ("subject_id", NUMBERS, "patient"),
        ("pt_no", NUMBERS, "patient"),
        ("patientid", NUMBERS, "patient"),
        ("id_paciente", NUMBERS, "patient"),
        ("NHC", NUMBERS, "patient"),
        ("PAT_MRN_ID", NUMBERS, "patient"),
        ("CMRN", NUMBERS, "patient"),
        ("med_rec_no", NUMBERS, "patient"),
        ("Nº Historia", NUMBERS, "patient"),
        ("person_source_value", NUMBERS, "patient"),
        # Numbers of something
        ("PAT_ENC_CSN_ID", NUMBERS, "code"),
        ("HSP_ACCOUNT_ID", NUMBERS, "code"),
        ("ENCNTR_ID", NUMBERS, "code"),
        ("FIN_NBR", NUMBERS, "code"),
        ("hadm_id", NUMBERS, "code"),
        ("PCP_PROV_ID", NUMBERS, "code"),
        ("ENTRY_USER_ID", NUMBERS, "code"),
        ("admit_provider_id", NUMBERS, "code"),
        ("LOC_FACILITY_CD", NUMBERS, "code"),
        ("PCP", NUMBERS, "code"),
        ("num_episodio", NUMBERS, "code"),
        ("id_episodio", NUMBERS, "code"),
        # Where and how to reach them
        ("ADD_LINE_1", ["12 Oak St"], "STREET"),
        ("Addr1", ["12 Oak St"], "STREET"),
        ("address_1", ["12 Oak St"], "STREET"),
        ("Dirección", ["C/ Mayor 3"], "STREET"),
        ("domicilio", ["C/ Mayor 3"], "STREET"),
        ("ZIP", ["44077"], "ZIP"),
        ("ZipCode", ["44077"], "ZIP"),
        ("cod_postal", ["28003"], "ZIP"),
        ("CP", ["28003"], "ZIP"),
        ("localidad", ["Getafe"], "CITY"),
        ("población", ["Getafe"], "CITY"),
        ("HOME_PHONE", ["216-555-0177"], "PHONE"),
        ("homephone", ["216-555-0177"], "PHONE"),
        ("Ph. No.", ["216-555-0177"], "PHONE"),
        ("EMERG_CONT_PH", ["216-555-0177"], "PHONE"),
        ("Cell", ["216-555-0177"], "PHONE"),
        ("Teléfono", ["912 345 678"], "PHONE"),
        ("tlf_contacto", ["912 345 678"], "PHONE"),
        ("x", ["216-555-0177", "(216) 555-0187", "216.555.0199"], "PHONE"),
        ("x", ["912 345 678", "91 234 56 78"], "PHONE"),
        ("EMAIL_ADDRESS", ["a@b.org"], "EMAIL"),
        ("SOCIAL_SECURITY_NUM", ["1"], "SSN"),
        ("tarjeta_sanitaria", ["BBBB"], "HEALTHPLAN"),
        ("num_colegiado", ["282812345"], "LICENSE"),
        ("NAME_LAST_KEY", ["OKAFOR", "RUIZ"], "PATIENT"),
        # What is no name of anybody, though a word of it might be
        ("ETHNICITY", CHOICES, "keep"),
        ("PAT_STATUS_C", CHOICES, "keep"),
        ("CONTACT_TYPE", ["Home", "Work"] * 9, "keep"),
        ("provider_specialty", ["Oncology", "Surgery"] * 9, "keep"),
        ("hospital_expire_flag", ["0", "1"] * 9, "keep"),
        ("hospital_days", ["2", "14", "3"], "keep"),
        ("patient_contacted", ["Y", "N"], "keep"),
        ("PCP", ["Y", "N"], "keep"),
        ("EMERG_CONT_REL", ["Spouse", "Child"] * 9, "keep"),
        ("nombre_farmaco", ["Aspirina", "Metformina"] * 9, "keep"),
        ("ICD10", ["I10", "E11.9"], "keep"),
        ("condition_concept_id", NUMBERS, "keep"),
        ("covid", ["detected"] * 9, "keep"),
        ("anchor_age", ["52"], "AGE"),
        ("Edad", ["52"], "AGE"),
        ("mother_age", ["52"], "AGE"),
    ],
)
def test_columns_of_others(name: str, values: list[str], role: str) -> None:
    (proposal,) = propose({name: Sample("text", values)})
    assert proposal.role == role


DATES = [
    *("3/25/2024", "11/25/2024", "3/5/24", "3/25/2024 14:05", "3/25/2024 2:05 PM"),
    *("3/25/2024 2:05:11 PM", "3/5/2024 0:00", "25/3/2024", "25/03/2024 14:05:00", "25-03-2024"),
    *("25.03.2024", "2024-03-25", "2024/03/25", "20240325", "20240325141500"),
    *("2024-03-25 14:05:00.123", "2024-03-25T14:05:00Z", "2024-03-25T14:05:00+01:00"),
    *("25-MAR-24", "25-Mar-2024 14:05:00", "25MAR2024", "25MAR2024:14:05:00", "Mar 25, 2024"),
    *("March 25, 2024", "Mar 25 2024 12:00AM", "25 Mar 2024", "25 de marzo de 2024"),
    *("25-ene-24", "25 ene 2024", "Monday, March 25, 2024"),
]


@pytest.mark.parametrize("date", DATES)
def test_dates_are_dates_in_all_their_forms(date: str) -> None:
    for name, role in {"CONTACT_DATE": "shift", "x": "shift", "f_alta": "shift", "dod": "shift",
                       "PROV_UPDATE_DTTM": "shift", "hospital_admit_dt": "shift",
                       "BIRTH_DT_TM": "DATE", "dob": "DATE", "fec_nac": "DATE",
                       "F. Nac.": "DATE", "fecha_nacimiento": "DATE", "note_dttm": "date",
                       "chartdate": "date", "fecha_informe": "date"}.items():  # fmt: skip
        (proposal,) = propose({name: Sample("text", [date] * 4)})
        assert (name, proposal.role) == (name, role)


@pytest.mark.parametrize(
    "value", ["216-555-0177", "123-45-6789", "912 345 678", "00482913", "12.5", "3/4"]
)
def test_other_numbers_are_no_dates(value: str) -> None:
    (proposal,) = propose({"x": Sample("text", [value] * 4)})
    assert proposal.role not in ("shift", "date", "DATE")


def test_dates_among_other_values_make_no_phone() -> None:
    values = ["3/25/2024", "11/25/2024", "12/25/2024", "pending", "unknown"]
    (proposal,) = propose({"x": Sample("text", values)})
    assert proposal.role == "text"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("PAT_NAME", "patient name"),
        ("PatName", "patient name"),
        ("Pt. Name", "patient name"),
        ("PCPName", "pcp name"),
        ("Addr1", "address 1"),
        ("Teléfono Móvil", "telefono movil"),
        ("Nº Historia", "number historia"),
    ],
)
def test_words_of_a_name(name: str, words: str) -> None:
    assert words_of(name) == words
