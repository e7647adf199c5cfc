"""The one place that imports matplotlib; the same figures give the same file.

Left alone it keeps lists of the fonts that it finds below the user's home. Here they go to a folder
that is gone when the process ends, unless the user names one by MPLCONFIGDIR.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from incognote.core.errors import MissingExtraError

_FOLDER = "MPLCONFIGDIR"


def check_installed(feature: str) -> None:
    """Refuses to go on where nothing can be drawn.

    Args:
        feature: What was asked for, for the message.

    Raises:
        MissingExtraError: If matplotlib is not installed.
    """
    try:
        _matplotlib()
    except ImportError:
        raise MissingExtraError(feature, "report") from None


def _matplotlib() -> Any:
    """matplotlib, with its module `figure`."""
    if "matplotlib" not in sys.modules and _FOLDER not in os.environ:
        folder = tempfile.mkdtemp(prefix="incognote-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ[_FOLDER] = folder
    import matplotlib.figure

    return matplotlib


def new_figure(feature: str, width: float, height: float) -> Any:
    """Returns an empty figure that is drawn without a window.

    Args:
        feature: As for `check_installed`.
        width: In inches.
        height: In inches.

    Raises:
        MissingExtraError: If matplotlib is not installed.
    """
    check_installed(feature)
    return _matplotlib().figure.Figure(figsize=(width, height), layout="constrained")


def render(figure: Any, kind: str = "svg") -> bytes:
    """Returns a figure as a file of that kind, svg or png."""
    buffer = BytesIO()
    options: dict[str, Any] = {"metadata": {"Date": None, "Creator": None}}
    if kind == "png":
        options = {"metadata": {"Software": None}, "dpi": 150}
    # Letters as outlines look alike everywhere; the salt makes ids the same in every run.
    with _matplotlib().rc_context({"svg.fonttype": "path", "svg.hashsalt": "incognote"}):
        figure.savefig(buffer, format=kind, **options)
    return buffer.getvalue()


def font_folder() -> Path:
    """Returns where the fonts lie that come with matplotlib."""
    return Path(_matplotlib().get_data_path()) / "fonts" / "ttf"
