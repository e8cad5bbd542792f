"""Rules for modify_mixlist files."""
