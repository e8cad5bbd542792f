"""JB020: models that CANN's parser does not read, beside the command that names them."""

from __future__ import annotations

import pytest

from cannlint.api import check
from graph_files import field
from installs import built_in, entry, write
from onnx_models import Model

COMMAND = "atc --model={model} --framework={framework} --output=o --soc_version=Ascend910B3\n"


@pytest.fixture
def found(tmp_path):
    """The findings of JB020 in a script beside a model: code, message, place."""

    def run(data: bytes, framework: int = 5, model: str = "m.onnx", **options: str):
        (tmp_path / "m.onnx").write_bytes(data)
        script = tmp_path / "run.sh"
        script.write_text(COMMAND.format(model=model, framework=framework))
        findings = check([str(script)], **options)["diagnostics"]
        return [
            (one["cann_code"], one["message"], one["range"]["start"]["column"])
            for one in findings
            if one["rule"] == "JB020"
        ]

    return run


def one_operator(op_type: str, opset: int, **attrs) -> bytes:
    m = Model(opset)
    return m.bytes(m.add(op_type, m.input("x", 1, 4), **attrs))


def test_an_opset_that_no_plugin_registers(found):
    why = "CANN cannot read the model: Relu is registered for the opsets 8-18, and the model has 19"
    assert found(one_operator("Relu", 19)) == [("E13010", why, 13)]
    assert found(one_operator("Relu", 18)) == []


@pytest.mark.parametrize(("library", "code"), [("8.1.RC1", "E19010"), ("8.5.0", "E13010")])
def test_the_code_is_that_of_the_release(found, library, code):
    """Manuals and sources of both: docs/manual/models.md, "The parser"."""
    assert [one[0] for one in found(one_operator("Relu", 19), library=library)] == [code]
    assert [one[0] for one in found(one_operator("Gelu", 18), library=library)] == [code]


@pytest.mark.parametrize(
    ("version", "op_type", "opset", "why"),
    [
        ("5.1.RC2", "Relu", 15, None),
        ("5.1.RC2", "Relu", 16, "Relu is registered for the opsets 8-15, and the model has 16"),
        ("6.0.1", "LSTMP", 1, None),
        ("6.0.1", "GridSample", 16, "the plugins of this release do not register the ONNX operator "
         "GridSample"),
        ("6.3.RC1", "Relu", 16, None),
        ("6.3.RC1", "Relu", 19, "Relu is registered for the opsets 8-18, and the model has 19"),
        ("7.0.0", "Relu", 18, None),
        ("7.0.0", "LSTMP", 1, "LSTMP is registered for the opsets 8-16,18, and the model has 1"),
    ],
)  # fmt: skip
def test_old_releases_have_the_opsets_of_their_time(found, tmp_path, version, op_type, opset, why):
    opp = tmp_path / "opp"
    built_in(opp, Relu=entry())
    write(opp / "version.info", f"Version={version}\n")
    expected = [] if why is None else [("E19010", f"CANN cannot read the model: {why}", 13)]
    assert found(one_operator(op_type, opset), library=str(opp)) == expected


def test_operators_of_the_same_opsets_are_one_finding(found):
    """The opset of the model is one cause, however many operators it has."""
    m = Model(19)
    x = m.input("x", 1, 4)
    for op_type in ("Relu", "Sigmoid"):
        x = m.add(op_type, x)
    [(code, message, _)] = found(m.bytes(x))
    assert code == "E13010"
    assert "Relu, Sigmoid are registered for the opsets 8-18, and the model has 19" in message
    for op_type in ("Tanh", "Softplus", "Exp", "Log", "Sqrt", "Neg"):
        x = m.add(op_type, x)
    [(_, message, _)] = [one for one in found(m.bytes(x)) if "8-18" in one[1]]
    assert "operator types are registered" in message and message.endswith(" and others")


def test_an_operator_that_no_plugin_registers(found):
    why = "CANN cannot read the model: no plugin of CANN registers the ONNX operator Gelu"
    assert found(one_operator("Gelu", 18)) == [("E13010", why, 13)]


def test_two_versions_of_one_domain(found):
    twice = one_operator("Relu", 13) + field(8, field(1, "ai.onnx") + field(2, 14))
    why = "CANN cannot read the model: the model imports the operators of ai.onnx twice: 13 and 14"
    assert found(twice) == [("E16005", why, 13)]


def test_attributes_with_which_a_plugin_fails(found):
    why = "CANN cannot read the model: the plugin of Transpose fails: it has no attribute `perm`"
    assert found(one_operator("Transpose", 13)) == [(None, why, 13)]
    assert found(one_operator("Transpose", 13, perm=[1, 0])) == []


@pytest.mark.parametrize(
    ("data", "framework", "model"),
    [
        (one_operator("Relu", 19), 3, "m.onnx"),
        (one_operator("Relu", 19), 5, "$MODEL"),
        (one_operator("Relu", 19), 5, "elsewhere.onnx"),
        (b"", 5, "m.onnx"),
        (one_operator("Relu", 19)[:-9], 5, "m.onnx"),
        (b"\x08\x07" * 20, 5, "m.onnx"),
    ],
)
def test_what_is_no_whole_onnx_model_of_the_command_is_left(found, data, framework, model):
    assert found(data, framework, model) == []
