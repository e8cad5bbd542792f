"""What the codes of the fusion engine, the AI CPU and the operator compiler mean."""

from __future__ import annotations

from cannlint.language import Phrase

_ENVIRONMENT = Phrase("correct the environment variable that the message names")
_PASS = Phrase(
    "switch the pass off in the fusion switch file; of a custom pass, look for the cause in the log"
)
_STACK = Phrase("look for the Python stack above it in the log: it names the cause")
_DEVICE = Phrase(
    "restart the device; if it comes back, send the logs of host and device to the vendor"
)

ROWS = (
    ("E20001", Phrase("an operator could not be compiled"), _STACK),
    ("E20002", Phrase("an environment variable is invalid"), _ENVIRONMENT),
    ("E20003", Phrase("the content of a config file is invalid"), None),
    ("E20007", Phrase("a fusion pass failed"), _PASS),
    ("E20101", Phrase("an option of the engine, or the file that it names, is invalid"), None),
    ("E20103", Phrase("a number of cores is larger than that of the SoC"), None),
    ("E21001", Phrase("a config file cannot be opened, or is empty"), None),
    ("E21002", Phrase("a JSON config file cannot be read, or has a wrong structure"), None),
    (
        "E22001",
        Phrase("the result of compiling an operator is missing"),
        Phrase(
            "look in the log for the end of a process that compiles operators: memory may be short"
        ),
    ),
    ("E40001", Phrase("an environment variable of the operator compiler is invalid"), _ENVIRONMENT),
    (
        "E40003",
        Phrase("a JSON file of the operator compiler cannot be read"),
        Phrase("let no other process use the folder of the compile: give each its own"),
    ),
    (
        "E40022",
        Phrase("a debug, cache or deterministic option has a value that is not allowed"),
        None,
    ),
    ("E40023", Phrase("the folder for debug files or for the compile cache cannot be used"), None),
    (
        "E30003",
        Phrase("too many processes run on the device"),
        Phrase("wait ten seconds after the end of the last job, and start again"),
    ),
    (
        "E30004 E39008",
        Phrase("a program on the device is damaged, often by an error of its memory"),
        _DEVICE,
    ),
    ("E30005 E39009", Phrase("the connection to the device is lost"), _DEVICE),
    (
        "E30006 E30009 E39011",
        Phrase(
            "the device refuses a package of operators: it is damaged or its signature is wrong"
        ),
        Phrase("install the operator package of this CANN release again"),
    ),
    ("E30007 E39010", Phrase("the scheduler of the AI CPU cannot be put into its Cgroup"), _DEVICE),
    (
        "E30008",
        Phrase("an operator on the AI CPU takes longer than allowed"),
        Phrase(
            "check the data input (GetNext) or the loops of the custom operator, or allow more time"
        ),
    ),
    (
        "E39001",
        Phrase("an argument is empty or has a wrong length"),
        Phrase("look in the log of the host for the call before it"),
    ),
    ("E39002", Phrase("the driver does not say which devices there are"), _DEVICE),
    ("E39004 E39005 EM9002", Phrase("a process that the device needs does not start"), _DEVICE),
    ("E39006", Phrase("the operator package cannot be sent to the device"), _DEVICE),
    ("E39007", Phrase("a process on the device takes too long to start"), _DEVICE),
    (
        "E40002",
        Phrase("the Python version is too old for the operator compiler"),
        Phrase("use the Python version that the message names, or a later one"),
    ),
    (
        "E40020 E40024",
        Phrase("the operator compiler cannot load or call a Python module of CANN"),
        Phrase("run CANN's set_env.sh, and install the Python packages that CANN needs"),
    ),
    ("E40021", Phrase("an operator could not be compiled"), _STACK),
    (
        "W40010",
        Phrase("the value of an environment variable is not used"),
        Phrase("correct the environment variable, or remove it"),
    ),
    (
        "W40011",
        Phrase("the folder of the compile cache cannot be made"),
        Phrase("check its name and the permissions"),
    ),
    (
        "W40012",
        Phrase("a value is out of range, and the default is used"),
        Phrase("write a value in the range that the message names"),
    ),
)
"""Codes, what CANN means by them in the release after 8.1, and what to do."""
