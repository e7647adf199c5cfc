from __future__ import annotations

import signal
import threading

import pytest

from incognote.run.batch.undisturbed import undisturbed


def test_ctrl_c_waits_for_the_end_of_the_block() -> None:
    steps = []
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        with undisturbed():
            signal.raise_signal(signal.SIGINT)
            steps.append("done")
        steps.append("not reached")
    assert steps == ["done"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_in_the_block_is_not_lost() -> None:
    with pytest.raises(ValueError, match="it"), undisturbed():
        raise ValueError("it")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_just_run() -> None:
    steps: list[int] = []

    def work() -> None:
        with undisturbed():
            steps.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert steps == [1]
