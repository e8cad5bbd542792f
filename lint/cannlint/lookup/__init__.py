"""Look-ups: what the operator library says about the names, dtypes and modes in a file."""
