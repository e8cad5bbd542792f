"""CANN's own reading of each kind of file: accepted or refused, with which codes and effect."""
