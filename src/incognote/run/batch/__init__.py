"""The run over many notes: read, annotate, apply the policy, replace, write.

`run` passes the notes of `Sources` through a `Task`, in processes of its own, into a sink: an
`OutputFolder` of new texts with the record of what was found, or a `SpansFile`, the record alone.
A note is either there complete, with its line in the record, or not there at all.
"""

from incognote.run.batch.folder import OutputFolder, Sink, SpansFile
from incognote.run.batch.run import MAX_NOTE_SECONDS, run
from incognote.run.batch.single import OutputFile, is_one_file, read_head
from incognote.run.batch.sources import MAX_NOTE_MB, Sources, check_apart
from incognote.run.batch.summary import Summary
from incognote.run.batch.task import OTHER_LANGUAGE, Task

__all__ = [
    "MAX_NOTE_MB",
    "MAX_NOTE_SECONDS",
    "OTHER_LANGUAGE",
    "OutputFile",
    "OutputFolder",
    "Sink",
    "Sources",
    "SpansFile",
    "Summary",
    "Task",
    "check_apart",
    "is_one_file",
    "read_head",
    "run",
]
