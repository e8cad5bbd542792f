"""The values that have a grammar of their own: grammars/<syntax>.lark, and a fast pattern of it.

A grammar's terminals, joined as its `value` rule joins them, make the pattern that decides; Lark
itself is too slow to import for one value. A test proves that both accept the same texts.
"""

from __future__ import annotations

import re
from functools import cache

from cannlint.syntax.grammar import terminals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Setting

_PATTERNS = {
    "aicore_num": "{NUMBER}(?:{BAR}{NUMBER})?",
    "dump_step": "{STEP}(?:{BAR}{STEP})*{BAR}?",
    "dynamic_dims": "{GEAR}(?:{SEMICOLON}{GEAR})*{SEMICOLON}?",
    "dynamic_inputs_shape_range": "{KIND}{COLON}{SHAPE}(?:{COMMA}{SHAPE})*"
    "(?:{SEMICOLON}{KIND}{COLON}{SHAPE}(?:{COMMA}{SHAPE})*)*",
    "in_out_pair": "{OPEN}{PAIR}(?:{COMMA}{PAIR})*{CLOSE}",
    "input_shape": "{INPUT}(?:{SEMICOLON}{INPUT})*{SEMICOLON}?",
    "local_device_list": "{NUMBER}(?:{COMMA}{NUMBER})*",
    "memory_size": "{NUMBER}(?:{STAR}{NUMBER})*",
    "optimization_switch": "{SWITCH}(?:{SEMICOLON}{SWITCH})*{SEMICOLON}?",
    "optypelist_for_implmode": "(?:{TYPE})?(?:{COMMA}(?:{TYPE})?)*",
    "output_type": "{TYPE}|{NODE}(?:{SEMICOLON}{NODE})*{SEMICOLON}?",
    "stream_max_parallel_num": "{ENGINE}{COLON}{NUMBER}(?:{COMMA}{ENGINE}{COLON}{NUMBER})*",
}
"""Each syntax as its terminals follow each other."""

FORMS = {
    "aicore_num": "24 or 24|48",
    "optimization_switch": "PassName:on;OtherPass:off",
    "output_type": "FP16 or node:0:FP16;other:1:FP32",
}
"""How a value of each syntax looks."""


SYNTAXES = frozenset(_PATTERNS)
"""The syntaxes that have a grammar."""


@cache
def _pattern(syntax: str) -> re.Pattern[str]:
    parts = {name: f"(?:{text})" for name, text in terminals(syntax).items()}
    return re.compile(_PATTERNS[syntax].format(**parts))


def is_written(setting: Setting | None, syntax: str) -> bool:
    """Whether the value of a setting is known, and written as a grammar says."""
    return setting is not None and bool(setting.value) and follows(syntax, setting.value or "")


def follows(syntax: str, value: str) -> bool:
    """Whether a value is written as its grammar says."""
    return _pattern(syntax).fullmatch(value) is not None
