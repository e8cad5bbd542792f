"""The rules. Each rule has its own file, and the docstring of the file is its documentation."""
