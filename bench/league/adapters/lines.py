"""What every adapter shares: notes come in as JSON lines, their spans go out, a line each.

    {"id": "a", "text": "Seen by Ada Ruiz."}    ->    {"id": "a", "spans": [[8, 16, "PERSON"]]}

Offsets are half-open and in code points. A note that raises is answered with the name of the error,
never with its message, which may quote the note. Needs nothing but Python.
"""

import json
import os
import sys
import warnings


def serve(find):
    """Answers every line of standard input.

    Args:
        find: From a text to its spans, as (start, end, label).
    """
    warnings.simplefilter("ignore")
    # What a library prints must not stand among the answers.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    for line in iter(sys.stdin.buffer.readline, b""):
        note = json.loads(line)
        try:
            spans = [[int(start), int(end), str(label)] for start, end, label in find(note["text"])]
            answer = {"id": note["id"], "spans": spans}
        except Exception as error:
            answer = {"id": note["id"], "error": type(error).__name__}
        out.write(json.dumps(answer).encode() + b"\n")
        out.flush()
