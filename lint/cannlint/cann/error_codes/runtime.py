"""What the codes of the runtime, the driver and the communication mean."""

from __future__ import annotations

from cannlint.language import Phrase

_POINTER = Phrase("check the pointers that the program passes")
_ARGUMENTS = Phrase("check the arguments of the function that the message names")
_MEMORY = Phrase("stop other programs, or use a smaller batch")
_STREAMS = Phrase("check which model the program binds the stream to")
_NETWORK = Phrase("check the network between the machines, and the logs of all ranks")
_RANKS = Phrase("look at the rank that stopped first: its log has the cause")
_RANKTABLE = Phrase("correct the ranktable file; it has to fit the machines")
_BUSY = Phrase("stop other programs on the device, and start again")
_PARALLEL = Phrase("correct the file of the automatic parallel options")

_RELEASES = Phrase("compare the releases of driver, firmware and CANN, and the SoC")
_FIRST = Phrase("look for the first error in the log: the others follow from it")
_COMPRESSION = Phrase("correct the file or the option that the message names")

ROWS = (
    (
        "EE1001 EE1003 EE1011 EE1012 EE1017 EE1022 EH0001 EH0007 EH0009 EH0012 EK0001 EP0006",
        Phrase("a function got an argument that is not allowed"),
        _ARGUMENTS,
    ),
    (
        "EE1004 EH0002 EH0008 EH0014 EK0006 EP0007",
        Phrase("a function got a null pointer"),
        _POINTER,
    ),
    (
        "EE1002",
        Phrase("a stream did not end in the time that was allowed"),
        Phrase("look for the operator that hangs in the log, or allow more time"),
    ),
    (
        "EE1005 EE1006 EH0006 EH0011 EK0004 EK0005 WE0001",
        Phrase("the SoC, the driver or this release does not support a function"),
        _RELEASES,
    ),
    ("EE1007 EE4001 EE4002", Phrase("a stream cannot be bound to a model, or be freed"), _STREAMS),
    (
        "EE1009",
        Phrase("a model failed while it ran"),
        Phrase("look for the operator that failed above it in the log"),
    ),
    (
        "EE1010",
        Phrase("a stream or an event is used in a context that it does not belong to"),
        Phrase("use it in the thread and context that made it"),
    ),
    (
        "EE1013 EH0010 EK0201 EK0202",
        Phrase("the memory of the host is not enough"),
        _MEMORY,
    ),
    (
        "EE1014",
        Phrase("the compiled kernel of an operator cannot be read"),
        Phrase("compile the model or the custom operator again, with this CANN release"),
    ),
    (
        "EE1015",
        Phrase("the driver is too old for this CANN release"),
        Phrase("install the driver that belongs to this CANN release"),
    ),
    ("EE1016 EE1018 EE1021 EE1023", Phrase("a function of the runtime failed"), _FIRST),
    (
        "EE1019",
        Phrase("a stream has too many tasks"),
        Phrase("send fewer tasks at once, or use several streams"),
    ),
    (
        "EE1020 EH0013",
        Phrase("a function of the operating system failed"),
        Phrase("the error number in the message says why"),
    ),
    (
        "EE2002",
        Phrase("the value of an environment variable is invalid"),
        Phrase("set it as the message says, or remove it"),
    ),
    (
        "EE4004 EK0007",
        Phrase("profiling is started twice"),
        Phrase("start it in one way only: msprof, the API or the options"),
    ),
    ("EF2001", Phrase("numa_config.json is invalid"), _PARALLEL),
    ("EF2002", Phrase("an option in graph_parallel_option.json is invalid"), _PARALLEL),
    (
        "EF2003",
        Phrase("automatic parallel cutting does not allow dynamic shapes"),
        Phrase("fix the shapes, or switch automatic parallel cutting off"),
    ),
    (
        "EF2004 EF2005",
        Phrase("a node has an attribute for automatic parallel cutting that is invalid"),
        Phrase("correct or remove the attribute that the message names"),
    ),
    ("EF2006", Phrase("no memory is left for recomputing"), _MEMORY),
    (
        "EF2007 EF2008",
        Phrase("automatic parallel cutting does not understand the graph"),
        Phrase("switch automatic parallel cutting off, or report the graph to the vendor"),
    ),
    (
        "EH0003 EH0004",
        Phrase("a path or a file that a program gives is invalid"),
        Phrase("correct the path in the program, and check that the file may be read"),
    ),
    (
        "EH0005",
        Phrase("an argument of AIPP is invalid"),
        Phrase("compare it with the AIPP file that the model was compiled with"),
    ),
    (
        "EI0001",
        Phrase("an environment variable of HCCL is invalid"),
        Phrase("set it as the message says, or remove it"),
    ),
    (
        "EI0002",
        Phrase("a rank waited too long for another one while it communicated"),
        _RANKS,
    ),
    ("EI0003 EI0016", Phrase("an argument or a setting of HCCL is not allowed"), _ARGUMENTS),
    (
        "EI0004 EI0014 EI0017",
        Phrase("the ranktable is invalid, or does not fit the rank"),
        _RANKTABLE,
    ),
    (
        "EI0005",
        Phrase("two ranks communicate with different arguments"),
        Phrase("check that all ranks run the same script with the same options"),
    ),
    ("EI0006 EI0015", Phrase("the ranks do not find each other in time"), _NETWORK),
    ("EI0007", Phrase("HCCL has no memory or no notify left"), _MEMORY),
    (
        "EI0008",
        Phrase("the ranks have different releases of HCCL"),
        Phrase("install the same CANN release on all machines"),
    ),
    (
        "EI0010",
        Phrase("two devices of a machine cannot communicate directly"),
        Phrase("check the devices, or set HCCL_INTRA_ROCE_ENABLE=1"),
    ),
    ("EI0011", Phrase("the memory of the device is not enough"), _MEMORY),
    (
        "EI0012 EI0013",
        Phrase("the connection to another rank broke while it communicated"),
        _NETWORK,
    ),
    (
        "EJ0001",
        Phrase("the process for communication does not start: often the last job still runs"),
        Phrase("end the last job, wait ten seconds, and start again"),
    ),
    ("EJ0002", Phrase("a network port of the device is down"), _NETWORK),
    (
        "EJ0003",
        Phrase("a port is in use, or its address is not that of the device"),
        Phrase("end the job that uses the port, or set another one"),
    ),
    ("EJ0004", Phrase("an IP address is invalid"), _RANKTABLE),
    (
        "EK0002 EP0008",
        Phrase("functions were called in the wrong order"),
        Phrase("call them in the order that the message names"),
    ),
    ("EK0003", Phrase("a setting of profiling is invalid"), _ARGUMENTS),
    ("EK0203", Phrase("a thread for profiling cannot be started"), _BUSY),
    (
        "EK0204",
        Phrase("the disk has no room for the results of profiling"),
        Phrase("free 20 MB at least, or write to another folder"),
    ),
    (
        "EL0001 EL0002",
        Phrase("there is no device of this number, or it is out of order"),
        Phrase("`npu-smi info` lists the devices"),
    ),
    ("EL0003", Phrase("the driver got an argument that is not allowed"), _ARGUMENTS),
    ("EL0004", Phrase("the memory of the device is not enough"), _MEMORY),
    (
        "EL0005 EL0006 EL0008 EL0009 EL0010 EL0011 EL0012 EL0013",
        Phrase("the device is busy, or has no event, stream, notify or model left"),
        _BUSY,
    ),
    (
        "EL0007 EL0015",
        Phrase("the user may not use the device, or another container has it"),
        Phrase("check the groups of the user, and stop the other container"),
    ),
    ("EL0014", Phrase("the driver does not support an operation"), _RELEASES),
    (
        "EM9001",
        Phrase("a process that the device needs cannot use shared memory"),
        _BUSY,
    ),
    ("EO0001 EO0002", Phrase("the configuration of compression is invalid"), _COMPRESSION),
    ("EO0003 EO0004", Phrase("the model or the command of compression is invalid"), _COMPRESSION),
    (
        "EP0001 EP0002 EP0003 EP0004 EP0005",
        Phrase("the configuration file of a dump is invalid"),
        Phrase("correct the item that the message names"),
    ),
)
"""Codes, what CANN means by them in the release after 8.1, and what to do."""
