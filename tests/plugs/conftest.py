"""In `.ci/run`'s environment of plugs (INCOGNOTE_PLUGS=1) a library that is missing is a fault."""

import os

import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector):
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("INCOGNOTE_PLUGS") == "1":
        report.outcome = "failed"
        report.longrepr = "skipped, and INCOGNOTE_PLUGS is set"
