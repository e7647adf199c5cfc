"""E-mail, web and network addresses, phones, pagers, fax numbers."""

from __future__ import annotations

from incognote.detectors.rules import Rule

RULES = (
    Rule(
        "email",
        "EMAIL",
        r"(?P<phi>[\pL\pN][\pL\pN._%+'-]*@[\pL\pN][\pL\pN-]*(?:\.[\pL\pN][\pL\pN-]*)+)",
        0.99,
        cases=("write to <EMAIL>m.delgado@example.org</EMAIL>.", "2 tabs @ 8pm"),
    ),
)
