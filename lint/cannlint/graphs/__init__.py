"""Graphs of operators, and the files that they are read from."""
