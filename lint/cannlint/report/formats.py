"""The formats for programs, by the names that `--format` takes."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.engine.run import Run

FORMATS = {
    "json": "json_report",
    "sarif": "sarif",
    "github": "github",
    "gitlab": "gitlab",
    "junit": "junit",
    "rdjson": "rdjson",
    "checkstyle": "checkstyle",
}
"""Format → module of this package; its `render` gives the whole report of a run as text."""


def render(run: Run, name: str) -> str:
    """The report of a run in one of FORMATS, as it is printed or goes into a file."""
    text: str = import_module(f"cannlint.report.{FORMATS[name]}").render(run)
    return text + "\n" if text else ""
