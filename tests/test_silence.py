"""No command opens a connection, or writes a file outside of its output and temporary folders.

Each command runs under strace, with everything that it starts. A program that lets itself be told
by the variables of a CI that it runs there (ONNX Runtime does) behaves as it does elsewhere: the
commands get an environment of their own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from families import write_checkpoint
from incognote import registry
from tiny_models import NOTES, write_corpus
from ward import site_notes

pytestmark = pytest.mark.needs("strace")

ROOT = Path(__file__).parent.parent
CALLS = "socket,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink"
CALLS += ",symlinkat,mknod,mknodat,truncate,unlink,unlinkat,rmdir"
WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND")
NAMED = re.compile(r'(?:AT_FDCWD(?:<([^>]*)>)?|\d+<([^>]*)>)?(?:, )?"((?:[^"\\]|\\.)*)"')
NO_FILES = ("/dev/", "/proc/")
"""What is written to there goes to no disk: /dev/null, a terminal, a thread's name."""
NUMBERS = count()

CONFIG = """
language = "en"
scheme = "incognote"
[[train]]
data = "notes"
format = "inline"
part = "train"
[[dev]]
data = "notes"
format = "inline"
part = "dev"
[model]
architecture = "bilstm"
word_size = 6
character_size = 0
hidden = 5
[loop]
epochs = 1
[export]
int8 = true
"""
QUICK = "epochs = 1\nrate = 1.0\nleast = 20\nvary = 0.0\nscratch_epochs = 1\n"

# In order: some read what others wrote. Two chains, so that two cores have work.
READING = """
key new my.key
policy new mine.toml
labels
corpus stats corpus --from inline
convert corpus corpus.jsonl --from inline --to jsonl
synthesize en corpus -o made --count 2
deid notes -o out --replace surrogate --key my.key --vault my.vault --jobs 2
reveal out --vault my.vault --key my.key -o back
detect notes -o spans.jsonl --jobs 1
attack corpus --trials 1
evaluate corpus --gold-format inline --model tiny --points --out scores.json --mistakes m.txt
evaluate-matrix --system tiny=tiny --corpus c=inline:corpus@dev
report scores.json -o report.html
calibrate --gold site.jsonl --target all=.1 --model tiny -o dial.json --diagram dial.svg
certify plan out --plan plan.json --read 2 --to-read to_read
certify run out --plan plan.json --reviewed to_read --reader R --packet packet.pdf
adapt rules --gold site.jsonl --model tiny -o site.toml
adapt pick notes --model tiny -o next.jsonl --budget 1 --to-label to_label
ensemble tiny tiny -o pair
"""
TRAINING = """
train tiny.toml -o trained --data notes=corpus --plot trained.svg
vectors notes -o words.txt --size 4 --min-count 1 --epochs 1
vectors notes -o characters --characters --epochs 1
vectors notes -o known.txt --size 4 --min-count 1 --epochs 1 --checkpoint encoder
pretrain encoder.toml -o read --data notes=corpus --data encoder=encoder
adapt run tiny --labelled site.jsonl -o fitted --replay corpus --config quick.toml
adapt curves --a corpus --b inline --sizes 4 --seeds 1 --ways then --no-full -o c --model tiny
reproduce ahmed2020 --on notes-en --data settings -o paper --table 3 --quick --set model.hidden=4
"""
REFUSED = ("vectors notes -o none.txt --checkpoint nobody/no-such-encoder",)
"""A hub name: the library could ask its hub for it."""


@dataclass(frozen=True)
class Traced:
    command: str
    code: int
    said: str
    lines: list[str]
    folder: Path

    @property
    def connections(self) -> list[str]:
        return [line for line in self.lines if "socket(AF_INET" in line]

    def outside(self) -> set[str]:
        """What was written to, made, moved or removed beside the working and temporary folder."""
        own = tuple(f"{self.folder.with_name(name)}/" for name in ("work", "tmp"))
        found = set()
        for line in self.lines:
            call, _, rest = line.partition("(")
            if call == "socket" or (call in ("open", "openat") and not WRITES.search(rest)):
                continue
            for at, beside, name in NAMED.findall(rest):
                found.add(os.path.normpath(self.folder.joinpath(at or beside, name)))
        return {path for path in found if not f"{path}/".startswith((*own, *NO_FILES))}


def traced(command: str, folder: Path, *program: str) -> Traced:
    """Runs a command of ours, or a program, in a folder, with its home and temporary folder."""
    log = folder.parent / f"{next(NUMBERS)}.trace"
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT / "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(folder.parent / "home"),
        "TMPDIR": str(folder.parent / "tmp"),
    }
    strace = ["strace", "-f", "-qq", "-y", "--seccomp-bpf", "-s", "4096", "-e", f"trace={CALLS}"]
    ours = (sys.executable, "-m", "incognote", *command.split())
    done = subprocess.run(
        [*strace, "-o", str(log), *(program or ours)],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    # Each line begins with the number of the process.
    lines = [line.partition(" ")[2].strip() for line in log.read_text().splitlines()]
    return Traced(command, done.returncode, done.stdout + done.stderr, lines, folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Path:
    """Where all commands run: corpora, configurations, and then what the commands wrote."""
    work = tmp_path_factory.mktemp("silence") / "work"
    for name in ("work", "home", "tmp", "work/notes", "work/corpus", "work/settings"):
        (work.parent / name).mkdir()
    os.symlink(tiny_model, work / "tiny")
    write_corpus(work / "corpus")
    rows = ["note\tsplit"]
    for setting in ("longitudinal", "inpatient", "nursing", "acute"):
        (work / "settings" / setting).mkdir()
        for part, texts in NOTES.items():
            for i, text in enumerate(texts * 2):
                (work / f"settings/{setting}/{part}{i}.txt").write_text(text)
                rows.append(f"{setting}/{part}{i}.txt\t{part}")
    (work / "settings/split.tsv").write_text("\n".join(rows) + "\n")
    for i in range(20):  # more than one process takes at once
        (work / f"notes/{i}.txt").write_text(f"Seen by Dr. Ada Ruiz on {i + 1}/4/2019, bed {i}.\n")
    registry.get("writer", "jsonl")(site_notes(12), work / "site.jsonl")
    registry.get("writer", "inline")(site_notes(12), work / "inline")
    (work / "tiny.toml").write_text(CONFIG)
    (work / "quick.toml").write_text(QUICK)
    write_checkpoint("bert", work / "encoder")
    (work / "encoder.toml").write_text(
        'checkpoint = "encoder"\nepochs = 1\npieces = 24\n[[train]]\n'
        'data = "notes"\nformat = "inline"\n'
    )
    return work


@pytest.fixture(scope="module")
def runs(folder: Path) -> dict[str, Traced]:
    """Every command, run."""

    def chain(commands: list[str]) -> list[Traced]:
        return [traced(command, folder) for command in commands]

    chains = [READING.strip().split("\n"), [*TRAINING.strip().split("\n"), *REFUSED]]
    with ThreadPoolExecutor() as pool:
        return {run.command: run for found in pool.map(chain, chains) for run in found}


COMMANDS = [*READING.strip().split("\n"), *TRAINING.strip().split("\n"), *REFUSED]


def test_the_trace_sees_what_must_not_be(folder: Path) -> None:
    # In a child, since most commands start some; the socket sends nothing.
    inner = "import os, socket; socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).close(); "
    inner += "open(os.path.expanduser('~/left'), 'w'); os.mkdir('../beside'); open('mine', 'w')"
    outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    run = traced("", folder, sys.executable, "-c", outer)
    assert run.connections
    assert run.outside() == {f"{folder.parent}/home/left", f"{folder.parent}/beside"}


def test_every_command_is_run() -> None:
    ours = {name for name in registry.names("command") if name != "adapt"}
    ours |= {f"adapt {name}" for name in registry.names("adapt")}
    assert not [name for name in ours if not any(f"{c} ".startswith(f"{name} ") for c in COMMANDS)]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_makes_no_connection_and_writes_where_it_was_told(
    command: str, runs: dict[str, Traced], folder: Path
) -> None:
    run = runs[command]
    assert run.code == (2 if command in REFUSED else 0), run.said
    assert run.lines
    assert not run.connections
    assert not run.outside()
