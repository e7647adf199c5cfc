"""Corpora and notes on disk: one file per format, each with `read` and `write`.

A format is a row of kinds `reader` and `writer` in `registry.py`; docs/formats.md describes what
each holds. `split.py` keeps the train or dev part, `convert.py` turns one format into another.
"""
