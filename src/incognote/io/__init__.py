"""Corpora and notes on disk: one file per format, a row of kind `format` in `registry.py`.

`format.py` says what a format is; docs/formats.md describes what each holds. `split.py` keeps the
train or dev part of a corpus, `convert.py` turns one format into another.
"""
