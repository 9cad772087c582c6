"""The compiled core of sise: cards, rules, scoring and whole deals of four-colour cards (四色牌)."""

from simcore.batch import compile_needed, next_dealer, run_deals
from simcore.bits import FAT, LONE, ZU, highest, kth_bit, lowest, popcount
from simcore.cards import (
    check_copies,
    format_card,
    format_cards,
    parse_card,
    parse_cards,
)
from simcore.check import StrategyCheck, check_strategy
from simcore.errors import CardError, HandError, RulesError, SiseError, StrategyError
from simcore.floor import FLOOR_CARDS, textbook_shuffles
from simcore.guangshui import NAMED
from simcore.log import deal_log
from simcore.parts import Bonus, Group
from simcore.records import LEVELS, RESULT_DTYPE, SCORE_DTYPE, VIEW, WIN_KINDS, Bar, Option, WinKind
from simcore.rules import PRESETS, RULES_DTYPE, Rules, SwitchRow, describe
from simcore.score import HandBatch, Score, hand_batch, score, score_many
from simcore.strategy import Parameter, Strategy
from simcore.streams import draw

__all__ = [
    "FAT",
    "FLOOR_CARDS",
    "LEVELS",
    "LONE",
    "NAMED",
    "PRESETS",
    "RESULT_DTYPE",
    "RULES_DTYPE",
    "SCORE_DTYPE",
    "VIEW",
    "WIN_KINDS",
    "ZU",
    "Bar",
    "Bonus",
    "CardError",
    "Group",
    "HandBatch",
    "HandError",
    "Option",
    "Parameter",
    "Rules",
    "RulesError",
    "Score",
    "SiseError",
    "Strategy",
    "StrategyCheck",
    "StrategyError",
    "SwitchRow",
    "WinKind",
    "check_copies",
    "check_strategy",
    "compile_needed",
    "deal_log",
    "describe",
    "draw",
    "format_card",
    "format_cards",
    "hand_batch",
    "highest",
    "kth_bit",
    "lowest",
    "next_dealer",
    "parse_card",
    "parse_cards",
    "popcount",
    "run_deals",
    "score",
    "score_many",
    "textbook_shuffles",
]
