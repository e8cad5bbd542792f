"""The kinds with a rule that is asked whatever a file has. Written by dev/rule_index.py.

For a file of another kind that has no fact, the index is not needed.
"""

from __future__ import annotations

ASKED_OF_EVERY_FILE: tuple[str, ...] = ()
