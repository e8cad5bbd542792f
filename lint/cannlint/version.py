"""The version of cannlint: apart from the package, so that its modules need not import it."""

__version__ = "0.2.0"
