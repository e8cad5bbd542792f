"""The matchers and strategies of the reference: how one tensor narrows the columns."""

from __future__ import annotations

FP32, FP16, BF16, HIF8 = "float", "float16", "bf16", "hifloat8"
PRIORITY = {FP32: 100_000, BF16: 200_000, FP16: 200_001}
CUBE = ("MatMul", "Conv2D")  # those of fp16.op_type that the graphs here have


class Turn:
    """One tensor of a node whose turn it is to narrow the columns.

    `own` is its dtype, `columns` the dtype that each column has for it, `forbidden` the dtype F
    of 2.3. `gives` is what its producer was judged to give out, None where it has none; `through`
    tells the same behind a Cast that raises the 16-bit dtype of a mode.
    """

    def __init__(self, judge, node, edge, tensor, alive, is_first_input):
        self.op, self.colour = judge.library[node.op_type], judge.colours[node.op_type]
        self.is_cube, self.keeps = node.op_type in CUBE, judge.keeps_dtypes(node)
        self.own, self.columns, self.alive = edge.dtype, tensor.dtypes, alive
        self.is_first_input = is_first_input
        self.gives = edge.producer and judge.gives(edge.producer)
        self.through = lambda low: judge.looked_through(edge.producer, low)
        self.forbidden = None
        self.reduced_fp32 = False


# A matcher gives the columns it keeps; none of them means that it fails.


def exact(turn, want, forbidden=None):
    return [c for c in turn.alive if turn.columns[c] == want != forbidden]


def rise(turn, want):
    same = exact(turn, want, turn.forbidden)
    return same or (exact(turn, FP32, turn.forbidden) if want in (FP16, BF16) else [])


def reduce(turn, want):
    if want not in PRIORITY:
        return exact(turn, want, turn.forbidden)
    by_gap, added = {}, 1
    for c in turn.alive:
        dtype = turn.columns[c]
        gap = PRIORITY.get(dtype, 0) - PRIORITY[want]
        if 0 < gap < 1_000_000 and dtype != turn.forbidden:
            if gap in by_gap:
                gap, added = gap + added, added + 1
            by_gap.setdefault(gap, c)  # a collision after adding is dropped
    return [by_gap[gap] for gap in sorted(by_gap)]


def mix(turn):
    allowed = [c for c in turn.alive if turn.columns[c] != turn.forbidden]
    return [c for c in allowed if turn.columns[c] in (FP16, BF16)] or allowed


# A strategy gives the columns it keeps, all that are alive where it matches none.


def force_fp16(turn):
    return rise(turn, FP16 if turn.own in (FP32, BF16) else turn.own) or turn.alive


def force_fp32(turn):
    want = FP32 if turn.own in (FP16, BF16) else turn.own
    if turn.is_first_input and turn.is_cube and turn.own in PRIORITY and gives_fp32(turn.op):
        want = FP16
    return rise(turn, want) or reduce(turn, want) or turn.alive


def gives_fp32(op):
    """Whether some column takes fp16 as the first input and gives fp32 as the first output."""
    takes, gives = [tensors[0].dtypes if tensors else () for tensors in (op.inputs, op.outputs)]
    return (FP16, FP32) in zip(takes, gives, strict=False)


def must_keep(turn):
    return rise(turn, turn.own) or turn.alive


def allow_fp32_to_fp16(turn):
    want = FP16 if turn.own == FP32 and turn.is_cube and not turn.keeps else turn.own
    found = rise(turn, want)
    if not found and want in (FP32, BF16):
        found = reduce(turn, want)
        turn.reduced_fp32 = bool(found) and want == FP32
    return found or turn.alive


def allow_fp32_to_lowprecision(turn):
    return allow_fp32_to_fp16(turn)  # with no dtype forbidden, and nothing that sticks


def allow_fp32_to_bf16(turn):
    found = rise(turn, turn.own)
    if not found and turn.own in (FP32, BF16):
        found = reduce(turn, turn.own)
    return found or turn.alive


def force_lowerprecision(turn):
    want = BF16 if turn.own == FP32 else turn.own
    return exact(turn, want) or rise(turn, FP16 if want == BF16 else want) or turn.alive


def mixed(turn, low):
    if turn.colour == "gray":
        return gray(turn, low)
    if turn.colour == "black":
        return must_keep(turn)
    if turn.own in PRIORITY:
        return mix(turn)
    turn.forbidden = None
    return must_keep(turn)


def gray(turn, low):
    if turn.gives is None:
        return allow_fp32_to_fp16(turn) if low == FP16 else allow_fp32_to_bf16(turn)
    want = turn.through(low)
    return rise(turn, want) or reduce(turn, want) or turn.alive


WHITE_HIF8 = {
    HIF8: (HIF8, FP16, FP32),
    BF16: (HIF8, BF16, FP32),
    FP16: (HIF8, FP16, FP32),
    FP32: (HIF8, FP16, FP32),
}
BLACK_HIF8 = {BF16: (BF16, FP32), FP16: (FP16, FP32)}
GRAY_HIF8 = {HIF8: (HIF8, FP16, FP32), **BLACK_HIF8}


def first_of(turn, table, key):
    matches = [exact(turn, dtype) for dtype in table.get(key, (key,))]
    return next(filter(None, matches), turn.alive)


def cube_hif8(turn):
    return first_of(turn, WHITE_HIF8 if turn.is_cube else BLACK_HIF8, turn.own)


def mixed_hif8(turn):
    if turn.colour == "white":
        return first_of(turn, WHITE_HIF8, turn.own)
    if turn.colour == "black" or turn.gives is None:
        return first_of(turn, BLACK_HIF8, turn.own)
    if turn.gives == HIF8 and turn.own == BF16:
        return first_of(turn, {HIF8: (HIF8, BF16, FP32)}, HIF8)
    return first_of(turn, GRAY_HIF8, turn.gives)


def mix_fp16(turn):
    return mixed(turn, FP16)


def mix_bf16(turn):
    return mixed(turn, BF16)


STRATEGIES = {
    "force_fp16": force_fp16,
    "fp16": force_fp16,
    "allow_fp32_to_fp16": allow_fp32_to_fp16,
    "allow_mix_precision": mix_fp16,
    "allow_mix_precision_fp16": mix_fp16,
    "mixed_float16": mix_fp16,
    "allow_mix_precision_bf16": mix_bf16,
    "mixed_bfloat16": mix_bf16,
    "must_keep_origin_dtype": must_keep,
    "origin": must_keep,
    "force_fp32": force_fp32,
    "cube_fp16in_fp32out": force_fp32,
    "allow_fp32_to_bf16": allow_fp32_to_bf16,
    "cube_hif8": cube_hif8,
    "mixed_hif8": mixed_hif8,
    "force_lowerprecision": force_lowerprecision,
    "allow_fp32_to_lowprecision": allow_fp32_to_lowprecision,
}
