"""The options that check and inspect share (contracts 2)."""

from __future__ import annotations

from typing import Annotated

import typer

from cannlint.kinds import CONFIG_KINDS, Kind


def _kind(value: str) -> Kind:
    names = [kind.value for kind in CONFIG_KINDS]
    if value not in names:
        from cannlint.rules.nearest import nearest

        meant = nearest(value, names)
        hint = f"did you mean {meant}?" if meant else f"the kinds are {', '.join(names)}"
        raise typer.BadParameter(f"{value!r} is no kind; {hint}")
    return Kind(value)


def _soc(value: str) -> str:
    from cannlint.library.snapshot import soc_versions
    from cannlint.rules.nearest import nearest

    known = soc_versions()
    if value not in known:
        meant = nearest(value, known)
        if meant is not None:
            raise typer.BadParameter(f"{value!r} is no SoC version; did you mean {meant}?")
    return value


KindOption = Annotated[
    Kind | None,
    typer.Option(
        "--kind",
        metavar="KIND",
        parser=_kind,
        help="Read every named file as this kind: customize_dtypes, op_precision, keep_dtype, "
        "mixlist, fusion_switch.",
    ),
]
SocOption = Annotated[
    list[str] | None,
    typer.Option(
        "--soc", metavar="NAME", parser=_soc, help="The SoC version, e.g. Ascend910B3; repeatable."
    ),
]
LibraryOption = Annotated[
    str | None,
    typer.Option("--library", metavar="VERSION", help="The operator library: 8.1.RC1."),
]
ConfigOption = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help="Use this cannlint.toml for every file."),
]
IsolatedOption = Annotated[bool, typer.Option("--isolated", help="Use no cannlint.toml.")]
