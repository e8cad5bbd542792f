"""The language server: the engine's findings while a file is written. Nothing imports it."""
