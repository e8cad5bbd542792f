"""Options that several commands share."""

from __future__ import annotations

import os
from enum import Enum
from typing import Annotated

import typer

from cannlint.cli import completion
from cannlint.cli.output import ReportFile
from cannlint.diagnostics import Severity
from cannlint.kinds import Kind
from cannlint.language import said


def _kind(value: str) -> Kind:
    names = [kind.value for kind in Kind]
    if value not in names:
        from cannlint.nearest import nearest

        meant = nearest(value, names)
        hint = (
            said("did you mean {meant}?", meant=meant)
            if meant
            else said("expected one of {names}", names=", ".join(names))
        )
        raise typer.BadParameter(said("unknown kind {value!r}: {hint}", value=value, hint=hint))
    return Kind(value)


KindOption = Annotated[
    Kind | None,
    typer.Option(
        "--kind",
        metavar="KIND",
        parser=_kind,
        autocompletion=completion.kinds,
        help="Read every named file as this kind: {kinds}, ops_info (a library), impl_mode (a "
        "built-in mode file); for check also atc_script, tf_script, torch_script, "
        "mslite_config, mindformers_yaml, cpp_source, job (a cannlint.toml).",
    ),
]
SocOption = Annotated[
    list[str] | None,
    typer.Option(
        "--soc",
        metavar="NAME",
        autocompletion=completion.socs,
        help="The SoC version, e.g. Ascend910B3; repeatable.",
    ),
]
LibraryOption = Annotated[
    str | None,
    typer.Option(
        "--library",
        metavar="VERSION|PATH",
        autocompletion=completion.releases,
        help="The operator library: 8.1.RC1, 8.5.0, 9.0.0, 9.1.0, 9.2.0-beta.2, the opp folder of "
        "an install, or a file written by `cannlint library index`.",
    ),
]
FrontEndVersionOption = Annotated[
    list[str] | None,
    typer.Option(
        "--front-end-version",
        metavar="[FRONT_END=]RELEASE",
        help="The release of the front ends that scripts are for: 7.1.0, or torchair=7.1.0; "
        "repeatable. Default: the newest that is known.",
        show_default=False,
    ),
]


def front_end_versions(given: list[str] | None) -> dict[str, str]:
    """The releases of `--front-end-version`, by front end; raises CannlintError."""
    if not given:
        return {}
    from cannlint.jobs.chosen_release import releases_in

    return releases_in(given)


ConfigOption = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help="Use this cannlint.toml for every file."),
]
IsolatedOption = Annotated[bool, typer.Option("--isolated", help="Ignore all cannlint.toml files.")]


class ReportFormat(str, Enum):
    """The report formats."""

    full = "full"
    concise = "concise"
    json = "json"
    sarif = "sarif"
    github = "github"
    gitlab = "gitlab"
    junit = "junit"
    rdjson = "rdjson"
    checkstyle = "checkstyle"


def _report_file(value: str) -> ReportFile:
    format, colon, path = value.partition(":")
    names = [known.value for known in ReportFormat]
    if not (colon and path) or format not in names:
        raise typer.BadParameter(
            said(
                "{value!r} is not FORMAT:FILE; FORMAT is one of {names}",
                value=value,
                names=", ".join(names),
            )
        )
    return ReportFile(format, path)


FormatOption = Annotated[ReportFormat, typer.Option("--format", help="The report format.")]
OutputFileOption = Annotated[
    list[ReportFile] | None,
    typer.Option(
        "--output-file",
        metavar="FORMAT:FILE",
        parser=_report_file,
        help="Also write a report to a file, e.g. sarif:report.sarif; repeatable.",
    ),
]


class Language(str, Enum):
    """LANGUAGES as an enum, for typer."""

    en = "en"
    zh_cn = "zh-CN"


LanguageOption = Annotated[
    Language | None,
    typer.Option(
        "--lang",
        help="The language of messages, help and rule pages. Default: the language of "
        "the locale, and English in formats for programs.",
        show_default=False,
    ),
]


class Colour(str, Enum):
    """When the output has colours."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


def _use_colour(value: Colour) -> Colour:
    """Set the variables that other programs set, too; the option overrides them."""
    if value is not Colour.AUTO:
        os.environ["NO_COLOR"] = "1" if value is Colour.NEVER else ""
        os.environ["FORCE_COLOR"] = "1" if value is Colour.ALWAYS else ""
    return value


ColourOption = Annotated[
    Colour,
    typer.Option(
        "--color",
        is_eager=True,
        callback=_use_colour,
        help="Colours in the output: on a terminal only (auto; NO_COLOR and FORCE_COLOR are "
        "honoured), always or never.",
    ),
]
SelectOption = Annotated[
    list[str] | None,
    typer.Option(
        "--select",
        metavar="RULE[,..]",
        autocompletion=completion.rule_codes,
        help="Report only these rules: CD104, CD1, CD.",
    ),
]
IgnoreOption = Annotated[
    list[str] | None,
    typer.Option(
        "--ignore",
        metavar="RULE[,..]",
        autocompletion=completion.rule_codes,
        help="Do not report these rules.",
    ),
]
FailOnOption = Annotated[
    Severity | None,
    typer.Option(
        "--fail-on",
        help="The lowest severity that makes the exit status 1. Default: error, or `fail-on` in "
        "cannlint.toml.",
        show_default=False,
    ),
]
ExitZeroOption = Annotated[
    bool, typer.Option("--exit-zero", help="Exit with 0 even if there are findings.")
]
SeverityOption = Annotated[
    Severity | None,
    typer.Option(
        "--severity",
        help="The lowest severity that is reported. Default: info, or `severity` in cannlint.toml.",
        show_default=False,
    ),
]
StatisticsOption = Annotated[
    bool, typer.Option("--statistics", help="Count the findings of each rule.")
]
ShowFilesOption = Annotated[
    bool,
    typer.Option(
        "--show-files",
        "-v",
        help="List each file: its kind, the jobs in it, or why it is skipped.",
    ),
]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print only findings, and nothing if there are none.")
]
FixOption = Annotated[
    bool, typer.Option("--fix", help="Apply safe fixes, and report the remaining findings.")
]
UnsafeFixesOption = Annotated[
    bool,
    typer.Option(
        "--unsafe-fixes",
        help="With --fix or --diff: also apply fixes that may change the intent.",
    ),
]
DiffOption = Annotated[
    bool,
    typer.Option(
        "--diff",
        help="Print what --fix would change, and write nothing. The exit status is 1 "
        "if anything would change.",
    ),
]
NoIgnoresOption = Annotated[
    bool,
    typer.Option(
        "--no-ignores", help="Also report findings that [\\[ignore]] tables or comments suppress."
    ),
]
BaselineOption = Annotated[
    str | None,
    typer.Option(
        "--baseline", metavar="FILE", help="Do not report the findings in this baseline file."
    ),
]
UpdateBaselineOption = Annotated[
    bool,
    typer.Option(
        "--update-baseline",
        help="Write all current findings to the baseline, and remove old ones.",
    ),
]

JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        min=1,
        help="Number of processes for many files. Default: one per core if there are enough files.",
    ),
]
ExecutorOption = Annotated[
    str | None,
    typer.Option(
        "--executor",
        metavar="dask://HOST:PORT",
        help="Run on a Dask cluster, whose workers must see the same files.",
    ),
]


def separated(codes: list[str] | None) -> list[str]:
    """The values of options that take comma-separated lists."""
    return [code.strip() for entry in codes or [] for code in entry.split(",") if code.strip()]
