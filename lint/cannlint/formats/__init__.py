"""The kinds of file, one folder each: how CANN reads such a file, and what we say about it."""
