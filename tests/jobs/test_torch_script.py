"""Scripts of torch_npu, torchair and MindSpore."""

from __future__ import annotations

import pytest

from cannlint.jobs.settings import FrontEnd
from cannlint.kinds import Kind
from job_scripts import findings_in, jobs_in, values_of

TORCH = Kind.TORCH_MINDSPORE_SCRIPT


def read_torch(script: str) -> dict[str, str | None]:
    [job] = jobs_in(script, TORCH)
    return values_of(job)


@pytest.mark.parametrize(
    "script",
    [
        "torch.npu.set_option({'ACL_PRECISION_MODE': 'allow_fp32_to_fp16'})",
        "torch_npu.npu.set_option(dict_of_options); torch_npu.npu.set_option("
        "{'ACL_PRECISION_MODE': 'allow_fp32_to_fp16'})",
        "from torch_npu import npu\nnpu.set_option({'ACL_PRECISION_MODE': 'allow_fp32_to_fp16'})",
        "from torch_npu.npu import set_option\n"
        "set_option({'ACL_PRECISION_MODE': 'allow_fp32_to_fp16'})",
        "option = {'ACL_PRECISION_MODE': 'allow_fp32_to_fp16'}\ntorch.npu.set_option(option)",
        "option = {}\noption['ACL_PRECISION_MODE'] = 'allow_fp32_to_fp16'\n"
        "torch.npu.set_option(option)\noption['ACL_OP_DEBUG_LEVEL'] = 9",
        "option = dict()\noption['ACL_PRECISION_MODE'] = MODE\nMODE = 'allow_fp32_to_fp16'\n"
        "print(option.items())\ntorch.npu.set_option(option)",
    ],
)
def test_set_option(script):
    assert read_torch(script) == {"ACL_PRECISION_MODE": "allow_fp32_to_fp16"}


@pytest.mark.parametrize(
    "script",
    [
        "import pandas as pd\npd.set_option({'ACL_PRECISION_MODE': 'x'})",
        "torch.npu.set_option(read_options())",
        "option = {'ACL_PRECISION_MODE': 'x'}\noption.update(more)\ntorch.npu.set_option(option)",
        "option = {'ACL_PRECISION_MODE': 'x'}\noption = {}\ntorch.npu.set_option(option)",
        "subprocess.run(\"sed -i 's/a/torch.npu.set_option({})/' train.py\")",
    ],
)
def test_options_that_are_not_set_or_not_known(script):
    assert jobs_in(script, TORCH) == []


def test_the_flags_of_torch_npu():
    assert read_torch(
        """
        import torch
        import torch_npu
        torch_npu.npu.set_compile_mode(jit_compile=False)
        torch.npu.matmul.allow_hf32 = True
        torch.npu.conv.allow_hf32 = False
        torch.npu.config.allow_internal_format = False
        torch.backends.cuda.matmul.allow_tf32 = True
        """
    ) == {
        "set_compile_mode.jit_compile": "False",
        "matmul.allow_hf32": "True",
        "conv.allow_hf32": "False",
        "config.allow_internal_format": "False",
    }


@pytest.mark.parametrize(
    "imports",
    [
        "import torchair\nconfig = torchair.CompilerConfig()",
        "import torchair as tng\nconfig = tng.CompilerConfig()",
        "from torchair import CompilerConfig\nconfig = CompilerConfig()",
        "from torchair.configs.compiler_config import CompilerConfig as C\nconfig = C()",
        "from torch_npu.dynamo import torchair\nconfig = torchair.CompilerConfig()",
    ],
)
def test_torchair(imports):
    [job] = jobs_in(
        f"{imports}\nconfig.mode = 'max-autotune'\nconfig.ge_config.oo_level = 'O1'\n", TORCH
    )
    assert job.front_end is FrontEnd.TORCHAIR
    assert values_of(job) == {"mode": "max-autotune", "ge_config.oo_level": "O1"}
    assert job.value("oo_level") == "O1"


def test_torchair_configs_in_attributes():
    assert read_torch(
        """
        import torchair
        class Runner:
            def __init__(self):
                self.config = torchair.CompilerConfig()
                self.config.experimental_config.frozen_parameter = True
        """
    ) == {"experimental_config.frozen_parameter": "True"}


@pytest.mark.parametrize(
    "script",
    [
        "config = None\nconfig = torchair.CompilerConfig()\nconfig.ge_config.oo_level = 'O2'",
        "def fill(config=None):\n    if config is None:\n"
        "        config = torchair.CompilerConfig()\n    config.ge_config.oo_level = 'O2'",
        "def fill(given=None):\n    config = given or torchair.CompilerConfig()\n"
        "    config.ge_config.oo_level = 'O2'",
        "config = torchair.CompilerConfig() if wanted else None\nconfig.ge_config.oo_level = 'O2'",
        "config = torchair.CompilerConfig()\nlevels = {'oo_level': 'O2'}\n"
        "for key, value in levels.items():\n    setattr(config.ge_config, key, value)",
        "config = torchair.CompilerConfig()\nfor key, value in [('oo_level', 'O2')]:\n"
        "    setattr(config.ge_config, key, value)",
        "def fill(config, level='O2'):\n    config.ge_config.oo_level = level\n"
        "fill(torchair.CompilerConfig())",
    ],
)
def test_ways_to_a_config(script):
    assert read_torch("import torchair\n" + script) == {"ge_config.oo_level": "O2"}


@pytest.mark.parametrize(
    "script",
    [
        "config = load()\nconfig = torchair.CompilerConfig()\nconfig.ge_config.oo_level = 'O2'",
        "config = torchair.CompilerConfig()\nfor key, value in levels.items():\n"
        "    setattr(config.ge_config, key, value)",
    ],
)
def test_what_may_be_another_object_or_option(script):
    assert jobs_in("import torchair\n" + script, TORCH) == []


def test_a_part_of_a_config_belongs_to_it():
    """`clone_input` is for reduce-overhead, so it would be lost with the default of `mode`."""
    script = """
        import torchair
        config = torchair.CompilerConfig()
        config.mode = "reduce-overhead"
        part = config.debug
        part.aclgraph.clone_input = False
        """
    assert list(read_torch(script)) == ["mode", "debug.aclgraph.clone_input"]
    assert findings_in(script, TORCH) == []


def test_what_another_function_does_under_the_same_name():
    """`dump_step` is not read without `enable_dump`, which only `adjust` might set."""
    script = """
        import torchair
        config = torchair.CompilerConfig()
        config.dump_config.dump_step = "1"
        def other(config):
            return config
        """
    assert findings_in(script, TORCH) == ["JB008 4"]
    assert findings_in(script.rstrip() + "\n        adjust(config)\n", TORCH) == []


@pytest.mark.parametrize(
    "more",
    [
        "for key, value in options.items():\n    setattr(config.dump_config, key, value)",
        "config.dump_config.__setattr__(key, True)",
        "adjust(config.dump_config)",
        "part = config.dump_config\nadjust(part)",
        "vars(config.dump_config).update(options)",
        "self.config = config",
        "configs = [config]",
        "adjust(**{'config': config})",
        "def made():\n    return config",
    ],
)
def test_a_config_that_other_code_may_change(more):
    """`dump_step` is not read without `enable_dump`, if nothing sets that."""
    script = "import torchair\nconfig = torchair.CompilerConfig()\n"
    script += "config.dump_config.dump_step = '1'\nprint(config.mode.value)\n"
    assert findings_in(script, TORCH) == ["JB008 3"]
    assert findings_in(script + more + "\n", TORCH) == []


def test_statements_of_one_line_come_one_after_another():
    """`dump_step` is not read without `enable_dump`."""
    script = "import torchair; c = torchair.CompilerConfig(); c.dump_config.dump_step = '1'"
    assert findings_in(script, TORCH) == ["JB008 1"]


def test_two_torchair_configs_are_two_jobs():
    jobs = jobs_in(
        """
        import torchair
        one = torchair.CompilerConfig()
        two = torchair.CompilerConfig()
        one.mode = "max-autotune"
        two.mode = "reduce-overhead"
        """,
        TORCH,
    )
    assert [values_of(job)["mode"] for job in jobs] == ["max-autotune", "reduce-overhead"]


@pytest.mark.parametrize(
    "call",
    [
        "context.set_context(mode=1, ascend_config={'precision_mode': 'force_fp16'})",
        "ms.set_context(ascend_config={'precision_mode': 'force_fp16'}, device_target='Ascend')",
        "ms.context.set_context(ascend_config=CONFIG)",
    ],
)
def test_mindspore(call):
    script = f"import mindspore as ms\nCONFIG = {{'precision_mode': 'force_fp16'}}\n{call}\n"
    [job] = jobs_in(script, TORCH)
    assert job.front_end is FrontEnd.MINDSPORE
    assert values_of(job) == {"precision_mode": "force_fp16"}


def test_the_options_that_mindspore_hands_to_ge():
    [job] = jobs_in(
        """
        import mindspore as ms
        ms.set_context(deterministic="ON", ascend_config={
            "jit_compile": True,
            "ge_options": {"global": {"ge.opSelectImplmode": "high_precision"},
                           "session": {"ge.exec.modify_mixlist": "ops_info.json"}},
        })
        """,
        TORCH,
    )
    assert [(s.via, s.level, s.option, s.value) for s in job.settings] == [
        ("set_context", None, "deterministic", "ON"),
        ("ascend_config", None, "jit_compile", "True"),
        ("ascend_config", None, "ge_options", None),
        ("ge_options", "global", "op_select_implmode", "high_precision"),
        ("ge_options", "session", "modify_mixlist", "ops_info.json"),
    ]


def test_the_functions_of_mindspore():
    assert read_torch(
        """
        import mindspore as ms
        from mindspore.device_context.ascend import op_tuning
        ms.device_context.ascend.op_precision.precision_mode("force_fp16")
        ms.device_context.ascend.op_precision.op_precision_mode("op_precision.ini")
        op_tuning.op_compile(True)
        """
    ) == {
        "op_precision.precision_mode": "force_fp16",
        "op_precision.op_precision_mode": "op_precision.ini",
        "op_tuning.op_compile": "True",
    }


def test_a_mixed_precision_mode_is_none_of_torch_npu():
    script = "torch.npu.set_option({'ACL_PRECISION_MODE': 'allow_mix_precision'})"
    assert findings_in(script, TORCH) == ["JB002 1"]


HEAD = "import torch\nimport torch_npu\nBASE = {'ACL_OP_DEBUG_LEVEL': 9}\n"
USE = "torch_npu.npu.set_option(options)\n"


@pytest.mark.parametrize(
    "options",
    [
        "options = {**BASE, 'ACL_PRECISION_MODE': mode}\n",
        "options = dict(BASE)\n",
        "options = dict(BASE, ACL_PRECISION_MODE=mode)\n",
        "options = dict(**BASE)\n",
        "options = dict([('ACL_OP_DEBUG_LEVEL', 9)])\n",
        "options = {} | BASE\n",
        "options = {'ACL_OP_DEBUG_LEVEL': 0} | BASE\n",
        "options = {}\noptions |= BASE\n",
        "options = {}\noptions.update(BASE)\n",
        "options = {}\noptions.update(**BASE)\n",
        "options = {}\noptions.update({'ACL_OP_DEBUG_LEVEL': 9}, ACL_PRECISION_MODE=mode)\n",
        "options = BASE.copy()\noptions['ACL_PRECISION_MODE'] = mode\n",
        "import copy\noptions = copy.deepcopy(BASE)\nprint(options, len(options))\n",
        "options = {**read(), **BASE}\n",
        "ALL = {'a': {'ACL_OP_DEBUG_LEVEL': 9}}\noptions = ALL['a']\n",
        "def made():\n    return {'ACL_OP_DEBUG_LEVEL': 9}\noptions = made()\n",
        "def made():\n    found = {}\n    found['ACL_OP_DEBUG_LEVEL'] = 9\n    return found\n"
        "options = made()\n",
    ],
)
def test_dicts_put_together(options: str) -> None:
    assert {found.split()[0] for found in findings_in(HEAD + options + USE, TORCH)} == {"JB002"}


@pytest.mark.parametrize(
    "options",
    [
        "options = {**BASE, 'ACL_OP_DEBUG_LEVEL': 0}\n",
        "options = {**BASE, **read()}\n",
        "options = BASE | read()\n",
        "options = dict(BASE, **read())\n",
        "options = BASE.copy()\noptions[key] = 0\n",
        "options = BASE.copy()\noptions.update(read())\n",
        "options = BASE.copy()\noptions |= read()\n",
        "options = BASE.copy()\nadjust(options)\n",
        "options = BASE.copy()\noptions.pop('ACL_OP_DEBUG_LEVEL')\n",
        "options = BASE.copy()\noptions = adjusted(options)\n",
        "options = {name: value for name, value in BASE.items() if keep(name)}\n",
        "ALL = {'a': {'ACL_OP_DEBUG_LEVEL': 9}}\nALL['a']['ACL_OP_DEBUG_LEVEL'] = 0\n"
        "options = ALL['a']\n",
        "ALL = {'a': {'ACL_OP_DEBUG_LEVEL': 9}}\nALL['a'].update(read())\noptions = ALL['a']\n",
        "def made():\n    if small():\n        return {}\n    return {'ACL_OP_DEBUG_LEVEL': 9}\n"
        "options = made()\n",
        "def made(level):\n    return {'ACL_OP_DEBUG_LEVEL': 9}\noptions = made(3)\n",
    ],
)
def test_entries_that_may_be_others_by_then(options: str) -> None:
    assert findings_in(HEAD + options + USE, TORCH) == []


def test_the_backend_may_be_a_parameter():
    script = """
        import torch
        def compiled(net, backend="npugraph_ex"):
            return torch.compile(net, backend=backend, options={"force_eager": "x"})
        compiled(net)
        """
    assert "JB002 4" in findings_in(script, TORCH)


def test_set_context_takes_no_argument_without_its_name():
    ours = "import mindspore as ms\nms.set_context({'ascend_config': {}})\n"
    assert findings_in(ours, TORCH) == ["JB342 2"]
    others = "import mindspore as ms\nimport seaborn\nseaborn.set_context('paper')\n"
    assert findings_in(others, TORCH) == []
