"""Types of the documents that cannlint gives: of the Python API, and of `--format json`.

    from cannlint.results import Report

They are declared here once: `dev/schemas.py` makes the JSON Schemas of them, and the modules of
`cannlint.report` build values of them. At run time the values are plain dicts and lists.
Within version 1, keys are only added.
"""

from __future__ import annotations

from cannlint.engine.baseline import BaselineEntry
from cannlint.formats.inspection import (
    InspectedFile,
    Inspection,
    Inspections,
    ListedDtypes,
    Lists,
    Passes,
    PassState,
)
from cannlint.results.log import (
    ErrorCode,
    LogArgument,
    LogCause,
    LogMessage,
    LogReport,
    LogSummary,
    RuleOfCode,
)
from cannlint.results.parts import Combination, Origin, PlanLibrary, Position, Range, Tool
from cannlint.results.plan import (
    Change,
    Colour,
    Dtypes,
    Facts,
    Graph,
    ImplMode,
    Job,
    KeepDtype,
    LeftOut,
    MadeFrom,
    Operator,
    Option,
    Plan,
    PlanDiff,
    PlannedJob,
    Refusal,
    Shadowed,
    Step,
)
from cannlint.results.report import (
    Baseline,
    Diagnostic,
    Edit,
    Fix,
    JobPlace,
    Library,
    Related,
    Report,
    ShownFile,
    Summary,
)

__all__ = [
    "Baseline", "BaselineEntry", "Change", "Colour", "Combination", "Diagnostic", "Dtypes", "Edit",
    "ErrorCode", "Facts", "Fix", "Graph", "ImplMode", "InspectedFile", "Inspection", "Inspections",
    "Job", "JobPlace", "KeepDtype", "LeftOut", "Library", "ListedDtypes", "Lists", "LogArgument",
    "LogCause", "LogMessage", "LogReport", "LogSummary", "MadeFrom", "Operator", "Option",
    "Origin", "PassState", "Passes", "Plan", "PlanDiff", "PlanLibrary", "PlannedJob", "Position",
    "Range", "Refusal", "Related", "Report", "RuleOfCode", "Shadowed", "ShownFile", "Step",
    "Summary", "Tool",
]  # fmt: skip
