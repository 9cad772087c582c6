"""Cards and their text form (RULES, Cards)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore import CardError, SiseError, check_copies, format_card, format_cards, parse_card, parse_cards
from simcore.cards import CARD_NAMES, COLOURS, KINDS, N_TYPES, colour_of, is_fat, is_lone, kind_of

LANGS = ("en", "zh", "zh-hant", "zh-hans")


def test_every_type_has_the_code_colour_times_seven_plus_kind() -> None:
    for colour, c in enumerate(COLOURS):
        for kind, k in enumerate(KINDS):
            card = parse_card(c + k)
            assert card == colour * 7 + kind
            assert (colour_of(card), kind_of(card)) == (colour, kind)
    assert (parse_card("YJ"), parse_card("GZ"), parse_card("GUI")) == (0, 27, 28)


@pytest.mark.parametrize("lang", ["zh-hant", "zh-hans"])
def test_chinese_names_mean_the_same_types(lang: str) -> None:
    colours, kinds = ("黃紅白綠", "將士相車馬炮卒") if lang == "zh-hant" else ("黄红白绿", "将士相车马炮卒")
    names = [colour + kind for colour in colours for kind in kinds] + ["鬼"]
    assert list(CARD_NAMES[lang]) == names
    assert [parse_card(name) for name in names] == list(range(N_TYPES))


def test_lone_and_fat_cards() -> None:
    assert [card for card in range(N_TYPES) if is_lone(card)] == parse_cards("YJ RJ WJ GJ GUI")
    fat = [card for card in range(N_TYPES) if is_fat(card)]
    assert fat == parse_cards("YJ YC YZ RJ RC RZ WJ WC WZ GJ GC GZ")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("YJ2 YS", "YJ YJ YS"),
        ("yj2,ys", "YJ2 YS"),
        ("黃將2 红车 鬼", "YJ2 RC GUI"),
        ("黄将2、紅車、鬼3", "YJ2 RC GUI3"),
        ("黃將2紅車鬼", "YJ2 RC GUI"),
        ("YJ2YSGUI2", "YJ2 YS GUI2"),
        ("gui gz", "GUI GZ"),
        ("鬼子5", "GUI5"),
        ("黃帥 红帅 白仕 绿象", "YJ RJ WS GX"),
        ("黃俥 紅傌 白包 綠砲 綠炮 黃兵", "YC RM WP GP GP YZ"),
        ("ＹＪ２　ＲＣ，黃將３", "YJ2 RC YJ3"),
        ("\n YJ,\tYS ; YX\r\n", "YJ YS YX"),
        ("Y將 黃J", "YJ2"),
        ("YJ02", "YJ2"),
        ("", ""),
    ],
)
def test_input_forms(text: str, same: str) -> None:
    assert parse_cards(text) == parse_cards(same)
    assert parse_cards(same) == parse_cards(same.lower())


@given(st.lists(st.integers(0, N_TYPES - 1), max_size=150), st.sampled_from(LANGS))
def test_text_reads_back_to_the_same_cards(cards: list[int], lang: str) -> None:
    assert parse_cards(format_cards(cards, lang)) == cards


@given(st.integers(0, N_TYPES - 1), st.integers(1, 250), st.sampled_from(LANGS))
def test_long_runs_read_back(card: int, count: int, lang: str) -> None:
    assert parse_cards(format_cards([card] * count, lang)) == [card] * count


def test_output_keeps_order_and_draws_runs_together() -> None:
    cards = parse_cards("YJ YJ YS RC GUI GUI YJ")
    assert format_cards(cards) == "YJ2 YS RC GUI2 YJ"
    assert format_cards(cards, "zh") == format_cards(cards, "zh-hant") == "黃將2 黃士 紅車 鬼2 黃將"
    assert format_cards(cards, "zh-hans") == "黄将2 黄士 红车 鬼2 黄将"
    assert format_cards([]) == ""
    assert [format_card(card) for card in (0, 10, 28)] == ["YJ", "RC", "GUI"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("YJ QS", ["character 4", '"Q"', "a colour Y R W G", "黃 紅 白 綠", "GUI"]),
        ("YJ2 YS RK", ["character 9", '"K"', "a kind J S X C M P Z", 'after "R"']),
        ("Y J", ["character 2", '" "', "a kind"]),
        ("YJ Y", ["character 5", "the end", "a kind"]),
        ("GU", ["character 2", '"U"', "or GUI"]),
        ("黃鬼", ["character 2", '"鬼"', "將 士 相 車 馬 炮 卒"]),
        ("YJ0", ["character 3", '"0"', "a count from 1 to 99"]),
        ("YJ999999999", ["character 3", "a count from 1 to 99"]),
        ("2YJ", ["character 1", '"2"', "a colour"]),
        ("YJ-YS", ["character 3", '"-"', "a colour"]),
        ("YJ\x1b", ["character 3", r'"\x1b"', "a colour"]),
        ("YJ " * 30 + "Q", ["character 91", '..."', '"Q"']),
    ],
)
def test_a_text_that_cannot_be_read_says_where_and_what_was_expected(text: str, words: list[str]) -> None:
    with pytest.raises(CardError) as error:
        parse_cards(text)
    message = str(error.value)
    assert [word for word in words if word not in message] == []
    assert message.isprintable()


@given(st.text(max_size=20))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    message, cards = "", []
    try:
        cards = parse_cards(text)
    except CardError as error:
        message = str(error)
    assert message.isprintable()
    assert parse_cards(format_cards(cards)) == cards


@pytest.mark.parametrize("text", [None, 3, ["YJ"]])
def test_what_is_no_text_is_refused(text: object) -> None:
    with pytest.raises(CardError, match="expected card text"):
        parse_cards(text)  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "found"), [("", "none"), ("YJ2", "2"), ("YJ YS YX", "3")])
def test_one_card_is_expected_where_one_is_asked(text: str, found: str) -> None:
    with pytest.raises(CardError, match=f"expected one card, found {found}"):
        parse_card(text)


def test_codes_and_languages_that_do_not_exist() -> None:
    for code in (-1, 29):
        with pytest.raises(CardError, match=f"card code {code} .*expected 0 to 28"):
            format_card(code)
    with pytest.raises(SiseError, match='unknown language "fr"; expected one of en, zh, zh-hant, zh-hans'):
        format_cards([0], "fr")


def test_a_deck_has_four_copies_and_five_ghosts() -> None:
    check_copies(parse_cards("YJ4 GZ4 GUI5"), ghosts=True)
    check_copies(parse_cards("YJ4 GZ4"), ghosts=False)
    with pytest.raises(CardError, match=r"RC \(紅車\) found 5 times; the deck holds 4"):
        check_copies(parse_cards("YJ RC3 YS RC2"), ghosts=True)
    with pytest.raises(CardError, match=r"GUI \(鬼\) found 6 times; the deck holds 5"):
        check_copies(parse_cards("GUI6"), ghosts=True)
    with pytest.raises(CardError, match=r"GUI \(鬼\) found .*without ghosts"):
        check_copies(parse_cards("YJ GUI"), ghosts=False)
