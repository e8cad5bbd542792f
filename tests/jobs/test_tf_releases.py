"""What older releases of the TensorFlow adapter take, refuse and do not know."""

from __future__ import annotations

import json

import pytest

BEGIN = "import tensorflow as tf\nfrom npu_bridge.npu_init import *\n"
SESSION = f"""{BEGIN}
config = tf.ConfigProto()
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["SETTING"]
config.graph_options.rewrite_options.remapping = RewriterConfig.OFF
config.graph_options.rewrite_options.memory_optimization = RewriterConfig.OFF
with tf.Session(config=config) as sess:
    sess.run(train_op)
"""
ESTIMATOR = f"""{BEGIN}
run_config = NPURunConfig(SETTING)
estimator = NPUEstimator(model_fn=model_fn, config=run_config)
"""


def told(cannlint, tmp_path, text: str, release: str) -> list[str]:
    """The errors and warnings about the script."""
    (tmp_path / "train.py").write_text(text)
    (tmp_path / "a.json").write_text("{}")
    options = ["--isolated", "--kind", "tf_script", "--format", "json"]
    options += ["--front-end-version", release] if release else []
    found = json.loads(cannlint("check", *options, "train.py", cwd=tmp_path).out)["diagnostics"]
    return [f"{one['severity']} {one['rule']}" for one in found if one["severity"] != "info"]


@pytest.mark.parametrize(
    ("setting", "old", "new"),
    [
        ('es_cluster_config"].s = b"a.json', [], ["warning JB001"]),
        ('aoe_mode"].s = b"mdat', [], ["error JB002"]),
        ('auto_multistream_parallel_mode"].s = b"cv', ["warning JB001"], []),
    ],
)
def test_a_session(cannlint, tmp_path, setting, old, new):
    text = SESSION.replace('SETTING"]', f'{setting}"')
    assert told(cannlint, tmp_path, text, "6.3") == old
    assert told(cannlint, tmp_path, text, "9.0.0") == new
    assert told(cannlint, tmp_path, text, "") == new


SHAPES = 'dynamic_input_config=DynamicInputConfig("data:1,-1", "1;2", 1'


@pytest.mark.parametrize(
    ("argument", "old", "new"),
    [
        (f"{SHAPES})", [], ["error JB342"]),
        (f"{SHAPES}, 0)", ["error JB001"], []),
        ("auto_multistream_parallel_mode=None", ["error JB001"], []),
    ],
)
def test_an_estimator(cannlint, tmp_path, argument, old, new):
    text = ESTIMATOR.replace("SETTING", argument)
    assert told(cannlint, tmp_path, text, "6.3") == old
    assert told(cannlint, tmp_path, text, "9.0.0") == new
    assert told(cannlint, tmp_path, text, "") == new
