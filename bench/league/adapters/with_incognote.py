"""incognote: python with_incognote.py LANG [default|fast|rules|MODEL-FOLDER] [alone]."""

import sys
from pathlib import Path

from lines import serve

from incognote.core.document import Document
from incognote.core.pipeline import Settings
from incognote.run.deidentifier import load_pipeline, shipped_model

lang, kind = sys.argv[1], (sys.argv[2:] or ["default"])[0]
model = None
if kind == "fast":
    model = shipped_model(lang, fast=True)
elif kind not in ("default", "rules"):
    model = Path(kind)
pipeline = load_pipeline(Settings(lang, model, alone="alone" in sys.argv[3:]))
if kind == "rules":  # all that the pack names, in its order, but the model
    rest = [d for d in pipeline.detectors if ".neural" not in type(d).__module__]
    pipeline = pipeline.with_detectors(rest)


def find(text):
    """The findings of one note."""
    (doc,) = pipeline.annotate([Document("note", text)])
    return [(span.start, span.end, span.label) for span in doc.spans]


serve(find)
