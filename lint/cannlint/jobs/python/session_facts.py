"""What concerns all sessions of TensorFlow 1 in a script: one that is made, and remapping."""

from __future__ import annotations

import ast

from cannlint.jobs.python import whole_script
from cannlint.jobs.python.syntax import dotted, expressions, parsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_REMAPPING = "remapping"
_WORDS = ("Session", "npu_", _REMAPPING)


def facts_of_block(text: str) -> frozenset[str]:
    """The same of a block of a script, whose text is parsed if it may have some."""
    if not any(word in text for word in _WORDS):
        return frozenset()
    return frozenset(session_facts(expressions(parsed(text))))


def session_facts(nodes: Iterable[ast.expr]) -> Iterator[str]:
    """What a part of a script has that concerns all sessions: one that is made, and remapping.

    `npu_config_proto` and the like of the adapter turn remapping off.
    """
    for node in nodes:
        if isinstance(node, ast.Call):
            name = (dotted(node.func) or "").rpartition(".")[2]
            if name.endswith("Session"):
                yield whole_script.SESSION
            if name.startswith("npu_") or any(one.arg == _REMAPPING for one in node.keywords):
                yield whole_script.REMAPPING
        elif _is_set(node, _REMAPPING):
            yield whole_script.REMAPPING


def _is_set(node: ast.expr, name: str) -> bool:
    is_stored = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    return is_stored and node.attr == name  # type: ignore[attr-defined]
