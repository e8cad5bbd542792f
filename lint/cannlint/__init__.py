"""Reads CANN's precision and fusion config files as CANN does, and says what it will not do."""

__version__ = "0.1.0"
