"""Compiled loops of a layer whose inputs are mostly zero: product, gradient of the inputs, update of the weights.

A weight matrix is stored in panels ``W[p, j, :]``: the weights from input j to the 64 outputs of panel p. All three
loops read such rows of 64 numbers, and only those of non-zero inputs. A tile of 128 rows of one panel fits in the
first-level cache.

The innermost loops are written in the intermediate language of LLVM, as operations on vectors of 64 numbers that stay
in registers. The same loops in Python are compiled by numba too, but take about twice the time, because the sums are
written to memory after each row.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from softprofile.util.optional import require

#: Outputs per panel.
PANEL = 64

#: Inputs per tile.
TILE = 128

_ROW_BYTES = 4 * PANEL
_CACHE_LINE = 16
# Norms are summed in two levels, over 32 rows and then over those sums, which keeps the rounding error small.
_ROWS_PER_SUM = 32
_RELAXED = ("reassoc", "contract")

Single = npt.NDArray[np.float32]
Index = npt.NDArray[np.uint32]
Start = npt.NDArray[np.int64]


class Kernels(NamedTuple):
    """The compiled loops.

    Attributes
    ----------
    list_nonzero : callable
        List the non-zero inputs by tile and sample, and by input.
    product : callable
        Multiply inputs and weights.
    backward : callable
        Compute the gradient with respect to the non-zero inputs, then update momentum and weights and bound the norms.
    """

    list_nonzero: Any
    product: Any
    backward: Any


@cache
def kernels() -> Kernels:
    """Compile the loops.

    Returns
    -------
    Kernels
        Functions of arrays in single precision; they change their last arguments in place.
    """
    numba = require("numba", "mnist", "the engine 'numba' of the digit network")
    intrinsic = require("numba.extending", "mnist", "the engine 'numba' of the digit network").intrinsic
    add_rows, add_dots = intrinsic(_add_rows), intrinsic(_add_dots)

    def list_nonzero(
        x: Single,
        row_start: Start,
        row_index: Index,
        row_value: Single,
        column_start: Start,
        column_index: Index,
        column_value: Single,
    ) -> None:
        n, inputs = x.shape
        column_start[:] = 0
        at = 0
        for tile in range(row_start.shape[0]):
            for i in range(n):
                row_start[tile, i] = at
                for j in range(tile * TILE, min(inputs, (tile + 1) * TILE)):
                    # Write first and count afterwards: a branch on data without pattern would be slower.
                    row_index[at], row_value[at] = j, x[i, j]
                    nonzero = x[i, j] != 0
                    at += nonzero
                    column_start[j + 1] += nonzero
            row_start[tile, n] = at
        for j in range(inputs):
            column_start[j + 1] += column_start[j]
        end = column_start[:-1].copy()
        for tile in range(row_start.shape[0]):
            for i in range(n):
                for t in range(row_start[tile, i], row_start[tile, i + 1]):
                    j = row_index[t]
                    column_index[end[j]], column_value[end[j]] = i, row_value[t]
                    end[j] += 1

    def product(W: Single, row_start: Start, row_index: Index, row_value: Single, out: Single) -> np.float32:
        panels, inputs = W.shape[:2]
        n = out.shape[1]
        read = np.float32(0)
        for p in range(panels):
            out[p] = 0
            for tile in range(row_start.shape[0]):
                # Read one number per cache line, in order, so that the processor fetches the whole tile ahead.
                for j in range(tile * TILE, min(inputs, (tile + 1) * TILE)):
                    for c in range(0, PANEL, _CACHE_LINE):
                        read += W[p, j, c]
                for i in range(n):
                    first = row_start[tile, i]
                    add_rows(
                        out.ctypes.data + _ROW_BYTES * (p * n + i),
                        W.ctypes.data + _ROW_BYTES * p * inputs,
                        row_index.ctypes.data + 4 * first,
                        row_value.ctypes.data + 4 * first,
                        row_start[tile, i + 1] - first,
                    )
        return read

    def backward(
        delta: Single,
        column_start: Start,
        column_index: Index,
        column_value: Single,
        momentum: float,
        rate: float,
        bound: float,
        epsilon: float,
        M: Single,
        W: Single,
        listed: Single,
        gradient: Single,
    ) -> None:
        panels, inputs = W.shape[:2]
        n = delta.shape[1]
        wanted = len(gradient) > 0
        g = np.empty(PANEL, np.float32)
        some, squares = np.empty(PANEL, np.float32), np.empty(PANEL, np.float32)
        listed[: column_start[inputs]] = 0
        for p in range(panels):
            squares[:] = 0
            some[:] = 0
            rows = delta.ctypes.data + _ROW_BYTES * p * n
            for j in range(inputs):
                first = column_start[j]
                count = column_start[j + 1] - first
                index = column_index.ctypes.data + 4 * first
                if wanted:
                    row = W.ctypes.data + _ROW_BYTES * (p * inputs + j)
                    add_dots(listed.ctypes.data + 4 * first, row, rows, index, count)
                g[:] = 0
                add_rows(g.ctypes.data, rows, index, column_value.ctypes.data + 4 * first, count)
                m, w = M[p, j], W[p, j]
                for c in range(PANEL):
                    m[c] = momentum * m[c] + g[c]
                    w[c] -= rate * m[c]
                    some[c] += w[c] * w[c]
                if (j + 1) % _ROWS_PER_SUM == 0 or j + 1 == inputs:
                    squares += some
                    some[:] = 0
            for c in range(PANEL):
                some[c] = min(np.float32(1), bound / (np.sqrt(squares[c]) + epsilon))
            if some.min() < 1:
                for j in range(inputs):
                    w = W[p, j]
                    for c in range(PANEL):
                        w[c] *= some[c]
        if wanted:
            gradient[:] = 0
            for j in range(inputs):
                for t in range(column_start[j], column_start[j + 1]):
                    gradient[column_index[t], j] = listed[t]

    compiled = numba.njit(fastmath=set(_RELAXED), nogil=True)
    return Kernels(*map(compiled, (list_nonzero, product, backward)))


def _add_rows(_: Any, out: Any, rows: Any, index: Any, value: Any, count: Any) -> Any:
    """out[:] += sum over t < count of value[t] rows[index[t], :], given addresses."""

    def generate(context: Any, code: Any, _signature: Any, arguments: Any) -> Any:
        out, rows, index, value, count = arguments
        single, vector = _types()

        def add(t: Any, total: Any) -> Any:
            factor = _repeat(code, _load(code, _at(code, value, t, 4), single))
            row = _load(code, _row(code, rows, index, t), vector)
            return code.fadd(total, code.fmul(factor, row, flags=_RELAXED), flags=_RELAXED)

        total = _loop(code, count, _load(code, out, vector), add)
        code.store(total, code.inttoptr(out, vector.as_pointer()), align=4)
        return context.get_dummy_value()

    return _nothing_from(5), generate


def _add_dots(_: Any, out: Any, row: Any, rows: Any, index: Any, count: Any) -> Any:
    """out[t] += row . rows[index[t], :] for all t < count, given addresses."""

    def generate(context: Any, code: Any, _signature: Any, arguments: Any) -> Any:
        out, row, rows, index, count = arguments
        ir = require("llvmlite.ir", "mnist", "the engine 'numba' of the digit network")
        single, vector = _types()
        name = f"llvm.vector.reduce.fadd.v{PANEL}f32"
        total = code.module.globals.get(name)
        total = total or ir.Function(code.module, ir.FunctionType(single, [single, vector]), name)
        fixed = _load(code, row, vector)

        def add(t: Any, carried: Any) -> Any:
            terms = code.fmul(fixed, _load(code, _row(code, rows, index, t), vector), flags=_RELAXED)
            place = _at(code, out, t, 4)
            found = code.call(total, [_load(code, place, single), terms], fastmath=_RELAXED)
            code.store(found, code.inttoptr(place, single.as_pointer()), align=4)
            return carried

        _loop(code, count, count, add)
        return context.get_dummy_value()

    return _nothing_from(5), generate


def _types() -> tuple[Any, Any]:
    ir = require("llvmlite.ir", "mnist", "the engine 'numba' of the digit network")
    return ir.FloatType(), ir.VectorType(ir.FloatType(), PANEL)


def _nothing_from(arguments: int) -> Any:
    types = require("numba", "mnist", "the engine 'numba' of the digit network").types
    return types.void(*[types.intp] * arguments)


def _at(code: Any, base: Any, t: Any, size: int) -> Any:
    return code.add(base, code.mul(t, t.type(size)))


def _load(code: Any, address: Any, kind: Any) -> Any:
    return code.load(code.inttoptr(address, kind.as_pointer()), align=4)


def _row(code: Any, rows: Any, index: Any, t: Any) -> Any:
    """Address of rows[index[t]]."""
    ir = require("llvmlite.ir", "mnist", "the engine 'numba' of the digit network")
    found = _load(code, _at(code, index, t, 4), ir.IntType(32))
    return _at(code, rows, code.zext(found, t.type), _ROW_BYTES)


def _repeat(code: Any, number: Any) -> Any:
    """Vector of 64 times the same number."""
    ir = require("llvmlite.ir", "mnist", "the engine 'numba' of the digit network")
    _, vector = _types()
    empty = ir.Constant(vector, ir.Undefined)
    first = code.insert_element(empty, number, ir.IntType(32)(0))
    return code.shuffle_vector(first, empty, ir.Constant(ir.VectorType(ir.IntType(32), PANEL), [0] * PANEL))


def _loop(code: Any, count: Any, initial: Any, body: Any) -> Any:
    """Loop over t < count: `body` maps t and a carried value to the next one; the last one is returned."""
    before = code.block
    head, inside, after = (code.append_basic_block(name) for name in ("head", "inside", "after"))
    code.branch(head)
    code.position_at_end(head)
    t, carried = code.phi(count.type), code.phi(initial.type)
    t.add_incoming(count.type(0), before)
    carried.add_incoming(initial, before)
    code.cbranch(code.icmp_signed("<", t, count), inside, after)
    code.position_at_end(inside)
    carried.add_incoming(body(t, carried), inside)
    t.add_incoming(code.add(t, count.type(1)), inside)
    code.branch(head)
    code.position_at_end(after)
    return carried
