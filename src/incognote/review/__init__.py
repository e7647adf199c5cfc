"""A page on this machine where people check, correct and sign.

A project is one file: the notes, the marks found in them, and every decision that was made about
them, one behind the other. `making.py` makes it from a `source.py`, `project.py` keeps it,
`history.py` replays its decisions and `marks.py` says what they make of marks, `purposes.py` what a
project is for, `released.py` whether notes are still those of a run, `gallery.py` which marks are
alike, `search.py` where words stand, `replaced.py` what would stand in place of marks; `server.py`
shows it to a browser of this machine, `answers.py` writes what was decided, `lent.py` where a
command finds it, and `onward.py` says which commands take it. `goal.py` and `outlook.py` say what
reading is to show and how far it is, `settling.py` sets two readers side by side. Needs the extra
`review`; making a project and writing its answers do not.
"""
