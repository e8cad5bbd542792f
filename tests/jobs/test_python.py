"""Python as text: values that can be told, places, scopes and branches; nothing is ever run."""

from __future__ import annotations

import ast
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.jobs.python.syntax import parsed
from cannlint.kinds import Kind
from cannlint.text.source import Source
from job_scripts import OPTIMIZER, jobs_in, read_values, values_of

VALUES = {
    'tf.compat.as_bytes(f"{MODE}")': "force_fp16",
    'tf.compat.as_bytes(f"force_fp{16}")': "force_fp16",
    "tf.compat.as_bytes(a := 'x')": "x",
    "tf.compat.as_bytes(MODES['fast'])": "force_fp16",
    'tf.compat.as_bytes("force_fp16")': "force_fp16",
    "tf.compat.as_bytes('force_fp16')": "force_fp16",
    'tf.compat.v1.compat.as_bytes("force_fp16")': "force_fp16",
    'compat.as_bytes(u"force_fp16")': "force_fp16",
    'b"force_fp16"': "force_fp16",
    '"force_fp16".encode("utf-8")': "force_fp16",
    'bytes("force_fp16", "utf-8")': "force_fp16",
    'tf.compat.as_str("force_fp16")': "force_fp16",
    'tf.compat.as_bytes("force_" + "fp16")': "force_fp16",
    'tf.compat.as_bytes("force_" "fp16")': "force_fp16",
    'tf.compat.as_bytes("""force_fp16""")': "force_fp16",
    'tf.compat.as_bytes(str("force_fp16"))': "force_fp16",
    "tf.compat.as_bytes(str(26 * 1024 * 1024 * 1024))": "27917287424",
    "tf.compat.as_bytes(str(5 * 1024 ** 3))": "5368709120",
    "tf.compat.as_bytes(str(1 << 30))": "1073741824",
    "tf.compat.as_bytes(str(7 // 2 - 1 % 2))": "2",
    "tf.compat.as_bytes(MODE)": "force_fp16",
    "tf.compat.as_bytes(ALIAS)": "force_fp16",
    'tf.compat.as_bytes({"a": MODE}["a"])': "force_fp16",
    "tf.compat.as_bytes(MODES.get('fast'))": "force_fp16",
    "tf.compat.as_bytes(NESTED['a']['b'][-1])": "force_fp16",
    "tf.compat.as_bytes(CALLED['fast'])": "force_fp16",
    'tf.compat.as_bytes("%s" % MODE)': "force_fp16",
    'tf.compat.as_bytes("%s_fp%d%%" % ("force", 16))': "force_fp16%",
    'tf.compat.as_bytes("{}".format(MODE))': "force_fp16",
    'tf.compat.as_bytes("{1}_{0}{n}{{".format("fp", "force", n=16))': "force_fp16{",
    'tf.compat.as_bytes(",".join(["Pooling", "LRN"]))': "Pooling,LRN",
    'tf.compat.as_bytes(" Force_FP16 ".strip().lower())': "force_fp16",
    'bytes("force_fp16", encoding="utf8")': "force_fp16",
    'tf.compat.as_bytes("a" if True else "b")': "a",
    'tf.compat.as_bytes("" or MODE)': "force_fp16",
    "tf.compat.as_bytes(Settings.mode)": "force_fp16",
    "True": "True",
    "not True": "False",
    "bool(1)": "True",
    "-1": "-1",
    "int('3')": "3",
    "1.5": "1.5",
}

UNKNOWN = [
    "tf.compat.as_bytes(Settings.shared)",
    "tf.compat.as_bytes(Derived.own)",
    "tf.compat.as_bytes(Decorated.field)",
    "tf.compat.as_bytes(MODES.get(args.mode))",
    "tf.compat.as_bytes(LISTED[0])",
    "tf.compat.as_bytes(NESTED['a'][0])",
    "tf.compat.as_bytes(INNER['a']['b'])",
    "tf.compat.as_bytes('%s %s' % MODE)",
    "tf.compat.as_bytes('%5s' % MODE)",
    "tf.compat.as_bytes('{:>9}'.format(MODE))",
    "tf.compat.as_bytes('{} {}'.format(MODE))",
    "tf.compat.as_bytes(MODE if args.x else MODE)",
    "tf.compat.as_bytes(args.mode or MODE)",
    "tf.compat.as_bytes(MODE.format(*args))",
    "tf.compat.as_bytes(args.precision_mode)",
    "tf.compat.as_bytes(FLAGS.mode)",
    'tf.compat.as_bytes(f"{MODE:>20}")',
    'tf.compat.as_bytes(f"{TWICE}")',
    "tf.compat.as_bytes(CHANGED['fast'])",
    "tf.compat.as_bytes(MODES['none'])",
    'tf.compat.as_bytes(os.getenv("MODE"))',
    'tf.compat.as_bytes(OPTIONS["mode"])',
    'tf.compat.as_bytes("a" if args.x else "b")',
    "tf.compat.as_bytes(TWICE)",
    "tf.compat.as_bytes(PARAMETER)",
    "tf.compat.as_bytes(IMPORTED)",
    "tf.compat.as_bytes(LOOP)",
    "tf.compat.as_bytes(GLOBAL)",
    "tf.compat.as_bytes(UNBOUND)",
    "tf.compat.as_bytes(*parts)",
    "(lambda: 'x')()",
    "1 // 0",
    "1 << 100000",
    "2 ** 99999999999",
    "'a' * 99999999999",
    "9" * 5000,
    "open('x').read()",
    "__import__('os').system('true')",
]

AROUND = """
from somewhere import IMPORTED
MODE = "force_fp16"
ALIAS = MODE
MODES = {"slow": "force_fp32", "fast": MODE}
NESTED = {"a": {"b": ("force_fp32", MODE)}}
INNER = {"a": {"b": MODE}}
INNER["a"]["b"] = "other"
CALLED = dict(slow="force_fp32", fast=MODE)
LISTED = ["one"]
LISTED.append("two")
class Settings:
    mode = "force_fp16"
    shared = "one"
    def change(self):
        self.shared = args.shared
class Derived(Settings):
    own = "force_fp16"
@dataclass
class Decorated:
    field: str = "force_fp16"
CHANGED = {"fast": MODE}
CHANGED["fast"] = "other"
TWICE = "one"
TWICE = "two"
GLOBAL = "one"
for LOOP in ("a", "b"):
    pass
def change():
    global GLOBAL
    GLOBAL = "two"
def configure(custom_op, PARAMETER="default"):
    custom_op.parameter_map["k"].s = {value}
"""


@pytest.mark.parametrize("written", VALUES)
def test_values_that_can_be_told(written):
    assert read_values(AROUND.replace("{value}", written)) == {"k": VALUES[written]}


@pytest.mark.parametrize("written", UNKNOWN)
def test_values_that_cannot_be_told(written):
    jobs = jobs_in(AROUND.replace("{value}", written))
    assert [values_of(job) for job in jobs] in ([{"k": None}], [])  # [] where Python refuses it


def value_of_k(script: str) -> str | None:
    """What a script sets for the only key of its parameter_map."""
    return read_values(script)["k"]


def test_a_parameter_has_what_the_only_call_gives_it():
    script = """
        def configure(custom_op, level, mode="force_fp16", *, last="O3"):
            custom_op.parameter_map["k"].s = tf.compat.as_bytes({value})
        def main(level):
            configure(op, level{more})
        main("O1")
        """
    assert value_of_k(script.format(value="level", more="")) == "O1"
    assert value_of_k(script.format(value="mode", more="")) == "force_fp16"
    assert value_of_k(script.format(value="mode", more=", 'fp16'")) == "fp16"
    assert value_of_k(script.format(value="last", more=", last=level")) == "O1"
    assert value_of_k(script.format(value="mode", more=", **others")) is None
    assert value_of_k(script.format(value="mode", more=", *others")) is None


@pytest.mark.parametrize(
    "more",
    ["", "configure(op)\nconfigure(op, 'b')", "configure(op)\nPool().map(configure, ops)",
     "configure = cached(configure)\nconfigure(op)"],
)  # fmt: skip
def test_a_parameter_may_be_anything_where_not_every_call_is_seen(more):
    script = """
def configure(custom_op, mode="a"):
    custom_op.parameter_map["k"].s = tf.compat.as_bytes(mode)
"""
    assert value_of_k(script + more) is None
    assert value_of_k(script + "configure(op)") == "a"
    assert value_of_k("@click.option('--mode')" + script + "configure(op)") is None


def test_a_function_that_calls_itself_gives_no_value():
    script = """
        def configure(custom_op, mode):
            custom_op.parameter_map["k"].s = tf.compat.as_bytes(mode)
            configure(custom_op, mode + "x")
        """
    assert value_of_k(script) is None


IN_A_CLASS = """
class Trainer:
    level = "O1"
    def __init__(self):
        self.mode = "force_fp16"
    def run(self, custom_op):
        custom_op.parameter_map["k"].s = tf.compat.as_bytes(self.{name})
{more}
"""


@pytest.mark.parametrize(
    ("name", "more", "value"),
    [
        ("level", "", "O1"),
        ("mode", "", "force_fp16"),
        ("mode", "Trainer().mode = args.mode", None),
        ("level", "trainer = Trainer()\ntrainer.level += 'x'", None),
        ("level", "trainer = Trainer()\nfor trainer.level in levels: pass", None),
        ("level", "trainer = Trainer()\nsetattr(trainer, 'level', args.level)", None),
        ("level", "trainer = Trainer()\nfor k, v in vars(args): setattr(trainer, k, v)", None),
        ("level", "trainer = Trainer()\ntrainer.__dict__.update(vars(args))", None),
        ("level", "class Fast(Trainer):\n    level = 'O3'", None),
    ],
)
def test_attributes_of_a_class_that_are_set_once(name, more, value):
    assert value_of_k(IN_A_CLASS.format(name=name, more=more)) == value


def test_self_is_of_its_own_class():
    script = """
        class Other:
            def __init__(self):
                self.mode = "force_fp16"
        class Trainer(Base):
            def run(self, custom_op):
                custom_op.parameter_map["k"].s = tf.compat.as_bytes(self.mode)
        """
    assert value_of_k(script) is None


def test_each_of_many_loops_sets_its_own_keys():
    """The nodes that an iteration makes are gone when the next one makes others."""
    loop = """
for key, value in {{"a{n}": "x{n}", "b{n}": "y{n}"}}.items():
    custom_op.parameter_map[key].s = tf.compat.as_bytes(value)
"""
    script = OPTIMIZER.replace("    ", "") + "".join(loop.format(n=n) for n in range(20))
    expected = {f"{a}{n}": f"{x}{n}" for n in range(20) for a, x in (("a", "x"), ("b", "y"))}
    assert read_values(script) == expected


def test_names_belong_to_their_function():
    [one, two, three] = jobs_in(
        """
        MODE = "outer"
        class Settings:
            MODE = "class"
            def f(self, custom_op):
                custom_op.parameter_map["k"].s = MODE
        def g(custom_op):
            MODE = "inner"
            custom_op.parameter_map["k"].s = MODE
        def h(custom_op):
            def inside(custom_op):
                custom_op.parameter_map["k"].s = MODE
            MODE = "enclosing"
        """
    )
    assert [values_of(job)["k"] for job in (one, two, three)] == ["outer", "inner", "enclosing"]


def test_branches_that_exclude_each_other_are_jobs_of_their_own():
    jobs = jobs_in(
        OPTIMIZER.replace("    ", "")
        + """
custom_op.parameter_map["a"].b = True
if args.dump:
    custom_op.parameter_map["b"].b = True
elif args.profile:
    custom_op.parameter_map["c"].b = True
else:
    custom_op.parameter_map["d"].b = True
"""
    )
    assert [list(values_of(job)) for job in jobs] == [["a"], ["a", "b"], ["a", "c"], ["a", "d"]]
    assert not any(job.complete for job in jobs)


def test_what_follows_a_branch_that_leaves_excludes_it():
    jobs = jobs_in(
        """
        def configure(custom_op, v2):
            if v2:
                custom_op.parameter_map["precision_mode_v2"].s = b"fp16"
                return custom_op
            custom_op.parameter_map["precision_mode"].s = b"force_fp16"
            return custom_op
        """
    )
    assert [list(values_of(job)) for job in jobs] == [["precision_mode_v2"], ["precision_mode"]]


def test_handlers_of_a_try_exclude_its_body():
    jobs = jobs_in(
        """
        try:
            custom_op.parameter_map["a"].b = True
        except AttributeError:
            custom_op.parameter_map["b"].b = True
        finally:
            custom_op.parameter_map["c"].b = True
        """
    )
    assert [list(values_of(job)) for job in jobs] == [["a", "c"], ["b", "c"], ["c"]]


def test_a_deeper_branch_overrides():
    jobs = jobs_in(
        """
        custom_op.parameter_map["a"].s = b"usual"
        if special:
            custom_op.parameter_map["a"].s = b"special"
        """
    )
    assert [[s.value for s in job.settings] for job in jobs] == [["usual"], ["special"]]


def test_constant_conditions_are_no_branches():
    [job] = jobs_in(
        """
        if False:
            custom_op.parameter_map["never"].b = True
        if True:
            custom_op.parameter_map["always"].b = True
        """
    )
    assert list(values_of(job)) == ["always"]


def test_loops_and_blocks_are_no_branches():
    [job] = jobs_in(
        """
        with tf.Graph().as_default():
            for device in devices:
                custom_op.parameter_map["a"].b = True
            while waiting:
                custom_op.parameter_map["b"].b = True
        """
    )
    assert list(values_of(job)) == ["a", "b"]


def place(script: str, key: str) -> tuple[str, str, str]:
    """The texts that the spans of a setting cover: all of it, key, value."""
    [job] = jobs_in(script)
    [setting] = [setting for setting in job.settings if setting.key == key]
    slices = (setting.span, setting.key_span, setting.value_span)
    return tuple(setting.source.slice(span) for span in slices)


def test_places_are_exact_behind_letters_of_several_bytes():
    line = '精度 = 1; custom_op.parameter_map["模式"].s = tf.compat.as_bytes("混合😀")'
    assert place(line, "模式") == (line[8:], "模式", "混合😀")


def test_places_behind_a_byte_order_mark_and_other_line_ends():
    script = (
        "\ufeff# 一\r\n# two\rcustom_op.parameter_map['a'].i = 7\r\n"
        "\fcustom_op.parameter_map['b'].i = 8"
    )
    [job] = jobs_in(script)
    found = [(job.source.slice(s.key_span), job.source.slice(s.value_span)) for s in job.settings]
    assert found == [("a", "7"), ("b", "8")]


def test_a_value_that_is_not_written_as_it_is_has_the_place_of_its_expression():
    script = 'custom_op.parameter_map["k"].s = tf.compat.as_bytes("a\\tb")'
    assert place(script, "k")[2] == 'tf.compat.as_bytes("a\\tb")'


def test_parts_of_a_value_have_places():
    [job] = jobs_in('custom_op.parameter_map["k"].s = b"0|5-3"')
    [setting] = job.settings
    assert setting.source.slice(setting.part(2, 5)) == "5-3"


BROKEN = [
    "custom_op.parameter_map['k'].i = ",
    "print 'parameter_map'",
    "parameter_map = '\0'",
    "parameter_map[" * 5000,
    "parameter_map = " + "(" * 5000 + ")" * 5000,
    "parameter_map = " + "-" * 30000 + "1",
    "x = 'parameter_map'\n" + "if x:\n" * 200,
    "{{ parameter_map }",
    "\udcff\udcfe parameter_map",
]


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_no_python_has_no_jobs(text):
    source = Source("train.py", text.encode("utf-8", "surrogateescape"))
    reading = read(source, Kind.TF_SCRIPT)
    assert reading.jobs == []
    assert [found.code for found in check_reading(reading)] == ["CL008"]


def test_a_deep_expression_has_no_jobs_and_ends():
    """How deep Python's parser goes depends on the process."""
    reading = read(Source("train.py", b"parameter_map" + b".x" * 20000), Kind.TF_SCRIPT)
    assert reading.jobs == []
    assert [found.code for found in check_reading(reading)] in ([], ["CL008"])


def test_an_empty_script_has_no_jobs_and_nothing_wrong():
    assert check_reading(read(Source("train.py", b""), Kind.TF_SCRIPT)) == []


def test_a_long_sum_has_its_value_or_none():
    text = 'custom_op.parameter_map["k"].s = ' + "+".join(["'a'"] * 3000)
    for job in jobs_in(text):
        assert values_of(job)["k"] in (None, "a" * 3000)


def test_bytes_that_are_not_utf_8_are_read_over():
    [job] = jobs_in("# \udcff\ncustom_op.parameter_map['k'].i = 1")
    assert values_of(job) == {"k": "1"}


def test_unknown_escapes_make_no_noise(recwarn):
    jobs_in("x = '\\d'\ncustom_op.parameter_map['k'].i = 1")
    assert not recwarn


SNIPPETS = st.sampled_from(
    [
        'custom_op.parameter_map["precision_mode"].s = tf.compat.as_bytes("force_fp16")',
        'custom_op.name = "NpuOptimizer"',
        "custom_op = config.custom_optimizers.add()",
        "custom_op.parameter_map[key].b = 值",
        "npu.global_options().dump_config.enable_dump = True",
        "torch.npu.set_option({'ACL_PRECISION_MODE': mode, **more})",
        "run = NPURunConfig(1, *rest, dump_config=DumpConfig(True, '/tmp'), **options)",
        "config = torchair.CompilerConfig(); config.mode = '混合'",
        "ms.set_context(ascend_config={'precision_mode': 'force_fp16', 'ge_options': levels})",
        "if args.x:",
        "else:",
        "try:",
        "except E as e:",
        "def f(custom_op):",
        "    return",
        "mode = mode if mode else 'x'",
        "with open(f'{NPURunConfig(a=1)}') as g:",
        "match x:",
        "    case [custom_op]:",
        "global mode",
        "pass",
        "\t",
        "# 注释",
        "'''",
        "\ufeff",
        "\x00",
        "\udc80",
    ]
)
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
PYTHON_ISH = st.lists(st.tuples(st.integers(0, 3), SNIPPETS | ANY_TEXT), max_size=12).map(
    lambda lines: "\n".join(" " * 4 * depth + text for depth, text in lines)
)


@given(PYTHON_ISH | ANY_TEXT)
@example("def f():\n    custom_op.parameter_map['a'].i = 1")
def test_any_text_is_read_and_spans_lie_inside(text):
    data = text.encode("utf-8", "surrogateescape")
    source = Source("x.py", data)
    for kind in (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT):
        reading = read(source, kind)
        check_reading(reading)
        for job in reading.jobs:
            for setting in job.settings:
                for span in (setting.span, setting.key_span, setting.value_span):
                    assert 0 <= span.start <= span.end <= len(source.text)
                assert setting.span.start <= setting.key_span.start
                if setting.is_literal and setting.value:
                    assert setting.value in source.slice(setting.span)


@given(
    st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), max_size=20),
    st.sampled_from(['"', "'", '"""']),
    st.sampled_from(["{}", "tf.compat.as_bytes({})", "{}.encode()"]),
)
def test_the_text_at_a_value_is_worth_the_value(value, quote, wrapping):
    literal = quote + value.replace("\\", "\\\\").replace(quote[0], "\\" + quote[0]) + quote
    script = f'# 前\ncustom_op.parameter_map["k"].s = {wrapping.format(literal)}  # 后'
    [job] = jobs_in(script)
    [setting] = job.settings
    assert setting.value == value == ast.literal_eval(literal)
    written = setting.source.slice(setting.value_span)
    assert written in (value, wrapping.format(literal))


def test_a_script_is_parsed_once_and_never_run(tmp_path, monkeypatch):
    target = tmp_path / "made"
    tree = parsed(f"open({str(target)!r}, 'w').close()")
    assert tree.body and not target.exists()
    assert "x" not in sys.modules
