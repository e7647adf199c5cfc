"""The service: notes over HTTP, one process, nothing on disk (docs/service.md).

`desk.py` takes notes in and works on them, `app.py` speaks HTTP, `schema.py` describes it. No text
of a note is in a log, a message or an error.
"""
