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
from cannlint.kinds import SCRIPT_KINDS, Kind

_MODE_LINES: dict[str, tuple[str, ...]] = {
    "op.op101_unknown_mode": ("unknown-mode",),
    "op.op102_unknown_section": ("unknown-section",),
    "op.op103_semicolon_comment": ("comment-entry",),
    "op.op104_indented_comment": ("comment-entry",),
    "op.op105_duplicate_entry": ("duplicate-entry",),
    "op.op106_empty_side": ("empty-side",),
    "op.op107_stray_text": ("stray-text",),
    "op.op108_byte_order_mark": ("byte-order-mark",),
}
"""The rules about lines with modes, in the ini files of users and in those of CANN."""

RULES: dict[Kind, dict[str, tuple[str, ...]]] = {
    Kind.CUSTOMIZE_DTYPES: {
        "cd.cd001_malformed_entry": ("malformed-line",),
        "cd.cd002_blank_line": ("blank-line",),
        "cd.cd003_comment_line": ("comment-line",),
        "cd.cd004_unknown_dtype": ("unknown-dtype",),
        "cd.cd005_output_before_input": ("outputs-first",),
        "cd.cd006_truncated_keyword": ("truncated-line",),
        "cd.cd007_no_concrete_dtype": ("open-position",),
        "cd.cd101_line_too_long": ("long-line",),
        "cd.cd102_indented_optype": ("indented-prefix",),
        "cd.cd103_comment_becomes_entry": ("comment-entry",),
        "cd.cd104_duplicate_entry": ("duplicate-entry",),
        "cd.cd105_colon_in_name": ("text-before-keyword", "keyword-in-name"),
        "cd.cd106_padded_name": ("padded-name",),
        "cd.cd108_wrong_case_optype": ("similar-prefix",),
        "cd.cd109_byte_order_mark": ("byte-order-mark",),
        "cd.cd111_quoted_name": ("quoted-name",),
    },
    Kind.OP_PRECISION: {
        **_MODE_LINES,
        "op.op109_quoted_name": ("quoted-name",),
    },
    Kind.KEEP_DTYPE: {
        "kd.kd001_type_not_pascal_case": ("malformed-type",),
        "kd.kd101_comment_is_a_name": ("comment",),
        "kd.kd102_padded_type": ("malformed-type",),
        "kd.kd104_duplicate_entry": ("duplicate-entry",),
        "kd.kd105_byte_order_mark": ("byte-order-mark",),
        "kd.kd106_wrong_case_optype": ("similar-prefix",),
        "kd.kd107_several_on_a_line": ("several-names",),
        "kd.kd108_quoted_name": ("quoted-name",),
    },
    Kind.MIXLIST: {
        "mx.mx001_invalid_json": ("invalid-json",),
        "mx.mx002_comment_in_json": ("json-comment",),
        "mx.mx003_trailing_comma": ("trailing-comma",),
        "mx.mx004_unknown_key": ("unknown-key",),
        "mx.mx005_wrong_type": ("wrong-type", "unknown-key"),
        "mx.mx006_illegal_combination": ("illegal-combination",),
        "mx.mx007_empty_file": ("empty-file",),
        "mx.mx101_duplicate_key": ("duplicate-key",),
        "mx.mx102_gray_add_alone": ("gray-add-alone",),
        "mx.mx105_trailing_content": ("trailing-content",),
        "mx.mx106_duplicate_operator": ("duplicate-operator",),
    },
    Kind.FUSION_SWITCH: {
        "fs.fs001_invalid_json": ("invalid-json",),
        "fs.fs002_comment_in_json": ("json-comment",),
        "fs.fs003_trailing_comma": ("trailing-comma",),
        "fs.fs004_unknown_key": ("unknown-key",),
        "fs.fs005_wrong_type": ("wrong-type",),
        "fs.fs006_bad_switch_value": ("bad-value", "bad-switch"),
        "fs.fs007_bad_text_line": ("no-colon", "bad-switch", "duplicate-entry"),
        "fs.fs008_duplicate_text_entry": ("duplicate-entry",),
        "fs.fs009_priority_out_of_range": ("bad-value", "repeated-name"),
        "fs.fs010_empty_file": ("empty-file",),
        "fs.fs011_not_an_object": ("not-an-object",),
        "fs.fs101_padded_on_means_off": ("padded-value",),
        "fs.fs102_duplicate_key": ("duplicate-key",),
        "fs.fs103_padded_name": ("padded-name", "padded-name-of-line", "padded-key"),
        "fs.fs104_comment_becomes_pass": ("comment-entry",),
        "fs.fs105_byte_order_mark": ("byte-order-mark",),
        "fs.fs106_trailing_content": ("trailing-content",),
        "fs.fs107_exceptional_beats_off": ("forced-on",),
        "fs.fs108_null_document": ("null-document",),
        "fs.fs109_empty_name": ("empty-name", "empty-name-of-line"),
        "fs.fs110_quoted_name": ("quoted-name",),
    },
    Kind.OPS_INFO: {
        "lb.lb001_malformed_library": (
            "invalid-json",
            "json-comment",
            "trailing-comma",
            "not-an-object",
            "not-a-library",
            "faulty-entry",
        ),
        "lb.lb003_replaced_operator": ("duplicate-key",),
        "lb.lb005_bad_precision_reduce": ("bad-flag",),
    },
    Kind.IMPL_MODE: {
        "lb.lb004_unlisted_mode": ("unlisted-operator",),
        **_MODE_LINES,
    },
    **{kind: {"cl.cl008_unparsed_script": ("unparsed-script",)} for kind in SCRIPT_KINDS},
}
"""The rules about one file of each kind, sorted by code: the module in this package, and the facts
that it is about. A rule is imported if the reading recorded one of them."""


LIBRARY_RULES: dict[Kind, dict[str, tuple[str, ...]]] = {
    Kind.CUSTOMIZE_DTYPES: {
        "cd.cd107_extra_dtype_position": ("extra-position",),
        "cd.cd110_type_without_prefix": ("type-as-node-name",),
        "cd.cd201_unknown_op_type": ("unknown-type",),
        "cd.cd202_too_many_positions": ("too-many-positions",),
        "cd.cd203_too_few_positions": ("too-few-positions",),
        "cd.cd204_unsupported_combination": ("no-such-column",),
        "cd.cd205_undecidable_combination": ("columns-by-kernel",),
        "cd.cd206_unlikely_for_its_name": ("no-column-by-name",),
    },
    Kind.OP_PRECISION: {
        "op.op201_unknown_op_type": ("unknown-type",),
        "op.op202_unsupported_mode": ("mode-not-listed",),
        "op.op203_mode_not_configurable": ("no-modes",),
        "op.op204_hf32_without_hardware": ("mode-needs-hf32",),
        "op.op205_name_in_type_section": ("node-name-as-type",),
        "op.op206_type_in_name_section": ("type-as-node-name",),
    },
    Kind.KEEP_DTYPE: {
        "kd.kd103_type_without_prefix": ("type-as-node-name",),
        "kd.kd201_unknown_op_type": ("unknown-type",),
    },
    Kind.MIXLIST: {
        "mx.mx103_not_in_that_list": ("not-in-list",),
        "mx.mx104_already_there": ("already-in-list",),
        "mx.mx107_remove_means_gray": ("only-removed",),
        "mx.mx201_unknown_op_type": ("unknown-type",),
    },
    Kind.FUSION_SWITCH: {
        "fs.fs201_unknown_pass": ("unknown-pass",),
        "fs.fs202_wrong_group": ("pass-of-other-group",),
        "fs.fs203_wrong_case": ("pass-in-other-case",),
        "fs.fs204_cannot_be_turned_off": ("pass-stays-on",),
        "fs.fs205_all_off_leaves_some_on": ("all-off-leaves-on",),
        "fs.fs206_obsolete_pass": ("obsolete-pass",),
        "fs.fs207_all_on_opens_nothing": ("all-on-leaves-off",),
        "fs.fs208_not_a_fusion_pass": ("pass-of-graph-engine",),
        "fs.fs209_no_ub_fusion": ("ub-fusion-without-hardware",),
    },
}
"""The rules that need the operator library, with the facts that a look-up in it records."""

JOB_RULES: dict[str, tuple[str, ...]] = {
    "cl.cl009_against_policy": ("policy",),
    "cd.cd302_name_hides_type": (CUSTOMIZE,),
    "jb.jb001_unknown_option": (
        "unknown-option",
        "shortened-option",
    ),
    "jb.jb002_illegal_value": ("illegal-value",),
    "jb.jb003_wrong_value_field": ("parameter-map",),
    "jb.jb004_missing_file": ("missing-file",),
    "jb.jb005_illegal_path_character": ("refused-by-atc",),
    "jb.jb006_deprecated_option": ("deprecated-option",),
    "jb.jb008_required_companion": (
        "needs-companion",
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
    "jb.jb011_duplicate_option": ("repeated-option",),
    "jb.jb012_reserved_option": ("reserved-option",),
    "jb.jb013_missing_required_option": ("refused-by-atc",),
    "jb.jb014_malformed_command": ("malformed-command",),
    "jb.jb015_missing_input_file": ("refused-by-atc",),
    "jb.jb016_malformed_shape": ("refused-by-atc",),
    "jb.jb017_malformed_raw_options": ("refused-by-atc",),
    "jb.jb018_bad_profiling_option": ("profiling_options",),
    "jb.jb020_refused_model": ("refused-model",),
    "jb.jb031_unknown_input": ("unknown-input",),
    "jb.jb032_other_rank": ("other-rank",),
    "jb.jb033_unset_dimension": ("unset-dimension",),
    "jb.jb034_dimension_out_of_range": ("dimension-out-of-range",),
    "jb.jb035_unknown_output": ("unknown-output",),
    "jb.jb036_aipp_input": ("aipp-input",),
    "jb.jb037_faulty_static_shape": ("faulty-static-shape",),
    "jb.jb102_inputs_in_one_name": ("inputs-in-one-name",),
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
    "jb.jb330_format_of_framework": ("refused-by-atc",),
    "jb.jb331_not_in_this_mode": ("refused-by-atc",),
    "jb.jb332_exclusive_shape_options": ("refused-by-atc",),
    "jb.jb333_other_torchair_mode": ("torchair",),
    "jb.jb334_mindspore_mode_lost": ("mindspore",),
    "jb.jb341_needs_newer_release": ("of-some-releases",),
    "jb.jb342_misused_call": ("misused-call",),
    "jb.jb343_set_twice": ("set-once",),
    "jb.jb344_replaced_group": ("replaced-group", "tf2"),
    "jb.jb345_overridden_by_call": ("mindspore",),
    "jb.jb346_other_backend": ("needs-backend",),
    "jb.jb350_refused_combination": ("tf1",),
    "jb.jb351_overridden_option": ("tf1",),
    "jb.jb352_option_without_effect": ("tf1",),
    "jb.jb354_option_switched_off": ("needs-switch",),
    "jb.jb361_unknown_scope_pass": ("enable_scope_fusion_passes",),
    "jb.jb362_mode_concerns_float16": (FILE, SELECT),
    "jb.jb363_remapping_left_on": ("leaves-remapping",),
    "jb.jb364_shared_cache_deleted": ("op_compiler_cache_mode",),
    "jb.jb365_keep_dtype_first": (CUSTOMIZE,),
    "jb.jb371_other_dimension": ("other-dimension",),
    "jb.jb372_several_domains": ("several-domains",),
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
    "jb.jb101_first_generation_soc": ("first-generation-soc",),
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
    "cl.cl004_undecodable_file": ("undecodable-byte",),
    "cl.cl006_nul_byte": ("nul-byte",),
    "cl.cl007_bare_carriage_return": ("bare-carriage-return",),
}
"""The rules about the bytes of a file that CANN reads; a script may be in any encoding."""

INSTALL = ("lb.lb002_stray_json", "lb.lb006_edited_library")
"""The rules about an installed library as a whole, for `cannlint library check`."""

OWN = ("cl.cl001_bad_config", "cl.cl005_unreadable_path")
"""The rules about cannlint's own configuration and the paths to check."""

SUPPRESSION = ("cl.cl002_unused_suppression", "cl.cl003_unknown_rule")
"""The rules about suppressions."""
