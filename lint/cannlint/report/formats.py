"""The report formats for programs."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.engine.run import Run

FORMATS = {
    "json": ("json_report", "render"),
    "sarif": ("sarif", "render"),
    "github": ("github", "render"),
    "gitlab": ("gitlab", "render"),
    "junit": ("xml_reports", "render_junit"),
    "rdjson": ("rdjson", "render"),
    "checkstyle": ("xml_reports", "render_checkstyle"),
}
"""Value of `--format` → module and function that turn a run into text."""


def render(run: Run, name: str) -> str:
    """The report of a run in one of FORMATS."""
    module, function = FORMATS[name]
    text: str = getattr(import_module(f"cannlint.report.{module}"), function)(run)
    return text + "\n" if text else ""
