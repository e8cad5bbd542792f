"""What a shell may complete: rules, kinds, SoCs, releases and operator types."""

from __future__ import annotations

from cannlint.kinds import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.model import Library


def rule_codes(incomplete: str) -> list[tuple[str, str]]:
    """The rules whose code begins so, with their summaries; after a comma another one."""
    from cannlint.report.rule_page import summary
    from cannlint.rules.loading import rule_modules

    given, comma, begun = incomplete.rpartition(",")
    return [
        (given + comma + code, summary(code)) for code in rule_modules() if code.startswith(begun)
    ]


def kinds(incomplete: str) -> list[str]:
    """The kinds that `--kind` takes."""
    names = [kind.value for kind in Kind]
    return _beginning_with(incomplete, names)


def socs(incomplete: str) -> list[str]:
    """The SoC versions of the release that is used when nobody says which."""
    return _beginning_with(incomplete, sorted(_library().socs))


def releases(incomplete: str) -> list[str]:
    """The embedded releases; a path is the shell's to complete."""
    from cannlint.library.snapshot import EMBEDDED

    return _beginning_with(incomplete, list(EMBEDDED))


def op_types(incomplete: str) -> list[str]:
    """The operator types of that release."""
    return _beginning_with(incomplete, sorted(_library().names()))


def _library() -> Library:
    from cannlint.library.snapshot import VERSION, embedded

    return embedded(VERSION)


def _beginning_with(incomplete: str, names: list[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
