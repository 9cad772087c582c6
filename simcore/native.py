"""Calls by native address and raw copies of records: the one file that leans on numba's internals.

A strategy is compiled for one explicit signature, and the core calls it through its address, so any strategies sit
at the three seats without recompiling the core. Each game's scorer is called in the same way: the loop does not know
the games' scoring. With NUMBA_DISABLE_JIT=1 an address is an index into a list of plain functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from simcore.jit import DISABLED, compiled, core
from simcore.records import (
    CHOICES,
    DEAL,
    ENGINE,
    HISTORY,
    HOLDING,
    MAX_MEMO,
    MAX_PARAMS,
    RESULT_DTYPE,
    SCORE_DTYPE,
    SCRATCH,
    SEAT,
    TABLE,
    TEMPLATE,
    VIEW,
)
from simcore.rules import RULES_DTYPE
from simcore.tables import TABLES

VIEW_TYPE = numba.from_dtype(VIEW)
STRATEGY_SIGNATURE = types.int64(VIEW_TYPE)
SCORER_SIGNATURE = types.int64(
    numba.from_dtype(TABLES),
    numba.from_dtype(RULES_DTYPE),
    numba.from_dtype(HOLDING),
    types.int64,
    types.int64,
    numba.from_dtype(SCRATCH),
)

RESULT_RECORD = np.dtype((np.record, RESULT_DTYPE))
RESUME_SIGNATURE = types.int64(
    numba.from_dtype(DEAL), numba.from_dtype(TABLES), numba.from_dtype(RESULT_RECORD), *(types.int64,) * 5
)
SAMPLER_SIGNATURE = types.int64(VIEW_TYPE, numba.from_dtype(CHOICES))


def _field(kind: Any, name: str) -> int:
    """Where a field of a record lies."""
    return int(kind.fields[name][1])


HAND_BYTES = _field(SEAT, "h")  # words and held, which VIEW has as hand and held
MEMO_START = _field(VIEW, "memo")
TABLE_START, DEAL_TABLE_START = _field(VIEW, "table"), _field(DEAL, "table")
OWN_START = _field(VIEW, "own")
HISTORY_START, DEAL_HISTORY_START = _field(VIEW, "history"), _field(DEAL, "history")

if DISABLED:
    _FUNCTIONS: list[Callable[..., int]] = []
    _RECORDS: list[Any] = []

    def call_strategy(address: int, view: Any) -> int:
        return int(_FUNCTIONS[int(address)](view))

    def call_scorer(address: int, *args: Any) -> int:
        return int(_FUNCTIONS[int(address)](*args))

    def show_hand(view: Any, seat: Any) -> None:
        view.hand[:] = seat.words.view(np.int8)
        view.held[:] = seat.held

    def call_sampler(address: int, view: Any, choices: Any) -> int:
        return int(_FUNCTIONS[int(address)](view, choices))

    def show_table(view: Any, d: Any) -> None:
        view["table"] = d["table"]

    def show_own(view: Any, seat: Any) -> None:
        view["own"] = seat

    def show_history(view: Any, d: Any) -> None:
        view["history"] = d["history"]

    def call_resume(address: int, *args: Any) -> int:
        return int(_FUNCTIONS[int(address)](*args))

    def take_rules(d: Any, view: Any) -> None:
        d["rules"] = view["rules"]

    def share(other: Any, view: Any) -> None:
        other["rules"] = view["rules"]
        other["engine"] = view["engine"]
        other["params"] = view["engine"]["params"]

    def same_view(other: Any, view: Any) -> None:
        for name in VIEW.names:  # type: ignore[union-attr]
            other[name] = view[name]

    def save(template: Any, d: Any) -> None:
        for name in TEMPLATE.names:  # type: ignore[union-attr]
            template[name] = d[name]

    def restore(d: Any, template: Any) -> None:
        for name in TEMPLATE.names:  # type: ignore[union-attr]
            d[name] = template[name]

    def take_table(d: Any, view: Any) -> None:
        d["table"] = view["table"]
        d["history"] = view["history"]

    def take_own(seat: Any, view: Any) -> None:
        for name in SEAT.names:  # type: ignore[union-attr]
            seat[name] = view["own"][name]

    def tables_at(address: int) -> Any:
        return _RECORDS[int(address)]

    def scratch_at(address: int) -> Any:
        return _RECORDS[int(address)]

    def address_of_record(owner: Any, field: str = "") -> int:
        _RECORDS.append(owner[0][field] if field else owner[0])
        return len(_RECORDS) - 1

    def clear_table(d: Any) -> None:
        d["table"] = np.zeros((), TABLE)[()]

    def clear_memo(view: Any) -> None:
        view.memo[:] = 0

    def clear_score(score: Any) -> None:
        score.setfield(np.void(SCORE_DTYPE.itemsize), f"V{SCORE_DTYPE.itemsize}")  # the gaps between fields, too

    def address_of(function: Callable[..., Any], signature: Any, *, check_bounds: bool = False) -> tuple[int, Any]:
        _FUNCTIONS.append(getattr(function, "py_func", function))
        return len(_FUNCTIONS) - 1, function

else:

    def _emit_call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        takes = signature.args[1:]
        kind = context.call_conv.get_function_type(signature.return_type, takes)
        pointer = builder.inttoptr(args[0], kind.as_pointer())
        status, result = context.call_conv.call_function(builder, pointer, signature.return_type, takes, args[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return result

    @intrinsic
    def call_strategy(typingctx: Any, address: Any, view: Any) -> Any:
        """Call the strategy at `address` with a view; an exception that it raises reaches the caller."""
        return STRATEGY_SIGNATURE.return_type(types.int64, *STRATEGY_SIGNATURE.args), _emit_call

    @intrinsic
    def call_scorer(
        typingctx: Any, address: Any, tables: Any, rules: Any, h: Any, claimed: Any, allow: Any, scratch: Any
    ) -> Any:
        """Call the scorer at `address`."""
        return SCORER_SIGNATURE.return_type(types.int64, *SCORER_SIGNATURE.args), _emit_call

    @intrinsic
    def call_sampler(typingctx: Any, address: Any, view: Any, choices: Any) -> Any:
        """Call what plays positions on, at `address`."""
        return SAMPLER_SIGNATURE.return_type(types.int64, *SAMPLER_SIGNATURE.args), _emit_call

    @intrinsic
    def call_resume(
        typingctx: Any, address: Any, d: Any, tables: Any, result: Any, by: Any, t: Any, drawn: Any, option: Any, p: Any
    ) -> Any:
        """Call what plays a deal on, at `address`."""
        return RESUME_SIGNATURE.return_type(types.int64, *RESUME_SIGNATURE.args), _emit_call

    def _record_at(kind: Any) -> Any:
        record = numba.from_dtype(kind)

        def typed(typingctx: Any, address: Any) -> Any:
            def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return builder.inttoptr(args[0], context.get_value_type(record))

            return record(types.int64), emit

        return intrinsic(typed)

    tables_at = _record_at(TABLES)
    scratch_at = _record_at(SCRATCH)

    def address_of_record(owner: Any, field: str = "") -> int:
        """Where the only record of an array, or a field of it, lies in memory; whoever uses it must keep the array."""
        return int(owner.ctypes.data) + (int(owner.dtype.fields[field][1]) if field else 0)

    def _at(builder: Any, record: Any, offset: int) -> Any:
        pointer = builder.bitcast(record, ir.IntType(8).as_pointer())
        return builder.gep(pointer, [ir.Constant(ir.IntType(64), offset)])

    def _copier(to_offset: int, from_offset: int, size: int) -> Any:
        def typed(typingctx: Any, target: Any, source: Any) -> Any:
            def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                cgutils.raw_memcpy(
                    builder,
                    _at(builder, args[0], to_offset),
                    _at(builder, args[1], from_offset),
                    ir.Constant(ir.IntType(64), size),
                    1,
                )
                return context.get_dummy_value()

            return types.void(target, source), emit

        return intrinsic(typed)

    def _clearer(offset: int, size: int) -> Any:
        def typed(typingctx: Any, target: Any) -> Any:
            def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                cgutils.memset(builder, _at(builder, args[0], offset), ir.Constant(ir.IntType(64), size), 0)
                return context.get_dummy_value()

            return types.void(target), emit

        return intrinsic(typed)

    @intrinsic
    def show_hand(typingctx: Any, view: Any, seat: Any) -> Any:
        """Copy the concealed hand word by word: a wide load would wait for the narrow stores of a removed card."""

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64).as_pointer()
            for offset in range(0, HAND_BYTES, 8):
                value = builder.load(builder.bitcast(_at(builder, args[1], offset), word))
                builder.store(value, builder.bitcast(_at(builder, args[0], offset), word))
            return context.get_dummy_value()

        return types.void(view, seat), emit

    show_table = _copier(TABLE_START, DEAL_TABLE_START, TABLE.itemsize)
    show_own = _copier(OWN_START, 0, SEAT.itemsize)
    show_history = _copier(HISTORY_START, DEAL_HISTORY_START, HISTORY.itemsize)
    _take_table = _copier(DEAL_TABLE_START, TABLE_START, TABLE.itemsize)
    _take_history = _copier(DEAL_HISTORY_START, HISTORY_START, HISTORY.itemsize)
    take_rules = _copier(_field(DEAL, "rules"), _field(VIEW, "rules"), RULES_DTYPE.itemsize)
    _share_rules = _copier(_field(VIEW, "rules"), _field(VIEW, "rules"), RULES_DTYPE.itemsize)
    _share_engine = _copier(_field(VIEW, "engine"), _field(VIEW, "engine"), ENGINE.itemsize)
    _share_params = _copier(_field(VIEW, "params"), _field(VIEW, "engine") + _field(ENGINE, "params"), 8 * MAX_PARAMS)
    same_view = _copier(0, 0, VIEW.itemsize)
    save = _copier(0, 0, TEMPLATE.itemsize)
    restore = _copier(0, 0, TEMPLATE.itemsize)

    @core
    def take_table(d: Any, view: Any) -> None:
        _take_table(d, view)
        _take_history(d, view)

    @core
    def share(other: Any, view: Any) -> None:
        """Give another view the rules, the addresses and the playing strategy's parameters of a view."""
        _share_rules(other, view)
        _share_engine(other, view)
        _share_params(other, view)

    take_own = _copier(0, OWN_START, SEAT.itemsize)
    clear_table = _clearer(DEAL_TABLE_START, TABLE.itemsize)
    clear_memo = _clearer(MEMO_START, 8 * MAX_MEMO)
    clear_score = _clearer(0, SCORE_DTYPE.itemsize)

    def address_of(function: Callable[..., Any], signature: Any, *, check_bounds: bool = False) -> tuple[int, Any]:
        """Compile a function for one signature; return its address and the dispatcher that keeps it alive.

        With `check_bounds` an index that is out of an array raises IndexError. Raises TypeError if the function
        returns anything but an integer, which an explicit signature would cut to one.
        """
        py_func = getattr(function, "py_func", function)
        dispatcher = compiled(py_func, signature.args, check_bounds=check_bounds)
        result = dispatcher.overloads[signature.args]
        returns = result.signature.return_type
        if returns != signature.return_type:
            if not isinstance(returns, types.Integer | types.Boolean):
                raise TypeError(f"it must return an integer, not {returns}")
            dispatcher = compiled(py_func, signature, check_bounds=check_bounds)
            result = dispatcher.get_compile_result(signature)
        return result.library.get_pointer_to_function(result.fndesc.llvm_func_name), dispatcher
