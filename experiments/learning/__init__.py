"""How the network of `rollout` came by its numbers: from the deals of a teacher, then from its own.

First `counter` plays at all seats, now and then another move than it likes; what a seat was paid in the end is the
lesson of every hand that it built on the way. Then the network plays, against itself and against counter, and learns
with less noise: of a hand most of the lesson is what came of it, a part what the network thought of its next move, and
after a move that it did not like all of it is what it thought of the best (a temporal difference with lambda 0.6;
Sutton 1988, doi:10.1007/BF00115009).

`python -m experiments.learning --help`; it needs PyTorch, `pip install "sise[learn]"`. The numbers in
strategies/guangshui.npz and strategies/youxi.npz were found in three steps, some two hours on one processor for each:
deals of counter, own deals, and own deals again.

    python -m experiments.learning --rules guangshui --teacher counter --deals 2700000
    python -m experiments.learning --rules guangshui --teacher network --deals 2500000
    python -m experiments.learning --rules guangshui --teacher network --deals 2000000 --seed 2
    python -m experiments.learning --rules youxi --teacher counter --deals 6500000
    python -m experiments.learning --rules youxi --teacher network --deals 5000000
    python -m experiments.learning --rules youxi --teacher network --deals 3500000 --seed 2

These commands do not find the same numbers again: then the steps were counted by the clock, the network that played was
exchanged after each 9,000 deals, in the third step lambda was 0.7 and six moves in a hundred were others, and PyTorch
adds up in an order of its own.
"""
