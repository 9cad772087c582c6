"""Tuning: a search for better parameters of a strategy, and the gate that says whether it found any.

`space` measures parameters in their ranges, `schedule` splits a budget, `search` proposes candidates, `generation`
plays them, `task` is what was asked for, `folder` keeps it, `run` does it all, `chart` draws the path.
"""
