"""`sise odds`: a command for each kind of odds."""

from __future__ import annotations

import typer

from experiments.cli.odds import deal, play, session

app = typer.Typer(add_completion=False, rich_markup_mode=None)
app.command("deal", short_help="A dealt hand: exact, and simulated beside it.")(deal.command)
app.command("play", short_help="Whole deals: who wins, how, for how much; what a hand is worth.")(play.command)
app.command("session", short_help="Whole evenings: totals, who ends first, who keeps the deal.")(session.command)


@app.callback(invoke_without_command=True)
def _odds(context: typer.Context) -> None:
    """What a dealt hand holds, what whole deals and evenings come to: exact or with intervals."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit
