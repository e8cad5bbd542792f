"""What the modes and the frameworks of ATC take, and what not (options.md 2 X15, 6.4)."""

from __future__ import annotations

NANO_SOCS = ("Ascend035", "Ascend035A", "Ascend035B")
"""The SoCs of --mode=30, and of no other."""

INPUT_FORMATS = {
    "0": ("NCHW", "ND"),
    "3": ("NCHW", "NHWC", "ND", "NCDHW", "NDHWC"),
    "5": ("NCHW", "ND", "NCDHW"),
}
"""What --input_format may be, for each --framework that looks at it."""
