"""What is wrong with a value, and whether a text is legal by its type, table or grammar."""

from __future__ import annotations

import re

from cannlint.diagnostics import Phrase
from cannlint.syntax.grammar import recogniser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.settings import Bad, OptionSpec, Setting


FORMS = {
    "adapter_steps": "0|3-5|10",
    "cache_folder": "/home/user/cache",
    "cores": "24 or 24|48",
    "gears": "20,20;40,40",
    "hint_shapes": "0:[2,3];1:[4]",
    "indexes": "0,1",
    "integer": "1",
    "job_id": "train",
    "leading_number": "10",
    "leading_timeout": "10",
    "multi_stream_mode": "LoadBalance:4",
    "multi_stream_mode_9_1": "LoadBalance:4",
    "not_zero": "1",
    "run_mode": "1",
    "session_cores": "24 or 24|48",
    "shape_ranges": "getnext:[128,3~5,-1];data:[64]",
    "steps": "0|3-5|10",
    "streams": "AIcoreEngine:2,DNN_VM_AICPU:4",
    "switches": "PassName:on;OtherPass:off",
    "threshold": "10",
    "timeout": "10",
    "accelerate_train_mode": "fast|step|0.9",
    "aicore_num": "24 or 24|48",
    "bracketed_shapes": "data:[1,3,224,224];label:[1,10]",
    "dump_step": "0|3-5|10",
    "dynamic_batch_size": "1,2,4",
    "dynamic_dims": "20,20;40,40",
    "dynamic_inputs_shape_range": "getnext:[128,3~5,-1];data:[64]",
    "folder": "/home/user/dump",
    "in_out_pair": "[[['first'], ['last']]]",
    "input_shape": "data:1,1,40,-1;label:1,-1;scalar:0",
    "lite_custom_ops": "FlashAttention,LayerNormV3",
    "lite_input_shape": "data:1,1,40,-1;label:1,10",
    "lite_op_attrs": "ReduceSum:keep_dims:true",
    "lite_patterns": "LayerNormV3:node_1,node_2:enable",
    "lite_shape_vector": "[1,3];[1,10]",
    "lite_aoe_mode": "subgraph tuning, operator tuning",
    "lite_optimize": "ascend_oriented:910b",
    "local_device_list": "0,1",
    "memory_size": "26*1024*1024*1024",
    "optimization_switch": "PassName:on;OtherPass:off",
    "output_type": "FP16 or node:0:FP16;other:1:FP32",
    "output_type_9_0": "FP16 or node:0:FP16;other:1:FP32",
    "plain_file": "/home/user/fusion_switch.cfg",
    "stream_max_parallel_num": "DNN_VM_AICPU:10,AIcoreEngine:1",
    "torchair_dump_layer": "Mul_1 Add1",
    "torchair_dump_step": "0|3-5|10",
    "true_text": "true",
}
"""How a value of each syntax and each check looks."""


def is_written(setting: Setting | None, syntax: str) -> bool:
    """Whether the value of a setting is known, and written as a grammar says."""
    return setting is not None and bool(setting.value) and follows(syntax, setting.value or "")


def follows(syntax: str, value: str) -> bool:
    """Whether a value is written as its grammar says."""
    return recogniser(syntax, "value").match(value) is not None


REFUSED, LATER, DEFAULT, IGNORED = "refused", "later", "default", "ignored"
"""What happens to an illegal value (dev/option_tables.schema.json); the first two end the job."""

ACCEPTED = "accepted"
"""What happens to a value that other releases refuse."""

TYPES = "types"
"""The Verdict.wanted of a value that has to be of one of the types in `expected`."""

SUFFIX = "suffix"
"""The Verdict.wanted of a path that has to end as `expected` says."""


class Verdict:
    """Why a value is not legal.

    `expected` are the legal texts, `outcome` and `code` what happens, `by` who causes it where the
    outcome does not tell, `effect` the table's own words about that. `wanted` is what is asked for:
    `values` (those in `expected`), `types`, `suffix`, `int`, `range`, `bool`, `text` (a value at
    all), a type, or the name of a syntax or of a check; `fault` is what a check finds wrong.
    `is_type` is whether the value has another type than Python takes there,
    whatever its text. `at` is where GE refuses it: `init`, `session`, `graph`, `compile`; None of
    what the front end checks. `hardware` is what a SoC must have (an attribute of Soc): on others
    nobody looks at the value; None if the SoC does not matter.
    """

    __slots__ = (
        "at",
        "by",
        "code",
        "effect",
        "expected",
        "fault",
        "hardware",
        "is_type",
        "outcome",
        "wanted",
    )

    def __init__(
        self,
        spec: OptionSpec,
        wanted: str,
        expected: tuple[str, ...] = (),
        bad: Bad | None = None,
    ) -> None:
        bad = spec.bad if bad is None else bad
        self.outcome: str = bad.get("outcome", REFUSED)
        self.code: str | None = bad.get("code")
        self.effect: str | None = bad.get("effect")
        self.by: str | None = bad.get("by")
        self.hardware: str | None = bad.get("hardware")
        self.at: str | None = bad.get("at")
        self.fault: str | None = None
        self.wanted = wanted
        self.expected = expected
        self.is_type = False


def text_verdict(spec: OptionSpec, value: str) -> Verdict | None:
    """What is wrong with a text by itself, whatever its type in a script was; None: it is legal."""
    if not value:
        return None if spec.empty else refuse(spec, "text")
    if spec.check is not None and not (spec.syntax and not follows(spec.syntax, value)):
        return _checked(spec, spec.check, value)
    if spec.type == "int" and spec.values and not _is_number(spec, value):
        return _no_number(spec)
    if spec.values:
        return None if _is_listed(spec, value) else refuse(spec, "values")
    if spec.type == "int":
        return _int_verdict(spec, value)
    return _syntax_verdict(spec, value)


def refuse(spec: OptionSpec, wanted: str) -> Verdict:
    """A value that is not one of those of the option, or none of the kind `wanted`."""
    return Verdict(spec, wanted, tuple(value for value in (*spec.means, *spec.values) if value))


def is_between(number: int, least: int | None, greatest: int | None) -> bool:
    """Whether a number is in a range; None is no bound."""
    return (least is None or number >= least) and (greatest is None or number <= greatest)


def bound(number: int | None) -> str:
    """The text of a bound; none for None."""
    return "" if number is None else str(number)


def _is_listed(spec: OptionSpec, value: str) -> bool:
    if spec.ignore_case:
        value = value.lower()
    return value in spec.values or value in spec.means


def _checked(spec: OptionSpec, check: str, value: str) -> Verdict | None:
    """The verdict of a check that is more than a grammar can say."""
    from cannlint.jobs.value_checks import CHECKS

    fault = CHECKS[check](value)
    if fault is None:
        return None
    found = Verdict(spec, check, bad=spec.faults.get(fault, spec.bad))
    found.fault = fault
    return found


def _is_number(spec: OptionSpec, value: str) -> bool:
    form = r"-?[0-9]+(?:[.]0)?" if spec.as_text else r"-?[0-9]+"
    return re.fullmatch(form, value) is not None


def _int_verdict(spec: OptionSpec, value: str) -> Verdict | None:
    if not _is_number(spec, value):
        return _no_number(spec)
    value = value.partition(".")[0]
    least, greatest = spec.range
    bits = spec.bits
    if bits is not None:
        stored = _in_bits(int(value[:21]), bits)
        if stored != int(value[:21]) and is_between(stored, least, greatest):
            return None if spec.sends_all else _cut_off(spec, bits)
        value = str(stored)
    # a number of so many digits is out of every range, and Python refuses to read it
    number = int(value) if len(value) <= 20 else (10**20 if value[0] != "-" else -(10**20))
    low = least is not None and number < least
    high = greatest is not None and number > greatest
    return Verdict(spec, "range", tuple(map(bound, (least, greatest)))) if low or high else None


def _in_bits(number: int, bits: int) -> int:
    """What is left of a number that is stored in so many bits, one of them for the sign."""
    half = 1 << (bits - 1)
    return (number + half) % (2 * half) - half


def _cut_off(spec: OptionSpec, bits: int) -> Verdict:
    half = 1 << (bits - 1)
    found = Verdict(spec, "range", (str(-half), str(half - 1)))
    found.outcome, found.code = DEFAULT, None
    found.effect = Phrase("the adapter keeps only 32 bits of the number")
    return found


def _no_number(spec: OptionSpec) -> Verdict:
    """A text that is not a number: its code may differ from that of a number out of range."""
    found = Verdict(spec, "int")
    found.code = spec.bad.get("no_number", found.code)
    found.outcome = spec.bad.get("no_number_outcome", found.outcome)
    return found


def _syntax_verdict(spec: OptionSpec, value: str) -> Verdict | None:
    suffix = spec.suffix
    if suffix is not None and not value.endswith(suffix):
        return Verdict(spec, SUFFIX, (suffix,))
    syntax = spec.syntax
    if syntax is None:
        return None
    return None if follows(syntax, value) else Verdict(spec, syntax)
