"""The ways in which a Python script may set options, by the words that it has in it."""

from __future__ import annotations

from cannlint.discovery.detect import runs_program
from cannlint.kinds import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.jobs.python.blocks import Block
    from cannlint.jobs.python.groups import Group


FRONT_ENDS = {
    "tf1_session": (b"parameter_map",),
    "tf1_run_config": (b"NPURunConfig",),
    "option_objects": (b"global_options", b"torchair", b"CompilerConfig"),
    "npugraph_ex": (b"npugraph_ex",),
    "ge_api": (b"ge_initialize", b"ge.session"),
    "onnxruntime": (
        b"CANNEx", b"CannEx", b"CANNProvider", b"AscendExecutionProvider", b"NPUExecutionProvider",
    ),
    "torch_options": (
        b"set_option", b"set_compile_mode", b"allow_hf32", b"allow_internal_format", b"npu.matmul",
        b"npu.conv", b"npu.config", b"npu.aclnn", b"set_mm_bmm_format_nd", b"use_compatible_impl",
        b"set_deterministic_level", b"set_aoe", b"set_dump", b"environ",
    ),
    "mindspore_context": (
        b"set_context", b"device_context", b"set_deterministic", b"JitConfig", b"jit(",
    ),
    "lite_objects": (b"mindspore_lite",),
    "vllm_config": (b"additional_config",),
}  # fmt: skip
"""Module that reads one way of setting options → what a script that uses it has in it.

Each module has a function `pending_jobs(module)`.
"""


_ADAPTER = b"npu_bridge"
_OF_PROCESS = ("option_objects", "torch_options", "mindspore_context")
"""The ways that set options of the process, not of one session or call."""
_OF_SESSION = ("tf1_session", "tf1_run_config")
"""The ways of TensorFlow 1, where environment variables are options of each session."""


def front_ends_in(data: bytes) -> list[str]:
    """The ways of setting options that a script may use: keys of FRONT_ENDS."""
    return [name for name, marks in FRONT_ENDS.items() if any(mark in data for mark in marks)]


class Ways:
    """How a script may set options: by which front ends, and with programs that it runs."""

    __slots__ = ("front_ends", "names_adapter", "runs_programs")

    def __init__(self, data: bytes, kind: Kind) -> None:
        is_of_atc = kind is Kind.ATC_COMMANDS
        self.front_ends: Sequence[str] = () if is_of_atc else front_ends_in(data)
        self.runs_programs = is_of_atc or runs_program(data)
        self.names_adapter = _ADAPTER in data

    @property
    def any(self) -> bool:
        """Whether it may set any."""
        return bool(self.front_ends) or self.runs_programs

    def facts_of(self, text: str) -> frozenset[str]:
        """What a block that is in no group has that concerns all sessions."""
        if "tf1_session" not in self.front_ends:
            return frozenset()
        from cannlint.jobs.python.session_facts import facts_of_block

        return facts_of_block(text)

    def groups(self, blocks: Sequence[Block]) -> list[Group]:
        """The blocks that are read together."""
        from cannlint.jobs.python.groups import Marks, groups_of

        marks = Marks(
            self._marks_of(self.front_ends),
            self._marks_of(_OF_PROCESS),
            self._marks_of(_OF_SESSION),
            self.runs_programs,
        )
        return groups_of(blocks, marks)

    def _marks_of(self, names: Sequence[str]) -> tuple[str, ...]:
        used = (name for name in names if name in self.front_ends)
        return tuple(mark.decode() for name in used for mark in FRONT_ENDS[name])
