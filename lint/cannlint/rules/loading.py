"""Find and import rules by their codes, or by the facts that they are about.

A rule is imported when it is first needed, because most runs need only a few rules.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

from cannlint.facts import READ
from cannlint.kinds import JOB_KINDS, LIBRARY_KINDS, Kind
from cannlint.rules import index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from cannlint.rules.rule import Rule

    Table = dict[str, tuple[str, str, str, str]]
    """Code → name, module, kinds, and facts."""


@cache
def rule_names() -> dict[str, str]:
    """The names of all rules by their codes, sorted by code, without an import."""
    return {code: row[0] for code, row in sorted(_rows().items())}


@cache
def rule_of(code: str) -> Rule:
    """Import the rule with a code; raises KeyError if there is none."""
    return next(rule for rule in rules_in(module_of(code)) if rule.code == code)


def rules_in(module: ModuleType) -> tuple[Rule, ...]:
    """The rules of a module: RULE, or several RULES that are the same check of several formats."""
    rules: tuple[Rule, ...] = vars(module).get("RULES") or (module.RULE,)
    return rules


def module_of(code: str) -> ModuleType:
    """Import the module of a rule; raises KeyError if there is none."""
    return import_module(f"cannlint.rules.{_rows()[code][1]}")


def docstring_of(code: str) -> str:
    """The documentation of a rule: the docstring of its module, or the part below `# CODE`."""
    text = _docstring_of(module_of(code))
    _, heading, part = text.partition(f"\n# {code}\n")
    return _NEXT_PART.split(part)[0] if heading else text


_NEXT_PART = re.compile(r"^# [A-Z]{2}\d{3}$", re.MULTILINE)


def _docstring_of(module: ModuleType) -> str:
    """`python -OO` imports modules without their docstrings: then the source is parsed."""
    if module.__doc__ is not None:
        return module.__doc__
    import ast
    from importlib.abc import SourceLoader

    loader = module.__loader__
    source = loader.get_source(module.__name__) if isinstance(loader, SourceLoader) else None
    return ast.get_docstring(ast.parse(source or ""), clean=False) or ""


def rules_about(kind: Kind, facts: Iterable[str]) -> list[Rule]:
    """The rules about one file of a kind that are about these facts, sorted by code."""
    return _concerned(_of_kind(kind), facts)


def library_rules_about(kind: Kind, facts: Iterable[str]) -> list[Rule]:
    """The same for the rules that need the operator library."""
    return _concerned(_of_kind(kind, needs_library=True), facts)


def job_rules_about(facts: Iterable[str]) -> list[Rule]:
    """The rules about compile jobs that are about these facts, sorted by code."""
    return _concerned(_facts_in(index.JOB), facts)


def job_library_rules_about(facts: Iterable[str]) -> list[Rule]:
    """The same for the rules that need the operator library."""
    return _concerned(_facts_in(index.JOB_LIBRARY), facts)


@cache
def file_in_job_rules() -> tuple[Rule, ...]:
    """The rules about a config file whose job is not checked itself."""
    return tuple(map(rule_of, index.FILE_OF_JOB))


@cache
def codes_with_plans(kind: Kind) -> tuple[str, ...]:
    """The codes of the rules that use plans to check a file of this kind."""
    rows = _rows()
    return tuple(code for code in index.REVISING if kind.value in rows[code][2].split())


def plan_rules_for(kind: Kind) -> list[Rule]:
    """The rules that use plans to check a file of this kind."""
    return list(map(rule_of, codes_with_plans(kind)))


@cache
def codes_left_out(kind: Kind | None) -> frozenset[str]:
    """The codes of the rules that do not run on a file of a kind but could find something.

    Those of jobs come with the script that names the file, those of an install with
    `cannlint library check`. For None the rules that are not run on a user's folder.
    """
    codes = {*index.INSTALL, *index.RUN, *index.SUPPRESSION}
    if kind is None:
        of_users = set(Kind).difference(LIBRARY_KINDS)
        codes |= index.FILE_OF_JOB.keys() | index.FILE.keys()
        codes -= {code for user in of_users for code in _of_kind(user)}
    elif kind not in JOB_KINDS:
        codes |= {*index.JOB, *index.JOB_LIBRARY, *index.FILE_OF_JOB}
    return frozenset(codes)


@cache
def _rows() -> Table:
    tables = (index.FILE, index.LIBRARY, index.JOB, index.JOB_LIBRARY, index.FILE_OF_JOB)
    others = (index.PLANS, index.INSTALL, index.RUN, index.SUPPRESSION)
    return {code: row for table in (*tables, *others) for code, row in table.items()}


@cache
def _of_kind(kind: Kind, needs_library: bool = False) -> dict[str, list[str]]:
    """Code → the facts that the rule is about, of the rules about one file of a kind."""
    table: Table = index.LIBRARY if needs_library else index.FILE
    return _facts_in({code: row for code, row in table.items() if kind.value in row[2].split()})


def _facts_in(table: Table) -> dict[str, list[str]]:
    return {code: row[3].split() for code, row in table.items()}


def _concerned(rules: dict[str, list[str]], facts: Iterable[str]) -> list[Rule]:
    recorded = {READ, *facts}
    return [rule_of(code) for code, about in rules.items() if not recorded.isdisjoint(about)]
