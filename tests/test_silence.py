"""No command opens a connection but to a server that it was told of, or writes a file outside of
its output and temporary folders; what holds notes it writes for its owner alone.

Each command runs under strace, with everything that it starts. A program that lets itself be told
by the variables of a CI that it runs there (ONNX Runtime does) behaves as it does elsewhere: the
commands get an environment of their own. A command is a process of its own, forked from one that
has imported large packages: to import them again each time would take most of the time.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pyarrow.parquet
import pytest

import incognote
from families import write_checkpoint
from incognote.core import registry
from incognote.core.document import Span
from incognote.io.format import get_format, writer
from incognote.io.inline import render
from incognote.review.marks import Wish
from incognote.review.project import Project
from tiny_models import NOTES, write_corpus
from ward import site_notes

pytestmark = pytest.mark.needs("strace")

CALLS = "socket,connect,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat"
CALLS += ",symlink,symlinkat,mknod,mknodat,truncate,unlink,unlinkat,rmdir"
WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND")
NAMED = re.compile(r'(?:AT_FDCWD(?:<([^>]*)>)?|\d+<([^>]*)>)?(?:, )?"((?:[^"\\]|\\.)*)"')
MADE = re.compile(NAMED.pattern + r"(?:, O_[A-Z_|]+)?, (0\d+)\)")
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
columns roster.parquet -o columns.toml
synthesize en corpus -o made --count 2
deid notes -o out --replace surrogate --key my.key --vault my.vault --jobs 2
columns sqlite:///ward.db --table notes
deid sqlite:///ward.db --table notes --text note --keep id --to clean -o rows --replace tag
detect sqlite:///ward.db --table notes --text note --keep id -o of_rows.jsonl --jobs 1
utility notes out --out utility.json --lost lost.tsv
reveal out --vault my.vault --key my.key -o back
detect notes -o spans.jsonl --jobs 1 --roster roster.parquet --patient-from (.+)
attack corpus --trials 1
probe corpus --gold-format inline --model tiny --ask order --resamples 9 --out probe.json
review new project.db corpus --format inline --marks
review export project.db -o answers.jsonl --audit audit.jsonl
review agree project.db other.db --differences differences.jsonl
review finish project.db evaluate --model tiny --resamples 0 --out finished.json
evaluate corpus --gold-format inline --model tiny --points --out scores.json --mistakes m.txt
evaluate-matrix --system tiny=tiny --corpus c=inline:corpus@dev
report scores.json -o report.html
calibrate --gold site.jsonl --unit note --target all=.1 --model tiny -o dial.json --diagram dial.svg
certify plan out --plan plan.json --read 15 --plant 10 --to-read to_read
certify run out --plan plan.json --reviewed to_read --reader R --packet packet.pdf
certify apply out --plan plan.json --reviewed to_read --reader R --mended mended
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
import labelled -o imported
adapt run tiny --labelled site.jsonl -o fitted --replay corpus --config q.toml
adapt curves --a corpus --b inline --sizes 4 --seeds 1 --no-full -o c --model tiny --config q.toml
reproduce ahmed2020 --on notes-en --data settings -o paper --table 3 --quick --set model.hidden=4
"""
FOR_ONE = {
    *("my.key", "my.vault", "corpus.jsonl", "made", "back", "m.txt", "plan.json", "to_read"),
    *(
        "site.toml",
        "next.jsonl",
        "to_label",
        "pair",
        "trained",
        "trained.run",
        "imported",
        "words.txt",
    ),
    *("characters", "known.txt", "read", "read.run", "fitted", "fitted.run", "columns.toml"),
    *("project.db", "answers.jsonl", "lost.tsv"),
}
"""What holds notes, words of notes or a secret."""
FOR_MORE = {
    *("probe.json", "rows", "of_rows.jsonl"),
    *("mine.toml", "out", "spans.jsonl", "scores.json", "report.html", "report.md", "dial.json"),
    *(
        "utility.json",
        "finished.json",
        "dial.svg",
        "packet.pdf",
        "trained.svg",
        "mended",
        "audit.jsonl",
        "differences.jsonl",
    ),
}
"""What does not, and is made to be passed on: the umask decides."""
FIGURES = {"c", "paper"}
"""Folders of figures; the models in them are for their owner alone."""
SERVING = ("serve", "proxy", "mcp")
"""Which run until they are ended: tests of their own, here or beside their modules."""
REFUSED = (
    "vectors notes -o none.txt --checkpoint nobody/no-such-encoder",
    "import nobody/no-such-model -o none",
    "export tiny -o checkpoint",
)
"""Hub names, for which the library could ask its hub; and a model with parts of its own."""


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
            if call in ("socket", "connect") or (
                call in ("open", "openat") and not WRITES.search(rest)
            ):
                continue
            for at, beside, name in NAMED.findall(rest):
                found.add(os.path.normpath(self.folder.joinpath(at or beside, name)))
        return {path for path in found if not f"{path}/".startswith((*own, *NO_FILES))}

    def made(self) -> dict[Path, int]:
        """Every file and folder that was made, with the mode that it was made with."""
        found = {}
        for line in self.lines:
            call, _, rest = line.partition("(")
            made = MADE.search(rest)
            if made and (call.startswith("mkdir") or "O_CREAT" in rest) and "= -1" not in rest:
                at, beside, name, mode = made.groups()
                path = Path(os.path.normpath(self.folder.joinpath(at or beside or "", name)))
                if not str(path).startswith(NO_FILES):
                    found.setdefault(path, int(mode, 8))
        return found


def environment(folder: Path) -> dict[str, str]:
    """With a home and a temporary folder of its own."""
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(Path(incognote.__file__).parents[1]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_WAIT_POLICY": "PASSIVE",  # as in conftest.py
        "PYTHONIOENCODING": "ascii",  # the poorest terminal there is must do as well
        "HOME": str(folder.parent / "home"),
        "TMPDIR": str(folder.parent / "tmp"),
    }


STRACE = ["strace", "-f", "-qq", "-y", "--seccomp-bpf", "-s", "4096", "-e", f"trace={CALLS}", "-o"]


def lines_of(log: Path) -> list[str]:
    """The calls, without the number of the process with which each line begins."""
    return [line.partition(" ")[2].strip() for line in log.read_text().splitlines()]


def traced(program: str, folder: Path) -> Traced:
    """Runs a program of Python in a folder, with its home and temporary folder."""
    log = folder.parent / f"{next(NUMBERS)}.trace"
    done = subprocess.run(
        [*STRACE, str(log), sys.executable, "-c", program],
        cwd=folder,
        env=environment(folder),
        umask=0,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return Traced("", done.returncode, done.stdout + done.stderr, lines_of(log), folder)


def ports(run: Traced) -> list[str]:
    """Of each connection that was opened over the internet's protocols the port at its end."""
    found = re.findall(r"connect\(.*sin6?_port=htons\((\d+)\)", "\n".join(run.lines))
    assert len(found) == sum("connect(" in line and "AF_INET" in line for line in run.lines)
    return found


SHELL = """
import atexit, contextlib, importlib, os, sys
large, said, mark = sys.argv[1:]
for name in large.split():
    importlib.import_module(name)
for line in sys.stdin:
    with contextlib.suppress(OSError):
        open(mark)  # the trace shows where a command begins
    child = os.fork()
    if not child:
        told = os.open(said, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(told, 1)
        os.dup2(told, 2)
        sys.argv = ["incognote", *line.split()]
        code = 70
        try:
            from incognote.cli import main
            main()
        except SystemExit as left:
            code = left.code
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Runs the commands that it reads, each in a fork of its own, and prints the code of each."""
MARK = "/proc/a command begins"
"""What the shell looks for, in vain, before each."""
LARGE = "numpy pyarrow.parquet rich.console tokenizers typer"
"""Imported once for all commands: packages that ours silence by no variable, as ONNX Runtime, and
not while they are imported, as gensim and transformers."""


def traced_all(
    commands: Sequence[str], folder: Path, large: str, before: Callable[[str], None]
) -> list[Traced]:
    """Runs commands one after the other; `before` is called before each."""
    number = next(NUMBERS)
    log, said = folder.parent / f"{number}.trace", folder.parent / f"tmp/{number}.said"
    shell = subprocess.Popen(
        [*STRACE, str(log), sys.executable, "-c", SHELL, large, str(said), MARK],
        cwd=folder,
        env=environment(folder),
        umask=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert shell.stdin is not None
    assert shell.stdout is not None
    done = []
    too_long = threading.Timer(900, shell.kill)
    too_long.start()
    with shell:
        for command in commands:
            before(command)
            print(command, file=shell.stdin, flush=True)
            done.append((int(shell.stdout.readline()), said.read_text()))
        shell.stdin.close()
    too_long.cancel()
    runs: list[list[str]] = [[]]
    for line in lines_of(log):
        if line.startswith("openat") and f'"{MARK}' in line:
            runs.append([])
        runs[-1].append(line)
    assert not Traced("the shell", 0, "", runs[0], folder).outside()
    assert not Traced("the shell", 0, "", runs[0], folder).connections
    return [
        Traced(command, code, told, lines, folder)
        for command, (code, told), lines in zip(commands, done, runs[1:], strict=True)
    ]


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
    roster = pyarrow.table({"patient": ["1", "2"], "names": ["Ada Ruiz", "Tom Moss"]})
    pyarrow.parquet.write_table(roster, work / "roster.parquet")
    writer("jsonl")(site_notes(12), work / "site.jsonl")
    writer("inline")(site_notes(12), work / "inline")
    with contextlib.closing(sqlite3.connect(work / "ward.db")) as base, base:
        base.execute("create table notes (id integer primary key, note text)")
        base.execute("insert into notes values (1, 'Seen by Dr. Ada Ruiz on 1/4/2019.')")
    (work / "ward.db").chmod(0o600)
    (work / "tiny.toml").write_text(CONFIG)
    (work / "q.toml").write_text(QUICK)
    write_checkpoint("bert", work / "encoder")
    write_checkpoint("bert", work / "labelled", ["O", "B-DATE", "I-DATE"])
    (work / "encoder.toml").write_text(
        'checkpoint = "encoder"\nepochs = 1\npieces = 24\n[[train]]\n'
        'data = "notes"\nformat = "inline"\n'
    )
    return work


def read_as_people_would(folder: Path) -> None:
    """Marks what was planted in the notes to read."""
    plan = json.loads((folder / "plan.json").read_text())
    for drawn in plan["sample"]:
        if put := drawn["planted"]:
            note = folder / "to_read" / f"{drawn['id']}.txt"
            (doc,) = get_format("inline").read(note)
            note.write_text(render(doc.with_spans([Span(put["start"], put["end"], put["label"])])))


@pytest.fixture(scope="module")
def runs(folder: Path) -> dict[str, Traced]:
    """Every command, run."""

    def before(command: str) -> None:
        if command.startswith("certify run"):
            read_as_people_would(folder)
        if command.startswith("review export"):
            with Project(folder / "project.db") as project:
                project.decide(1, [Wish("done")], reader="R", request="1", after=0)
            shutil.copy(folder / "project.db", folder / "other.db")

    chains = [
        (READING.strip().split("\n"), LARGE),
        ([*TRAINING.strip().split("\n"), *REFUSED], f"{LARGE} torch torch._dynamo torch.onnx"),
    ]
    with ThreadPoolExecutor() as pool:
        found = pool.map(lambda chain: traced_all(chain[0], folder, chain[1], before), chains)
        return {run.command: run for runs in found for run in runs}


COMMANDS = [*READING.strip().split("\n"), *TRAINING.strip().split("\n"), *REFUSED]


def test_the_trace_sees_what_must_not_be(folder: Path) -> None:
    # In a child, since most commands start some; the socket sends nothing.
    inner = "import os, socket; socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).close(); "
    inner += (
        "open(os.path.expanduser('~/left'), 'w'); os.mkdir('../beside'); open('../tmp/mine', 'w')"
    )
    outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    run = traced(outer, folder)
    assert run.connections
    home, beside = folder.with_name("home"), folder.with_name("beside")
    assert run.outside() == {str(home / "left"), str(beside)}


def test_a_service_has_one_socket_on_which_it_listens(folder: Path) -> None:
    for package in ("starlette", "uvicorn"):
        pytest.importorskip(package, reason="the extra serve is not installed")
    outer = """
import signal, subprocess, sys
command = [sys.executable, "-m", "incognote", *"serve --port 0 --model tiny".split()]
service = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
assert "Listening" in service.stderr.readline()
service.send_signal(signal.SIGTERM)
sys.exit(service.wait())
"""
    run = traced(outer, folder)
    assert run.code == 0, run.said
    assert len(run.connections) == 1
    assert not run.outside()


def test_a_proxy_connects_nowhere_until_it_is_asked(folder: Path) -> None:
    """To the URL of --to it does, when a request is to go there."""
    for package in ("starlette", "uvicorn", "httpx2"):
        pytest.importorskip(package, reason="the extra proxy is not installed")
    outer = """
import json, signal, socket, subprocess, sys, threading, urllib.request
model = socket.create_server(("127.0.0.1", 0))
port = model.getsockname()[1]
options = f"proxy --port 0 --model tiny --to http://127.0.0.1:{port}/v1".split()
command = [sys.executable, "-m", "incognote", *options]
proxy = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
url = proxy.stderr.readline().split()[-1].rstrip(".")
def answer():
    taken, _ = model.accept()
    taken.recv(65536)
    taken.sendall(b"HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\nconnection: close\\r\\n\\r\\n{}")
    taken.close()
thread = threading.Thread(target=answer)
thread.start()
said = [{"role": "user", "content": "Seen by Dr. Ada Ruiz."}]
body = json.dumps({"model": "m", "messages": said}).encode()
kind = {"content-type": "application/json"}
asked = urllib.request.Request(f"{url}/chat/completions", body, kind)
assert urllib.request.urlopen(asked).read() == b"{}"
thread.join()
proxy.send_signal(signal.SIGTERM)
print(f"went to {port}")
sys.exit(proxy.wait())
"""
    run = traced(outer, folder)
    assert run.code == 0, run.said
    port = re.search(r"went to (\d+)", run.said)
    assert port is not None
    # One is the test's own way to the proxy, the other the proxy's to the model.
    assert len(ports(run)) == 2
    assert ports(run).count(port[1]) == 1
    assert not run.outside()


@pytest.mark.parametrize(
    "command",
    [
        "deid {} --table t --to u --text x",
        "detect {} --table t --text x -o x.jsonl",
        "columns {} --table t",
    ],
)
@pytest.mark.parametrize("by_variable", [False, True])
def test_a_database_is_reached_where_its_url_says_and_nowhere_else(
    command: str, by_variable: bool, folder: Path
) -> None:
    for package in ("sqlalchemy", "psycopg"):
        pytest.importorskip(package, reason="the extra databases or a driver is not installed")
    outer = f"""
import os, socket, subprocess, sys, threading
server = socket.create_server(("127.0.0.1", 0))
port = server.getsockname()[1]
def refuse():
    while True:
        server.accept()[0].close()
threading.Thread(target=refuse, daemon=True).start()
url = f"postgresql+psycopg://u@127.0.0.1:{{port}}/d"
os.environ["WARD_URL"] = url
given = {command!r}.format("env:WARD_URL" if {by_variable} else url).split()
print("reached", port, flush=True)
sys.exit(subprocess.run([sys.executable, "-m", "incognote", *given]).returncode)
"""
    run = traced(outer, folder)
    assert run.code == 2
    assert "No connection to the database" in run.said
    port = re.search(r"reached (\d+)", run.said)
    assert port is not None
    assert {*ports(run)} == {port[1]}
    assert not run.outside()


def test_every_command_is_run() -> None:
    groups = ("adapt", "review")
    ours = {name for name in registry.names("command") if name not in (*groups, *SERVING)}
    ours |= {f"{group} {name}" for group in groups for name in registry.names(group)}
    # Which serve until they are ended have tests of their own here.
    ours.remove("review open")
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


@pytest.mark.parametrize("name", sorted(FOR_ONE))
def test_what_holds_notes_or_secrets_is_for_its_owner_alone(
    name: str, runs: dict[str, Traced], folder: Path
) -> None:
    assert (folder / name).stat().st_mode & 0o077 == 0


def test_it_is_so_from_the_first_byte(runs: dict[str, Traced], folder: Path) -> None:
    for_more = FOR_MORE | FIGURES
    alone = [run for command, run in runs.items() if not for_more & {*command.split()}]
    assert len(alone) > 8
    made = {path: mode for run in alone for path, mode in run.made().items()}
    del made[folder / "ward.db"]  # it was there: SQLite opens it as if it were to be made
    assert sum(folder in path.parents for path in made) > 8
    closed = {path for path, mode in made.items() if mode & 0o077 == 0}
    assert not [path for path in made if not closed & {path, *path.parents}]


@pytest.mark.parametrize("name", sorted(FOR_MORE))
def test_what_is_made_to_be_passed_on_follows_the_umask(
    name: str, runs: dict[str, Traced], folder: Path
) -> None:
    kind = 0o777 if (folder / name).is_dir() else 0o666
    assert (folder / name).stat().st_mode & 0o777 == kind


def test_every_result_is_for_one_or_for_more(runs: dict[str, Traced], folder: Path) -> None:
    given = {"notes", "corpus", "settings", "tiny", "inline", "site.jsonl", "tiny.toml", "q.toml"}
    given |= {"encoder", "encoder.toml", "labelled", "roster.parquet", "other.db", "ward.db"}
    assert {p.name for p in folder.iterdir()} == FOR_ONE | FOR_MORE | FIGURES | given
    models = list((folder / "paper/models").iterdir())
    assert models
    assert not [p for p in models if p.stat().st_mode & 0o077]


def test_the_page_is_served_to_this_machine_alone(runs: dict[str, Traced], folder: Path) -> None:
    log = folder.parent / "open.trace"
    calls = f"trace={CALLS},bind,listen"
    strace = ["strace", "-f", "-qq", "-y", "-s", "4096", "-e", calls, "-o", str(log)]
    ours = (sys.executable, "-m", "incognote", "review", "project.db", "--reader", "R")
    server = subprocess.Popen(
        [*strace, *ours],
        cwd=folder,
        env=environment(folder) | {"PYTHONUNBUFFERED": "1"},
        umask=0,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    address = server.stdout.readline().split()[1]
    with urllib.request.urlopen(address.partition("#")[0]) as answer:
        assert b"<main" in answer.read()
    os.kill(int(log.read_text().split()[0]), signal.SIGINT)
    assert "Closed: 1 of" in server.communicate(timeout=60)[0]
    lines = lines_of(log)
    run = Traced("review open", server.returncode, "", lines, folder)
    assert run.code == 0
    assert not run.outside()
    bound = [line for line in lines if line.startswith("bind(")]
    assert len(bound) == 1
    assert 'inet_addr("127.0.0.1")' in bound[0]
    assert not [line for line in lines if line.startswith("connect(")]
