"""cannlint cannot read this path.

The path does not exist, may not be read, or is not a regular file. cannlint opens no pipes, which
would block, and no devices, which would not end. It reads no files of more than 64 MiB and no
files of more than 200,000 entries. It reads no scripts of more than 10,000 `atc` commands. Real
files of these kinds have a few kilobytes.

## What CANN does

This depends on the option that names the file. In most cases, CANN stops with E10001, E20101 or
E21001. cannlint exits with status 2.

Source: manual/atc.md#paths
"""

from __future__ import annotations

from cannlint.errors import TooLargeError, UnreadablePathError
from cannlint.jobs.atc.line import names_program
from cannlint.rules.api import CONFIG_KINDS, Findings, Phrase, Rule, Severity, Span, Subject

RULE = Rule("CL005", "unreadable-path", Severity.ERROR, CONFIG_KINDS, subject=Subject.RUN)


@RULE.check
def unreadable_path(error: UnreadablePathError) -> Findings:
    """Report why the path cannot be read."""
    help = "check the path and its permissions"
    if isinstance(error, TooLargeError):
        help = "write it as several files"
    elif names_program(error.path):
        help = "to check a command line, put `--` before it: `cannlint check -- atc --model=...`"
    yield RULE.at(Span(0, 0), "cannot be read: {reason}", help=help, reason=Phrase(error.reason))
