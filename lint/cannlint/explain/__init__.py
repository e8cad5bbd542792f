"""Explain the error messages of CANN: what a log says, and which finding is the cause."""
