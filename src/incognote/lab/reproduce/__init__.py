"""Experiments of the papers, run again: the paper's figures beside ours.

An experiment is a table in `papers/`: which systems are trained, on what, and what the paper found.
`run.reproduce` trains what is missing, scores it and gives a report; `incognote reproduce` prints
it.
"""
