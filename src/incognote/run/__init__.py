"""The flow over one note, or millions: annotate, replace, verify, write."""
