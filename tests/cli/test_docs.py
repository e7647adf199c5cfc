"""docs/cli.md says what the commands say, and every command and option says something."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from incognote.core import registry

DOCS = Path(__file__).parents[2] / "docs"


def make_cli() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_cli", DOCS.parent / "tools/make_cli.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_is_up_to_date() -> None:
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    assert page == make_cli().page(), "run: python tools/make_cli.py"


def test_every_command_and_option_has_help() -> None:
    import typer

    from incognote import cli

    commands = dict(make_cli().commands(typer.main.get_command(cli.app)))
    assert set(registry.names("command")) <= set(commands)
    for group in ("adapt", "review"):
        assert {f"{group} {name}" for name in registry.names(group)} <= set(commands)
    for name, command in commands.items():
        assert command.name == name.split()[-1]  # what `incognote --help` lists it under
        assert command.help
        for parameter in command.params:
            assert parameter.help, f"{name}: {parameter.name} has no help"
            assert parameter.help.endswith("."), f"{name}: {parameter.name}: help is a sentence"


def test_the_options_of_a_long_command_stand_in_groups() -> None:
    import typer

    from incognote import cli
    from incognote.cli.options import ReadOptions

    command = dict(make_cli().commands(typer.main.get_command(cli.app)))["deid"]
    groups = {each.name: each.rich_help_panel for each in command.params}
    assert groups["out"] is None
    assert f"{groups['jobs']}." == f"{groups['format']}." == ReadOptions.__doc__
    assert groups["lang"] != groups["replace"] != groups["keep"] != groups["format"]
