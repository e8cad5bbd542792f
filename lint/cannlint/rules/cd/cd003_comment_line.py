"""Comment: CANN refuses the whole file.

A customize_dtypes file cannot contain comments. CANN reads a line that starts with `#`, `//` or
`;` as an entry. Such a line usually has no dtypes, so CANN refuses the whole file. Remove the
line.

A comment that contains `InputDtype` or `OutputDtype` with known dtypes is worse: CANN accepts it
as an entry. CD103 reports such a comment.

## Example

```customize_dtypes
# keep the head in float32
OpType::MatMulV2:InputDtype:float32,float32,OutputDtype:float32
```

## Write instead

```customize_dtypes
OpType::MatMulV2:InputDtype:float32,float32,OutputDtype:float32
```

## What CANN does

CANN stops while the engine starts, before it compiles the model. Usually it reports E20101. When
the comment contains a keyword and an unknown dtype, CANN reports E20003. When the comment ends
with a keyword, CANN crashes. Samples in the vendor's manuals contain comment lines and fail for
this reason.

Source: manual/customize-dtypes.md#lines
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.reading import COMMENT_LINE, CustomizeDtypes
from cannlint.rules.api import UNSEEN, Findings, FixKind, Kind, Rule, Severity, delete_line, trimmed

RULE = Rule(
    "CD003",
    "comment-line",
    Severity.ERROR,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(COMMENT_LINE,),
    fix=FixKind.SAFE,
    cann="E20101",
)


@RULE.check
def comment_line(reading: CustomizeDtypes) -> Findings:
    """Report every comment that CANN does not accept as an entry."""
    for record in reading.parts_with(COMMENT_LINE):
        code = next(iter(record.faults[0].codes), None)
        finding = RULE.at(
            trimmed(reading.source.text, record.line.start, record.line.end, UNSEEN),
            "a comment makes CANN refuse the whole file" if code else "this comment crashes CANN",
            label="CANN reads an entry" if record.entry else "CANN stops reading here",
            help="remove the line, and keep the comment outside the file",
            note="engine initialisation fails with {code}; this format has no blank lines and "
            "no comments"
            if code
            else "the line ends with a keyword: CANN throws std::out_of_range, without an "
            "error code",
            code=code or "",
        )
        finding.cann_code = code
        yield finding.with_fix("remove the comment", delete_line(reading.source, record.line))
