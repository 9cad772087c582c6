"""Bit sets over the 29 card types and 64-bit arithmetic that Python has no operator for.

A set of types is an int64 with bit t set for type t. Each compiled intrinsic has a plain twin for runs with
NUMBA_DISABLE_JIT=1; both give the same values.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from llvmlite.binding import get_host_cpu_features
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic

from simcore.jit import DISABLED, core

# One bit a colour at the first kind; shifted left by k it is the set of the four types of kind k.
PER_COLOUR = 1 | 1 << 7 | 1 << 14 | 1 << 21
GHOST_BIT = 1 << 28
LONE = PER_COLOUR | GHOST_BIT  # 將 and 鬼 need no partner (Y3); Guangshui has no ghosts
ZU = PER_COLOUR << 6
SUIT_J = 7 * PER_COLOUR  # the types of 將士相
SUIT_C = SUIT_J << 3  # the types of 車馬炮
FAT = PER_COLOUR | PER_COLOUR << 3 | PER_COLOUR << 6  # 肥: 將 車 卒
ALL_TYPES = (1 << 29) - 1

if DISABLED:

    def popcount(x: int) -> int:
        return int(x).bit_count()

    def lowest(x: int) -> int:
        return (int(x) & -int(x)).bit_length() - 1

    def highest(x: int) -> int:
        return int(x).bit_length() - 1

    def kth_bit(x: int, k: int) -> int:
        for _ in range(k):
            x &= x - 1
        return lowest(x)

    def mul_high(a: Any, b: Any) -> Any:
        return np.uint64((int(a) * int(b)) >> 64)

    def mul_low(a: Any, b: Any) -> Any:
        return np.uint64((int(a) * int(b)) & 0xFFFFFFFFFFFFFFFF)

    def add64(a: Any, b: Any) -> Any:
        return np.uint64((int(a) + int(b)) & 0xFFFFFFFFFFFFFFFF)

else:

    @intrinsic
    def popcount(typingctx: Any, x: Any) -> Any:
        """Number of bits set in an int64."""

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), emit

    @intrinsic
    def lowest(typingctx: Any, x: Any) -> Any:
        """Index of the lowest bit set in a non-zero int64."""

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), emit

    @intrinsic
    def highest(typingctx: Any, x: Any) -> Any:
        """Index of the highest bit set in a positive int64."""

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
            return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

        return types.int64(types.int64), emit

    def _compiles_for(feature: str) -> bool:
        """Whether the processor that numba compiles for has a feature: the host's, unless NUMBA_CPU_… name another."""
        named, processor = config.CPU_FEATURES, config.CPU_NAME  # type: ignore[attr-defined]
        if named is not None:
            return f"+{feature}" in str(named).split(",")
        return processor is None and bool(get_host_cpu_features().get(feature, False))

    _BMI2 = _compiles_for("bmi2")

    def _pdep(builder: Any, source: Any, mask: Any) -> Any:
        word = ir.IntType(64)
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64"
        )
        return builder.call(function, [source, mask])

    @intrinsic
    def _select(typingctx: Any, x: Any, k: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            one = ir.Constant(ir.IntType(64), 1)
            return builder.cttz(_pdep(builder, builder.shl(one, args[1]), args[0]), ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64, types.int64), emit

    if _BMI2:  # one instruction in place of a loop whose length cannot be predicted

        @core
        def kth_bit(x: int, k: int) -> int:
            """Index of the k-th lowest bit set in x, k counted from 0; x has more than k bits set."""
            return _select(x, k)  # type: ignore[call-arg]

    else:

        @core
        def kth_bit(x: int, k: int) -> int:
            for _ in range(k):
                x &= x - 1
            return lowest(x)

    @intrinsic
    def mul_high(typingctx: Any, a: Any, b: Any) -> Any:
        """Upper 64 bits of the product of two uint64."""

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            wide = ir.IntType(128)
            product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
            return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

        return types.uint64(types.uint64, types.uint64), emit

    @core
    def mul_low(a: Any, b: Any) -> Any:
        """Lower 64 bits of the product of two uint64."""
        return a * b

    @core
    def add64(a: Any, b: Any) -> Any:
        """Sum of two uint64 modulo 2**64."""
        return a + b
