"""Hands and melds that several scripted deals share."""

# 28 covered cards of 54 hu by three fat 鬧, 20 more by the 清 of 車; in Youxi three 魚, 18 胡頭.
RICH = "YC4 WC4 GC4 YS2 RS2 WS2 GS2 YX2 RX2 WX2 GX2"
WAITS_RC = f"RM RP {RICH}"  # 30 cards; with RC 75 hu, or 19 胡頭
# The same for another seat: 54 hu and a 肥車 of 卒 all out, 100 more.
ALSO_WAITS_RC = "RM RP YZ4 RZ4 WZ4 YM2 WM2 GM2 YP2 WP2 GP2 WX2 GX2"

# 29 open cards that are no win: 9 hu, in Guangshui 20 more by 5 步. And nine 碰, more than enough there.
POOR = "peng:YS peng:RX peng:WS peng:GX peng:YM chi:RC,RM,RP chi:WC,WM,WP chi:GC,GM,GP chi:YZ,RZ,WZ zhan:YX"
NINE_PENG = "peng:YS peng:YX peng:RS peng:RX peng:WS peng:WX peng:GS peng:GX peng:YM"

# Single RJ in the other hands, so that nobody pengs the one that seat 1 draws.
RJ_APART = {0: "RJ", 2: "RJ"}

# Waits for RC: two 魚 12, one 坎 2 and a 圓 of the claimed card 1. N: 15 + 16 士 相 + 1 將.
YOUXI_WAITS_RC = "RM RP YC4 WC4 GC3 YS2 RS2 WS2 GS2 YX2 RX2 WX2 GX2 GJ"
