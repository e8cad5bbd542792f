"""Line that ends with a keyword: CANN crashes.

CANN crashes when a line ends right after `InputDtype` or `OutputDtype`. It skips one character
after the keyword, whatever it is, and then reads the list. At the end of the line there is no
character to skip. Add `:` and the dtypes, or remove the keyword.

## Example

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16
```

## What CANN does

CANN throws `std::out_of_range` and does not catch it. The compile ends without an error code.

Source: manual/customize-dtypes.md#lines, manual/customize-dtypes.md#lists-of-dtypes
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.reading import TRUNCATED_LINE, CustomizeDtypes
from cannlint.rules.api import Findings, Kind, Rule, Severity

RULE = Rule(
    "CD006", "truncated-keyword", Severity.ERROR, (Kind.CUSTOMIZE_DTYPES,), about=(TRUNCATED_LINE,)
)


@RULE.check
def truncated_keyword(reading: CustomizeDtypes) -> Findings:
    """Report every line that ends with a keyword."""
    for _, fault in reading.faults(TRUNCATED_LINE):
        yield RULE.at(
            fault.span,
            "the line ends with `{keyword}`; CANN crashes on it",
            label="needs `:` and dtypes",
            help="add `:` and the dtypes, or remove `{keyword}`",
            note="the process ends with an uncaught std::out_of_range, without an error code",
            keyword=reading.source.slice(fault.span),
        )
