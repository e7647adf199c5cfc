"""What a site's own notes tell without training: which to label next, what lists to add.

`pick.py` chooses notes to label, `proposals.py` finds entries and patterns that help on notes that
were held out, `projection.py` says how many labels a recall needs. docs/adapt.md walks through it.
"""
