"""The compiled core of sise: cards, rules, scoring and whole deals of four-colour cards (四色牌)."""

from simcore.batch import (
    compile_deals,
    compile_needed,
    compiled_code_folder,
    dealt_hands,
    next_dealer,
    run_deals,
)
from simcore.bits import FAT, LONE, ZU, highest, kth_bit, lowest, popcount
from simcore.cards import (
    check_copies,
    format_card,
    format_cards,
    parse_card,
    parse_cards,
)
from simcore.check import StrategyCheck, check_strategy
from simcore.claims import chi_cards
from simcore.described import Kind, OpenSeat, Position, Reveal, claimed_meld, meld_text, option_of, read_meld, seats_of
from simcore.errors import CardError, HandError, RulesError, SiseError, StrategyError
from simcore.floor import FLOOR_CARDS, textbook_shuffles
from simcore.guangshui import NAMED
from simcore.holding import Meld
from simcore.log import deal_log
from simcore.parts import Bonus, Group
from simcore.position import play_choices
from simcore.records import (
    CHOICES,
    LEVELS,
    MAX_CHOICES,
    MAX_SAMPLES,
    RESULT_DTYPE,
    SCORE_DTYPE,
    VIEW,
    WIN_KINDS,
    Bar,
    Option,
    WinKind,
)
from simcore.rules import PRESETS, RULES_DTYPE, Rules, SwitchRow, describe
from simcore.score import HandBatch, Score, hand_batch, score, score_many
from simcore.seated import Seated, Tried, Wait, try_choices
from simcore.seen import (
    best_hu,
    best_pay,
    completing,
    completing_after,
    completing_without,
    copies,
    duty,
    idle_after,
    idle_after_claim,
    idle_now,
    idle_without,
    pay_without,
    unseen,
)
from simcore.strategy import Parameter, Strategy
from simcore.streams import draw, random_word

__all__ = [
    "CHOICES",
    "FAT",
    "FLOOR_CARDS",
    "LEVELS",
    "LONE",
    "MAX_CHOICES",
    "MAX_SAMPLES",
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
    "Kind",
    "Meld",
    "OpenSeat",
    "Option",
    "Parameter",
    "Position",
    "Reveal",
    "Rules",
    "RulesError",
    "Score",
    "Seated",
    "SiseError",
    "Strategy",
    "StrategyCheck",
    "StrategyError",
    "SwitchRow",
    "Tried",
    "Wait",
    "WinKind",
    "best_hu",
    "best_pay",
    "check_copies",
    "check_strategy",
    "chi_cards",
    "claimed_meld",
    "compile_deals",
    "compile_needed",
    "compiled_code_folder",
    "completing",
    "completing_after",
    "completing_without",
    "copies",
    "deal_log",
    "dealt_hands",
    "describe",
    "draw",
    "duty",
    "format_card",
    "format_cards",
    "hand_batch",
    "highest",
    "idle_after",
    "idle_after_claim",
    "idle_now",
    "idle_without",
    "kth_bit",
    "lowest",
    "meld_text",
    "next_dealer",
    "option_of",
    "parse_card",
    "parse_cards",
    "pay_without",
    "play_choices",
    "popcount",
    "random_word",
    "read_meld",
    "run_deals",
    "score",
    "score_many",
    "seats_of",
    "textbook_shuffles",
    "try_choices",
    "unseen",
]
