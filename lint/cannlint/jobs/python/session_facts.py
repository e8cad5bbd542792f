"""What concerns all sessions of TensorFlow 1 in a script: one that is made, and remapping."""

from __future__ import annotations

import ast

from cannlint.jobs.python import whole_script
from cannlint.jobs.python.syntax import dotted, expressions, parsed, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_REMAPPING = "remapping"
_LEFT_ON = "RewriterConfig.ON"
_WORDS = ("Session", "npu_", _REMAPPING)


def facts_of_block(text: str) -> frozenset[str]:
    """The same of a block of a script, whose text is parsed if it may have some."""
    if not any(word in text for word in _WORDS):
        return frozenset()
    tree = parsed(text)
    assigned = (one for one in walk(tree) if isinstance(one, ast.Assign))
    left_on = set_to_on((target, one.value) for one in assigned for target in one.targets)
    return frozenset(session_facts(expressions(tree), left_on))


def set_to_on(pairs: Iterable[tuple[ast.expr, ast.expr]]) -> frozenset[int]:
    """The targets to which `RewriterConfig.ON` is assigned, by identity."""
    return frozenset(
        id(target) for target, value in pairs if (dotted(value) or "").endswith(_LEFT_ON)
    )


def session_facts(nodes: Iterable[ast.expr], left_on: frozenset[int]) -> Iterator[str]:
    """What a part of a script has that concerns all sessions: one that is made, and remapping.

    `npu_config_proto` and the like of the adapter turn remapping off. `left_on` are the targets of
    assignments that leave it on.
    """
    for node in nodes:
        if isinstance(node, ast.Call):
            name = (dotted(node.func) or "").rpartition(".")[2]
            if name.endswith("Session"):
                yield whole_script.SESSION
            if name.startswith("npu_") or any(map(_turns_off, node.keywords)):
                yield whole_script.REMAPPING
        elif _is_set(node, _REMAPPING) and id(node) not in left_on:
            yield whole_script.REMAPPING


def _turns_off(keyword: ast.keyword) -> bool:
    is_on = (dotted(keyword.value) or "").endswith(_LEFT_ON)
    return keyword.arg == _REMAPPING and not is_on


def _is_set(node: ast.expr, name: str) -> bool:
    is_stored = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    return is_stored and node.attr == name  # type: ignore[attr-defined]
