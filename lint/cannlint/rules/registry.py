"""Which rules there are: an explicit list, so that nothing is imported that is not needed."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from cannlint.kinds import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from cannlint.rules.rule import Rule

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
        "cd.cd107_extra_dtype_position",
        "cd.cd108_wrong_case_optype",
        "cd.cd109_byte_order_mark",
    ),
    Kind.OP_PRECISION: (),
    Kind.KEEP_DTYPE: (),
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
        "mx.mx107_remove_means_gray",
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
}
"""The rules about one file of each kind, as modules of this package, in order of their codes."""


def module_of(name: str) -> ModuleType:
    """A rule's module, by its name in the lists above."""
    return import_module(f"cannlint.rules.{name}")


@lru_cache(maxsize=None)
def rules_for(kind: Kind) -> tuple[Rule, ...]:
    """The rules that a file of this kind is checked by."""
    return tuple(module_of(name).RULE for name in RULES.get(kind, ()))


@lru_cache(maxsize=None)
def rule_modules() -> dict[str, str]:
    """Rule code → module name, of all rules, without importing them."""
    names = [name for kind in RULES for name in RULES[kind]]
    return {name.rsplit(".", 1)[1].split("_", 1)[0].upper(): name for name in names}
