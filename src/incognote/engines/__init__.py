"""Data frames and tables of other packages, de-identified where they are (docs/engines.md).

Each module is named after its package and has `deidentify`, which does what `run.arrow.prepare`
says to the columns of a frame.
"""
