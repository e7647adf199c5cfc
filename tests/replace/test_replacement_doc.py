"""docs/replacement.md shows what the program does."""

import doctest
from pathlib import Path

from incognote.replace.policy import read_policy

DOCS = Path(__file__).parents[2] / "docs"


def test_the_examples_of_the_page_run():
    result = doctest.testfile(str(DOCS / "replacement.md"), module_relative=False)
    assert (result.failed, result.attempted > 5) == (0, True)


def test_the_policy_of_the_page_is_valid(tmp_path):
    page = (DOCS / "policies.md").read_text(encoding="utf-8")
    path = tmp_path / "ours.toml"
    path.write_text(page.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    assert read_policy(path).name == "ours"
