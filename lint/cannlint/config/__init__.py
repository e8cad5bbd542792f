"""cannlint.toml: which one holds for a folder, what it says, and what is wrong with it."""
