"""matplotlib leaves nothing behind in the user's home."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CODE = """
import os
from incognote.assure import plotting
figure = plotting.new_figure("It", 2, 2)
figure.add_subplot().set_title("Ruiz")
assert plotting.render(figure) == plotting.render(figure)
assert plotting.render(figure, "png").startswith(b"\\x89PNG")
assert list(plotting.font_folder().glob("DejaVuSans.ttf"))
print(os.environ["MPLCONFIGDIR"])
"""


def drawn(tmp_path: Path, **more: str) -> Path:
    """Draws in a process of its own; returns where matplotlib kept its lists."""
    home, tmp = tmp_path / "home", tmp_path / "tmp"
    home.mkdir(exist_ok=True)
    tmp.mkdir(exist_ok=True)
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MPL", "XDG"))}
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env={**env, "HOME": str(home), "TMPDIR": str(tmp), **more},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return Path(done.stdout.strip())


def test_its_lists_go_to_a_folder_that_is_gone_afterwards(tmp_path: Path) -> None:
    kept = drawn(tmp_path)
    assert kept.parent == tmp_path / "tmp"
    assert not kept.exists()
    assert not list((tmp_path / "home").rglob("*"))


def test_a_folder_that_the_user_names_is_used_and_stays(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    assert drawn(tmp_path, MPLCONFIGDIR=str(tmp_path / "mine")) == tmp_path / "mine"
    assert list((tmp_path / "mine").iterdir())
