"""How many AI Cores a SoC has: ai_core_cnt of the platform files of 8.1.RC1 and 9.1."""

from __future__ import annotations

_VERSIONS = {
    1: "AS31XM1X,Ascend031,Ascend035,Ascend035A,Ascend035B,Ascend310B1,Ascend310B2,Ascend310B3,"
    "Ascend310B4,Hi3796CV300CS,Hi3796CV300ES,SD3403",
    2: "Ascend310",
    3: "BS9SX2AB,MC61AM21AB",
    4: "Ascend610Lite,Ascend950PR_950z,BS9SX2AA,MC61AM21AA",
    6: "BS9SX1AC",
    8: "Ascend310P3,Ascend310P5,Ascend310P7,Ascend950DT_950x,Ascend950DT_950y,BS9SX1AB",
    10: "Ascend310P1,Ascend610,BS9SX1AA",
    14: "Ascend350_354f",
    16: "Ascend350_355e",
    20: "Ascend910B3,Ascend910B4,Ascend910B4-1,Ascend910_9362,Ascend910_9363,Ascend910_9372",
    24: "Ascend910B1,Ascend910B2,Ascend910B2C,Ascend910_5591,Ascend910_9381,Ascend910_9382,"
    "Ascend910_9391,Ascend910_9392",
    28: "Ascend950DT_9571,Ascend950DT_9572,Ascend950DT_9573,Ascend950DT_9574,Ascend950DT_9575,"
    "Ascend950DT_9576,Ascend950DT_9577,Ascend950DT_9578,Ascend950PR_9579,Ascend950PR_957b,"
    "Ascend950PR_957bx,Ascend950PR_957c,Ascend950PR_957d",
    30: "Ascend910B,Ascend910ProB",
    32: "Ascend910,Ascend910A,Ascend910PremiumA,Ascend910ProA,Ascend910_95,Ascend950DT_9581,"
    "Ascend950DT_9581x,Ascend950DT_9582,Ascend950DT_9582x,Ascend950DT_9583,Ascend950DT_9584,"
    "Ascend950DT_9585,Ascend950DT_9586,Ascend950DT_9587,Ascend950DT_9588,Ascend950PR_9589,"
    "Ascend950PR_958b",
    36: "Ascend950DT_9591,Ascend950DT_9592,Ascend950DT_9595,Ascend950DT_9596,Ascend950DT_95A1,"
    "Ascend950DT_95A2,Ascend950PR_9599",
}

AI_CORES = {version: count for count, names in _VERSIONS.items() for version in names.split(",")}
"""SoC version → its AI Cores; plain Ascend910 is what CANN takes for Ascend910A."""
