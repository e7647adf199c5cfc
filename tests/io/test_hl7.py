"""HL7 v2: nothing that left a message stands in what was written, and all else is as it was."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import hl7
import pytest
from hl7apy.parser import parse_message

from incognote.core.errors import ConfigError, InputError, NoteError
from incognote.core.labels import TYPES
from incognote.core.pipeline import Pipeline, Settings
from incognote.io import hl7 as ours
from incognote.io.attached import NOTICE
from incognote.io.format import NO_FIELDS, Fields, New, Record
from incognote.io.recognise import recognise
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.run.batch import OutputFolder, Sources, Task, run
from incognote.run.deidentifier import load_pipeline

KEY = b"k" * 32


def b64(text: str | bytes) -> str:
    return base64.b64encode(text.encode() if isinstance(text, str) else text).decode()


SUMMARY = "Discharge summary.\nMaria Delgado was seen by Dr. John Okafor on 03/14/2019.\n"
PID = (
    "PID|1|00482913^^^MERCY^PI|00482913^4^M10^MERCY^MR~078-05-1120^^^SSA^SS|ALT77120^^^MERCY^PT"
    "|DELGADO^MARIA^L^JR^MRS^^L|OROZCO|19610809|F|GUADALUPE^MARIA|2106-3^White^HL70005"
    "|18 Alder Row&Alder Row&18^Apt 2^Leadville^OH^44107^USA^H|"
    "|(216)555-0143^PRN^PH^m.delgado@example.org^1^216^5550143||en|M|CAT"
    "|V00071832^^^MERCY^AN|078-05-1120|RT558201^OH^20240131"
)
LAB = [
    r"MSH|^~\&|LABADT|MERCY|EHR|MERCY|20190314101500-0500||ORU^R01^ORU_R01|MSG00001|P|2.5.1",
    PID,
    "PD1||||4410^TARKOWSKI^ADA",
    "NK1|1|DELGADO^PEDRO^^^^^L|SPO^Spouse^HL70063|18 Alder Row^Apt 2B^Leadville^OH^44107"
    "|(216)555-0199",
    "PV1|1|I|4W^412^B^MERCY^^^NORTH TOWER||||1932847561^OKAFOR^JOHN^A^^DR^MD|4410^TARKOWSKI^ADA"
    "||MED||||1|||4410^TARKOWSKI^ADA|IN|V00071832|||||||||||||||||||||||||20190312081500",
    "ORC|RE|ORD778120^EHR|S19-04482^LAB|||||||||1932847561^OKAFOR^JOHN",
    "OBR|1|ORD778120^EHR|S19-04482^LAB|11502-2^Laboratory report^LN|||20190314093000|||"
    "COLL7^WHITTAKER^JANE||||20190314||1932847561^OKAFOR^JOHN|||||||||F||||||R07.9^Chest pain^I10"
    "|9921&OKONKWO&GRACE",
    "OBX|1|TX|RPT^Report^L||Patient Maria||||||F|||20190314",
    r"OBX|2|TX|RPT^Report^L||Delgado was seen by Dr. John Okafor\.br\on 3/14/2019, MRN 00482913"
    r" \T\ called Pedro.",
    "OBX|3|FT|RPT^Report^L||Potassium 4.1 mmol/L, repeat in the morning.~Lives at 18 Alder Row.",
    "OBX|4|CWE|XX^Comment^L||^Reviewed with Maria Delgado^L||||||F",
    "OBX|5|ST|XX^Comment^L||Called Dr. Okafor & Pedro^Delgado||||||F",
    f"OBX|6|ED|PDF^Summary^L||MERCY^TEXT^PLAIN^Base64^{b64(SUMMARY)}||||||F",
    "OBX|7|NM|2823-3^Potassium^LN||4.1|mmol/L|3.5 - 5.1|N|||F|||20190314093000||4410^TARKOWSKI^ADA",
    "OBX|8|CE|600-7^Culture^LN||3092008^Staphylococcus aureus^SCT||||||F",
    "NTE|1|L|Called to M. Delgado's husband at (216) 555-0199.",
    "SPM|1|ORD778120&EHR^S19-04482&LAB||119297000^Blood^SCT",
]
ADT = [
    r"MSH|^~\&|ADT|MERCY|EHR|MERCY|20190401||ADT^A08^ADT_A01|MSG00002|P|2.5.1",
    "EVN|A08|20190401||| 77^KRAWCZYK^OLGA".replace(" ", ""),
    PID,
    "GT1|1|G88120|DELGADO^RAMON||77 Quarry Lane^^Leadville^OH^44108|(216)555-0111||19350102|M",
    "IN1|1|BCX1^Tri-State Mutual|55120|Tri-State Mutual|9 Fiscal Way^^Leadville^OH^44109|||GRP88120"
    "||||||||DELGADO^RAMON|FTH|19350102||||||||||||||||||XZH884120077|||||||||||RAMON",
    "IN2|E5512077|078-05-1121",
    "IN3|1|CERT55120|77^KRAWCZYK^OLGA",
    "MRG|00099120^^^MERCY^MR||||||DELGADOR^MARIA",
    "ROL|R5512|AD|PP^Primary^HL70443|5512^VANDERBERG^HUGO|||||||3 Clinic Court^^Leadville^OH^44107",
    "AL1|1|DA|^PENICILLIN per Maria Delgado|SV|RASH",
    "DG1|1||I21.3^STEMI^I10|Chest pain seen by Dr. Okafor|20190312|A||||||||||5512^VANDERBERG^HUGO",
    "PR1|1||93010^ECG^C4||20190312|D||5512^VANDERBERG^HUGO|||5512^VANDERBERG^HUGO",
    "SCH|APP5512^EHR||||||Recheck for Maria Delgado||||^^^20190410",
    "AIP|1|A|5512^VANDERBERG^HUGO",
    "TXA|1|DS|TX|20190401|5512^VANDERBERG^HUGO|||||||DOC55120^EHR",
    "ZPI|1|DELGADO^MARIA|(216)555-0777",
]
SURFACES = [
    *("DELGADO", "MARIA", "GUADALUPE", "OROZCO", "PEDRO", "RAMON", "OKAFOR", "TARKOWSKI"),
    *("WHITTAKER", "OKONKWO", "KRAWCZYK", "VANDERBERG", "DELGADOR", "00482913", "078-05-1120"),
    *("ALT77120", "V00071832", "RT558201", "1932847561", "ORD778120", "S19-04482", "G88120"),
    *("XZH884120077", "GRP88120", "E5512077", "CERT55120", "00099120", "DOC55120", "APP5512"),
    *("078-05-1121", "19610809", "19350102", "20190314", "20190312", "20190401", "20190410"),
    *("Alder", "Quarry", "Fiscal", "Clinic Court", "Leadville", "44107", "44108", "Apt 2"),
    *("555-0143", "555-0199", "555-0111", "555-0777", "5550143", "m.delgado@", "3/14/2019"),
    *("03/14/2019", "MERCY", "NORTH TOWER", "Tri-State", "MSG00001", "MSG00002"),
]


def message(lines: list[str], end: str = "\r") -> bytes:
    return "".join(f"{line}{end}" for line in lines).encode()


@cache
def english() -> Pipeline:
    return load_pipeline(Settings("en"))


def nothing() -> Pipeline:
    return Pipeline([])


class Out:
    """What a run over one file left."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        file = folder / name
        self.data = file.read_bytes() if file.exists() else b""
        failed = folder / "failed.jsonl"
        lines = failed.read_text().splitlines() if failed.exists() else []
        self.failed = {row["id"]: row["reason"] for row in map(json.loads, lines)}

    @property
    def lines(self) -> list[str]:
        return re.split(r"[\r\n]+", self.data.decode().strip())

    def line(self, begin: str) -> str:
        (found,) = (line for line in self.lines if line.startswith(begin))
        return found


class Runs:
    """Runs files through the pipeline, each into a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.count = folder, 0

    def __call__(
        self,
        data: bytes,
        *,
        policy: str = "all",
        action: str | None = "tag",
        fields: Mapping[str, str] | None = None,
        other: str = "",
        load=english,
        name: str = "in.hl7",
    ) -> Out:
        self.count += 1
        source, out = self.folder / f"{self.count}", self.folder / f"out{self.count}"
        source.mkdir()
        (source / name).write_bytes(data)
        chosen = get_policy(policy)
        chosen = chosen.with_action(action) if action else chosen
        sources = Sources([source / name], fields=Fields(fields or {}, other))
        sources.check_fields()
        run(sources, Task(load, chosen, Context(KEY)), OutputFolder(out))
        return Out(out, name)


@pytest.fixture
def deid(tmp_path: Path) -> Runs:
    return Runs(tmp_path)


def everything_in(data: bytes) -> Iterator[str]:
    """The text of a file, its escapes resolved, and what stands there in base64."""
    text = data.decode()
    yield text
    yield re.sub(r"\\X((?:[0-9A-F]{2})+)\\", lambda m: bytes.fromhex(m[1]).decode(), text)
    yield re.sub(r"[&^~|\s]+", " ", text)
    for field in re.split(r"[|^~\r\n]", text):
        if len(field) > 15 and re.fullmatch(r"[A-Za-z0-9+/]+=*", field) and not len(field) % 4:
            yield base64.b64decode(field).decode("latin-1")


def leaks(data: bytes, surfaces: list[str] = SURFACES) -> list[str]:
    texts = [text.casefold() for text in everything_in(data)]
    return [s for s in surfaces if any(s.casefold() in text for text in texts)]


def records(data: bytes, tmp_path: Path, fields: Fields = NO_FIELDS) -> list[Record]:
    (tmp_path / "x.hl7").write_bytes(data)
    return list(ours.read_records(tmp_path / "x.hl7", "x.hl7", fields=fields))


# Leaks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "action"), [("all", "tag"), ("hipaa-expert", None), ("gdpr", None), ("all", "hash")]
)
def test_nothing_that_left_a_message_stands_in_it(
    deid: Runs, policy: str, action: str | None
) -> None:
    data = message(LAB) + message(ADT)
    assert leaks(data) == SURFACES
    out = deid(data, policy=policy, action=action, fields={"ZPI": "drop"})
    assert not out.failed
    assert leaks(out.data) == []
    # A second reader, which knows nothing of how it was written.
    for text in out.data.decode().split("MSH")[1:]:
        for segment in hl7.parse(f"MSH{text}"):
            for field in segment:
                assert leaks(str(field).encode()) == []


def test_what_is_no_identifier_stays(deid: Runs) -> None:
    before = message(LAB)
    after = deid(before, action="surrogate").data
    old, new = hl7.parse(before.decode()), hl7.parse(after.decode())
    assert [str(s[0]) for s in old] == [str(s[0]) for s in new]
    assert [len(s) for s in old] == [len(s) for s in new]
    kept = "MSH.1 MSH.2 MSH.9 MSH.11 MSH.12 PID.1 PID.8 PID.10 PID.15 PID.16 PID.17 NK1.3 PV1.2 "
    kept += "PV1.10 ORC.1 OBR.1 OBR.4 OBR.25 OBR.31 SPM.4 PV1.18"
    for name in kept.split():
        segment, n = name.split(".")
        assert str(old.segment(segment)[int(n)]) == str(new.segment(segment)[int(n)]), name
    for a, b in zip(old.segments("OBX"), new.segments("OBX"), strict=True):
        for n in (1, 2, 3, 4, 6, 7, 8, 11):
            assert len(a) <= n or str(a[n]) == str(b[n])
    lines = after.decode().split("\r")
    assert "|NM|2823-3^Potassium^LN||4.1|mmol/L|3.5 - 5.1|N|" in lines[13]
    assert "|3092008^Staphylococcus aureus^SCT|" in lines[14]
    assert "Potassium 4.1 mmol/L, repeat in the morning.~Lives at " in lines[9]
    # hl7apy reads it, too, and finds the fields where they stood.
    parsed = parse_message(after.decode(), find_groups=False)
    assert parsed.msh.msh_9.to_er7() == "ORU^R01^ORU_R01"
    assert parsed.pid.pid_8.to_er7() == "F"
    assert parsed.pid.pid_5.pid_5_4.to_er7() == "JR"


def test_a_name_that_is_torn_over_two_segments_leaves_both(deid: Runs) -> None:
    out = deid(message(LAB))
    assert "Patient [PATIENT]|" in out.line("OBX|1")
    assert "Delgado" not in out.line("OBX|2")
    assert out.line("OBX|2").split("|")[5] == (
        r" was seen by Dr. [DOCTOR]\.br\on [DATE], MRN [MRN] \T\ called [PATIENT]."
    )


def test_a_word_that_is_torn_over_two_segments_leaves_both(deid: Runs) -> None:
    lines = ["Seen: Maria Del", "gado, MRN 0048", "2913, by Dr. Okafor. She is", "well today."]
    rows = [f"OBX|{n}|TX|X||{line}" for n, line in enumerate(lines, start=1)]
    out = deid(message([*LAB[:7], *rows]))
    texts = [out.line(f"OBX|{n}").split("|")[5] for n in range(1, 5)]
    assert texts[0] == "Seen: [PATIENT]"
    assert texts[1] == ", MRN [MRN]"
    assert texts[2] == ", by Dr. [DOCTOR]. She is"
    assert texts[3] == "well today."


def test_structure_and_text_tell_of_the_same_people_and_days(deid: Runs) -> None:
    out = deid(message(LAB), action="surrogate")
    pid, nk1, pv1 = (out.line(name).split("|") for name in ("PID", "NK1", "PV1"))
    family, given = pid[5].split("^")[:2]
    doctor = pv1[7].split("^")
    first, second = (out.line(f"OBX|{n}").split("|")[5] for n in (1, 2))
    assert first == f"Patient {given.title()}"
    assert second.startswith(f"{family.title()} was seen by Dr. {doctor[2].title()} ")
    assert doctor[1].title() in second
    assert nk1[2].split("^")[1].title() in second
    day = out.line("OBX|1").split("|")[14]
    assert f"on {int(day[4:6])}/{int(day[6:])}/{day[:4]}, MRN" in second
    data = out.line("OBX|6").split("|")[5].split("^")[4]
    attached = base64.b64decode(data).decode()
    assert attached.startswith(f"Discharge summary.\n{given.title()} {family.title()} was seen")
    assert f"{day[4:6]}/{day[6:]}/{day[:4]}" in attached
    assert pid[2].split("^")[0] == pid[3].split("^")[0] != "00482913"
    assert pid[18].split("^")[0] == pv1[19]


def test_the_same_patient_is_the_same_in_two_messages_and_two_runs(deid: Runs) -> None:
    first = deid(message(LAB) + message(ADT), action="surrogate", fields={"ZPI": "drop"})
    second = deid(message(ADT), action="surrogate", fields={"ZPI": "drop"})
    assert first.lines.count(first.lines[1]) == 2
    assert second.line("PID") == first.lines[1]
    assert second.data in first.data


def test_a_code_that_says_what_is_known_is_searched(deid: Runs) -> None:
    lines = [
        *(LAB[0], PID, "PV1|1|I||||||||MED|||||||||||||||||||||||||||||DELGADO", "OBR|1|||X^X^L"),
        *("OBX|1|NM|MRN^MRN^L||00482913", "OBX|2|NM|X^X^L||2165550143", "OBX|3|NM|X^X^L||555-0143"),
        *("OBX|4|NM|X^X^L||4.1||3.5 - 5.1", "OBX|5|SN|X^X^L||>^100", "OBX|6|SN|X^X^L||^1^:^40"),
        *("OBX|7|NM|X^X^L||3/14/2019", "OBX|8|NM|X^X^L||-0.5", "OBX|9|ST|X^X^L||Negative"),
    ]
    out = deid(message(lines))
    assert leaks(out.data) == []
    values = [out.line(f"OBX|{n}").split("|")[5] for n in (4, 5, 6, 8, 9)]
    assert values == ["4.1", ">^100", "^1^:^40", "-0.5", "Negative"]
    assert "MED" in out.line("PV1").split("|")


WRITTEN = "Maria Delgado called, (216)555-0111"


@pytest.mark.parametrize("system", ["L", "99LOC", "99zzz", "LOCAL", ""])
@pytest.mark.parametrize("before", ["", "2823-3^Potassium^LN^", "^^^^^^^^"])
def test_the_text_of_a_code_of_the_site_is_searched(deid: Runs, before: str, system: str) -> None:
    code = f"{before}X^{WRITTEN}^{system}"
    if before == "^" * 8:  # CWE-10 to -12
        code = f"^^^^^^^^^X^{WRITTEN}^{system}"
    head = r"MSH|^~\&|A|B|||20190314||ORU^R01|1|P|2.5"
    out = deid(message([head, f"OBR|1|||{code}", f"OBX|1|NM|{code}||5", f"AL1|1|DA|{code}"]))
    assert leaks(out.data, ["Delgado", "555-0111"]) == []
    assert out.data.count(b" called, ") == 3


@pytest.mark.parametrize("system", ["LN", "SCT", "I10", "HL70005", "2.16.840.1.113883.6.96"])
def test_the_text_of_a_public_code_stays(deid: Runs, system: str) -> None:
    line = f"OBX|1|NM|X^Heller myotomy of Maria Delgado^{system}||5"
    assert deid(message([r"MSH|^~\&|A", line])).line("OBX") == line


def test_what_is_said_of_an_attachment_is_of_a_list(deid: Runs) -> None:
    kept = (
        "TEXT^PLAIN^A",
        "Application^PDF^Base64",
        "application/pdf^rtf^",
        "IM^X-HL7-CDA-LEVEL-ONE^",
    )
    gone = "Karen Whitfield^PLAIN^A", "TEXT^216 555 0111^A", "TEXT^PLAIN^Whitfield", "TEXT/Ann^^"
    lines = [f"OBX|{n}|ED|X||^{said}^" for n, said in enumerate((*kept, *gone), start=1)]
    out = deid(message([r"MSH|^~\&|A", *lines]))
    assert not out.failed
    said = [line.split("|")[5].strip("^") for line in out.lines[1:]]
    assert said[:4] == [each.strip("^") for each in kept]
    assert said[4:] == ["PLAIN^A", "TEXT^^A", "TEXT^PLAIN", ""]


def test_a_message_that_links_two_patients_moves_the_days_of_each(deid: Runs) -> None:
    other = "PID|1||00771204^^^MERCY^MR||TARKOWSKI^OLGA||19720304|F"
    head = r"MSH|^~\&|A|MERCY|||20190314||ADT^A24|M1|P|2.5.1"
    together = deid(message([head, PID, other]), action="surrogate")
    apart = [deid(message([head, each]), action="surrogate").line("PID") for each in (PID, other)]
    assert [line.split("|")[7] for line in together.lines[1:]] == [x.split("|")[7] for x in apart]
    assert leaks(together.data, [*SURFACES, "OLGA", "19720304"]) == []


def test_a_policy_decides_about_dates_and_places(deid: Runs) -> None:
    out = deid(message(ADT), policy="hipaa", action=None, fields={"ZPI": "drop"})
    pid, gt1 = out.line("PID").split("|"), out.line("GT1").split("|")
    assert (pid[7], gt1[8]) == ("1961", "")  # he is over 89
    assert pid[11].split("^")[2:6] == ["[CITY]", "OH", "441", "USA"]
    limited = deid(message(ADT), policy="limited-data-set", action=None, fields={"ZPI": "drop"})
    pid = limited.line("PID").split("|")
    assert pid[7] == "19610809"
    assert pid[11].split("^")[2:5] == ["Leadville", "OH", "44107"]


# Bytes ----------------------------------------------------------------------------------------

PLAIN = ["MSH|^~\\&|A|B|C|D|20190314||ORU^R01|1|P|2.5", "PID|1", "OBX|1|TX|X||Potassium 4.1"]
SHAPES = {
    "CR": message(PLAIN),
    "LF": message(PLAIN, "\n"),
    "CRLF": message(PLAIN, "\r\n"),
    "no end": message(PLAIN)[:-1],
    "MLLP": b"\x0b" + message(PLAIN) + b"\x1c\r" + b"\x0b" + message(PLAIN) + b"\x1c\r",
    "MLLP, no CR": b"\x0b" + message(PLAIN)[:-1] + b"\x1c\x0b" + message(PLAIN)[:-1] + b"\x1c",
    "blank lines": b"\n\n" + message(PLAIN, "\n") + b"\n\n" + message(PLAIN, "\n") + b"\x1a",
    "mark": b"\xef\xbb\xbf" + message(PLAIN),
    "own signs": b"MSH@!%$*@A@B\rPID@1@X!Y*Z\rOBX@1@TX@X@@50% of $T$ ^ and | stay\r",
    "truncation sign": b"MSH|^~\\&#|A|B\rOBX|1|TX|X||none\r",
    "no escape": b"MSH|^~|A|B\rOBX|1|TX|X||a \\ b & c\r",
    "latin": "MSH|^~\\&|A|B||||||||||||||8859/1\rOBX|1|TX|X||año\r".encode("latin-1"),
    "null": b'MSH|^~\\&|A|B\rPID|1||""|""|""||""||||""\r',
    "escapes": b"MSH|^~\\&\rOBX|1|FT|X||\\H\\a\\N\\\\.br\\\\X0D0A\\ a\\b \\\\ \\E\\.br\\E\\\r",
    "breaks": b"MSH|^~\\&|A|B\rOBX|1|TX|X||one\ntwo\n\nthree|mg\rOBX|2|NM|X||1\r",
    "batch": b"FHS|^~\\&|A|B|||20190314\rBHS|^~\\&|A\r" + message(PLAIN) + b"BTS|1|x\rFTS|1\r",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_not_replaced_is_as_it_was(shape: str, tmp_path: Path) -> None:
    data = SHAPES[shape]
    written = b""
    for record in records(data, tmp_path):
        same = [value.text for value in record.values]
        written += ours.rewrite(record, New([doc.text for doc in record.texts], same))
    assert written == data


@pytest.mark.parametrize("shape", SHAPES)
def test_all_of_a_file_comes_out(shape: str, deid: Runs) -> None:
    out = deid(SHAPES[shape], load=nothing, policy="limited-data-set", action=None)
    assert not out.failed
    frame = re.compile(rb"[^\x0b\x1c\r\n\x1a]+")
    assert frame.sub(b"x", out.data) == frame.sub(b"x", SHAPES[shape])


def test_batches_are_records_without_text(tmp_path: Path) -> None:
    found = records(SHAPES["batch"], tmp_path)
    assert [(r.id, len(r.texts)) for r in found] == [
        ("x.hl7#1", 0),
        ("x.hl7#2", 0),
        ("x.hl7#3", 1),
        ("x.hl7#4", 0),
        ("x.hl7#5", 0),
    ]
    assert [r.place for r in found] == [1, 2, 3, 4, 5]
    (text,) = found[2].texts
    assert text.id == "x.hl7#3/3"


@pytest.mark.parametrize(
    ("field", "text"),
    [
        (r"a\F\b\S\c\T\d\R\e\E\f", r"a|b^c&d~e\f"),
        (r"one\.br\two\.sp\three\.in+4\four", "one\ntwo\nthree four"),
        (r"\H\Maria\N\ Ruiz", "Maria Ruiz"),
        (r"\X4D61726961\ \X0D\x", "Maria \nx"),
        ("Nu\\XC3B1\\ez", "Nuñez"),
        (r"a~b^c&d", "a\nb c&d"),
        (r"a \ b \ c \Zq\ \\", r"a \ b \ c \Zq\ \\"),
        (r"C:\E\X41\E\y", r"C:\X41\y"),
    ],
)
def test_escapes_are_read(field: str, text: str, tmp_path: Path) -> None:
    (record,) = records(f"MSH|^~\\&|A\rOBX|1|FT|X||{field}\r".encode(), tmp_path)
    assert [doc.text for doc in record.texts] == [text]


@pytest.mark.parametrize(
    ("field", "old", "new", "written"),
    [
        (r"by Mar\H\ia\N\ today", "Maria", "[X]", r"by [X]\H\\N\ today"),
        (r"by \X4D61726961\ today", "Maria", "[X]", r"by \X5B585D\ today"),
        (r"by \X4D61726961205A\ today", "Maria", "Ana", r"by \X416E61205A\ today"),
        (r"by Mar~ia Ruiz today", "Mar\nia Ruiz", "A\nB", "by A~B today"),
        (r"\T\ Maria \T\ ", "Maria", "A|B^C&D~E\\F\nG", r"\T\ A\F\B\S\C\T\D\R\E\E\F\.br\G \T\ "),
        (r"by Ru\.br\iz, RN", "Ru\niz", "Ko", r"by Ko, RN"),
    ],
)
def test_only_what_is_replaced_is_written_anew(
    field: str, old: str, new: str, written: str, tmp_path: Path
) -> None:
    start, end = b"MSH|^~\\&|A\rOBX|1|FT|X||", b"|mg\r"
    (record,) = records(start + field.encode() + end, tmp_path)
    text = record.texts[0].text
    assert old in text
    same = [value.text for value in record.values]
    made = ours.rewrite(record, New([text.replace(old, new)], same))
    assert made == start + written.encode() + end


def test_what_the_character_set_lacks_loses_its_accents(tmp_path: Path) -> None:
    head = "MSH|^~\\&|A|B||||||||||||||"
    for charset, codec, name in (
        ("ASCII", "ascii", "Nunez"),
        ("8859/1", "latin-1", "Núñez"),
        ("UNICODE UTF-8", "utf-8", "Núñez"),
    ):
        data = f"{head}{charset}\rOBX|1|TX|X||by Ruiz\r"
        (record,) = records(data.encode(), tmp_path)
        same = [value.text for value in record.values]
        made = ours.rewrite(record, New(["by Núñez"], same))
        assert made == data.replace("Ruiz", name).encode(codec)


# Attachments ----------------------------------------------------------------------------------


def test_what_an_attachment_says_is_told_by_its_bytes(deid: Runs) -> None:
    head = [LAB[0], PID, "OBR|1"]
    scan = b64(b"\x89PNG\r\n\x1a\n" + b"Maria Delgado")
    lines = [
        f"OBX|1|ED|X||^Application^PDF^Base64^{b64(SUMMARY)}",
        f"OBX|2|ED|X||^IM^PNG^Base64^{scan}",
        "OBX|3|ED|X||^TEXT^PLAIN^A^Seen: Maria Delgado\\.br\\today",
        f"OBX|4|ED|X||^TEXT^PLAIN^Hex^{SUMMARY.encode().hex()}",
        "OBX|5|ED|X||^TEXT^PLAIN^Base64^Maria Delgado",
        f"OBX|6|TX|X||{b64(SUMMARY * 3)}",
        "OBX|7|RP|X||http://mercy.example.org/delgado.pdf^MERCY^TEXT^PLAIN",
    ]
    out = deid(message([*head, *lines]))
    assert not out.failed
    data = [out.line(f"OBX|{n}").split("|")[5].split("^")[-1] for n in range(1, 7)]
    clean = "Discharge summary.\n[PATIENT] was seen by Dr. [DOCTOR] on [DATE].\n"
    assert base64.b64decode(data[0]).decode() == clean
    assert base64.b64decode(data[1]).decode() == NOTICE
    assert data[2] == r"Seen: [PATIENT]\.br\today"
    assert bytes.fromhex(data[3]).decode() == clean
    assert base64.b64decode(data[4]).decode() == NOTICE
    assert base64.b64decode(data[5]).decode() == clean * 3
    assert "delgado" not in out.line("OBX|7").lower()
    (row,) = map(json.loads, (out.folder / "ledger.jsonl").read_text().splitlines())
    assert row["places"]["OBX.5.5 (not read)"] == {"left out": 2}
    assert "Delgado" not in str(row)


def test_rtf_stands_in_attachments_and_over_segments(deid: Runs) -> None:
    rtf = rb"{\rtf1\ansi Seen: Maria \b Delgado\b0\par by Dr. John Okafor\par}"
    lines = [LAB[0], PID, "OBR|1", f"OBX|1|ED|X||^Application^RTF^Base64^{b64(rtf)}", "OBR|2"]
    written = rtf.decode().replace("\\", "\\E\\")
    half = written.index("Delgado")
    lines += [f"OBX|1|TX|X||{written[:half]}", f"OBX|2|TX|X||{written[half:]}"]
    out = deid(message(lines))
    assert not out.failed
    assert leaks(out.data) == []
    attached = base64.b64decode(out.line("OBX|1|ED").split("^")[-1])
    assert attached.startswith(rb"{\rtf1\ansi Seen: ")
    assert b"[PATIENT]" in attached
    assert "[PATIENT]" in out.line("OBX|1|TX")
    assert out.line("OBX|2|TX") == "OBX|2|TX|X||"


# Decisions ------------------------------------------------------------------------------------


def test_what_nobody_decided_about_is_refused_by_name(deid: Runs) -> None:
    data = message([*ADT, "PID|1" + "|" * 59 + "Maria Delgado"])
    with pytest.raises(ConfigError, match=r"Nobody decided about ZPI\.1, ZPI\.2, ZPI\.3, PID\.60"):
        deid(data)
    out = deid(data, other="drop")
    assert out.line("ZPI") == "ZPI|||"
    assert leaks(out.data) == []


def test_the_user_decides_field_by_field(deid: Runs) -> None:
    rows = [
        "ZPI|7|DELGADO^MARIA|20190314|A77120|44107|to Maria Delgado today|Maria",
        "PV1|1|I|4W||||||||||||||||V1|||Y",
    ]
    fields = {
        **{"ZPI.1": "keep", "ZPI.2": "PATIENT", "ZPI.3": "shift", "ZPI.4": "code"},
        **{"ZPI.5": "ZIP", "ZPI.6": "text", "ZPI": "drop", "PV1.3": "keep", "PV1.19": "drop"},
    }
    data = message([LAB[0], PID, *rows])
    out = deid(data, policy="hipaa-expert", action=None, fields=fields)
    row = out.line("ZPI").split("|")
    assert row[1] == "7"
    assert row[2] == "^".join(out.line("PID").split("|")[5].split("^")[:2])
    assert re.fullmatch(r"20\d{6}", row[3])
    assert row[3] != "20190314"
    assert re.fullmatch(r"[0-9a-f]{24}", row[4])
    assert row[5] == "441"
    assert re.fullmatch(r"to (?!Maria)\w+ (?!Delgado)\w+ today", row[6])
    assert row[7] == ""
    assert out.line("PV1").split("|")[3] == "4W"
    assert out.line("PV1") == "PV1|1|I|4W|||||||||||||||||||Y"


def test_a_decision_about_less_than_a_field_is_refused(deid: Runs) -> None:
    with pytest.raises(ConfigError, match=r"'PID.5.1' is less than a field"):
        deid(message(LAB), fields={"PID.5.1": "drop"})


def test_a_misspelt_decision_that_the_run_needs_is_refused(deid: Runs) -> None:
    data = message([*LAB, "ZPI|1"])
    with pytest.raises(ConfigError, match=r"There is no field 'ZPX\.3', given as 'shift'"):
        deid(data, fields={"ZPI": "drop", "ZPX.3": "shift"})
    deid(data, load=nothing, fields={"ZPI": "drop", "PV1.44": "shift"})


def test_every_role_of_the_table_is_one() -> None:
    table = ours._table()
    plain = {
        "keep",
        "kept",
        "number",
        "note",
        "text",
        "value",
        "date",
        "code",
        "name",
        "drop",
        "CWE",
        "ED",
    }
    known = plain | {*table.kept, *table.types, *(label.name for label in TYPES)}
    said = [role for rows in table.segments.values() for role in rows.values()]
    said += [role for roles in table.types.values() for role in roles]
    said += table.values.values()
    for role in said:
        kind, _, of = role.partition(":")
        assert kind in known, role
        assert of in ("", "text") or of in {label.name for label in TYPES}, role


# Recognition and bad input ----------------------------------------------------------------------


def test_files_are_known_by_suffix_and_content(tmp_path: Path) -> None:
    for name in ("a.hl7", "b.mllp", "c.dat", "d"):
        (tmp_path / name).write_bytes(SHAPES["MLLP" if name == "b.mllp" else "CR"])
        assert recognise(tmp_path / name) == "hl7"
    (tmp_path / "e").write_bytes(b"MSH is short for message header.")
    assert recognise(tmp_path / "e") == "txt"


BAD = [
    (b"", "holds no message"),
    (b"Seen by Maria Delgado.\r", "does not begin with MSH, FHS or BHS"),
    (b"Maria Delgado\r" + message(PLAIN), "does not begin with MSH, FHS or BHS"),
    (b"MSH||||\r", "MSH-2 must hold two to five signs"),
    (b"MSH|^^\\&|A\r", "MSH-2 must hold two to five signs"),
    (b"MSH|^~a&|A\r", "must hold signs, no letters"),
    (b"MSH|^~\\&#$|A\r", "MSH-2 must hold two to five signs"),
    (b"BTS|1\r", "BTS stands before any header"),
    (message(PLAIN).decode().encode("utf-16"), "is UTF-16"),
    (b"MSH|^~\\&|A\rOBX|1|TX|X||a\xf1o\r", "MSH-18 is empty, but byte"),
    (b"MSH|^~\\&|A|B||||||||||||||ASCII\rOBX|1|TX|X||a\xf1o\r", "MSH-18 says ASCII, but byte"),
    (b"MSH|^~\\&|A|B||||||||||||||ISO IR87\rPID|1\r", "MSH-18 names a character set other"),
    (b"MSH|^~\\&|A\rOBX|1|TX|X||\\M2842\\Delgado\r", "changes the character set"),
    (
        b"MSH|^~\\&|A\rOBX|1|ED|X||^TEXT^PLAIN^Seen by Maria Delgado, who came from her town\r",
        "no att",
    ),
    (b"MSH|^~\\&|A\rPID|1||7^^^A\rPID|2||8^^^A\rNTE|1||x\r", "is about several patients"),
    (b"MSH|^~\\&|A\rZZZ|Maria Delgado\r", "nobody decided about ZZZ.1"),
    (
        b"MSH|^~\\&|A\rPV1|1|I|4W||||||" + b"|" * 60 + b"Maria Delgado\r",
        "nobody decided about PV1.69",
    ),
]


@pytest.mark.parametrize(("data", "reason"), BAD)
def test_what_cannot_be_read_is_told_and_nothing_of_it_comes_out(
    data: bytes, reason: str, tmp_path: Path
) -> None:
    good = message(PLAIN)
    for extra in (b"", good):
        if extra and (not data or data[:3] not in (b"MSH", b"BTS")):
            continue
        source = tmp_path / f"in{len(extra)}.hl7"
        source.write_bytes(data + extra)
        out = tmp_path / f"out{len(extra)}"
        run(
            Sources([source], "hl7"),
            Task(nothing, get_policy("all"), Context(KEY)),
            OutputFolder(out),
        )
        (told,) = map(json.loads, (out / "failed.jsonl").read_text().splitlines())
        assert reason in told["reason"]
        assert "Delgado" not in str(told)
        written = out / source.name
        assert (written.read_bytes().count(b"MSH") if written.exists() else 0) == bool(extra)


def test_errors_are_raised_where_nobody_takes_them(tmp_path: Path) -> None:
    with pytest.raises(NoteError, match=r"x\.hl7#1: MSH-2 must hold"):
        records(b"MSH|||\r", tmp_path)
    with pytest.raises((NoteError, InputError)):
        list(ours.read_records(tmp_path / "none.hl7", "none.hl7", fields=NO_FIELDS))


FRAME = b"\x0b" + message(PLAIN) + b"\x1c\r"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (FRAME * 2, {}),
        (FRAME.replace(b"\x1c\r", b"\x1c") * 2, {}),
        (b"\x0b" + message(PLAIN) * 2 + b"\x1c\r", {}),  # several in one frame
        (
            message(PLAIN).replace(b"Maria", b"Mar\x0bia") * 2,
            {},
        ),  # a line break of a word processor
        (FRAME + FRAME[:-2], {"x.hl7#2": "no end"}),
        (FRAME + FRAME[:-40], {"x.hl7#2": "no end"}),
        (FRAME[:-2] + FRAME, {"x.hl7#1": "no end"}),
        (b"\x0b" + message(PLAIN) * 2, {"x.hl7#2": "no end"}),
        (b"BHS|^~\\&|A\r" + message(PLAIN) * 2 + b"BTS|2\r", {}),
        (b"BHS|^~\\&|A\r" + message(PLAIN) * 2 + b"BTS||x\r", {}),
        (b"FHS|^~\\&|A\r" + message(PLAIN) + b"FTS|1\r", {}),  # without a batch within
        (
            b"BHS|^~\\&|A\r" + message(PLAIN) + b"BTS|2\r",
            {"": "says 2 messages, but 1 stand there (#3)"},
        ),
        (b"BHS|^~\\&|A\r" + message(PLAIN), {"": "BTS is missing"}),
        (b"FHS|^~\\&|A\r" + message(PLAIN), {"": "FTS is missing"}),
        (
            b"FHS|^~\\&|A\rBHS|^~\\&|A\r" + message(PLAIN) + b"BHS|^~\\&|A\rBTS|0\rFTS|1\r",
            {"": "file seems to be cut (#3); FTS-1 says 1 batches, but 2 stand there (#6)"},
        ),
    ],
)
def test_what_is_cut_is_told(data: bytes, told: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "x.hl7").write_bytes(data)
    failed: dict[str, str] = {}
    sources = Sources([tmp_path / "x.hl7"])
    task = Task(nothing, get_policy("all"), Context(KEY))
    summary = run(sources, task, OutputFolder(tmp_path / "out"))
    out = Out(tmp_path / "out", "x.hl7")
    failed = out.failed | ({"": " ".join(summary.problems)} if summary.problems else {})
    assert failed.keys() == told.keys()
    assert all(told[id] in reason for id, reason in failed.items())
    assert summary.ok is not bool(told)
    assert summary.notes_in == summary.notes_out + summary.notes_failed
    written = out.data
    whole = data.count(b"MSH|") - sum("frame" in reason for reason in failed.values())
    assert written.count(b"MSH|") == whole
