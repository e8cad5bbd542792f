"""`cannlint audit`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import closing
from enum import Enum
from itertools import chain
from typing import Annotated

import typer

from cannlint.audit.model import Audit, Part
from cannlint.cli.exit import EXIT_CANNOT_RUN, EXIT_CLEAN, EXIT_FINDINGS
from cannlint.cli.options import (
    ConfigOption,
    ExecutorOption,
    ExitZeroOption,
    IsolatedOption,
    JobsOption,
    separated,
)
from cannlint.cli.waiting import followed
from cannlint.engine.run import Options
from cannlint.engine.socs import check_socs, libraries_for
from cannlint.language import counted, translated


class AuditFormat(str, Enum):
    """The formats of an audit."""

    table = "table"
    json = "json"
    html = "html"


def audit(
    roots: Annotated[
        list[str],
        typer.Argument(metavar="ROOT...", help="Folders with scripts and cannlint.toml files."),
    ],
    soc: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[,NAME]",
            help="Audit the jobs for these SoC versions instead of their own.",
        ),
    ] = None,
    library: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VERSION|PATH[,...]",
            help="The operator libraries to audit the jobs with.",
        ),
    ] = None,
    format: Annotated[AuditFormat, typer.Option(help="The output format.")] = AuditFormat.table,
    jobs: JobsOption = None,
    executor: ExecutorOption = None,
    exit_zero: ExitZeroOption = False,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """Audit all compile jobs below folders, and show which ones differ between targets.

    Exit status: 0 if CANN refuses no job, 1 if it refuses any, 2 if a file could not be read or
    the audit could not run.
    """
    from cannlint.audit.model import AuditTarget
    from cannlint.audit.run import audit as audit_jobs

    socs: list[str | None] = [*separated(soc)] or [None]
    libraries: list[str | None] = [*separated(library)] or [None]
    used = [libraries_for(name, roots, config, isolated) for name in libraries]
    check_socs(separated(soc) or soc or [], chain.from_iterable(used))
    options = Options()
    options.jobs, options.executor = jobs, executor
    options.config, options.isolated = config, isolated
    options.ignore = ("CL",)  # a suppression may be used for one target and unused for another
    targets = [AuditTarget(name, version) for name in libraries for version in socs]
    found = audit_jobs(roots, targets, options, _followed)
    with closing(found.spool):
        _print(found, format)
    if found.unreadable:
        return EXIT_CANNOT_RUN
    has_errors = found.tally.severities["error"] > 0
    return EXIT_FINDINGS if has_errors and not exit_zero else EXIT_CLEAN


def _followed(parts: Iterable[Part]) -> Iterable[Part]:
    """The parts of an audit; a bar shows how many files were searched."""
    number = 0

    def searched(part: Part) -> str:
        nonlocal number
        number += part.files
        return counted(number, "file")

    return followed(parts, translated("auditing"), searched)


def _print(found: Audit, format: AuditFormat) -> None:
    if format is AuditFormat.table:
        from cannlint.report.audit_table import print_audit

        print_audit(found)
        return
    from cannlint.report import audit_html, audit_json

    report = audit_json if format is AuditFormat.json else audit_html
    sys.stdout.writelines(report.lines(found))
