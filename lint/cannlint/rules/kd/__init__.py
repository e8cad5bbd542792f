"""Rules for keep_dtype files."""
