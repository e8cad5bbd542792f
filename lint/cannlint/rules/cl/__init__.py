"""Rules about the bytes of a file, the paths given and cannlint.toml."""
