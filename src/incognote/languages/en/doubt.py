"""By which English words a measurement is known: `replace/doubt.py`."""

from __future__ import annotations

from incognote.core.words import listed
from incognote.replace.doubt import Doubt

DOUBT = Doubt(
    counted=r"d\.?u|u\.?c|ctx|contractions?",
    graded="level|grade|stage|class|type|phase|role|tier",
    wards=(
        "[a-z]{0,3}icu|ccu|hdu|pacu|e[dr]|or|ward|wd|wing|bed|bay|bd|room|rm|floor|flr|fl|unit|pod"
        "|suite|ste|theatre|chair|box|bldg|building|tower|hall|station|clinic"
    ),
    half_day=r"[ap]\.?m?",
    scales=listed("""
        power strength pain score scores test battery colour color clock recall mrs
    """),
    standards=listed("""
        rome tokyo act regs guidelines guideline criteria procedures consensus
    """),
)
