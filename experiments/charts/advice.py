"""The chart of `sise advise`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from experiments.advice_words import say
from experiments.charts.parts import COLOURS, WIDTH, altair, data, finished
from experiments.cli.advise_text import option_name
from simcore import format_card, parse_card

if TYPE_CHECKING:
    from experiments.advice import Advice


def charts(advice: Advice, lang: str = "en") -> dict[str, Any]:
    """A bar for each choice, the best first, its mean payoff with the interval; those that cannot be told apart from
    the best stand out."""
    alt = altair()
    groups = [say(key, lang) for key in ("chart_same", "chart_apart")]
    rows = [
        row | {"choice": _label(row, advice.study.position.rules.game, lang), "group": groups[row["apart"]]}
        for row in advice.rows["choices"]
    ]
    order = [row["choice"] for row in rows]
    tips = [alt.Tooltip("choice:N", title=say("option", lang))]
    for key, form in (("mean_payoff", ".3f"), ("win", ".1%"), ("other_wins", ".1%"), ("difference", ".3f")):
        tips += [alt.Tooltip(f"{key}{end}:Q", format=form) for end in ("", "_low", "_high")]
    title = say("payoff", lang)
    base = alt.Chart(data(rows)).encode(y=alt.Y("choice:N", sort=order, title=None), tooltip=tips)
    scale = alt.Scale(domain=groups, range=[COLOURS[0], "#b9c4d0"])
    bars = base.mark_bar().encode(
        x=alt.X("mean_payoff:Q", title=title),
        color=alt.Color("group:N", title=None, scale=scale, legend=alt.Legend(orient="top", labelLimit=400)),
    )
    rules = base.mark_rule(color="#333333", strokeWidth=1.5).encode(
        x=alt.X("mean_payoff_low:Q", title=title), x2="mean_payoff_high:Q"
    )
    chart = alt.layer(bars, rules).properties(width=WIDTH, height=alt.Step(20))
    return {"choices": finished(chart, say("choice_payoff", lang))}


def _label(row: dict[str, Any], game: str, lang: str) -> str:
    option = option_name(row["option"], game, lang) if row["option"] else ""
    card = format_card(parse_card(row["discard"]), lang) if row["discard"] else ""
    between = ", " if option and card else ""
    return f"{option}{between}{say('then_discard', lang)} {card}" if card else option
