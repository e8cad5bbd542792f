"""cannlint.toml: find the one for a folder, read it, and report what is wrong with it."""
