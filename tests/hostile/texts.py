r"""Texts that hid names from an earlier version, with what must leave them.

A row is a name, a language and a template: `{given}` and `{surname}` stand for names of which some
are in no list, `{small}` for the surname in small letters. Whatever the row, no part of the name of
four letters or more may be left in the output, in any spelling that a reader would understand.
"""

from __future__ import annotations

from dataclasses import dataclass

PEOPLE = {
    "en": (("Margaret", "Thornbury"), ("Aoife", "Gallaher"), ("Ingrid", "Quorndon")),
    "es": (("Lucía", "Tarqui"), ("Ramón", "Echevarría"), ("Belén", "Fuenmayor")),
}


@dataclass(frozen=True, slots=True)
class Text:
    """A row of the table."""

    name: str
    lang: str
    template: str


TEXTS = (
    # Escapes of line ends, as JSON, CSV and databases leave them in their texts.
    Text("a literal \\n before", "en", "Seen for review.\\n{given} {surname} was admitted."),
    Text("a literal \\n behind", "en", "Patient: {given} {surname}\\nAge: 54 years\\nStable."),
    Text("a literal \\n between", "en", "Patient: {given}\\n{surname}\\nStable."),
    Text("a literal \\r\\n", "en", "Plan: home.\\r\\nPatient {given} {surname}\\r\\nagrees."),
    Text("a literal \\t", "en", "Name:\\t{given} {surname}\\tSex:\\tF"),
    Text("an escaped escape", "en", "Seen.\\\\nPatient {given} {surname}\\\\nagrees."),
    Text("a line break of HL7", "en", "Name:\\.br\\{given} {surname}\\.br\\stable"),
    Text("a hex escape of HL7", "en", "Patient {given}\\X0A\\{surname} stable"),
    Text("escaped quotes", "en", 'The patient, \\"{given} {surname}\\", is stable.'),
    Text("a literal \\n before", "es", "Acude a control.\\n{given} {surname} refiere mejoría."),
    Text("a literal \\n behind", "es", "Paciente: {given} {surname}\\nEdad: 54 años"),
    Text("a literal \\n between", "es", "Paciente: {given}\\n{surname}\\nEstable."),
    Text("a literal \\r\\n", "es", "Plan: alta.\\r\\nPaciente {given} {surname}\\r\\nconforme."),
    Text("a literal \\t", "es", "Nombre:\\t{given} {surname}\\tSexo:\\tM"),
    Text("a line break of HL7", "es", "Nombre:\\.br\\{given} {surname}\\.br\\estable"),
    # Characters that nobody sees.
    Text("a soft hyphen", "en", "Patient {given} {surname:\xad} is stable. Dr. {surname:\xad}."),
    Text("a zero-width space", "en", "Patient {given} {surname:\u200b} is stable."),
    Text("a zero-width joiner", "en", "Patient {given:\u200d} {surname} is stable."),
    Text("a word joiner", "en", "Patient {given}\u2060 {surname:\u2060} is stable."),
    Text("a byte order mark", "en", "Patient \ufeff{given} {surname:\ufeff} is stable."),
    Text("a NUL", "en", "Patient {given:\x00} {surname:\x00} is stable."),
    Text("a NUL between", "en", "Patient {given}\x00{surname} is stable."),
    Text(
        "marks of direction", "en", "Patient \u202a{given}\u202c \u200e{surname:\u200f} is stable."
    ),
    Text("colours of a terminal", "en", "Patient \x1b[1m{given}\x1b[0m \x1b[31m{surname}\x1b[0m."),
    Text("a soft hyphen", "es", "Paciente {given} {surname:\xad}, estable. Dra. {surname:\xad}."),
    Text("a zero-width space", "es", "Paciente {given} {surname:\u200b}, estable."),
    Text("a word joiner", "es", "Paciente {given}\u2060 {surname:\u2060}, estable."),
    Text("a NUL", "es", "Paciente {given:\x00} {surname:\x00}, estable."),
    Text("colours of a terminal", "es", "Paciente \x1b[1m{given}\x1b[0m \x1b[31m{surname}\x1b[0m."),
    # Line ends within words, and words without a blank between them.
    Text("a divided surname", "en", "Patient {given} {surname:-\n} is stable."),
    Text("a divided given name", "en", "Patient {given:-\n} {surname} is stable."),
    Text("a divided surname with CR", "en", "Patient {given} {surname:-\r\n  } is stable."),
    Text("a soft hyphen at a line end", "en", "Patient {given} {surname:\xad\n} is stable."),
    Text("a divided first letter", "en", "Patient {given:1-\n} {surname:1-\n} is stable."),
    Text("as one word", "en", "Spoke with {given}{surname} by phone about results."),
    Text("as one word at the start", "en", "{given}{surname} called, wants a refill."),
    Text("as one word with a title", "en", "Seen by Dr{given}{surname} this morning."),
    Text("as one word with a role", "en", "Pt {given} {surname}. Patient{given}{surname}Lab sent."),
    Text("letter by letter", "en", "Patient {given: } {surname: } is stable."),
    Text("a divided surname", "es", "Paciente {given} {surname:-\n}, estable."),
    Text("a divided surname with CR", "es", "Paciente {given} {surname:-\r\n  }, estable."),
    Text("a soft hyphen at a line end", "es", "Paciente {given} {surname:\xad\n}, estable."),
    Text("a divided first letter", "es", "Paciente {given:1-\n} {surname:1-\n}, estable."),
    Text("as one word", "es", "Hablé con {given}{surname} por teléfono."),
    Text("as one word at the start", "es", "{given}{surname} llamó para pedir una receta."),
    Text("as one word with a role", "es", "Dra. {given} {surname}. Paciente{given}{surname}, 2."),
    Text("letter by letter", "es", "Paciente {given: } {surname: }, estable."),
    # Escapes of HTML, URLs, e-mail and RTF.
    Text("quotes of HTML", "en", "Patient &quot;{given} {surname}&quot; is stable."),
    Text("a hard blank of HTML", "en", "Patient&nbsp;{given}&nbsp;{surname}&nbsp;is stable."),
    Text("an apostrophe of HTML", "en", "Mrs. {given} O&#39;{surname} and O&#x27;{surname} agree."),
    Text("a tag of HTML", "en", "Patient {given} {surname:<b>}</b> is stable."),
    Text("tags of HTML", "en", "Patient {given} {surname:<i><b>} is stable."),
    Text("a comment of HTML", "en", "Seen.<!-- Patient {given} {surname} --> Stable."),
    Text("a title in HTML", "en", "Seen by Dr. Mo<a title='Dr. {given} {surname}'>ss today."),
    Text("a query", "en", "GET /patient?name={given}+{surname}&sex=F"),
    Text("a query of two", "en", "GET /patient?first={given}&last={surname}&sex=F"),
    Text("a percent escape", "en", "mailto:?subject={given}%20{surname}%20results"),
    Text("a percent escape at a line end", "en", "Seen.%0A{given} {surname}%0Awas admitted."),
    Text("a percent escape in a path", "en", "scan in /inbox/{given}%20{surname}.pdf"),
    Text("soft line ends of e-mail", "en", "Patient {given} {surname:=\n} is sta=\nble.=20\nBye"),
    Text("blanks of e-mail", "en", "Dear {given}=20{surname},=20\nall is well.=20\n"),
    Text("bytes of e-mail", "en", "Patient {given} {surname}=C3=A9 is well=20\n"),
    Text("quotes of HTML", "es", "Paciente &quot;{given} {surname}&quot;, estable."),
    Text("a hard blank of HTML", "es", "Paciente:&nbsp;{given}&nbsp;{surname}"),
    Text("a tag of HTML", "es", "Paciente {given} {surname:<b>}</b>, estable."),
    Text("a query", "es", "GET /paciente?nombre={given}+{surname}&sexo=F"),
    Text("a percent escape", "es", "mailto:?subject={given}%20{surname}%20resultados"),
    Text("soft line ends of e-mail", "es", "Paciente {given} {surname:=\n}, esta=\nble.=20\nAdiós"),
    # The wrong encoding, accents apart, letters of print.
    Text("accents apart", "es", "Paciente {given:nfd} {surname:nfd}, estable."),
    Text("UTF-8 as Windows-1252", "es", "Paciente {given:mojibake} {surname:mojibake}, estable."),
    Text("escapes of JSON", "es", "Paciente {given:json} {surname:json}, estable."),
    Text("escapes of RTF", "es", "Paciente {given:rtf} {surname:rtf}, estable."),
    Text("wide letters", "en", "Patient {given:wide} {surname:wide} is stable."),
    Text("hard blanks", "en", "Patient\xa0{given}\u202f{surname}\xa0is stable."),
    Text("hard blanks", "es", "Paciente\xa0{given}\u202f{surname}, estable."),
    # A found name that comes back in small letters.
    Text("small letters", "en", "Patient {given} {surname}, 54, diabetes. {small} agrees."),
    Text("small letters twice", "en", "Mrs. {surname} came. Call {small} and tell {small} so."),
    Text("small letters, possessive", "en", "Patient {given} {surname}. {small}'s daughter came."),
    Text("small letters", "es", "Paciente {given} {surname}, 54 años. {small} está conforme."),
    Text("small letters twice", "es", "Dra. {given} {surname}. Avisar a {small}; {small} lo sabe."),
)
