"""Find the files to check, and their kinds."""
