"""Options of one job that do not go together, whatever the front end, or ask for too many cores.

See manual/options.md.
"""

from __future__ import annotations

from cannlint.cann.option_names import CORES, V1, V2
from cannlint.cann.precision import V1_MODES, V2_MODES, Strategy
from cannlint.jobs.conditions import holds
from cannlint.jobs.releases import is_within
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import compiler_spec, spec_of, table_of
from cannlint.jobs.verdicts import ACCEPTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import OptionSpec, Setting
    from cannlint.jobs.tables import Together
    from cannlint.text.span import Span


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


_MIXED = (Strategy.MIX_FP16, Strategy.MIX_BF16, Strategy.MIXED_HIF8)
"""The strategies that use the lists of modify_mixlist."""

_HAND_OVER_CORES = (
    FrontEnd.ATC,
    FrontEnd.GE,
    FrontEnd.TF1,
    FrontEnd.TF2,
    FrontEnd.TORCHAIR,
    FrontEnd.MINDSPORE,
)
"""The front ends that give aicore_num to the engine when it starts."""


def precision_modes_twice(job: Job) -> tuple[Setting, Setting] | None:
    """Both forms of the precision mode, where both have a value.

    The adapter of TensorFlow 1 asks for the keys alone.
    """
    first, second = job.get(V1), job.get(V2)
    if first is None or second is None:
        return None
    by_key = first.via == second.via == "parameter_map"
    return (first, second) if by_key or (first.value and second.value) else None


def mixlist_without_mixed_mode(job: Job) -> tuple[Setting, Setting | None] | None:
    """A modify_mixlist without a mode that uses it, and the mode that is set instead."""
    mixlist = job.get("modify_mixlist")
    if mixlist is not None and job.front_end is FrontEnd.TF1:
        return _mixlist_of_session(job, mixlist)
    if mixlist is None or mixlist.value == "" or mixlist.may_be_empty or not job.reads(mixlist):
        return None
    modes = [mode for name in (V1, V2) if (mode := job.get(name))]
    if not job.complete and len(modes) < 2:
        return None
    if any(mode.value is None or is_mixed(mode) for mode in modes):
        return None
    return mixlist, next((mode for mode in modes if mode.value), None)


def _mixlist_of_session(job: Job, mixlist: Setting) -> tuple[Setting, Setting | None] | None:
    """The same for the adapter of TensorFlow 1.

    It asks for the keys, whatever the values, and reads precision_mode_v2 only if the other key is
    not there.
    """
    mode = job.get(V1) or job.get(V2)
    if mode is None:
        is_given = mixlist.value is not None or mixlist.via == "parameter_map"
        return (mixlist, None) if job.complete and is_given else None
    if mode.option == V2 and not job.lacks(V1):
        return None
    if mixlist.value is None and mixlist.via != "parameter_map":
        return None
    unknown = mode.read_value is None
    modes = V1_MODES if mode.option == V1 else V2_MODES
    is_used = unknown or modes.get(mode.read_value or "") in _MIXED
    return None if is_used else (mixlist, mode)


def is_mixed(mode: Setting) -> bool:
    """Whether a precision mode is one that uses the mixed precision lists."""
    modes = V1_MODES if mode.option == V1 else V2_MODES
    return modes.get(mode.sent or "") in _MIXED


def compress_twice(job: Job) -> tuple[Setting, Setting] | None:
    """Weight compression of everything, and of the nodes of a file.

    The adapter of TensorFlow 1 only checks that both keys are set, and NPURunConfig always
    sets the switch: then both settings are that of the file.
    """
    if not job.compiles:
        return None
    switch, conf = job.get("enable_compress_weight"), job.get("compress_weight_conf")
    if conf is None:
        return None
    if job.front_end is not FrontEnd.TF1:
        is_on = switch is not None and switch.value in ("true", "True", "1")
        return (switch, conf) if switch is not None and is_on and conf.value else None
    if conf.via == "NPURunConfig":
        if conf.value is None:
            return None  # it may be None
        switch = switch or conf
    return (switch, conf) if switch is not None else None


def deterministic_mismatch(job: Job) -> tuple[Setting, Setting | None] | None:
    """A deterministic_level that is zero while deterministic is not, or the other way.

    None if the front end has no option for the switch, as torch_npu: its value is not known then.
    """
    level, switch = job.get("deterministic_level"), job.get("deterministic")
    if level is None or not level.value or not (switch or job.complete):
        return None
    passed_on = compiler_spec(level)
    if passed_on is not None and passed_on.bad.get("outcome") == ACCEPTED:
        return None  # this release of GE does not look at it
    if switch is None and spec_of(job.front_end, "deterministic") is None:
        return None
    value = switch.value if switch is not None else "0"
    if not value or (level.value == "0") == (value == "0"):
        return None
    return level, switch


def both_dumps(job: Job) -> tuple[Setting, Setting] | None:
    """The switches of a data dump and of an overflow dump, in their order, where both are on."""
    dump, debug = job.get("enable_dump"), job.get("enable_dump_debug")
    if dump is None or debug is None or not job.compiles:
        return None
    if not (job.is_on("enable_dump") and job.is_on("enable_dump_debug")):
        return None
    first, second = sorted((dump, debug), key=lambda setting: setting.span.start)
    return first, second


def hybrid_of_datasets(job: Job) -> tuple[Setting, Setting] | None:
    """A compile_hybrid_mode, which is for placeholders only, beside gears of datasets."""
    hybrid, node_type = job.get("compile_hybrid_mode"), job.get("dynamic_node_type")
    if hybrid is None or node_type is None or not job.is_on(hybrid.option):
        return None
    is_read = job.reads(hybrid) and job.reads(node_type)
    return (hybrid, node_type) if is_read and node_type.value == "0" else None


def lacking_companions(job: Job, setting: Setting) -> list[str]:
    """The options that a setting asks for and that are certainly not set (tables: `requires`).

    A switch asks for them where it is on, any other option where it has a value; the adapter of
    TensorFlow 1 looks at the keys alone.
    """
    spec = setting.spec
    if spec is None or not spec.missing or job.get(setting.option) is not setting:
        return []
    is_read = job.compiles if job.front_end is FrontEnd.TF1 else job.reads(setting)
    if setting.value_type == "none" or not is_read:
        return []
    is_switch = spec.type == "bool" or spec.key == "compile_hybrid_mode" or _is_switch(spec)
    is_key = job.front_end is FrontEnd.TF1 and setting.value is not None
    has_value = bool(setting.value) or is_key or setting.via == "parameter_map"
    asks = job.is_on(setting.option) if is_switch else has_value
    is_default = spec.front_end is FrontEnd.TORCHAIR and _is_default(setting)
    required = spec.requires if asks and not is_default else []
    return [option for option in required if job.lacks(option) or _is_off(job, option)]


def _is_switch(spec: OptionSpec) -> bool:
    return spec.front_end is FrontEnd.GE and tuple(spec.values) == ("0", "1")


def _is_off(job: Job, option: str) -> bool:
    """Whether torchair certainly sends nothing of a group, as its switch is set to False."""
    if job.front_end is not FrontEnd.TORCHAIR:
        return False
    setting = job.get(option)
    return setting is not None and setting.value in ("False", "false", "0", "0.0")


def _is_default(setting: Setting) -> bool:
    return setting.spec is not None and setting.value == setting.spec.default


class Combination:
    """Options that the front end refuses as they are together.

    `row` is what the table says of them, `settings` are those that are there. `is_certain` is
    whether the release refuses them, or all do where none is chosen.
    """

    __slots__ = ("is_certain", "row", "settings")

    def __init__(self, row: Together, settings: list[Setting], is_certain: bool) -> None:
        self.row = row
        self.settings = settings
        self.is_certain = is_certain


def refused_combinations(job: Job) -> list[Combination]:
    """The combinations that the release of the front end certainly refuses."""
    return [combination for combination in combinations(job) if combination.is_certain]


def combinations(job: Job) -> Iterator[Combination]:
    """The combinations that a release refuses, the job's if that is known (`refused_together`)."""
    release = job.release
    of_ge = table_of(FrontEnd.GE).refused_together if job.front_end is FrontEnd.MINDSPORE else ()
    for row in (*table_of(job.front_end).refused_together, *of_ge) if job.compiles else ():
        options, via = row["options"], row.get("via")
        settings = [setting for option in options if (setting := job.get(option)) is not None]
        is_written = via is None or all(setting.via == via for setting in settings)
        since, until = row.get("since"), row.get("until")
        if release is not None and not is_within(since, until, release):
            continue
        if is_written and holds(job, options):
            yield Combination(row, settings, release is not None or not (since or until))


def too_many_cores(job: Job, socs: Sequence[str]) -> tuple[Setting, str, Span, int] | None:
    """An aicore_num that is more than each of some SoCs has (manual/socs.md#cores).

    With the number of AI Cores in it, its place, and the most that it may be. Only what the engine
    gets when it starts is compared, not what comes with a session or a graph.
    """
    setting = job.get(CORES)
    if setting is None or job.front_end not in _HAND_OVER_CORES:
        return None
    if setting.level not in (None, "global") or not _is_number_of_cores(setting):
        return None
    number, place = next(setting.items("|"))
    counts = [AI_CORES.get(soc, 0) for soc in socs]
    if not counts or not all(counts) or (len(number) < 10 and int(number) <= max(counts)):
        return None
    return setting, number, place, max(counts)


def code_of_cores(job: Job) -> str:
    """The code of CANN for too many cores: GE counts them, but not for ATC."""
    return "E20103" if job.front_end is FrontEnd.ATC else "E10001"


def _is_number_of_cores(setting: Setting) -> bool:
    from cannlint.jobs.verdicts import is_written

    return is_written(setting, CORES)
