"""`incognote train`: make a model folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incognote.cli import options
from incognote.core.config import parse_json
from incognote.core.errors import ConfigError

if TYPE_CHECKING:
    from incognote.lab.training.loop import Epoch, Step


def train(
    config: Annotated[
        str, typer.Argument(metavar="CONFIG", help="A TOML file, or the name of one that ships.")
    ],
    *,
    out: Annotated[Path, options.out("FOLDER", "The new model folder.")],
    data: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=PATH", help="Where a corpus lies that CONFIG names by KEY; repeatable."
        ),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw loss and score by epoch, as SVG.")
    ] = None,
) -> None:
    """Train a model; `incognote deid --model FOLDER` runs it.

    Needs the extra `train`. Prints a line per epoch; FOLDER.run/log.jsonl holds the same. Started
    again after it was stopped, it goes on from the last epoch.
    """
    from incognote.io.output import new_file
    from incognote.lab import training

    if plot is not None:
        from incognote.lab.training.plot import check_extra
        from incognote.model.model_folder import check_new

        check_extra()  # not only when the training is done
        check_new(plot)

    def epoch_ended(epoch: Epoch) -> None:
        typer.echo(
            f"epoch {epoch.number:3}  loss {epoch.loss:8.4f}  P {epoch.precision:.4f}  "
            f"R {epoch.recall:.4f}  F1 {epoch.f1:.4f}  score {epoch.score:.4f}  "
            f"{epoch.seconds:.0f} s{'  best' if epoch.best else ''}"
        )

    with bar(total_epochs(config)) as stepped:
        training.train(config, out, data=data_paths(data), report=epoch_ended, stepped=stepped)
    if plot is not None:
        from incognote.lab.training.plot import history

        # Not only the epochs of this start of the run.
        log = (out.with_name(f"{out.name}.run") / "log.jsonl").read_text(encoding="utf-8")
        drawn = history([parse_json(line) for line in log.splitlines()])
        with new_file(plot, shared=True) as file:
            file.write(drawn.encode())
    typer.echo(f"Wrote {out}.")


def data_paths(data: Sequence[str] | None) -> dict[str, Path]:
    """Returns the paths that `--data KEY=PATH` gives, by key.

    Raises:
        ConfigError: If one is not of that form.
    """
    paths = {}
    for item in data or ():
        key, equals, path = item.partition("=")
        if not (key and equals and path):
            raise ConfigError(f"--data {item}: must be KEY=PATH, as in notes_en=corpora/notes_en.")
        paths[key] = Path(path)
    return paths


def total_epochs(config: str) -> int:
    """Returns the most epochs that a configuration lets a training have."""
    from incognote.lab import training

    return training.read_train_config(training.find_config(config)).loop.epochs


@contextmanager
def bar(epochs: int) -> Iterator[Callable[[Step], None] | None]:
    """Gives what to call after each batch: on a terminal a bar, else None."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("epoch {task.fields[epoch]}"),
        BarColumn(),
        TextColumn("loss {task.fields[loss]:.4f}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None, epoch=1, loss=0.0)

        def stepped(step: Step) -> None:
            # Batches of later epochs are not counted yet; they are about as many.
            done = (step.epoch - 1) * step.total + step.done
            total = epochs * step.total
            progress.update(task, completed=done, total=total, epoch=step.epoch, loss=step.loss)

        yield stepped
