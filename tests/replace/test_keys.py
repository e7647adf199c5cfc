import os
import stat

import pytest

from incognote.core.errors import ConfigError, InputError, OutputError
from incognote.core.private import is_for_others
from incognote.replace.keys import new_key, read_key


def test_a_key_file_is_readable_by_its_owner_alone_and_never_written_over(tmp_path):
    path = tmp_path / "k"
    new_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(read_key(path)) == 32
    with pytest.raises(OutputError, match="never written over"):
        new_key(path)
    new_key(tmp_path / "other")
    assert read_key(tmp_path / "other") != read_key(path)


@pytest.mark.skipif(os.name != "posix", reason="modes say nothing of others there")
@pytest.mark.parametrize("mode", [0o640, 0o620, 0o604, 0o602, 0o644, 0o777])
def test_a_key_that_others_can_read_or_change_is_told(tmp_path, mode):
    new_key(tmp_path / "k")
    assert not is_for_others(tmp_path / "k")
    (tmp_path / "k").chmod(mode)
    assert is_for_others(tmp_path / "k")
    (tmp_path / "k").chmod(0o400)
    assert not is_for_others(tmp_path / "k")


@pytest.mark.parametrize("text", ["", "abc", "incognote-key-1:", "incognote-key-1:zz", "é" * 20])
def test_what_is_no_key_is_refused_without_showing_it(tmp_path, text):
    path = tmp_path / "k"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match="is not a key file") as raised:
        read_key(path)
    assert "zz" not in str(raised.value)
    with pytest.raises(InputError, match="cannot be read"):
        read_key(tmp_path / "none")
