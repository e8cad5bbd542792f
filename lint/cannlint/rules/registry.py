"""Which rules there are: an explicit list, so that nothing is imported that is not needed."""

from __future__ import annotations

from cannlint.kinds import Kind

RULES: dict[Kind, tuple[str, ...]] = {
    Kind.CUSTOMIZE_DTYPES: (
        "cd.cd001_malformed_entry",
        "cd.cd002_blank_line",
        "cd.cd003_comment_line",
        "cd.cd004_unknown_dtype",
        "cd.cd005_output_before_input",
        "cd.cd006_truncated_keyword",
        "cd.cd007_no_concrete_dtype",
        "cd.cd101_line_too_long",
        "cd.cd102_indented_optype",
        "cd.cd103_comment_becomes_entry",
        "cd.cd104_duplicate_entry",
        "cd.cd105_colon_in_name",
        "cd.cd106_padded_name",
        "cd.cd108_wrong_case_optype",
        "cd.cd109_byte_order_mark",
        "cd.cd111_quoted_name",
    ),
    Kind.OP_PRECISION: (
        "op.op101_unknown_mode",
        "op.op102_unknown_section",
        "op.op103_semicolon_comment",
        "op.op104_indented_comment",
        "op.op105_duplicate_entry",
        "op.op106_empty_side",
        "op.op107_stray_text",
        "op.op108_byte_order_mark",
        "op.op109_quoted_name",
    ),
    Kind.KEEP_DTYPE: (
        "kd.kd001_type_not_pascal_case",
        "kd.kd101_comment_is_a_name",
        "kd.kd102_padded_type",
        "kd.kd104_duplicate_entry",
        "kd.kd105_byte_order_mark",
        "kd.kd106_wrong_case_optype",
        "kd.kd107_several_on_a_line",
        "kd.kd108_quoted_name",
    ),
    Kind.MIXLIST: (
        "mx.mx001_invalid_json",
        "mx.mx002_comment_in_json",
        "mx.mx003_trailing_comma",
        "mx.mx004_unknown_key",
        "mx.mx005_wrong_type",
        "mx.mx006_illegal_combination",
        "mx.mx007_empty_file",
        "mx.mx101_duplicate_key",
        "mx.mx102_gray_add_alone",
        "mx.mx105_trailing_content",
        "mx.mx106_duplicate_operator",
    ),
    Kind.FUSION_SWITCH: (
        "fs.fs001_invalid_json",
        "fs.fs002_comment_in_json",
        "fs.fs003_trailing_comma",
        "fs.fs004_unknown_key",
        "fs.fs005_wrong_type",
        "fs.fs006_bad_switch_value",
        "fs.fs007_bad_text_line",
        "fs.fs008_duplicate_text_entry",
        "fs.fs009_priority_out_of_range",
        "fs.fs010_empty_file",
        "fs.fs011_not_an_object",
        "fs.fs101_padded_on_means_off",
        "fs.fs102_duplicate_key",
        "fs.fs103_padded_name",
        "fs.fs104_comment_becomes_pass",
        "fs.fs105_byte_order_mark",
        "fs.fs106_trailing_content",
        "fs.fs107_exceptional_beats_off",
        "fs.fs108_null_document",
        "fs.fs109_empty_name",
        "fs.fs110_quoted_name",
    ),
    Kind.OPS_INFO: (
        "lb.lb001_malformed_library",
        "lb.lb003_replaced_operator",
        "lb.lb005_bad_precision_reduce",
    ),
    Kind.IMPL_MODE: (
        "lb.lb004_unlisted_mode",
        "op.op101_unknown_mode",
        "op.op102_unknown_section",
        "op.op103_semicolon_comment",
        "op.op104_indented_comment",
        "op.op105_duplicate_entry",
        "op.op106_empty_side",
        "op.op107_stray_text",
        "op.op108_byte_order_mark",
    ),
}
"""The rules about one file of each kind, as modules of this package, in order of their codes."""


LIBRARY_RULES: dict[Kind, tuple[str, ...]] = {
    Kind.CUSTOMIZE_DTYPES: (
        "cd.cd107_extra_dtype_position",
        "cd.cd110_type_without_prefix",
        "cd.cd201_unknown_op_type",
        "cd.cd202_too_many_positions",
        "cd.cd203_too_few_positions",
        "cd.cd204_unsupported_combination",
        "cd.cd205_undecidable_combination",
    ),
    Kind.OP_PRECISION: (
        "op.op201_unknown_op_type",
        "op.op202_unsupported_mode",
        "op.op203_mode_not_configurable",
        "op.op204_hf32_without_hardware",
        "op.op205_name_in_type_section",
        "op.op206_type_in_name_section",
    ),
    Kind.KEEP_DTYPE: (
        "kd.kd103_type_without_prefix",
        "kd.kd201_unknown_op_type",
    ),
    Kind.MIXLIST: (
        "mx.mx103_not_in_that_list",
        "mx.mx104_already_there",
        "mx.mx107_remove_means_gray",
        "mx.mx201_unknown_op_type",
    ),
    Kind.FUSION_SWITCH: (
        "fs.fs201_unknown_pass",
        "fs.fs202_wrong_group",
        "fs.fs203_wrong_case",
        "fs.fs204_cannot_be_turned_off",
        "fs.fs205_all_off_leaves_some_on",
        "fs.fs206_obsolete_pass",
        "fs.fs207_all_on_opens_nothing",
        "fs.fs208_not_a_fusion_pass",
        "fs.fs209_no_ub_fusion",
    ),
}
"""The rules that need the operator library: they run on regular files, too."""

JOB_RULES: tuple[str, ...] = (
    "cd.cd302_name_hides_type",
    "jb.jb001_unknown_option",
    "jb.jb002_illegal_value",
    "jb.jb003_wrong_value_field",
    "jb.jb004_missing_file",
    "jb.jb005_illegal_path_character",
    "jb.jb006_deprecated_option",
    "jb.jb008_required_companion",
    "jb.jb009_mismatched_shapes",
    "jb.jb010_size_out_of_range",
    "jb.jb011_duplicate_option",
    "jb.jb012_reserved_option",
    "jb.jb013_missing_required_option",
    "jb.jb014_malformed_command",
    "jb.jb015_missing_input_file",
    "jb.jb016_malformed_shape",
    "jb.jb017_malformed_raw_options",
    "jb.jb018_bad_profiling_option",
    "jb.jb301_op_precision_overrides_select",
    "jb.jb302_precision_mode_twice",
    "jb.jb303_mixlist_without_mixed_mode",
    "jb.jb304_for_all_ignores_list",
    "jb.jb305_customize_over_keep",
    "jb.jb306_keep_dtype_redundant",
    "jb.jb307_hf32_without_float32",
    "jb.jb308_cache_disabled_by_debug",
    "jb.jb309_small_channel_forced",
    "jb.jb310_list_replaces_built_in",
    "jb.jb312_for_all_not_stable",
    "jb.jb313_select_for_debugging",
    "jb.jb314_switch_order",
    "jb.jb315_exclusive_compress",
    "jb.jb316_dump_exclusive",
    "jb.jb317_name_entries_before_fusion",
    "jb.jb318_singleop_ignores",
    "jb.jb319_inference_training_mismatch",
    "jb.jb320_both_or_neither",
    "jb.jb324_customize_under_origin",
    "jb.jb325_debug_option_ignored",
    "jb.jb326_last_switch_dropped",
    "jb.jb328_unchecked_with_input_format",
    "jb.jb329_quantised_model_precision",
    "jb.jb330_format_of_framework",
    "jb.jb331_not_in_this_mode",
    "jb.jb332_exclusive_shape_options",
    "jb.jb333_other_torchair_mode",
    "jb.jb334_mindspore_mode_lost",
    "kd.kd302_no_precision_mode",
)
"""The rules about one compile job and the files it names, wherever its options are written."""

JOB_LIBRARY_RULES: tuple[str, ...] = (
    "jb.jb007_unsupported_by_soc",
    "jb.jb019_unknown_soc",
    "jb.jb201_unknown_op_type",
    "jb.jb311_select_is_not_the_mode",
    "jb.jb321_list_beyond_documented",
    "jb.jb322_single_implementation",
    "jb.jb323_hf32_over_select",
    "op.op301_shadowed_by_allow_hf32",
)
"""The rules about a job that need the operator library."""

FILE_IN_JOB_RULES: tuple[str, ...] = (
    "cd.cd301_overrides_keep_dtype",
    "kd.kd301_redundant_with_origin",
    "mx.mx301_mode_not_mixed",
)
"""The rules about a config file that a job names, where the job itself is not checked: each says
at the file what a rule of JOB_RULES says at the job."""

PLAN_RULES: dict[Kind, tuple[str, ...]] = {
    Kind.CUSTOMIZE_DTYPES: (
        "cd.cd201_unknown_op_type",
        "cd.cd204_unsupported_combination",
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
}
"""The rules that say more about a config file, or something else, where its jobs are planned."""

ANY_FILE = (
    "cl.cl004_undecodable_file",
    "cl.cl006_nul_byte",
    "cl.cl007_bare_carriage_return",
)
"""The rules about the bytes of a file that CANN reads; a script may be in any encoding."""

INSTALL = ("lb.lb002_stray_json", "lb.lb006_edited_library")
"""The rules about an installed library as a whole, for `cannlint library check`."""

OWN = ("cl.cl001_bad_config", "cl.cl005_unreadable_path")
"""The rules about cannlint's own configuration and the paths it was given."""

SUPPRESSION = ("cl.cl002_unused_suppression", "cl.cl003_unknown_rule")
"""The rules about what accepts findings."""
