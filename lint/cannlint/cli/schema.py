"""`cannlint schema`: the JSON Schemas, for editors."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cannlint.cli.exit import EXIT_CLEAN
from cannlint.data import read_data
from cannlint.kinds import FORMATS, JOB_KINDS
from cannlint.language import said

SCHEMAS = {
    **{
        kind.value: form.schema
        for kind, form in FORMATS.items()
        if form.schema and kind not in JOB_KINDS
    },
    "profiling_options": "profiling_options",
    "raw_ge_options": "raw_ge_options",
    "job": "cannlint",
    "report": "report",
    "baseline": "baseline",
    "inspect": "inspect",
    "library-list": "library-list",
    "library-show": "library-show",
    "library-diff": "library-diff",
    "library-index": "library-index",
    "plan": "plan",
    "plan-diff": "plan-diff",
    "verify": "verify",
    "suggest": "suggest",
    "audit": "audit",
    "bisect": "bisect",
    "bisect-state": "bisect-state",
    "log": "log",
    "graph": "graph",
}
"""Name of a schema → its file in schemas/."""


def _parse_schema(value: str) -> str:
    if value not in SCHEMAS:
        raise typer.BadParameter(
            said(
                "no schema for {value!r}: expected one of {schemas}",
                value=value,
                schemas=", ".join(SCHEMAS),
            )
        )
    return value


_parse_schema.__name__ = "name"
"""Typer shows the name of the function as the type of the argument."""


def _completions(incomplete: str) -> list[str]:
    return [kind for kind in SCHEMAS if kind.startswith(incomplete)]


def schema(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            autocompletion=_completions,
            parser=_parse_schema,
            help="A kind of file: {json_kinds}, ops_info (a library), profiling_options, "
            "raw_ge_options, job (cannlint.toml), graph (--model); or an output of "
            "cannlint: report, baseline, inspect, library-list, library-show, "
            "library-diff, plan, plan-diff, verify, suggest, audit, bisect, bisect-state, log.",
        ),
    ],
) -> int:
    """Print the JSON Schema of a kind of file, for editors and for scripts."""
    sys.stdout.write(read_data("schemas", f"{SCHEMAS[kind]}.schema.json"))
    return EXIT_CLEAN
