"""The keys, values and ranges of a fusion switch file (manual/fusion-switch.md#json)."""

from __future__ import annotations

SWITCH, PRIORITY, EXCEPTIONAL = "Switch", "Priority", "ExceptionalPassOfO1Level"
"""The keys of the JSON form that this program looks into; the schema says which there are."""

GROUPS = ("GraphFusion", "UBFusion")
"""The groups of passes, in the library as in a file."""

ALL = "ALL"
"""The name that stands for every pass of a group without an own entry."""

UB_FUSION = GROUPS[1]
FOLDER_WITHOUT_UB_FUSION = "ascend950"
"""The SoC folder whose hardware has no UB fusion."""

ON, OFF = "on", "off"

BUILT_IN_PRIORITIES = range(3000, 6000)
"""The numbers of the compiler's own fusion_config.json, refused in a user's file: each is that of a
user's file plus the first of them."""

DECIDERS = (
    BY_SWITCH := "optimization-switch",
    BY_EXCEPTION := "exceptional",
    BY_FORBIDDEN_CLOSE := "forbidden-close",
    BY_LEVEL := "oo-level",
    BY_USER := "user",
    BY_BUILT_IN := "built-in",
    BY_USER_ALL := "user-all",
    BY_BUILT_IN_ALL := "built-in-all",
    BY_DEFAULT := "default",
)
"""What decides whether a pass runs."""
