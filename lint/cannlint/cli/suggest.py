"""`cannlint suggest`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Annotated

import typer

from cannlint.cli.exit import EXIT_CLEAN, EXIT_FINDINGS
from cannlint.cli.job_options import (
    FrontEndOption,
    JobOption,
    ModelOption,
    NoModelOption,
    OpsInfoOption,
    OptionOption,
    OriginalOption,
    TargetSocOption,
    request_of,
)
from cannlint.cli.options import ConfigOption, FrontEndVersionOption, IsolatedOption, LibraryOption
from cannlint.cli.waiting import waiting
from cannlint.errors import CannlintError
from cannlint.language import said, translated
from cannlint.suggest.comparison import Limit
from cannlint.suggest.job_file import Writing
from cannlint.suggest.search import Suggestions
from cannlint.suggest.wants import Want


class SuggestFormat(str, Enum):
    """The output formats of suggestions."""

    table = "table"
    json = "json"


def suggest(
    context: typer.Context,
    want: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WANT]... [-- atc ...]",
            help="NAME=VALUE. NAME is an operator type, a node or a glob, VALUE float32, float16, "
            "bfloat16, keep (the dtypes of the model) or an implementation mode, as in "
            "'Softmax*=float32' or Gelu=high_precision. With --from only a VALUE: float32 unless "
            "another is given.",
            show_default=False,
        ),
    ] = None,
    job: JobOption = None,
    option: OptionOption = None,
    front_end: FrontEndOption = None,
    comparison: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="CSV",
            help="Take the nodes from the result of an accuracy comparison, as msit and msprobe "
            "write it.",
        ),
    ] = None,
    below: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MEASURE=NUMBER",
            help="With --from: nodes with a smaller value, as in cosine=0.99; repeatable. A "
            "measure is cosine, error (relative Euclidean distance), max-error, mean-error, rmse, "
            "relative-error, max-relative-error, kl, or the name of a column.",
        ),
    ] = None,
    above: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MEASURE=NUMBER",
            help="With --from: nodes with a larger value, as in error=0.01; repeatable.",
        ),
    ] = None,
    node_column: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The column of --from with the names of nodes. Default: NPUDump and "
            "GroundTruth of msit, NPU Name and Bench Name or API Name of msprobe.",
        ),
    ] = None,
    model: ModelOption = None,
    no_model: NoModelOption = False,
    ops_info: OpsInfoOption = None,
    original: OriginalOption = None,
    every: Annotated[
        bool, typer.Option("--all", help="Show also what was tried and does not work, and why.")
    ] = False,
    way: Annotated[
        str | None,
        typer.Option(
            metavar="N[,N]...",
            help="Take this way instead of the first, one number for each want that has ways.",
        ),
    ] = None,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what --write would change, as a diff.")
    ] = False,
    write: Annotated[
        bool, typer.Option("--write", help="Write the chosen ways into the files of the job.")
    ] = False,
    format: Annotated[SuggestFormat, typer.Option(help="The output format.")] = SuggestFormat.table,
    soc: TargetSocOption = None,
    library: LibraryOption = None,
    front_end_version: FrontEndVersionOption = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """Find what to write so that operators get a dtype or an implementation mode.

    Each way is checked by planning the job with it. Exit status: 0 if every want has a confirmed
    way, 1 if one has none, 2 if no plan could be made.
    """
    from cannlint.suggest.search import suggest as find

    request = request_of(context)
    wants = _wants(want or [], comparison, below or [], above or [], node_column)
    with waiting(translated("looking for ways")):
        found = find(request, wants, _numbers(way))
    return _finish(found, format, every, diff, write)


def _wants(
    texts: Sequence[str],
    comparison: str | None,
    below: Sequence[str],
    above: Sequence[str],
    node_column: str | None,
) -> list[Want]:
    """The wants of the command line; raises CannlintError where there is none."""
    from cannlint.suggest.wants import want_of

    if comparison is None:
        if below or above or node_column:
            raise CannlintError("--below, --above and --node-column need --from")
        if not texts:
            raise CannlintError("nothing is wanted: give, for example, SoftmaxV2=float32")
        return [want_of(text) for text in texts]
    from cannlint.suggest.comparison import Limit

    limits = [*(Limit(text, True) for text in below), *(Limit(text, False) for text in above)]
    if not limits:
        raise CannlintError("--from needs --below or --above: for example --below cosine=0.99")
    values = [text for text in texts if "=" not in text] or ["float32"]
    others = [want_of(text) for text in texts if "=" in text]
    return [*_compared(comparison, limits, node_column, values), *others]


def _compared(
    path: str, limits: Sequence[Limit], node_column: str | None, values: Sequence[str]
) -> Iterator[Want]:
    """A want for each value, of the nodes of a comparison that are beyond a limit.

    Raises CannlintError where none is.
    """
    from cannlint.report.suggest_words import without_number
    from cannlint.suggest.comparison import read_comparison
    from cannlint.suggest.wants import Want, value_of

    compared = read_comparison(path, limits, node_column)
    nodes = compared.beyond
    unknown = [names[0][0] for names in compared.unknown]
    if not nodes and unknown:
        raise CannlintError(
            "{path}: no node is beyond the limit; {unknown}",
            path=path,
            unknown=without_number(unknown),
        )
    if not nodes:
        raise CannlintError("{path}: no node is beyond the limit", path=path)
    text = said("{path}: {number} nodes", path=path, number=len(nodes))
    for value in values:
        want = Want(f"{text}={value}", nodes, value_of(value), are_nodes=True)
        want.left_out = unknown
        yield want


def _numbers(text: str | None) -> list[int]:
    """The numbers of --way."""
    try:
        return [int(number) for number in text.split(",")] if text is not None else []
    except ValueError:
        raise CannlintError(
            "--way takes numbers, as in 2 or 1,3; not {text!r}", text=text
        ) from None


def _finish(found: Suggestions, format: SuggestFormat, every: bool, diff: bool, write: bool) -> int:
    """Print the suggestions, write what is chosen, and return the exit status."""
    from cannlint.suggest.job_file import Writing

    draft = found.together.draft if found.together is not None else None
    writing = Writing(draft) if draft is not None and (diff or write) else None
    written = writing.write() if write and writing is not None and _may_write(found) else []
    if format is SuggestFormat.json:
        from cannlint.report import suggest_json
        from cannlint.report.json_text import dump

        sys.stdout.write(dump(suggest_json.report(found, written), indent=1) + "\n")
    elif writing is None or not diff:
        from cannlint.report.suggest_table import print_suggestions

        print_suggestions(found, every)
    if writing is not None and format is SuggestFormat.table:
        _print_changes(writing, diff, written)
    return EXIT_CLEAN if found.is_met else EXIT_FINDINGS


def _may_write(found: Suggestions) -> bool:
    """Whether the plan confirms the chosen ways; raises CannlintError where it does not."""
    from cannlint.suggest.goal import MET

    if found.together is None or found.together.status is MET:
        return True
    for row, answer in found.together.missed:
        raise CannlintError(
            "not written: the plan does not confirm it for {operator}: {reason}; --way takes other "
            "ways",
            operator=row.node or row.op_type,
            reason=answer.reason,
        )
    raise CannlintError(
        "not written: the plan does not confirm it: {reason}; --way takes other ways",
        reason=found.together.reason,
    )


def _print_changes(writing: Writing, diff: bool, written: Sequence[str]) -> None:
    from cannlint.report import suggest_words
    from cannlint.report.fix_diff import print_diff
    from cannlint.report.styles import print_lines
    from cannlint.text.source import Source

    for before, after in writing.texts() if diff else ():
        print_diff(before if before is not None else Source(after.path, b""), after)
    lines = [said("written: {path}", path=path) for path in written]
    if writing.is_by_hand:
        lines += suggest_words.by_hand(writing.draft)
    print_lines([[(line, "")] for line in lines])
