"""Rules for fusion switch files."""
