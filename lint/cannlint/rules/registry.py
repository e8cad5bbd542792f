"""The list of all rules. It is explicit, so that only the rules that are needed are imported."""

from __future__ import annotations

from cannlint.cann.option_names import (
    CORES,
    CUSTOMIZE,
    FILE,
    FUSION,
    HF32,
    KEEP,
    LIST,
    MIXLIST,
    SELECT,
    SOC,
    SWITCH,
    V1,
    V2,
)
from cannlint.facts import Fact
from cannlint.kinds import SCRIPT_KINDS, Kind

_MODE_LINES: dict[str, tuple[str, ...]] = {
    "op.op101_unknown_mode": (Fact.UNKNOWN_MODE,),
    "op.op102_unknown_section": (Fact.UNKNOWN_SECTION,),
    "op.op103_semicolon_comment": (Fact.COMMENT_ENTRY,),
    "op.op104_indented_comment": (Fact.COMMENT_ENTRY,),
    "op.op105_duplicate_entry": (Fact.DUPLICATE_ENTRY,),
    "op.op106_empty_side": (Fact.EMPTY_SIDE,),
    "op.op107_stray_text": (Fact.STRAY_TEXT,),
    "op.op108_byte_order_mark": (Fact.BYTE_ORDER_MARK,),
}
"""The rules about lines with modes, in the ini files of users and in those of CANN."""

RULES: dict[Kind, dict[str, tuple[str, ...]]] = {
    Kind.CUSTOMIZE_DTYPES: {
        "cd.cd001_malformed_entry": (Fact.MALFORMED_LINE,),
        "cd.cd002_blank_line": (Fact.BLANK_LINE,),
        "cd.cd003_comment_line": (Fact.COMMENT_LINE,),
        "cd.cd004_unknown_dtype": (Fact.UNKNOWN_DTYPE,),
        "cd.cd005_output_before_input": (Fact.OUTPUTS_FIRST,),
        "cd.cd006_truncated_keyword": (Fact.TRUNCATED_LINE,),
        "cd.cd007_no_concrete_dtype": (Fact.OPEN_POSITION,),
        "cd.cd101_line_too_long": (Fact.LONG_LINE,),
        "cd.cd102_indented_optype": (Fact.INDENTED_PREFIX,),
        "cd.cd103_comment_becomes_entry": (Fact.COMMENT_ENTRY,),
        "cd.cd104_duplicate_entry": (Fact.DUPLICATE_ENTRY,),
        "cd.cd105_colon_in_name": (Fact.TEXT_BEFORE_KEYWORD, Fact.KEYWORD_IN_NAME),
        "cd.cd106_padded_name": (Fact.PADDED_NAME,),
        "cd.cd108_wrong_case_optype": (Fact.SIMILAR_PREFIX,),
        "cd.cd109_byte_order_mark": (Fact.BYTE_ORDER_MARK,),
        "cd.cd111_quoted_name": (Fact.QUOTED_NAME,),
    },
    Kind.OP_PRECISION: {
        **_MODE_LINES,
        "op.op109_quoted_name": (Fact.QUOTED_NAME,),
    },
    Kind.KEEP_DTYPE: {
        "kd.kd001_type_not_pascal_case": (Fact.MALFORMED_TYPE,),
        "kd.kd101_comment_is_a_name": (Fact.COMMENT,),
        "kd.kd102_padded_type": (Fact.MALFORMED_TYPE,),
        "kd.kd104_duplicate_entry": (Fact.DUPLICATE_ENTRY,),
        "kd.kd105_byte_order_mark": (Fact.BYTE_ORDER_MARK,),
        "kd.kd106_wrong_case_optype": (Fact.SIMILAR_PREFIX,),
        "kd.kd107_several_on_a_line": (Fact.SEVERAL_NAMES,),
        "kd.kd108_quoted_name": (Fact.QUOTED_NAME,),
    },
    Kind.MIXLIST: {
        "mx.mx001_invalid_json": (Fact.INVALID_JSON,),
        "mx.mx002_comment_in_json": (Fact.JSON_COMMENT,),
        "mx.mx003_trailing_comma": (Fact.TRAILING_COMMA,),
        "mx.mx004_unknown_key": (Fact.UNKNOWN_KEY,),
        "mx.mx005_wrong_type": (Fact.WRONG_TYPE, Fact.UNKNOWN_KEY),
        "mx.mx006_illegal_combination": (Fact.ILLEGAL_COMBINATION,),
        "mx.mx007_empty_file": (Fact.EMPTY_FILE,),
        "mx.mx101_duplicate_key": (Fact.DUPLICATE_KEY,),
        "mx.mx102_gray_add_alone": (Fact.GRAY_ADD_ALONE,),
        "mx.mx105_trailing_content": (Fact.TRAILING_CONTENT,),
        "mx.mx106_duplicate_operator": (Fact.DUPLICATE_OPERATOR,),
    },
    Kind.FUSION_SWITCH: {
        "fs.fs001_invalid_json": (Fact.INVALID_JSON,),
        "fs.fs002_comment_in_json": (Fact.JSON_COMMENT,),
        "fs.fs003_trailing_comma": (Fact.TRAILING_COMMA,),
        "fs.fs004_unknown_key": (Fact.UNKNOWN_KEY,),
        "fs.fs005_wrong_type": (Fact.WRONG_TYPE,),
        "fs.fs006_bad_switch_value": (Fact.BAD_VALUE, Fact.BAD_SWITCH),
        "fs.fs007_bad_text_line": (Fact.NO_COLON, Fact.BAD_SWITCH, Fact.DUPLICATE_ENTRY),
        "fs.fs008_duplicate_text_entry": (Fact.DUPLICATE_ENTRY,),
        "fs.fs009_priority_out_of_range": (Fact.BAD_VALUE, Fact.REPEATED_NAME),
        "fs.fs010_empty_file": (Fact.EMPTY_FILE,),
        "fs.fs011_not_an_object": (Fact.NOT_AN_OBJECT,),
        "fs.fs101_padded_on_means_off": (Fact.PADDED_VALUE,),
        "fs.fs102_duplicate_key": (Fact.DUPLICATE_KEY,),
        "fs.fs103_padded_name": (Fact.PADDED_NAME, Fact.PADDED_KEY),
        "fs.fs104_comment_becomes_pass": (Fact.COMMENT_ENTRY,),
        "fs.fs105_byte_order_mark": (Fact.BYTE_ORDER_MARK,),
        "fs.fs106_trailing_content": (Fact.TRAILING_CONTENT,),
        "fs.fs107_exceptional_beats_off": (Fact.FORCED_ON,),
        "fs.fs108_null_document": (Fact.NULL_DOCUMENT,),
        "fs.fs109_empty_name": (Fact.EMPTY_NAME,),
        "fs.fs110_quoted_name": (Fact.QUOTED_NAME,),
    },
    Kind.OPS_INFO: {
        "lb.lb001_malformed_library": (
            Fact.INVALID_JSON,
            Fact.JSON_COMMENT,
            Fact.TRAILING_COMMA,
            Fact.NOT_AN_OBJECT,
            Fact.NOT_A_LIBRARY,
            Fact.FAULTY_ENTRY,
        ),
        "lb.lb003_replaced_operator": (Fact.DUPLICATE_KEY,),
        "lb.lb005_bad_precision_reduce": (Fact.BAD_FLAG,),
    },
    Kind.IMPL_MODE: {
        "lb.lb004_unlisted_mode": (Fact.UNLISTED_OPERATOR,),
        **_MODE_LINES,
    },
    **{kind: {"cl.cl008_unparsed_script": (Fact.UNPARSED_SCRIPT,)} for kind in SCRIPT_KINDS},
}
"""The rules about one file of each kind, sorted by code: the module in this package, and the facts
that it is about. A rule is imported if the reading recorded one of them."""


LIBRARY_RULES: dict[Kind, dict[str, tuple[str, ...]]] = {
    Kind.CUSTOMIZE_DTYPES: {
        "cd.cd107_extra_dtype_position": (Fact.EXTRA_POSITION,),
        "cd.cd110_type_without_prefix": (Fact.TYPE_AS_NODE_NAME,),
        "cd.cd201_unknown_op_type": (Fact.UNKNOWN_TYPE,),
        "cd.cd202_too_many_positions": (Fact.TOO_MANY_POSITIONS,),
        "cd.cd203_too_few_positions": (Fact.TOO_FEW_POSITIONS,),
        "cd.cd204_unsupported_combination": (Fact.NO_SUCH_COLUMN,),
        "cd.cd205_undecidable_combination": (Fact.COLUMNS_BY_KERNEL,),
        "cd.cd206_unlikely_for_its_name": (Fact.NO_COLUMN_BY_NAME,),
    },
    Kind.OP_PRECISION: {
        "op.op201_unknown_op_type": (Fact.UNKNOWN_TYPE,),
        "op.op202_unsupported_mode": (Fact.MODE_NOT_LISTED,),
        "op.op203_mode_not_configurable": (Fact.NO_MODES,),
        "op.op204_hf32_without_hardware": (Fact.MODE_NEEDS_HF32,),
        "op.op205_name_in_type_section": (Fact.NODE_NAME_AS_TYPE,),
        "op.op206_type_in_name_section": (Fact.TYPE_AS_NODE_NAME,),
    },
    Kind.KEEP_DTYPE: {
        "kd.kd103_type_without_prefix": (Fact.TYPE_AS_NODE_NAME,),
        "kd.kd201_unknown_op_type": (Fact.UNKNOWN_TYPE,),
    },
    Kind.MIXLIST: {
        "mx.mx103_not_in_that_list": (Fact.NOT_IN_LIST,),
        "mx.mx104_already_there": (Fact.ALREADY_IN_LIST,),
        "mx.mx107_remove_means_gray": (Fact.ONLY_REMOVED,),
        "mx.mx201_unknown_op_type": (Fact.UNKNOWN_TYPE,),
    },
    Kind.FUSION_SWITCH: {
        "fs.fs201_unknown_pass": (Fact.UNKNOWN_PASS,),
        "fs.fs202_wrong_group": (Fact.PASS_OF_OTHER_GROUP,),
        "fs.fs203_wrong_case": (Fact.PASS_IN_OTHER_CASE,),
        "fs.fs204_cannot_be_turned_off": (Fact.PASS_STAYS_ON,),
        "fs.fs205_all_off_leaves_some_on": (Fact.ALL_OFF_LEAVES_ON,),
        "fs.fs206_obsolete_pass": (Fact.OBSOLETE_PASS,),
        "fs.fs207_all_on_opens_nothing": (Fact.ALL_ON_LEAVES_OFF,),
        "fs.fs208_not_a_fusion_pass": (Fact.PASS_OF_GRAPH_ENGINE,),
        "fs.fs209_no_ub_fusion": (Fact.UB_FUSION_WITHOUT_HARDWARE,),
    },
}
"""The rules that need the operator library, with the facts that a look-up in it records."""

JOB_RULES: dict[str, tuple[str, ...]] = {
    "cl.cl009_against_policy": (Fact.POLICY,),
    "cd.cd302_name_hides_type": (CUSTOMIZE,),
    "jb.jb001_unknown_option": (
        Fact.UNKNOWN_OPTION,
        Fact.SHORTENED_OPTION,
    ),
    "jb.jb002_illegal_value": (Fact.ILLEGAL_VALUE,),
    "jb.jb003_wrong_value_field": (Fact.PARAMETER_MAP,),
    "jb.jb004_missing_file": (Fact.MISSING_FILE,),
    "jb.jb005_illegal_path_character": (Fact.REFUSED_BY_ATC,),
    "jb.jb006_deprecated_option": (Fact.DEPRECATED_OPTION,),
    "jb.jb008_required_companion": (
        Fact.NEEDS_COMPANION,
        "compile_hybrid_mode",
        "profiling_options",
    ),
    "jb.jb009_mismatched_shapes": ("dynamic_dims",),
    "jb.jb010_size_out_of_range": (
        "graph_memory_max_size",
        "variable_memory_max_size",
        "stream_max_parallel_num",
        "dump_step",
    ),
    "jb.jb011_duplicate_option": (Fact.REPEATED_OPTION,),
    "jb.jb012_reserved_option": (Fact.RESERVED_OPTION,),
    "jb.jb013_missing_required_option": (Fact.REFUSED_BY_ATC,),
    "jb.jb014_malformed_command": (Fact.MALFORMED_COMMAND,),
    "jb.jb015_missing_input_file": (Fact.REFUSED_BY_ATC,),
    "jb.jb016_malformed_shape": (Fact.REFUSED_BY_ATC,),
    "jb.jb017_malformed_raw_options": (Fact.REFUSED_BY_ATC,),
    "jb.jb018_bad_profiling_option": ("profiling_options",),
    "jb.jb020_refused_model": (Fact.REFUSED_MODEL,),
    "jb.jb031_unknown_input": (Fact.UNKNOWN_INPUT,),
    "jb.jb032_other_rank": (Fact.OTHER_RANK,),
    "jb.jb033_unset_dimension": (Fact.UNSET_DIMENSION,),
    "jb.jb034_dimension_out_of_range": (Fact.DIMENSION_OUT_OF_RANGE,),
    "jb.jb035_unknown_output": (Fact.UNKNOWN_OUTPUT,),
    "jb.jb036_aipp_input": (Fact.AIPP_INPUT,),
    "jb.jb037_faulty_static_shape": (Fact.FAULTY_STATIC_SHAPE,),
    "jb.jb102_inputs_in_one_name": (Fact.INPUTS_IN_ONE_NAME,),
    "jb.jb301_op_precision_overrides_select": (FILE,),
    "jb.jb302_precision_mode_twice": (V2,),
    "jb.jb303_mixlist_without_mixed_mode": (MIXLIST,),
    "jb.jb304_for_all_ignores_list": (LIST,),
    "jb.jb305_customize_over_keep": (KEEP,),
    "jb.jb306_keep_dtype_redundant": (KEEP,),
    "jb.jb307_hf32_without_float32": (HF32,),
    "jb.jb308_cache_disabled_by_debug": (
        "op_debug_level",
        "op_debug_config",
    ),
    "jb.jb309_small_channel_forced": ("enable_small_channel",),
    "jb.jb310_list_replaces_built_in": (LIST,),
    "jb.jb312_for_all_not_stable": (SELECT,),
    "jb.jb313_select_for_debugging": (SELECT,),
    "jb.jb314_switch_order": (FUSION,),
    "jb.jb315_exclusive_compress": ("compress_weight_conf",),
    "jb.jb316_dump_exclusive": ("enable_dump",),
    "jb.jb317_name_entries_before_fusion": (CUSTOMIZE,),
    "jb.jb318_singleop_ignores": ("singleop",),
    "jb.jb319_inference_training_mismatch": ("graph_run_mode",),
    "jb.jb320_both_or_neither": ("deterministic_level",),
    "jb.jb324_customize_under_origin": (CUSTOMIZE,),
    "jb.jb325_debug_option_ignored": ("op_debug_option",),
    "jb.jb326_last_switch_dropped": (SWITCH,),
    "jb.jb328_unchecked_with_input_format": ("input_format",),
    "jb.jb329_quantised_model_precision": (
        V1,
        V2,
        SELECT,
    ),
    "jb.jb330_format_of_framework": (Fact.REFUSED_BY_ATC,),
    "jb.jb331_not_in_this_mode": (Fact.REFUSED_BY_ATC,),
    "jb.jb332_exclusive_shape_options": (Fact.REFUSED_BY_ATC,),
    "jb.jb333_other_torchair_mode": ("torchair",),
    "jb.jb334_mindspore_mode_lost": ("mindspore",),
    "jb.jb341_needs_newer_release": (Fact.OF_SOME_RELEASES,),
    "jb.jb342_misused_call": (Fact.MISUSED_CALL,),
    "jb.jb343_set_twice": (Fact.SET_ONCE,),
    "jb.jb344_replaced_group": (Fact.REPLACED_GROUP, "tf2"),
    "jb.jb345_overridden_by_call": ("mindspore",),
    "jb.jb346_other_backend": (Fact.NEEDS_BACKEND,),
    "jb.jb350_refused_combination": ("tf1",),
    "jb.jb351_overridden_option": ("tf1",),
    "jb.jb352_option_without_effect": ("tf1",),
    "jb.jb354_option_switched_off": (Fact.NEEDS_SWITCH,),
    "jb.jb361_unknown_scope_pass": ("enable_scope_fusion_passes",),
    "jb.jb362_mode_concerns_float16": (FILE, SELECT),
    "jb.jb363_remapping_left_on": (Fact.LEAVES_REMAPPING,),
    "jb.jb364_shared_cache_deleted": ("op_compiler_cache_mode",),
    "jb.jb365_keep_dtype_first": (CUSTOMIZE,),
    "jb.jb371_other_dimension": (Fact.OTHER_DIMENSION,),
    "jb.jb372_several_domains": (Fact.SEVERAL_DOMAINS,),
    "kd.kd302_no_precision_mode": (KEEP,),
}
"""The rules about one compile job and the files it names, for every place of options: the module,
and the facts of a job, the options or the front ends that it is about."""

JOB_LIBRARY_RULES: dict[str, tuple[str, ...]] = {
    "jb.jb007_unsupported_by_soc": (
        V1,
        V2,
        HF32,
        CORES,
    ),
    "jb.jb019_unknown_soc": (SOC,),
    "jb.jb021_illegal_hf32": (HF32,),
    "jb.jb101_first_generation_soc": (Fact.FIRST_GENERATION_SOC,),
    "jb.jb201_unknown_op_type": (LIST,),
    "jb.jb311_select_is_not_the_mode": (SELECT,),
    "jb.jb321_list_beyond_documented": (LIST,),
    "jb.jb322_single_implementation": (LIST,),
    "jb.jb323_hf32_over_select": (HF32,),
    "jb.jb335_no_float32_convolution": (V1, V2),
    "jb.jb366_product_not_listed": (SELECT,),
    "op.op301_shadowed_by_allow_hf32": (FILE,),
}
"""The rules about a job that need the operator library, in the same way."""

FILE_IN_JOB_RULES: tuple[str, ...] = (
    "cd.cd301_overrides_keep_dtype",
    "kd.kd301_redundant_with_origin",
    "mx.mx301_mode_not_mixed",
)
"""The rules about a config file that a job names, if the job itself is not checked. Each reports
at the file what a rule of JOB_RULES reports at the job."""

PLAN_RULES: dict[Kind, tuple[str, ...]] = {
    Kind.CUSTOMIZE_DTYPES: (
        "cd.cd201_unknown_op_type",
        "cd.cd204_unsupported_combination",
        "cd.cd206_unlikely_for_its_name",
        "cd.cd303_changes_nothing",
    ),
    Kind.OP_PRECISION: (
        "op.op201_unknown_op_type",
        "op.op302_changes_nothing",
    ),
    Kind.KEEP_DTYPE: (
        "kd.kd001_type_not_pascal_case",
        "kd.kd201_unknown_op_type",
        "kd.kd303_changes_nothing",
    ),
    Kind.MIXLIST: (
        "mx.mx201_unknown_op_type",
        "mx.mx302_changes_nothing",
    ),
    Kind.JOB: ("jb.jb356_constant_out_of_float16",),
    Kind.ATC_SCRIPT: ("jb.jb356_constant_out_of_float16",),
}
"""The rules that report more or other findings about a config file if its jobs are planned."""

ANY_FILE: dict[str, tuple[str, ...]] = {
    "cl.cl004_undecodable_file": (Fact.UNDECODABLE_BYTE,),
    "cl.cl006_nul_byte": (Fact.NUL_BYTE,),
    "cl.cl007_bare_carriage_return": (Fact.BARE_CARRIAGE_RETURN,),
}
"""The rules about the bytes of a file that CANN reads; a script may be in any encoding."""

INSTALL = ("lb.lb002_stray_json", "lb.lb006_edited_library")
"""The rules about an installed library as a whole, for `cannlint library check`."""

OWN = ("cl.cl001_bad_config", "cl.cl005_unreadable_path")
"""The rules about cannlint's own configuration and the paths to check."""

SUPPRESSION = ("cl.cl002_unused_suppression", "cl.cl003_unknown_rule")
"""The rules about suppressions."""
