"""The label scheme of Spanish: MEDDOCAN's (Marimon 2019, annotation guidelines), and our types.

A town, a province and a postcode are one label there.
"""

from incognote.core.labels import Label

SCHEME = (
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
    Label(
        "TERRITORIO",
        "LOCATION",
        True,
        "town, province, region or postcode",
        "Utrera",
        "CITY",
        also=("STATE", "ZIP"),
    ),
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
