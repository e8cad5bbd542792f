"""Find and import rules by module name, by code, or by the facts that they are about.

A rule is imported when it is first needed, because most runs need only a few rules.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from cannlint.facts import READ
from cannlint.kinds import CONFIG_KINDS, JOB_KINDS, LIBRARY_KINDS, SCRIPT_KINDS, Kind
from cannlint.rules.registry import (
    ANY_FILE,
    FILE_IN_JOB_RULES,
    INSTALL,
    JOB_LIBRARY_RULES,
    JOB_RULES,
    LIBRARY_RULES,
    OWN,
    PLAN_RULES,
    RULES,
    SUPPRESSION,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from cannlint.rules.rule import Rule


def module_of(name: str) -> ModuleType:
    """Import a rule's module by its name in the registry."""
    return import_module(f"cannlint.rules.{name}")


def docstring_of(name: str) -> str:
    """The documentation of a rule by its module's name in the registry.

    `python -OO` imports modules without their docstrings: then the source is parsed.
    """
    module = module_of(name)
    if module.__doc__ is not None:
        return module.__doc__
    import ast
    from importlib.abc import SourceLoader

    loader = module.__loader__
    source = loader.get_source(module.__name__) if isinstance(loader, SourceLoader) else None
    return ast.get_docstring(ast.parse(source or ""), clean=False) or ""


def rule_named(name: str) -> Rule:
    """Import a rule by its module's name in the registry."""
    rule: Rule = module_of(name).RULE
    return rule


def rules_about(kind: Kind, facts: Iterable[str]) -> list[Rule]:
    """Return the rules about one file of a kind that are about these facts, sorted by code."""
    any_file = {} if kind in SCRIPT_KINDS else ANY_FILE
    return [*_concerned(RULES.get(kind, {}), facts), *_concerned(any_file, facts)]


def all_rules(kind: Kind) -> list[Rule]:
    """Return all rules about one file of a kind that need only the file."""
    any_file = {} if kind in SCRIPT_KINDS else ANY_FILE
    return [rule_named(name) for name in (*RULES.get(kind, {}), *any_file)]


def all_library_rules(kind: Kind) -> list[Rule]:
    """Return all rules about one file of a kind that need the operator library."""
    return [rule_named(name) for name in LIBRARY_RULES.get(kind, {})]


def library_rules_about(kind: Kind, facts: Iterable[str]) -> list[Rule]:
    """Return the rules that need the operator library and are about these facts."""
    return _concerned(LIBRARY_RULES.get(kind, {}), facts)


def _concerned(rules: dict[str, tuple[str, ...]], facts: Iterable[str]) -> list[Rule]:
    recorded = {READ, *facts}
    return [rule_named(name) for name, about in rules.items() if not recorded.isdisjoint(about)]


def job_rules_about(facts: Iterable[str]) -> list[Rule]:
    """Return the rules about compile jobs that are about these facts."""
    return _concerned(JOB_RULES, facts)


def job_library_rules_about(facts: Iterable[str]) -> list[Rule]:
    """Return the same for the rules about jobs that need the operator library."""
    return _concerned(JOB_LIBRARY_RULES, facts)


@cache
def file_in_job_rules() -> tuple[Rule, ...]:
    """Return the rules about a config file whose job is not checked itself."""
    return tuple(map(rule_named, FILE_IN_JOB_RULES))


@cache
def plan_rules_for(kind: Kind) -> tuple[Rule, ...]:
    """Return the rules that use plans to check a file of this kind."""
    return tuple(map(rule_named, PLAN_RULES.get(kind, ())))


@cache
def rule_modules() -> dict[str, str]:
    """Return the module name of each rule by its code, sorted by code, without an import."""
    names = [*ANY_FILE, *INSTALL, *OWN, *SUPPRESSION]
    names += [*JOB_RULES, *JOB_LIBRARY_RULES, *FILE_IN_JOB_RULES]
    names += [name for table in (RULES, LIBRARY_RULES) for of in table.values() for name in of]
    names += [name for modules in PLAN_RULES.values() for name in modules]
    return dict(sorted((_code(name), name) for name in names))


@cache
def codes_left_out(kind: Kind | None) -> frozenset[str]:
    """Return the codes of the rules that do not run on a file of a kind but could find something.

    Those of jobs come with the script that names the file, those of an install with
    `cannlint library check`. For None the rules that are not run on a user's folder.
    """
    names = [*INSTALL, *OWN, *SUPPRESSION]
    if kind is None:
        of_user = {name for user in (*CONFIG_KINDS, *JOB_KINDS) for name in RULES.get(user, ())}
        names += [name for own in LIBRARY_KINDS for name in RULES[own] if name not in of_user]
        names += FILE_IN_JOB_RULES
    elif kind not in JOB_KINDS:
        names += [*JOB_RULES, *JOB_LIBRARY_RULES, *FILE_IN_JOB_RULES]
    return frozenset(map(_code, names))


def _code(module: str) -> str:
    return module.rsplit(".", 1)[1].split("_", 1)[0].upper()
