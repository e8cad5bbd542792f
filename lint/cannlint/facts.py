"""Facts: what a reading or a look-up found noteworthy, by name.

A reading records a fact when it meets one, with the part of the file that it is about (a line, a
member, an entry). The registry says which rules a fact concerns, and no other rule is imported: a
file without facts imports none. The name of a fact says what was found, not what a rule thinks of
it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Facts = dict[str, list[Any]]
    """Fact → the parts of the file that it is about, in the order of the file."""

MOST = 5_000
"""Parts that are stored for one fact. A rule reports fewer of them, so it misses none."""


class Fact:
    """The names of all facts. Plain texts: every run would pay for an Enum."""

    READ = "read"
    """The file was read. For a rule that has no fact of its own: it is imported for every file."""

    # any file
    UNDECODABLE_BYTE = "undecodable-byte"
    NUL_BYTE = "nul-byte"
    BARE_CARRIAGE_RETURN = "bare-carriage-return"

    # an entry on a line of customize_dtypes, op_precision, keep_dtype or fusion_switch
    BYTE_ORDER_MARK = "byte-order-mark"
    COMMENT_ENTRY = "comment-entry"
    """A comment that CANN reads as an entry."""
    DUPLICATE_ENTRY = "duplicate-entry"
    PADDED_NAME = "padded-name"
    QUOTED_NAME = "quoted-name"
    SIMILAR_PREFIX = "similar-prefix"
    """Something stands where `OpType::` would."""

    # a line of customize_dtypes
    BLANK_LINE = "blank-line"
    COMMENT_LINE = "comment-line"
    """A comment that makes CANN refuse the file."""
    MALFORMED_LINE = "malformed-line"
    UNKNOWN_DTYPE = "unknown-dtype"
    OUTPUTS_FIRST = "outputs-first"
    TRUNCATED_LINE = "truncated-line"
    LONG_LINE = "long-line"
    OPEN_POSITION = "open-position"
    """A position without a dtype, which may not be meant."""
    INDENTED_PREFIX = "indented-prefix"
    TEXT_BEFORE_KEYWORD = "text-before-keyword"
    KEYWORD_IN_NAME = "keyword-in-name"

    # a line of op_precision or of a built-in mode file
    UNKNOWN_MODE = "unknown-mode"
    UNKNOWN_SECTION = "unknown-section"
    EMPTY_SIDE = "empty-side"
    STRAY_TEXT = "stray-text"
    UNLISTED_OPERATOR = "unlisted-operator"

    # a line of keep_dtype
    COMMENT = "comment"
    MALFORMED_TYPE = "malformed-type"
    SEVERAL_NAMES = "several-names"

    # any JSON file; in the text form of a fusion switch file too, where it has the like
    EMPTY_FILE = "empty-file"
    INVALID_JSON = "invalid-json"
    JSON_COMMENT = "json-comment"
    TRAILING_COMMA = "trailing-comma"
    TRAILING_CONTENT = "trailing-content"
    DUPLICATE_KEY = "duplicate-key"
    """A key comes again in its object: the member, the one after it, and the last with the key."""
    NOT_AN_OBJECT = "not-an-object"

    # what the schema of a JSON file does not allow: parts are reading.json_places.SchemaFault
    UNKNOWN_KEY = "unknown-key"
    WRONG_TYPE = "wrong-type"
    BAD_VALUE = "bad-value"
    REPEATED_NAME = "repeated-name"

    # mixlist: operator types; for DUPLICATE_OPERATOR the list and the update that have it
    ILLEGAL_COMBINATION = "illegal-combination"
    GRAY_ADD_ALONE = "gray-add-alone"
    DUPLICATE_OPERATOR = "duplicate-operator"

    # fusion switch file: paths in the JSON form, records of lines in the text form
    NULL_DOCUMENT = "null-document"
    PADDED_KEY = "padded-key"
    PADDED_VALUE = "padded-value"
    EMPTY_NAME = "empty-name"
    FORCED_ON = "forced-on"
    """A switch is off for a pass that the same file forces on."""
    NO_COLON = "no-colon"
    BAD_SWITCH = "bad-switch"

    # operator library: reading.ops_entry.EntryFault
    FAULTY_ENTRY = "faulty-entry"
    BAD_FLAG = "bad-flag"
    NOT_A_LIBRARY = "not-a-library"
    """A file too large to be located is no library from a place on."""

    # a look-up in the operator library: any kind
    UNKNOWN_TYPE = "unknown-type"
    TYPE_AS_NODE_NAME = "type-as-node-name"

    # a look-up of the entries of customize_dtypes
    EXTRA_POSITION = "extra-position"
    TOO_MANY_POSITIONS = "too-many-positions"
    TOO_FEW_POSITIONS = "too-few-positions"
    NO_SUCH_COLUMN = "no-such-column"
    NO_COLUMN_BY_NAME = "no-column-by-name"
    """An operator of the type that the name of a node suggests has no column with its dtypes."""
    COLUMNS_BY_KERNEL = "columns-by-kernel"

    # a look-up of the entries of op_precision
    NODE_NAME_AS_TYPE = "node-name-as-type"
    MODE_NOT_LISTED = "mode-not-listed"
    NO_MODES = "no-modes"
    MODE_NEEDS_HF32 = "mode-needs-hf32"

    # a look-up of the operators of a mixlist
    NOT_IN_LIST = "not-in-list"
    ALREADY_IN_LIST = "already-in-list"
    ONLY_REMOVED = "only-removed"

    # a look-up of the passes of fusion_switch
    UNKNOWN_PASS = "unknown-pass"
    PASS_IN_OTHER_CASE = "pass-in-other-case"
    PASS_OF_OTHER_GROUP = "pass-of-other-group"
    PASS_OF_GRAPH_ENGINE = "pass-of-graph-engine"
    OBSOLETE_PASS = "obsolete-pass"
    PASS_STAYS_ON = "pass-stays-on"
    ALL_OFF_LEAVES_ON = "all-off-leaves-on"
    ALL_ON_LEAVES_OFF = "all-on-leaves-off"
    UB_FUSION_WITHOUT_HARDWARE = "ub-fusion-without-hardware"

    # a compile job (jobs/facts.py); the options that it sets are facts as well, by their names
    UNKNOWN_OPTION = "unknown-option"
    SHORTENED_OPTION = "shortened-option"
    REPEATED_OPTION = "repeated-option"
    DEPRECATED_OPTION = "deprecated-option"
    RESERVED_OPTION = "reserved-option"
    NEEDS_COMPANION = "needs-companion"
    """An option that needs another one."""
    NEEDS_SWITCH = "needs-switch"
    NEEDS_BACKEND = "needs-backend"
    """An option that only one backend of MindSpore reads."""
    SET_ONCE = "set-once"
    """An option that cannot be set a second time."""
    OF_SOME_RELEASES = "of-some-releases"
    """An option that not every release of the front end takes, or takes in the same way."""
    LEAVES_REMAPPING = "leaves-remapping"
    """A session of TensorFlow 1 leaves TensorFlow's own rewriting of the graph on."""
    MISUSED_CALL = "misused-call"
    REPLACED_GROUP = "replaced-group"
    """Something is assigned in place of a group of options."""
    ILLEGAL_VALUE = "illegal-value"
    PARAMETER_MAP = "parameter-map"
    """An option that is set in a parameter_map of TensorFlow 1."""
    MISSING_FILE = "missing-file"
    REFUSED_MODEL = "refused-model"
    POLICY = "policy"
    UNKNOWN_INPUT = "unknown-input"
    """An option names an input that the model does not have."""
    OTHER_RANK = "other-rank"
    OTHER_DIMENSION = "other-dimension"
    """An option gives an input a size other than the fixed one of the model."""
    DIMENSION_OUT_OF_RANGE = "dimension-out-of-range"
    UNSET_DIMENSION = "unset-dimension"
    UNKNOWN_OUTPUT = "unknown-output"
    AIPP_INPUT = "aipp-input"
    """The AIPP file is about an input that cannot have it."""
    SEVERAL_DOMAINS = "several-domains"
    """The model imports operators of several domains."""
    UNPARSED_SCRIPT = "unparsed-script"
    """A part of a script that is no Python, or no shell: jobs.unparsed.Unparsed."""
    FIRST_GENERATION_SOC = "first-generation-soc"
    FAULTY_STATIC_SHAPE = "faulty-static-shape"
    INPUTS_IN_ONE_NAME = "inputs-in-one-name"
    MALFORMED_COMMAND = "malformed-command"
    REFUSED_BY_ATC = "refused-by-atc"


def record(facts: Facts, fact: str, part: Any) -> None:
    """Record a fact about a part of a file."""
    parts = facts.setdefault(fact, [])
    if len(parts) < MOST:
        parts.append(part)
