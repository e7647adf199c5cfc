from dataclasses import dataclass, field

import pytest

from incognote.core.config import (
    from_mapping,
    parse_exact_json,
    parse_json,
    read_config,
    read_lines,
)
from incognote.core.errors import ConfigError, InputError


@dataclass(frozen=True)
class Inner:
    rate: float = 0.5


@dataclass(frozen=True)
class Outer:
    name: str
    size: int = 3
    flag: bool = False
    seed: int | None = None
    layers: tuple[int, ...] = ()
    inner: Inner = Inner()
    weights: dict[str, float] = field(default_factory=dict)


def test_a_file_fills_nested_dataclasses(tmp_path):
    path = tmp_path / "c.toml"
    path.write_text('name = "x"\nlayers = [1, 2]\nseed = 7\n[inner]\nrate = 1\n[weights]\na = 2\n')
    assert read_config(Outer, path) == Outer(
        "x", layers=(1, 2), seed=7, inner=Inner(1.0), weights={"a": 2.0}
    )


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "'name' is missing"),
        ({"name": "x", "sise": 3}, "no setting 'sise'. Did you mean 'size'"),
        ({"name": 3}, "name must be str, not int"),
        ({"name": "x", "size": True}, "size must be int, not bool"),
        ({"name": "x", "size": 1.5}, "size must be int, not float"),
        ({"name": "x", "flag": 1}, "flag must be bool, not int"),
        ({"name": "x", "layers": 3}, "layers must be a list"),
        ({"name": "x", "layers": ["a"]}, r"layers\[0\] must be int"),
        ({"name": "x", "inner": 3}, "inner must be a table"),
        ({"name": "x", "inner": {"rat": 1.0}}, "inner: There is no setting 'rat'"),
        ({"name": "x", "weights": {"a": "b"}}, r"weights.a must be float"),
    ],
)
def test_what_does_not_fit_is_named(values, message):
    with pytest.raises(ConfigError, match=message):
        from_mapping(Outer, values, "c.toml")


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"a = ", "not valid TOML"), (b"a = '\xff'", "not UTF-8"), (None, "cannot be read")],
)
def test_an_unreadable_file_is_named(tmp_path, content, message):
    path = tmp_path / "c.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=f"c.toml: .*{message}"):
        read_config(Outer, path)


def test_lines_end_at_line_feeds_alone_and_a_byte_order_mark_is_no_text(tmp_path):
    path = tmp_path / "names.txt"
    path.write_bytes("\ufeffAda\u2028Ruiz\r\n\nEva\n".encode())
    assert read_lines(path) == ["Ada\u2028Ruiz", "", "Eva"]
    path.write_bytes("Muñoz".encode("cp1252"))
    with pytest.raises(InputError, match="not UTF-8 at byte 2; convert it"):
        read_lines(path)
    with pytest.raises(InputError, match=r"No such file or directory\); give another"):
        read_lines(tmp_path / "none", way_out="give another")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32-le"])
def test_lists_and_settings_in_wide_encodings_are_refused(tmp_path, encoding):
    path = tmp_path / "c.toml"
    path.write_bytes('name = "x"\n'.encode(encoding))
    with pytest.raises(InputError, match="is UTF-16 or UTF-32, not UTF-8"):
        read_lines(path)
    with pytest.raises(ConfigError, match="is UTF-16 or UTF-32, not UTF-8"):
        read_config(Outer, path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size = " + "9" * 5000, "holds a whole number of too many digits"),
        ("layers = " + "[" * 5000, "is nested too deep"),
        ("name = ", "is not valid TOML"),
    ],
)
def test_what_cannot_be_read_is_told_for_what_it_is(tmp_path, text, message):
    path = tmp_path / "c.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=message):
        read_config(Outer, path)


def test_settings_may_have_the_ends_of_lines_of_any_editor(tmp_path):
    path = tmp_path / "c.toml"
    path.write_bytes(b'\xef\xbb\xbfname = "x"\r\nsize = 4\r\n')
    assert read_config(Outer, path) == Outer("x", size=4)


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_json_that_is_nested_too_deep_is_no_json(opening):
    with pytest.raises(ValueError, match="nested too deep"):
        parse_json(opening * 200_000)


@pytest.mark.parametrize(
    "text",
    ['{"a": 1, "a": 2}', '[{"a": {"b": 1, "b": 1}}]', "NaN", "[-Infinity]", "1e999", "[" * 9999],
)
def test_exact_json_is_what_all_readers_read_alike(text) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parse_exact_json(text)


def test_exact_json_else_is_json() -> None:
    assert parse_exact_json('{"a": [1, 2.5e3, null, {"a": "\\ud83d\\ude00"}]}') == {
        "a": [1, 2500.0, None, {"a": "😀"}]
    }
