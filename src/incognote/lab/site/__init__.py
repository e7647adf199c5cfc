"""A site's own notes: the recall dial (`calibration.py`) and the certificate (`certificate.py`).

Both rest on `bounds.py`, whose bounds hold at any sample size; docs/adapt.md says what each
promises and what it does not.
"""
