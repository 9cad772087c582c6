"""Defaults that `sise tune` found, a set for each game, in place of those that a parameter was first declared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from simcore import Parameter


def tuned(
    parameters: tuple[Parameter, ...], guangshui: Mapping[str, float], youxi: Mapping[str, float]
) -> tuple[Parameter, ...]:
    """The parameters with other defaults, by name; the rest keep their own. Raises KeyError for an unknown name."""
    names = {parameter.name for parameter in parameters}
    for name in (*guangshui, *youxi):
        if name not in names:
            raise KeyError(f"no parameter {name}")
    return tuple(
        replace(
            p,
            default=guangshui.get(p.name, p.default_for("guangshui")),
            youxi=youxi.get(p.name, p.default_for("youxi")),
        )
        for p in parameters
    )
