"""Dataclasses as the options of a command."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, get_args, get_type_hints


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Returns the command with an option for each field of the dataclasses that it is given.

    typer reads options from a function's parameters: this makes one of each field, with its
    annotation and default, and hands the command the dataclasses made from what was said. The
    options of a dataclass stand together in the help, under its docstring.
    """
    hints = get_type_hints(command, include_extras=True)
    given: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}
    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(command).parameters.values():
        kind = given.get(parameter.name)
        if kind is None:
            parameters.append(parameter.replace(annotation=hints[parameter.name]))
            continue
        types = get_type_hints(kind, include_extras=True)
        for field in fields(kind):
            said, option = get_args(types[field.name])
            option = copy.copy(option)
            option.rich_help_panel = (kind.__doc__ or "").rstrip(".")
            annotation = Annotated[said, option]  # type: ignore[valid-type]
            parameters.append(
                inspect.Parameter(
                    field.name, parameter.kind, default=field.default, annotation=annotation
                )
            )

    def run(**said: Any) -> None:
        made: dict[str, Any] = {
            name: kind(**{field.name: said.pop(field.name) for field in fields(kind)})
            for name, kind in given.items()
        }
        command(**said, **made)

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run
