"""converter_lite stops at this line of its ini file.

The ini file of MindSpore Lite has a syntax of its own. A line is blank, a comment, a section, or a
key with a value: `key=value`. A comment begins with `#` in column 1; one that is indented or that
begins with `;` is no comment. A key without a value, a second `=` in a line and a byte order mark
are not allowed.

## Example

```mslite_config
[ascend_context]
; no conversion to float16
precision_mode=enforce_fp32
```

## Write instead

```mslite_config
[ascend_context]
# no conversion to float16
precision_mode=enforce_fp32
```

## What CANN does

converter_lite stops with RET_ERROR (-1) and converts nothing.

Source: MindSpore Lite, parse_config_utils.cc
"""

from __future__ import annotations

from cannlint.jobs.mslite_config import REFUSED_LINE, RefusedLine
from cannlint.reading.base import Reading
from cannlint.rules.api import Findings, Kind, Rule, Severity, Stage

RULE = Rule(
    "JB051",
    "refused-line",
    Severity.ERROR,
    (Kind.MSLITE_CONFIG,),
    about=(REFUSED_LINE,),
    stage=Stage.FRONT_END,
    since="0.2.0",
)

_TEXTS = {
    "marked": (
        "the file begins with a byte order mark",
        "byte order mark",
        "save the file as UTF-8 without a byte order mark",
    ),
    "twice": (
        "the line has more than one `=`",
        "a second `=`",
        "write one key and one value",
    ),
    "half": (
        "the key has no value",
        "no value",
        "write a value, or remove the line",
    ),
    "stray": (
        "the line is neither a section nor `key=value`",
        "no `=`",
        "write `key=value`, or remove the line",
    ),
}
"""Alternative of the grammar → message, label and help."""

_COMMENT = (
    "this is no comment",
    "no comment to MindSpore Lite",
    "begin the comment with `#` in column 1",
)
_SIGNS = ("#", ";", "//")


@RULE.check
def refused_line(reading: Reading) -> Findings:
    """Report every line that stops the conversion."""
    for part in reading.parts_with(REFUSED_LINE):
        assert isinstance(part, RefusedLine)
        is_comment = part.alternative == "stray" and part.text.startswith(_SIGNS)
        message, label, help = _COMMENT if is_comment else _TEXTS[part.alternative]
        yield RULE.at(
            part.span,
            message,
            label=label,
            help=help,
            note="converter_lite stops with RET_ERROR (-1) and converts nothing",
        )
