"""incognote as a part of other libraries: each module is one library's plug (docs/integrations.md).

A module here imports its library when it is imported itself; nothing else of ours imports it.
"""
