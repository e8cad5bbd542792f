"""Values for shell completion: rules, error codes, kinds, SoCs, releases, operators and jobs."""

from __future__ import annotations

from cannlint.kinds import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.model import Library


def rule_codes(incomplete: str) -> list[tuple[str, str]]:
    """Rule codes with their summaries; also after a comma."""
    from cannlint.report.rule_page import summary
    from cannlint.rules.loading import rule_names

    given, comma, begun = incomplete.rpartition(",")
    return [
        (given + comma + code, summary(code)) for code in rule_names() if code.startswith(begun)
    ]


def explained_codes(incomplete: str) -> list[tuple[str, str]]:
    """What `cannlint rule` explains, and what it is: rules, options, error codes of CANN."""
    from cannlint.cann.error_codes import known_error_codes, meaning_of
    from cannlint.jobs.tables import descriptions
    from cannlint.language import translated

    others = {code: meaning_of(code) or "" for code in known_error_codes()}
    others |= {option: about["summary"] for option, about in descriptions().items()}
    known = ((name, text) for name, text in others.items() if name.startswith(incomplete))
    return [
        *rule_codes(incomplete),
        *((name, translated(text)) for name, text in known if incomplete),
    ]


def kinds(incomplete: str) -> list[str]:
    """The kinds for `--kind`."""
    names = [kind.value for kind in Kind]
    return _beginning_with(incomplete, names)


def socs(incomplete: str) -> list[str]:
    """The SoC versions of the default library."""
    return _beginning_with(incomplete, sorted(_library().socs))


def releases(incomplete: str) -> list[str]:
    """The embedded releases; the shell itself completes paths."""
    from cannlint.library.snapshot import EMBEDDED

    return _beginning_with(incomplete, list(EMBEDDED))


def mode_files(incomplete: str) -> list[str]:
    """The built-in mode files of the default library."""
    return _beginning_with(incomplete, sorted(_library().mode_files))


def jobs(incomplete: str) -> list[str]:
    """The jobs in the configuration of this folder; none if it is broken."""
    import os

    from cannlint.config.search import config_path
    from cannlint.errors import CannlintError
    from cannlint.jobs.configured_jobs import read
    from cannlint.text.source import read_source

    path = config_path(os.getcwd())
    try:
        found = read(read_source(path)).jobs if path is not None else []
    except CannlintError:
        return []
    return _beginning_with(incomplete, [job.name for job in found if job.name is not None])


def options(incomplete: str) -> list[str]:
    """The options of ATC, and after `=` the values of one."""
    from cannlint.jobs.settings import FrontEnd
    from cannlint.jobs.tables import options_of

    known = options_of(FrontEnd.ATC)
    name, equals, _ = incomplete.partition("=")
    if not equals:
        return _beginning_with(incomplete, [f"{option}=" for option in sorted(known)])
    values = known[name].values if name in known else ()
    return _beginning_with(incomplete, [f"{name}={value}" for value in values])


def front_ends(incomplete: str) -> list[str]:
    """The front ends."""
    from cannlint.jobs.settings import FrontEnd

    return _beginning_with(incomplete, [front_end.value for front_end in FrontEnd])


def originals(incomplete: str) -> list[str]:
    """The dtypes for `--original`."""
    from cannlint.planning.request import ORIGINALS

    return _beginning_with(incomplete, [*ORIGINALS])


def op_types(incomplete: str) -> list[str]:
    """The operator types of the default library."""
    return _beginning_with(incomplete, sorted(_library().names()))


def _library() -> Library:
    from cannlint.library.snapshot import VERSION, embedded

    return embedded(VERSION)


def _beginning_with(incomplete: str, names: list[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
