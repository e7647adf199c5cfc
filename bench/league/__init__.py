"""The league table: open systems beside ours, on the same notes, by one scorer (docs/league.md).

A system is a command that reads notes as JSON lines and writes spans as JSON lines. One row of
systems.toml names it; a function of corpora.py names a corpus.
"""
