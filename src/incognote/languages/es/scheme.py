"""The label scheme of Spanish: MEDDOCAN's (Marimon 2019, annotation guidelines), and our types.

A town, a province and a postcode are one label there.
"""

from incognote.core.labels import Label, label_like

SCHEME = (
    label_like("PATIENT", "NOMBRE_SUJETO_ASISTENCIA", "name of the patient", "Rivera Bueno"),
    label_like("DOCTOR", "NOMBRE_PERSONAL_SANITARIO", "name of health staff", "Ignacio Cuéllar"),
    label_like("PATIENT", "FAMILIARES_SUJETO_ASISTENCIA", "relative of the patient", "hermano"),
    label_like("PROFESSION", "PROFESION", "occupation", "minero jubilado"),
    label_like("HOSPITAL", "HOSPITAL", "hospital", "Hospital Costa del Sol"),
    label_like("HOSPITAL", "CENTRO_SALUD", "health centre", "Centro de Salud Letanías"),
    label_like("ORGANIZATION", "INSTITUCION", "institution", "Universidad de Jaén"),
    label_like("STREET", "CALLE", "street address", "Calle Miguel Benítez 90"),
    label_like(
        "CITY", "TERRITORIO", "town, province, region or postcode", "Utrera", ("STATE", "ZIP")
    ),
    label_like("COUNTRY", "PAIS", "country", "España"),
    label_like("AGE", "EDAD_SUJETO_ASISTENCIA", "age of the patient", "70 años"),
    label_like("DATE", "FECHAS", "date", "12/12/2016"),
    label_like("PHONE", "NUMERO_TELEFONO", "phone number", "655 018 402"),
    label_like("FAX", "NUMERO_FAX", "fax number", "952 000 111"),
    label_like("EMAIL", "CORREO_ELECTRONICO", "e-mail address", "n.navarro@example.com"),
    label_like("URL", "URL_WEB", "web address", "www.example.es"),
    label_like("IPADDRESS", "DIREC_PROT_INTERNET", "internet protocol address", "10.2.0.17"),
    label_like(
        "MRN", "ID_SUJETO_ASISTENCIA", "number or trait that identifies the patient", "28640913T"
    ),
    label_like("ACCOUNT", "ID_CONTACTO_ASISTENCIAL", "number of an episode of care", "4711/18"),
    label_like("HEALTHPLAN", "ID_ASEGURAMIENTO", "public insurance number", "26 63514095"),
    label_like("HEALTHPLAN", "NUMERO_BENEF_PLAN_SALUD", "private plan number", "AX-220114"),
    label_like(
        "LICENSE",
        "ID_TITULACION_PERSONAL_SANITARIO",
        "licence number of health staff",
        "28 28 70973",
    ),
    label_like(
        "IDNUM", "ID_EMPLEO_PERSONAL_SANITARIO", "employment number of health staff", "E-20114"
    ),
    label_like(
        "VEHICLE", "IDENTIF_VEHICULOS_NRSERIE_PLACAS", "vehicle plate or serial", "4471 KTR"
    ),
    label_like("DEVICE", "IDENTIF_DISPOSITIVOS_NRSERIE", "device serial", "SN 4471-A09"),
    label_like("BIOID", "IDENTIF_BIOMETRICOS", "biometric identifier", "huella 22-B"),
    label_like("IDNUM", "OTRO_NUMERO_IDENTIF", "any other number", "LOTE-7781"),
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
