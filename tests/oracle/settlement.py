"""Who pays whom at the end of a deal: G13, Y6, Y9-Y11."""

from .scoring_switches import with_defaults


def settle(game, switches, result, winner, dealer, win_kind, discarder, stinks=False, declarer=-1):
    """([payoff of seat 0, 1, 2], dreamer).

    `result` is what score gives for the winner (else unused); `winner`, `discarder`, `declarer`: seats or -1;
    `stinks`: the winner has discarded a lone card in this deal. The dealer has no part in any payment."""
    rules = with_defaults(game, switches)
    payoff = [0, 0, 0]
    dreamer = 0
    if win_kind == "false_win":  # Y11
        payoff = [10, 10, 10]
        payoff[declarer] = -30
        return payoff, 10
    if winner < 0:
        return ([0, 0, 0], 0) if game == "guangshui" else ([-1, -1, -1], 3)  # G13, Y9
    others = [seat for seat in range(3) if seat != winner]
    if game == "guangshui":  # G13
        for seat in others:
            payer = discarder if rules["payers"] == "discarder" and win_kind == "discard" else seat
            payoff[payer] -= result["pai"]
            payoff[winner] += result["pai"]
    elif stinks:  # Y10
        for seat in others:
            payoff[seat] -= 1
            dreamer += 1
    else:  # Y6
        for seat in others:
            payoff[seat] -= result["pay"]
            payoff[winner] += result["pay"]
        payoff[winner] -= result["dreamer"]
        dreamer += result["dreamer"]
    return payoff, dreamer
