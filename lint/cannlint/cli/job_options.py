"""Options of the commands that plan a job, and the request that they make."""

from __future__ import annotations

from typing import Annotated

import typer

from cannlint.cli import completion
from cannlint.cli.options import front_end_versions
from cannlint.jobs.settings import FrontEnd
from cannlint.language import said
from cannlint.planning.request import Request


def _front_end(text: str) -> FrontEnd:
    names = [front_end.value for front_end in FrontEnd]
    if text not in names:
        raise typer.BadParameter(
            said(
                "unknown front end {text!r}: expected one of {names}",
                text=text,
                names=", ".join(names),
            )
        )
    return FrontEnd(text)


def _original(text: str) -> str:
    from cannlint.planning.request import ORIGINALS

    if text not in ORIGINALS:
        raise typer.BadParameter(
            said(
                "unknown dtype {text!r}: expected one of {originals}",
                text=text,
                originals=", ".join(ORIGINALS),
            )
        )
    return text


def request_of(context: typer.Context) -> Request:
    """The request for a plan by the options of a command, which have the same names in all.

    Which operators to show is left to the command. Raises CannlintError for an unknown SoC.
    """
    from cannlint.engine.socs import check_socs, libraries_for
    from cannlint.planning.request import Request

    given = context.params
    request = Request()
    request.job, request.command = given["job"], context.obj or None
    request.options, request.front_end = given["option"] or (), given["front_end"]
    request.model, request.no_model = given["model"], given["no_model"]
    request.ops_info, request.original = given["ops_info"] or (), given["original"]
    request.soc, request.library = given["soc"], given["library"]
    request.front_end_versions = front_end_versions(given["front_end_version"])
    request.config, request.isolated = given["config"], given["isolated"]
    used = libraries_for(request.library, ["."], request.config, request.isolated)
    check_socs([request.soc] if request.soc is not None else [], used)
    return request


JobOption = Annotated[
    str | None,
    typer.Option(
        "--job",
        metavar="JOB",
        autocompletion=completion.jobs,
        help="The job: its name in cannlint.toml, or the path of a script (convert.sh:12). "
        "Without it, the job consists of the -O options.",
    ),
]
OptionOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-O",
        metavar="KEY=VALUE",
        autocompletion=completion.options,
        help="Set an option of the job; repeatable.",
    ),
]
FrontEndOption = Annotated[
    FrontEnd | None,
    typer.Option(
        "--front-end",
        parser=_front_end,
        autocompletion=completion.front_ends,
        metavar="NAME",
        help="The front end of the options: atc, ge, tf1, tf2, torch, torchair, npugraph_ex, "
        "onnxruntime, acl, mindspore.",
    ),
]
ModelOption = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="FILE",
        help="The graph of the model: cannlint/graph/1, a dump, an .onnx file or a "
        "compiled model (.om).",
    ),
]
NoModelOption = Annotated[
    bool, typer.Option("--no-model", help="Do not read the model that the job names.")
]
OpsInfoOption = Annotated[
    list[str] | None,
    typer.Option(
        "--ops-info",
        metavar="FILE",
        help="A custom operator library, searched before the built-in one; repeatable.",
    ),
]
OriginalOption = Annotated[
    str | None,
    typer.Option(
        "--original",
        parser=_original,
        autocompletion=completion.originals,
        metavar="DTYPE",
        help="The dtype of float tensors without --model: float32 (the default), "
        "float16, bfloat16.",
    ),
]
TargetSocOption = Annotated[
    str | None,
    typer.Option(
        "--soc",
        metavar="NAME",
        autocompletion=completion.socs,
        help="The SoC version, e.g. Ascend910B3.",
    ),
]
