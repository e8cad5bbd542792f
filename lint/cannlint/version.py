"""The version of cannlint, and its site: apart from the package, which need not be imported."""

from __future__ import annotations

__version__ = "0.2.0"

DOCS_URL = ""
"""Where the site that mkdocs builds is, without a slash at the end; empty if it is nowhere.

It is set before a package is built. Reports link to the pages of rules there.
"""


def rule_url(code: str, language: str = "en") -> str | None:
    """The page of a rule on the site; None without a site."""
    if not DOCS_URL:
        return None
    folder = "" if language == "en" else f"{language}/"
    return f"{DOCS_URL}/{folder}rules/{code}/"
