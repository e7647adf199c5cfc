"""Peak memory of a run over many notes, all its processes together (Linux).

    python bench/memory.py corpora/notes_en

Memory is summed over the command and its workers, each page that they share in equal parts (PSS).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import plain_notes
from record import record

PAUSE = 0.05
MILESTONES = (0.1, 0.5, 1.0)


def resident(pid: int) -> float:
    """Returns the megabytes of a process and all below it, shared pages in equal parts."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0  # it has just ended
    own = next((int(x.split()[1]) / 1024 for x in lines if x.startswith("Pss:")), 0.0)
    return own + sum(resident(int(child)) for child in below)


def main() -> None:
    """Runs the command, watches it and records the figures."""
    args = plain_notes.arguments(__doc__.splitlines()[0], notes=10_000).parse_args()
    with tempfile.TemporaryDirectory() as place:
        notes, out = Path(place) / "notes", Path(place) / "out"
        plain_notes.write(args.corpus, args.format, args.notes, notes)
        command = plain_notes.command(args, notes, out)
        peaks = dict.fromkeys(MILESTONES, 0.0)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            done = 0
            lines = None
            while process.poll() is None:
                found = list(out.glob(".spans.jsonl*")) if lines is None else []
                if found:
                    lines = found[0].open("rb")
                if lines is not None:
                    done += lines.read().count(b"\n")
                reached = next((m for m in MILESTONES if done <= m * args.notes), 1.0)
                peaks[reached] = max(peaks[reached], resident(process.pid))
                time.sleep(PAUSE)
            if lines is not None:
                lines.close()
        if process.returncode:
            sys.exit(f"incognote ended with {process.returncode}")
    rows = [
        (f"peak up to {100 * m:.0f} % of the notes", f"{peak:,.0f} MB") for m, peak in peaks.items()
    ]
    rows.append(
        (
            f"peak over {args.notes:,} notes, {args.jobs} workers and their parent",
            f"{max(peaks.values()):,.0f} MB",
        )
    )
    title = f"Memory {plain_notes.named(args)}"
    print(record(title, rows, dry=args.dry))


if __name__ == "__main__":
    main()
