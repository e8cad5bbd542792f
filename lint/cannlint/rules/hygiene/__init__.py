"""Checks that are the same in several formats: one file each, with a table of words."""
