"""The rules: one file each, whose docstring is its documentation."""
