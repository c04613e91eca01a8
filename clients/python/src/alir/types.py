"""The types of parameters, rows and objects. Values are in IDR, volumes in shares."""

# Written from docs/openapi.json by test/clients/python-client.test.ts. Do not edit.
from __future__ import annotations

from datetime import date, datetime
from typing import Literal, TypedDict, Union

Day = Union[str, date]
"""A day: a date, or a text such as 2026-01-30"""

Time = Union[str, datetime]
"""A time with a time zone, such as 2026-01-31T17:00:00+07:00"""

EmptyReason = Literal[
    "unknown_ticker",
    "no_trades",
    "no_trading_day",
    "not_published_yet",
    "missing_day",
    "future",
]

ErrorCode = Literal[
    "invalid_request",
    "invalid_json",
    "invalid_url",
    "malformed_request",
    "bad_key_name",
    "unauthorized",
    "address_not_allowed",
    "key_units_exceeded",
    "scope_missing",
    "quota_exceeded",
    "quota_insufficient",
    "host_not_allowed",
    "account_suspended",
    "payment_refused",
    "not_found",
    "unknown_offer",
    "unknown_order",
    "unknown_invoice",
    "unknown_key",
    "unknown_webhook",
    "unknown_saved_item",
    "unknown_alert",
    "method_not_allowed",
    "not_acceptable",
    "request_timeout",
    "downgrade_refused",
    "renewal_too_long",
    "forfeit_not_confirmed",
    "too_many_orders",
    "idempotency_conflict",
    "key_limit_reached",
    "key_in_use",
    "webhook_limit_reached",
    "webhook_not_ready",
    "saved_limit_reached",
    "alert_limit_reached",
    "version_not_kept",
    "body_too_large",
    "unsupported_media_type",
    "answer_too_large",
    "rate_limited",
    "address_limited",
    "headers_too_large",
    "client_gone",
    "internal_error",
    "data_unavailable",
    "overloaded",
    "ledger_unavailable",
    "query_timeout",
    "shutting_down",
    "not_ready",
    "payment_unavailable",
]

Adjust = Literal["none", "splits"]
By = Literal["day", "key", "endpoint"]
Cause = Literal["refund", "void", "chargeback"]
Condition = Literal["published", "due", "missing", "future"]
Direction = Literal["desc", "asc"]
EmailEvent = Literal[
    "day.published",
    "day.corrected",
    "quota.80",
    "quota.100",
    "plan.ending",
    "plan.ended",
    "payment.applied",
    "key.created",
    "alert.changed",
]
EvenIfInUse = Literal["yes"]
File = Literal[
    "analysts.md",
    "benchmarks.md",
    "beyond-one-box.md",
    "caller.md",
    "commands.md",
    "contract.md",
    "data-protection.md",
    "glossary.md",
    "ingest.md",
    "limits.md",
    "numbers.md",
    "rules.md",
    "run.md",
    "sell.md",
]
Investor = Literal["all", "f", "d"]
KeyKind = Literal["api", "mcp", "console", "link"]
Label = Literal[
    "Big Accumulation",
    "Normal Accumulation",
    "Small Accumulation",
    "Neutral",
    "Small Distribution",
    "Normal Distribution",
    "Big Distribution",
]
Lang = Literal["en", "id"]
Language = Literal["en", "id"]
Market = Literal["RG", "NG", "ALL"]
Measure = Literal[
    "close",
    "volume",
    "value",
    "freq",
    "change_1d",
    "change_5d",
    "change_20d",
    "range_20d",
    "range_60d",
    "range_250d",
    "volume_ratio_20d",
    "value_ratio_20d",
    "net_foreign_1d",
    "net_foreign_5d",
    "net_foreign_20d",
    "foreign_share_1d",
    "foreign_share_5d",
    "foreign_share_20d",
    "foreign_streak",
    "accumulation_1d",
    "accumulation_5d",
    "accumulation_20d",
    "buy_top1_1d",
    "buy_top3_1d",
    "buy_top5_1d",
    "buy_top10_1d",
    "buy_top15_1d",
    "buy_top1_5d",
    "buy_top3_5d",
    "buy_top5_5d",
    "buy_top10_5d",
    "buy_top15_5d",
    "buy_top1_20d",
    "buy_top3_20d",
    "buy_top5_20d",
    "buy_top10_20d",
    "buy_top15_20d",
    "sell_top1_1d",
    "sell_top3_1d",
    "sell_top5_1d",
    "sell_top10_1d",
    "sell_top15_1d",
    "sell_top1_5d",
    "sell_top3_5d",
    "sell_top5_5d",
    "sell_top10_5d",
    "sell_top15_5d",
    "sell_top1_20d",
    "sell_top3_20d",
    "sell_top5_20d",
    "sell_top10_20d",
    "sell_top15_20d",
    "net_buyers_less_sellers_1d",
    "net_buyers_less_sellers_5d",
    "net_buyers_less_sellers_20d",
    "top5_buyer_cost_20d",
    "close_to_cost_20d",
    "top5_buyer_cost_60d",
    "close_to_cost_60d",
    "negotiated_value_1d",
    "negotiated_premium_1d",
    "change_1d_p60",
    "change_1d_p250",
    "change_5d_p60",
    "change_5d_p250",
    "change_20d_p60",
    "change_20d_p250",
    "volume_ratio_20d_p60",
    "volume_ratio_20d_p250",
    "value_ratio_20d_p60",
    "value_ratio_20d_p250",
    "net_foreign_1d_p60",
    "net_foreign_1d_p250",
    "net_foreign_5d_p60",
    "net_foreign_5d_p250",
    "net_foreign_20d_p60",
    "net_foreign_20d_p250",
    "foreign_share_1d_p60",
    "foreign_share_1d_p250",
    "foreign_share_5d_p60",
    "foreign_share_5d_p250",
    "foreign_share_20d_p60",
    "foreign_share_20d_p250",
    "accumulation_1d_p60",
    "accumulation_1d_p250",
    "accumulation_5d_p60",
    "accumulation_5d_p250",
    "accumulation_20d_p60",
    "accumulation_20d_p250",
    "negotiated_value_1d_p60",
    "negotiated_value_1d_p250",
]
Method = Literal["manual", "midtrans", "xendit", "credit", "withheld"]
Months = Literal[1, 3, 6]
OrderKind = Literal["purchase", "renewal", "upgrade"]
PercentileRows = Literal[250, 60]
PlanEffect = Literal["kept", "undone"]
Provider = Literal["manual", "midtrans", "xendit", "credit"]
QuotaWindow = Literal["day", "cycle"]
Scope = Literal["data", "account"]
Side = Literal["buy", "sell"]


class BrokerRow(TypedDict):
    """Totals of one broker over the whole range"""

    code: str
    """Broker code"""
    buy_freq: int
    """Number of buy transactions"""
    sell_freq: int
    """Number of sell transactions"""
    buy_volume: int
    """Volume bought, in shares"""
    sell_volume: int
    """Volume sold, in shares"""
    buy_value: int
    """Total value of buys, in IDR"""
    sell_value: int
    """Total value of sells, in IDR"""
    buy_avg: float
    """Weighted average buy price, in IDR per share: value / volume, rounded half-up to 2
    decimals; 0 if the volume is 0
    """
    sell_avg: float
    """Weighted average sell price, in IDR per share: value / volume, rounded half-up to 2
    decimals; 0 if the volume is 0
    """


class BrokerDayRow(TypedDict):
    """Totals of one broker on one day"""

    date: str
    """Trading day"""
    code: str
    """Broker code"""
    buy_freq: int
    """Number of buy transactions"""
    sell_freq: int
    """Number of sell transactions"""
    buy_volume: int
    """Volume bought, in shares"""
    sell_volume: int
    """Volume sold, in shares"""
    buy_value: int
    """Total value of buys, in IDR"""
    sell_value: int
    """Total value of sells, in IDR"""
    buy_avg: float
    """Weighted average buy price, in IDR per share: value / volume, rounded half-up to 2
    decimals; 0 if the volume is 0
    """
    sell_avg: float
    """Weighted average sell price, in IDR per share: value / volume, rounded half-up to 2
    decimals; 0 if the volume is 0
    """


class InventoryRow(TypedDict):
    """Net trades of one broker on one day and since the first day"""

    date: str
    """Trading day"""
    code: str
    """Broker code, or OTHER for all brokers that are not shown"""
    net_volume: int
    """Volume bought minus volume sold on the day, in shares"""
    net_value: int
    """Value bought minus value sold on the day, in IDR"""
    cumulative_volume: int
    """Sum of net_volume since `from`, in shares"""
    cumulative_value: int
    """Sum of net_value since `from`, in IDR"""


class BrokerPositionDay(TypedDict):
    """Net trades and estimated position of a broker on one day"""

    date: str
    """Trading day"""
    net_volume: int
    """Volume bought minus volume sold on the day, in shares"""
    net_value: int
    """Value bought minus value sold on the day, in IDR"""
    position: int
    """Sum of net_volume since `from`, in shares. Negative if the broker sold more than it bought"""
    average_cost: float | None
    """Moving average price of the position; null without a position, in IDR per share, with 2
    decimals
    """
    close: float | None
    """Last price in RG up to the day, since `from`; null if there is none, in IDR per share,
    with 2 decimals
    """
    result: int | None
    """(close - average_cost) x position, both prices before rounding, in IDR. Null if close is
    null
    """
    days_held: int
    """Published days since the position was opened or changed its sign, including this day; 0
    without a position
    """


class BrokerPosition(TypedDict):
    """The estimated position of a broker in a stock"""

    ticker: str
    """Ticker"""
    broker: str
    """Broker code"""
    adjust: Adjust
    """Whether volumes and prices are adjusted, as requested"""
    note: str
    """Why the position is an estimate"""
    traded_days: int
    """Days of the range on which the broker traded the stock"""
    days: list[BrokerPositionDay]
    """A row for each published day of the range, by date"""


class AccumulationTop(TypedDict):
    """The n largest net buyers against the n largest net sellers"""

    n: Literal[1, 3, 5, 10]
    """Number of brokers on each side"""
    net_volume: int
    """Net buys of the n largest net buyers minus net sells of the n largest net sellers, in
    shares
    """
    percent: float
    """net_volume in percent of the volume, rounded to 2 decimals; a half is rounded away from 0"""
    net_value: int
    """net_volume × (value / volume), with the value and volume of all trades of the stock,
    rounded to whole IDR, in IDR
    """


class Concentration(TypedDict):
    """Share of the largest brokers in the volume of all buys, or of all sells"""

    top1: float
    """Share of the largest broker in all buys (or all sells), by volume, in percent, rounded to
    2 decimals; a half is rounded away from 0
    """
    top3: float
    """Share of the 3 largest brokers in all buys (or all sells), by volume, in percent, rounded
    to 2 decimals; a half is rounded away from 0
    """
    top5: float
    """Share of the 5 largest brokers in all buys (or all sells), by volume, in percent, rounded
    to 2 decimals; a half is rounded away from 0
    """
    hhi: float
    """Herfindahl-Hirschman index: the sum of the squared percents of all brokers, 0 to 10,000,
    rounded to 2 decimals; a half is rounded away from 0
    """


class Accumulation(TypedDict):
    """Largest net buyers against largest net sellers of a range"""

    volume: int
    """Volume of all trades of the stock, of any investor, in shares"""
    value: int
    """Value of all trades of the stock, of any investor, in IDR"""
    average: float
    """Volume-weighted average price (VWAP) of these trades, in IDR per share, rounded half-up to
    2 decimals; 0 without trades
    """
    net_buyers: int
    """Number of brokers that bought more shares than they sold"""
    net_sellers: int
    """Number of brokers that sold more shares than they bought"""
    label: Label
    """Neutral if the absolute value of average_percent (before rounding) is below 6. Otherwise
    two words: Small (from 6), Normal (from 12.5) or Big (from 20), then Accumulation if
    average_percent is positive, or Distribution if it is negative
    """
    average_percent: float
    """(top 3 + top 5 + mean of top 1, 2, 3, 4 and 5) / 3, in percent of the volume, rounded to 2
    decimals (a half is rounded away from 0). Top n is the net buys of the n largest net
    buyers minus the net sells of the n largest net sellers. The response does not contain top
    2 and top 4
    """
    top: list[AccumulationTop]
    """For n = 1, 3, 5, 10"""
    buy_share: Concentration
    """Share of the largest brokers in the volume of all buys, or of all sells"""
    sell_share: Concentration
    """Share of the largest brokers in the volume of all buys, or of all sells"""


class Counterparties(TypedDict):
    """What one broker bought from another over the whole range"""

    buyer: str
    """Code of the broker that bought"""
    seller: str
    """Code of the broker that sold; it may be the same broker"""
    freq: int
    """Number of trades"""
    volume: int
    """Total volume of the trades, in shares"""
    value: int
    """Total value of the trades, in IDR"""


class OhlcvDay(TypedDict):
    """Prices and totals of a stock on one day"""

    date: str
    """Trading day"""
    open: float | None
    """Price of the first trade of the day, by trade number, in IDR per share, whole as traded,
    with 2 decimals if adjusted; null with market ALL if the stock has no trade in RG on the
    day
    """
    high: float | None
    """Highest price of the day, in IDR per share, whole as traded, with 2 decimals if adjusted;
    null with market ALL if the stock has no trade in RG on the day
    """
    low: float | None
    """Lowest price of the day, in IDR per share, whole as traded, with 2 decimals if adjusted;
    null with market ALL if the stock has no trade in RG on the day
    """
    close: float | None
    """Price of the last trade of the day, by trade number, in IDR per share, whole as traded,
    with 2 decimals if adjusted; null with market ALL if the stock has no trade in RG on the
    day
    """
    average: float
    """Volume-weighted average price (VWAP): value / volume, in IDR per share, rounded half-up to
    2 decimals
    """
    volume: int
    """Volume of the trades, in shares"""
    value: int
    """Value of the trades, in IDR"""
    freq: int
    """Number of trades"""
    net_foreign: int
    """Value that foreign investors bought minus value that they sold, in IDR. Negative if they
    sold more
    """


class BrokerStockRow(TypedDict):
    """Totals of a broker in one stock over the whole range"""

    ticker: str
    """Ticker"""
    buy_freq: int
    """Number of buy transactions"""
    sell_freq: int
    """Number of sell transactions"""
    buy_volume: int
    """Volume bought, in shares"""
    sell_volume: int
    """Volume sold, in shares"""
    buy_value: int
    """Total value of buys, in IDR"""
    sell_value: int
    """Total value of sells, in IDR"""
    buy_avg: float
    """Weighted average buy price, in IDR per share: value / volume, rounded half-up to 2
    decimals; 0 if the volume is 0
    """
    sell_avg: float
    """Weighted average sell price, in IDR per share: value / volume, rounded half-up to 2
    decimals; 0 if the volume is 0
    """


class RankedBroker(TypedDict):
    """Totals of one broker in all stocks over the whole range"""

    code: str
    """Broker code"""
    buy_freq: int
    """Number of buy transactions"""
    sell_freq: int
    """Number of sell transactions"""
    buy_volume: int
    """Volume bought, in shares"""
    sell_volume: int
    """Volume sold, in shares"""
    buy_value: int
    """Total value of buys, in IDR"""
    sell_value: int
    """Total value of sells, in IDR"""
    buy_avg: float
    """Weighted average buy price, in IDR per share: value / volume, rounded half-up to 2
    decimals; 0 if the volume is 0
    """
    sell_avg: float
    """Weighted average sell price, in IDR per share: value / volume, rounded half-up to 2
    decimals; 0 if the volume is 0
    """
    share: float
    """buy_value plus sell_value, in percent of the sum of all brokers of the response, rounded
    to 2 decimals; a half is rounded away from 0
    """


class ForeignFlow(TypedDict):
    """Totals of foreign investors over the whole range"""

    foreign_buy: int
    """Total value of purchases by foreign investors, in IDR"""
    foreign_sell: int
    """Total value of sales by foreign investors, in IDR"""
    net_foreign: int
    """foreign_buy minus foreign_sell, in IDR. Negative if foreign investors sold more"""


class ForeignFlowDay(TypedDict):
    """Totals of foreign investors on one day"""

    date: str
    """Trading day"""
    foreign_buy: int
    """Total value of purchases by foreign investors, in IDR"""
    foreign_sell: int
    """Total value of sales by foreign investors, in IDR"""
    net_foreign: int
    """foreign_buy minus foreign_sell, in IDR. Negative if foreign investors sold more"""


class RankedForeignFlow(TypedDict):
    """What foreign investors did in one stock over the whole range"""

    ticker: str
    """Ticker"""
    foreign_buy: int
    """Total value of purchases by foreign investors, in IDR"""
    foreign_sell: int
    """Total value of sales by foreign investors, in IDR"""
    net_foreign: int
    """foreign_buy minus foreign_sell, in IDR. Negative if foreign investors sold more"""
    percent: float
    """net_foreign in percent of the value of all trades of the stock, rounded to 2 decimals; a
    half is rounded away from 0
    """
    streak: int
    """Number of published days in a row on which net_foreign has the same sign, counted
    backwards from the last published day of the range. A published day counts even if the
    calendar calls it a holiday or a weekend. The streak is positive if net_foreign is
    positive on these days, and negative if it is negative on them. It is 0 if net_foreign of
    the last day is 0
    """


class _MeasureRowRequired(TypedDict):
    """Measures of a stock on a day; null without enough earlier days"""

    date: str
    """Day"""
    ticker: str
    """Ticker"""


class MeasureRow(_MeasureRowRequired, total=False):
    """Measures of a stock on a day; null without enough earlier days"""

    close: float | None
    """idr_per_share: price of the last trade of the day, by trade number"""
    volume: int | None
    """shares: volume of the day"""
    value: int | None
    """idr: value of the day"""
    freq: int | None
    """trades: number of trades of the day"""
    change_1d: float | None
    """percent: close / close of the day before - 1"""
    change_5d: float | None
    """percent: close / close 5 days before - 1"""
    change_20d: float | None
    """percent: close / close 20 days before - 1"""
    range_20d: float | None
    """percent: (close - lowest low) / (highest high - lowest low) of the last 20 days; 50 if
    they are equal
    """
    range_60d: float | None
    """percent: (close - lowest low) / (highest high - lowest low) of the last 60 days; 50 if
    they are equal
    """
    range_250d: float | None
    """percent: (close - lowest low) / (highest high - lowest low) of the last 250 days; 50 if
    they are equal
    """
    volume_ratio_20d: float | None
    """times: volume of the day / median volume of the 20 days before it; null if this median is
    0
    """
    value_ratio_20d: float | None
    """times: value of the day / median value of the 20 days before it; null if this median is 0"""
    net_foreign_1d: int | None
    """idr: value that foreign investors bought - value that they sold, over the day"""
    net_foreign_5d: int | None
    """idr: value that foreign investors bought - value that they sold, over the last 5 days"""
    net_foreign_20d: int | None
    """idr: value that foreign investors bought - value that they sold, over the last 20 days"""
    foreign_share_1d: float | None
    """percent: net_foreign_1d / value of the day"""
    foreign_share_5d: float | None
    """percent: net_foreign_5d / value of the last 5 days"""
    foreign_share_20d: float | None
    """percent: net_foreign_20d / value of the last 20 days"""
    foreign_streak: int | None
    """days: days in a row, up to this one, with net_foreign_1d > 0 (a positive number) or < 0 (a
    negative number); a day without trades ends it
    """
    accumulation_1d: float | None
    """percent: average_percent of /stocks/accumulation over the day"""
    accumulation_5d: float | None
    """percent: average_percent of /stocks/accumulation over the last 5 days"""
    accumulation_20d: float | None
    """percent: average_percent of /stocks/accumulation over the last 20 days"""
    buy_top1_1d: float | None
    """percent: share of the volume of the day that the largest buyers (top 1) bought"""
    buy_top3_1d: float | None
    """percent: share of the volume of the day that the largest buyers (top 3) bought"""
    buy_top5_1d: float | None
    """percent: share of the volume of the day that the largest buyers (top 5) bought"""
    buy_top10_1d: float | None
    """percent: share of the volume of the day that the largest buyers (top 10) bought"""
    buy_top15_1d: float | None
    """percent: share of the volume of the day that the largest buyers (top 15) bought"""
    buy_top1_5d: float | None
    """percent: share of the volume of the last 5 days that the largest buyers (top 1) bought"""
    buy_top3_5d: float | None
    """percent: share of the volume of the last 5 days that the largest buyers (top 3) bought"""
    buy_top5_5d: float | None
    """percent: share of the volume of the last 5 days that the largest buyers (top 5) bought"""
    buy_top10_5d: float | None
    """percent: share of the volume of the last 5 days that the largest buyers (top 10) bought"""
    buy_top15_5d: float | None
    """percent: share of the volume of the last 5 days that the largest buyers (top 15) bought"""
    buy_top1_20d: float | None
    """percent: share of the volume of the last 20 days that the largest buyers (top 1) bought"""
    buy_top3_20d: float | None
    """percent: share of the volume of the last 20 days that the largest buyers (top 3) bought"""
    buy_top5_20d: float | None
    """percent: share of the volume of the last 20 days that the largest buyers (top 5) bought"""
    buy_top10_20d: float | None
    """percent: share of the volume of the last 20 days that the largest buyers (top 10) bought"""
    buy_top15_20d: float | None
    """percent: share of the volume of the last 20 days that the largest buyers (top 15) bought"""
    sell_top1_1d: float | None
    """percent: share of the volume of the day that the largest sellers (top 1) sold"""
    sell_top3_1d: float | None
    """percent: share of the volume of the day that the largest sellers (top 3) sold"""
    sell_top5_1d: float | None
    """percent: share of the volume of the day that the largest sellers (top 5) sold"""
    sell_top10_1d: float | None
    """percent: share of the volume of the day that the largest sellers (top 10) sold"""
    sell_top15_1d: float | None
    """percent: share of the volume of the day that the largest sellers (top 15) sold"""
    sell_top1_5d: float | None
    """percent: share of the volume of the last 5 days that the largest sellers (top 1) sold"""
    sell_top3_5d: float | None
    """percent: share of the volume of the last 5 days that the largest sellers (top 3) sold"""
    sell_top5_5d: float | None
    """percent: share of the volume of the last 5 days that the largest sellers (top 5) sold"""
    sell_top10_5d: float | None
    """percent: share of the volume of the last 5 days that the largest sellers (top 10) sold"""
    sell_top15_5d: float | None
    """percent: share of the volume of the last 5 days that the largest sellers (top 15) sold"""
    sell_top1_20d: float | None
    """percent: share of the volume of the last 20 days that the largest sellers (top 1) sold"""
    sell_top3_20d: float | None
    """percent: share of the volume of the last 20 days that the largest sellers (top 3) sold"""
    sell_top5_20d: float | None
    """percent: share of the volume of the last 20 days that the largest sellers (top 5) sold"""
    sell_top10_20d: float | None
    """percent: share of the volume of the last 20 days that the largest sellers (top 10) sold"""
    sell_top15_20d: float | None
    """percent: share of the volume of the last 20 days that the largest sellers (top 15) sold"""
    net_buyers_less_sellers_1d: int | None
    """brokers: brokers that bought more shares than they sold - brokers that sold more, over the
    day
    """
    net_buyers_less_sellers_5d: int | None
    """brokers: brokers that bought more shares than they sold - brokers that sold more, over the
    last 5 days
    """
    net_buyers_less_sellers_20d: int | None
    """brokers: brokers that bought more shares than they sold - brokers that sold more, over the
    last 20 days
    """
    top5_buyer_cost_20d: float | None
    """idr_per_share: buy value / buy volume of the 5 largest net buyers (in shares) of the last
    20 days, an estimate of their cost; null without net buyers
    """
    close_to_cost_20d: float | None
    """percent: close / top5_buyer_cost_20d before rounding - 1"""
    top5_buyer_cost_60d: float | None
    """idr_per_share: buy value / buy volume of the 5 largest net buyers (in shares) of the last
    60 days, an estimate of their cost; null without net buyers
    """
    close_to_cost_60d: float | None
    """percent: close / top5_buyer_cost_60d before rounding - 1"""
    negotiated_value_1d: int | None
    """idr: value of the day in the negotiated market (NG)"""
    negotiated_premium_1d: float | None
    """percent: average price of the day in NG / close - 1; null without trades in NG"""
    change_1d_p60: float | None
    """percent: percent of the values of change_1d in the 60 rows of the ticker before this one
    that are lower, equal ones counting half; null if the ticker has fewer rows or the day has
    no value
    """
    change_1d_p250: float | None
    """percent: percent of the values of change_1d in the 250 rows of the ticker before this one
    that are lower, equal ones counting half; null if the ticker has fewer rows or the day has
    no value
    """
    change_5d_p60: float | None
    """percent: percent of the values of change_5d in the 60 rows of the ticker before this one
    that are lower, equal ones counting half; null if the ticker has fewer rows or the day has
    no value
    """
    change_5d_p250: float | None
    """percent: percent of the values of change_5d in the 250 rows of the ticker before this one
    that are lower, equal ones counting half; null if the ticker has fewer rows or the day has
    no value
    """
    change_20d_p60: float | None
    """percent: percent of the values of change_20d in the 60 rows of the ticker before this one
    that are lower, equal ones counting half; null if the ticker has fewer rows or the day has
    no value
    """
    change_20d_p250: float | None
    """percent: percent of the values of change_20d in the 250 rows of the ticker before this one
    that are lower, equal ones counting half; null if the ticker has fewer rows or the day has
    no value
    """
    volume_ratio_20d_p60: float | None
    """percent: percent of the values of volume_ratio_20d in the 60 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    volume_ratio_20d_p250: float | None
    """percent: percent of the values of volume_ratio_20d in the 250 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    value_ratio_20d_p60: float | None
    """percent: percent of the values of value_ratio_20d in the 60 rows of the ticker before this
    one that are lower, equal ones counting half; null if the ticker has fewer rows or the day
    has no value
    """
    value_ratio_20d_p250: float | None
    """percent: percent of the values of value_ratio_20d in the 250 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    net_foreign_1d_p60: float | None
    """percent: percent of the values of net_foreign_1d in the 60 rows of the ticker before this
    one that are lower, equal ones counting half; null if the ticker has fewer rows or the day
    has no value
    """
    net_foreign_1d_p250: float | None
    """percent: percent of the values of net_foreign_1d in the 250 rows of the ticker before this
    one that are lower, equal ones counting half; null if the ticker has fewer rows or the day
    has no value
    """
    net_foreign_5d_p60: float | None
    """percent: percent of the values of net_foreign_5d in the 60 rows of the ticker before this
    one that are lower, equal ones counting half; null if the ticker has fewer rows or the day
    has no value
    """
    net_foreign_5d_p250: float | None
    """percent: percent of the values of net_foreign_5d in the 250 rows of the ticker before this
    one that are lower, equal ones counting half; null if the ticker has fewer rows or the day
    has no value
    """
    net_foreign_20d_p60: float | None
    """percent: percent of the values of net_foreign_20d in the 60 rows of the ticker before this
    one that are lower, equal ones counting half; null if the ticker has fewer rows or the day
    has no value
    """
    net_foreign_20d_p250: float | None
    """percent: percent of the values of net_foreign_20d in the 250 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    foreign_share_1d_p60: float | None
    """percent: percent of the values of foreign_share_1d in the 60 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    foreign_share_1d_p250: float | None
    """percent: percent of the values of foreign_share_1d in the 250 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    foreign_share_5d_p60: float | None
    """percent: percent of the values of foreign_share_5d in the 60 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    foreign_share_5d_p250: float | None
    """percent: percent of the values of foreign_share_5d in the 250 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    foreign_share_20d_p60: float | None
    """percent: percent of the values of foreign_share_20d in the 60 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    foreign_share_20d_p250: float | None
    """percent: percent of the values of foreign_share_20d in the 250 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    accumulation_1d_p60: float | None
    """percent: percent of the values of accumulation_1d in the 60 rows of the ticker before this
    one that are lower, equal ones counting half; null if the ticker has fewer rows or the day
    has no value
    """
    accumulation_1d_p250: float | None
    """percent: percent of the values of accumulation_1d in the 250 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    accumulation_5d_p60: float | None
    """percent: percent of the values of accumulation_5d in the 60 rows of the ticker before this
    one that are lower, equal ones counting half; null if the ticker has fewer rows or the day
    has no value
    """
    accumulation_5d_p250: float | None
    """percent: percent of the values of accumulation_5d in the 250 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    accumulation_20d_p60: float | None
    """percent: percent of the values of accumulation_20d in the 60 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    accumulation_20d_p250: float | None
    """percent: percent of the values of accumulation_20d in the 250 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    negotiated_value_1d_p60: float | None
    """percent: percent of the values of negotiated_value_1d in the 60 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """
    negotiated_value_1d_p250: float | None
    """percent: percent of the values of negotiated_value_1d in the 250 rows of the ticker before
    this one that are lower, equal ones counting half; null if the ticker has fewer rows or
    the day has no value
    """


class MarketDay(TypedDict):
    """Totals of all stocks on one day"""

    date: str
    """Trading day"""
    tickers: int
    """Number of stocks with a trade"""
    volume: int
    """Total volume, in shares"""
    value: int
    """Total value, in IDR"""
    freq: int
    """Number of trades"""
    foreign_buy: int
    """Total value of purchases by foreign investors, in IDR"""
    foreign_sell: int
    """Total value of sales by foreign investors, in IDR"""
    net_foreign: int
    """foreign_buy minus foreign_sell, in IDR. Negative if foreign investors sold more"""


class BriefLine(TypedDict):
    """Something unusual about a stock, or about a broker"""

    kind: Literal[
        "accumulated",
        "distributed",
        "volume",
        "streak_began",
        "streak_ended",
        "negotiated",
        "broker_turned",
    ]
    """What is unusual. accumulated, distributed: the 5 days of a stock; volume: the day of a
    stock; streak_began, streak_ended: net foreign buying or selling on consecutive days;
    negotiated: trades in NG; broker_turned: a net seller became a net buyer, or the reverse
    """
    ticker: str | None
    """Stock; null for a broker in the whole regular market"""
    broker: str | None
    """Broker code; null for a stock"""
    figure: float
    """By kind. accumulated, distributed: accumulation_5d, in percent; volume: volume_ratio_20d;
    streak_began: net_foreign_5d, streak_ended: net_foreign_1d, in IDR; negotiated:
    negotiated_value_1d, in IDR; broker_turned: net value of the last 5 days, in IDR
    """
    percentile: float | None
    """Percent of earlier figures of the stock (broker_turned: of the broker) that are lower,
    equal ones counting half; null if there are too few, rounded to 2 decimals; a half is
    rounded away from 0
    """
    percentile_rows: PercentileRows | None
    """Number of earlier figures that the percentile compares with"""
    streak: int | None
    """Days of the streak: positive for buying, negative for selling. Null for other kinds"""
    premium: float | None
    """Average price in NG / close - 1, in percent; null for other kinds, rounded to 2 decimals;
    a half is rounded away from 0
    """
    figure_before: int | None
    """Net value of the broker over the 20 days before the last 5, in IDR. Null for other kinds"""
    page: str
    """Path of the page with the figures, on this server"""


class Brief(TypedDict):
    """What is unusual on a day"""

    date: str | None
    """Day; null if it has no measures"""
    note: str
    """Limits of the figures"""
    lines: list[BriefLine]
    """By kind, at most 5 of each, the most unusual first"""


class _ScreenedRequired(TypedDict):
    """The stocks that meet the conditions"""

    date: str | None
    """Day; null if no day has measures"""
    rows: list[MeasureRow]
    """A row for each stock, in the requested order"""


class Screened(_ScreenedRequired, total=False):
    """The stocks that meet the conditions"""

    sql: str
    """SQL that ran: `alir sql` returns the same rows"""


class _ScreenLimitRequired(TypedDict):
    """_ScreenLimitRequired"""

    measure: Measure
    """Name of a measure of GET /market/measures"""


class ScreenLimit(_ScreenLimitRequired, total=False):
    """ScreenLimit"""

    days_before: int
    """Number of published trading days before the day, to compare an earlier value of the
    measure. Default: the value of the day
    """


_ScreenConditionKeywords = TypedDict("_ScreenConditionKeywords", {"and": "list[ScreenCondition]", "or": "list[ScreenCondition]", "not": "ScreenCondition"}, total=False)


class _ScreenConditionRequired(_ScreenConditionKeywords):
    """Either `and`, `or` or `not`, or a measure with one comparison. A comparison with a missing
    value is unknown, also under `not`: such a comparison selects no stock
    """



class ScreenCondition(_ScreenConditionRequired, total=False):
    """Either `and`, `or` or `not`, or a measure with one comparison. A comparison with a missing
    value is unknown, also under `not`: such a comparison selects no stock
    """

    measure: Measure
    """Name of a measure of GET /market/measures"""
    days_before: int
    """Number of published trading days before the day, to compare an earlier value of the
    measure. Default: the value of the day
    """
    lt: float | ScreenLimit
    """The measure is less than this limit"""
    lte: float | ScreenLimit
    """The measure is at most this limit"""
    gt: float | ScreenLimit
    """The measure is greater than this limit"""
    gte: float | ScreenLimit
    """The measure is at least this limit"""
    eq: float | ScreenLimit
    """The measure is equal to this limit"""
    ne: float | ScreenLimit
    """The measure is not equal to this limit"""
    between: list[float | ScreenLimit]
    """The measure is from the first limit to the second one, both included"""
    top: int
    """The measure is among this number of highest values of the day, or of the earlier day with
    `days_before`; of equal values, the first tickers count. All stocks of that day are
    ranked, also those without a row on the day of the screen
    """


class _SortRequired(TypedDict):
    """Order of the rows. Stocks without a value come last, and equal ones by ticker. Default: by
    ticker
    """

    measure: Measure
    """Name of a measure of GET /market/measures"""


class Sort(_SortRequired, total=False):
    """Order of the rows. Stocks without a value come last, and equal ones by ticker. Default: by
    ticker
    """

    direction: Direction
    """Highest first, or lowest first"""


class CalendarDay(TypedDict):
    """A day of the exchange and the state of its data"""

    date: str
    """The day"""
    kind: Literal["trading_day", "holiday", "weekend"]
    """Kind of the day in the calendar of the exchange. A holiday or a weekend whose condition is
    published had trades nevertheless
    """
    name: str | None
    """Name of the holiday, in Indonesian; null on other days"""
    condition: Condition | None
    """State of the data. published: in the results; due: the day is today, and its data has not
    arrived; missing: it should be published by now and is not; future: the day is after
    today; null: not a trading day, and not published
    """
    revision: int | None
    """Revision of the published data: 1, or more after corrections"""
    published_at: str | None
    """Time of the publication, ISO 8601 in UTC"""
    trades: int | None
    """Number of trades in all markets"""
    value: int | None
    """Total value of the trades in all markets, in IDR"""
    verified: bool | None
    """Whether the day equals the exchange's Stock Summary: prices, trades, volume, value and
    foreign volumes of every stock in RG, and the totals of the other markets together. False
    if a compared figure differs; null if not all of this was compared
    """
    verified_markets: str | None
    """Markets whose figures equal the Stock Summary, separated by commas: RG, or RG,NG; null if
    there are none. The exchange states one total of the negotiated and the cash market
    """


class MarketTicker(TypedDict):
    """A security that was traded"""

    ticker: str
    """Ticker"""
    kind: Literal["fund", "stock", "right", "warrant", "structured_warrant", "other"]
    """Kind of security, derived from the form of the ticker. fund (exchange-traded or
    real-estate fund): 4 letters that begin with X (XIIT), or a ticker that begins with R-
    (R-LQ45X). stock: any other 4 letters, or 4 letters and M for shares with multiple votes
    (GOTOM). right: 4 letters and -R, with or without a number (BRMS-R, BRMS-R2). warrant: 4
    letters and -W, with or without a number (BRMS-W, BRMS-W2). structured_warrant: a warrant
    that a broker issues (BBCADRCM3A). other: any other form
    """
    first_date: str
    """First published day with a trade in RG or NG"""
    last_date: str
    """Last published day with a trade in RG or NG"""


class Broker(TypedDict):
    """A broker of the exchange"""

    code: str
    """Broker code"""
    name: str
    """Name of the company"""
    foreign_parent: bool
    """Whether the parent company is foreign"""


class Article(TypedDict):
    """One article"""

    source: str
    """Name of the source, the same as the key of `data` that contains the article"""
    title: str
    """Headline, without HTML"""
    description: str
    """Summary, without HTML; empty if the feed has none"""
    link: str
    """http or https URL of the full article; empty if the feed has none"""
    image_url: str
    """http or https URL of an image; empty if there is none"""
    guid: str | None
    """The feed's own identifier; null if the feed has none"""
    published_date: str | None
    """Time of publication, ISO 8601 in UTC. Null if the date of the feed cannot be parsed"""


class UsageReportKey(TypedDict):
    """UsageReportKey"""

    key_id: str
    """Identifier of the key"""
    key_name: str
    """Name of the key"""
    current_usage: int
    """Units charged to this key, for information only: the quota applies to the account"""
    monthly_limit: int
    """Quota of the account, in units"""
    remaining: int
    """Quota of the account minus the units charged to this key"""


class Account(TypedDict):
    """Account"""

    plan: Literal["free", "starter", "professional", "advanced", "enterprise", "custom"]
    """Current plan"""
    current_usage: int
    """Units charged to the account, for all its keys"""
    monthly_limit: int
    """Units per quota window"""
    remaining: int
    """Units that remain in the current quota window"""
    quota_window: QuotaWindow
    """Length of the quota window. day: ends at 00:00 in Jakarta; cycle: 30 days, counted from
    the start of the period
    """
    period_start: str
    """Start of the period (on the Free plan, the start of the current day in Jakarta), ISO 8601
    in UTC without the suffix Z
    """
    period_end: str
    """End of the period (on the Free plan, the end of the current day in Jakarta), ISO 8601 in
    UTC without the suffix Z
    """


class UsageReport(TypedDict):
    """Usage of a key and its account in the current quota window"""

    api_key: str
    """First and last 4 characters of the key that sends this request"""
    key: UsageReportKey

    account: Account



class _UsageHistoryRowRequired(TypedDict):
    """Charged units and requests of one day, key or endpoint. It has the fields of its group
    only
    """

    units: int
    """Charged units"""
    requests: int
    """Charged requests"""


class UsageHistoryRow(_UsageHistoryRowRequired, total=False):
    """Charged units and requests of one day, key or endpoint. It has the fields of its group
    only
    """

    date: str
    """Day in Jakarta; with by=day"""
    key_id: str
    """Identifier of the key; with by=key, like the next three fields"""
    key_name: str
    """Name of the key"""
    key_kind: KeyKind
    """api: a key for programs; mcp: the key for agents; console: people who are signed in"""
    key_revoked_at: str | None
    """Time of revocation, ISO 8601 in UTC. Null while the key is not revoked"""
    endpoint: str
    """Operation id of the endpoint, such as get_broker_summary; with by=endpoint"""


class QuotaForecast(TypedDict):
    """Quota of the current window, and when it will be used up"""

    monthly_limit: int
    """Units per quota window"""
    current_usage: int
    """Units charged to the account in the current quota window"""
    units_per_day: float
    """Average of the last 7 days in Jakarta, today included, or since the start of the quota
    window if that is later, rounded to 2 decimals; a half is rounded away from 0. Less than a
    day counts as a day
    """
    used_up_on: str | None
    """Day in Jakarta on which the quota will be used up at this average; null if it lasts until
    the reset
    """
    resets_at: str
    """Time at which the quota resets, ISO 8601 in UTC"""


_UsageHistoryKeywords = TypedDict("_UsageHistoryKeywords", {"from": "str"})


class UsageHistory(_UsageHistoryKeywords):
    """Charged units and requests of the account, and the forecast for its quota"""

    to: str
    """Last day, in Jakarta"""
    by: By
    """What each row stands for"""
    units: int
    """Charged units of all rows"""
    requests: int
    """Charged requests of all rows"""
    rows: list[UsageHistoryRow]
    """by=day: a row for each day of the range, by date, also for days without use. by=key and
    by=endpoint: a row for each key or endpoint with a charge, the largest units first
    """
    forecast: QuotaForecast
    """Quota of the current window, and when it will be used up"""


class PublicPlan(TypedDict):
    """A public plan"""

    plan: Literal["starter", "professional", "advanced"]
    """Name of the plan"""
    months: Months
    """Length in months of 30 days"""
    days: int
    """Length of the period, in days"""
    price_idr: int
    """Price of the period, in IDR"""
    units_per_cycle: int
    """Units per cycle of 30 days"""
    requests_per_minute: int
    """Requests that the account may send in any 60 seconds"""
    keys: int
    """Keys that the account may create, in addition to its MCP key"""


class Offer(TypedDict):
    """A private offer to the account"""

    offer_id: str
    """Identifier of the offer"""
    days: int
    """Length of the period, in days"""
    price_idr: int
    """Price of the period, in IDR"""
    units_per_cycle: int
    """Units per cycle of 30 days"""
    requests_per_minute: int
    """Requests that the account may send in any 60 seconds"""
    keys: int
    """Keys that the account may create, in addition to its MCP key"""
    is_recurring: bool
    """Whether the same offer is created again when this offer is paid"""


class ListPlans(TypedDict):
    """ListPlans"""

    plans: list[PublicPlan]

    offers: list[Offer]



class Quote(TypedDict):
    """What a plan or an offer costs the account now, and what it changes"""

    kind: Literal["purchase", "renewal", "upgrade"]
    """renewal: extends the current period; upgrade or purchase: starts a new period immediately"""
    plan: Literal["free", "starter", "professional", "advanced", "enterprise", "custom"]
    """Plan after the payment; custom for an offer"""
    months: Months | None
    """Length in months of 30 days; null for an offer"""
    offer_id: str | None
    """Identifier of the offer; null for a plan"""
    price_idr: int
    """Price of the period, in IDR"""
    credit_idr: int
    """Credit for the unused part of the current period, in IDR. It is price_idr minus charge_idr"""
    charge_idr: int
    """Price minus credit_idr, in IDR. For an upgrade, it is rounded down to a multiple of 1,000
    IDR
    """
    balance_idr: int
    """Part of charge_idr that the credit of the account pays, in IDR. The credit comes from
    payments above the price
    """
    owed_idr: int
    """What the account owes, because credit was used whose payment was not made, in IDR"""
    due_idr: int
    """Amount to pay: charge_idr minus balance_idr, plus owed_idr, in IDR"""
    forfeited_idr: int
    """Amount by which the value of the unused period exceeds the price, in IDR. It is not
    refunded
    """
    period_start: str
    """Start of the period if you pay now, ISO 8601 in UTC"""
    period_end: str
    """End of the period if you pay now, ISO 8601 in UTC"""
    replaced_period_end: str | None
    """End of the current period, which an upgrade replaces, ISO 8601 in UTC. Null otherwise"""
    replaced_price_idr: int | None
    """Price of the current period, which an upgrade replaces, in IDR. Null otherwise"""
    refills_quota: bool
    """Whether the payment refills the quota; false for a renewal"""
    note: str
    """Explains the effect of the payment"""


class Order(TypedDict):
    """An order. Its price is locked for 24 hours"""

    order_id: str
    """Identifier of the order"""
    kind: Literal["purchase", "renewal", "upgrade"]
    """renewal: extends the current period; upgrade or purchase: starts a new period immediately"""
    plan: Literal["free", "starter", "professional", "advanced", "enterprise", "custom"]
    """Plan after the payment; custom for an offer"""
    months: Months | None
    """Length in months of 30 days; null for an offer"""
    offer_id: str | None
    """Identifier of the offer; null for a plan"""
    price_idr: int
    """Price of the period, in IDR"""
    credit_idr: int
    """Credit for the unused part of the current period, in IDR. It is price_idr minus charge_idr"""
    charge_idr: int
    """Price minus credit_idr, in IDR. For an upgrade, it is rounded down to a multiple of 1,000
    IDR
    """
    balance_idr: int
    """Part of charge_idr that the credit of the account pays, in IDR. The credit comes from
    payments above the price
    """
    owed_idr: int
    """What the account owes, because credit was used whose payment was not made, in IDR"""
    due_idr: int
    """Amount to pay: charge_idr minus balance_idr, plus owed_idr, in IDR"""
    state: Literal[
        "pending",
        "expired",
        "paid",
        "applied",
        "paid_not_applied",
        "cancelled",
        "refunded",
    ]
    """pending: not paid yet; expired: not paid in time; paid: paid, but not applied yet;
    applied: paid, and the plan was changed; paid_not_applied: paid, but it could not be
    applied (see reason; ask the operator); cancelled: cancelled before payment; refunded: the
    payment was returned (see plan_effect)
    """
    reason: str | None
    """Why the paid order was not applied; otherwise null"""
    provider: Provider
    """How to pay. manual: follow the instructions of the operator; midtrans, xendit: open
    payment_url; credit: no payment is needed, because the unused part of the current period
    covers the price
    """
    payment_url: str | None
    """Page on which to pay; null if provider is manual or credit"""
    payment_reference: str | None
    """Reference of the payment at the payment provider"""
    created_at: str
    """Time of creation, ISO 8601 in UTC"""
    expires_at: str
    """Time at which the locked price expires, ISO 8601 in UTC"""
    paid_at: str | None
    """Time of the payment, ISO 8601 in UTC. Null until it is known"""
    paid_idr: int | None
    """Amount paid, in IDR. Null if nothing was paid, or if the payment was in another currency"""
    cancelled_at: str | None
    """Time of cancellation, ISO 8601 in UTC. Null if the order was not cancelled"""
    settled_at: str | None
    """Time at which the order reached its final state, ISO 8601 in UTC. Null before that time"""
    plan_effect: PlanEffect | None
    """What happened to the plan when the payment was returned; null before that"""


class InvoiceSummary(TypedDict):
    """An invoice or a credit note in a list"""

    number: str
    """Number of the document, such as INV-2026-000001 or CN-2026-000001"""
    kind: Literal["invoice", "credit_note"]
    """invoice: an invoice, which is also the receipt, for an applied order; credit_note: money
    of an order that was taken back
    """
    issued_at: str
    """Time of the issue, ISO 8601 in UTC"""
    order_id: str | None
    """Identifier of the order; null for a plan that was paid without one"""
    invoice_number: str | None
    """The invoice that a credit note reduces; null for an invoice"""
    total_idr: int
    """Total, in IDR. It includes the tax"""
    tax_idr: int
    """Part of the total that is tax, in IDR"""


class Seller(TypedDict):
    """The seller on an invoice, as of the issue"""

    name: str | None
    """Name; null if it is not set"""
    address: str | None
    """Address; null if it is not set"""
    tax_id: str | None
    """Tax number, NPWP in Indonesia; null if it is not set"""


class Buyer(TypedDict):
    """The buyer on an invoice, as of the issue"""

    email: str
    """E-mail address of the account"""
    name: str | None
    """Name; null if it is not set"""
    address: str | None
    """Address; null if it is not set"""
    tax_id: str | None
    """Tax number, NPWP in Indonesia; null if it is not set"""


class InvoiceLine(TypedDict):
    """What was sold"""

    description: str
    """Description in English"""
    plan: Literal["free", "starter", "professional", "advanced", "enterprise", "custom"]
    """Plan; custom for an offer"""
    months: Months | None
    """Length in months of 30 days; null for an offer"""
    days: int
    """Length in days"""
    order_kind: OrderKind
    """How the order changed the plan"""
    period_start: str
    """Start of the period that was sold, ISO 8601 in UTC"""
    period_end: str
    """End of the period that was sold, ISO 8601 in UTC"""
    quantity: int
    """Quantity"""
    unit_price_idr: int
    """Price of one, in IDR"""
    amount_idr: int
    """Amount of the line, in IDR"""


class InvoicePayment(TypedDict):
    """Money that paid an invoice or, for a credit note, went back"""

    method: Method
    """How it was paid. credit: credit of the account; withheld: income tax, with the number of
    its slip
    """
    reference: str | None
    """Reference of the payment; null if there is none"""
    paid_at: str
    """Time of the payment, ISO 8601 in UTC"""
    amount_idr: int
    """Amount, in IDR"""


class Invoice(TypedDict):
    """An invoice or a credit note, as of its issue. It never changes"""

    number: str
    """Number of the document, such as INV-2026-000001 or CN-2026-000001"""
    kind: Literal["invoice", "credit_note"]
    """invoice: an invoice, which is also the receipt, for an applied order; credit_note: money
    of an order that was taken back
    """
    issued_at: str
    """Time of the issue, ISO 8601 in UTC"""
    order_id: str | None
    """Identifier of the order; null for a plan that was paid without one"""
    invoice_number: str | None
    """The invoice that a credit note reduces; null for an invoice"""
    total_idr: int
    """Total, in IDR. It includes the tax"""
    tax_idr: int
    """Part of the total that is tax, in IDR"""
    cause: Cause | None
    """Why a credit note was issued; void: the payment was not made. Null for an invoice"""
    currency: Literal["IDR"]
    """Currency of all amounts"""
    seller: Seller
    """The seller on an invoice, as of the issue"""
    buyer: Buyer
    """The buyer on an invoice, as of the issue"""
    lines: list[InvoiceLine]

    price_idr: int
    """Sum of the lines, in IDR"""
    period_credit_idr: int
    """Part of the price that the unused part of the previous period pays, in IDR"""
    waived_idr: int
    """Part of the price that the operator waived by accepting a lower payment, in IDR"""
    tax_rate_percent: int
    """Rate of the tax, in percent. The prices include the tax"""
    tax_invoice_number: str | None
    """Number of the tax invoice (faktur pajak); null before it is recorded"""
    payments: list[InvoicePayment]
    """They add up to total_idr"""


class Key(TypedDict):
    """A key of the account. Only the response that creates a key contains the key itself"""

    key_id: str
    """Identifier of the key"""
    name: str
    """Name of the key"""
    kind: Literal["api", "mcp", "console", "link"]
    """api: a key for programs; mcp: the key for agents; console: the key to which the requests
    of people who are signed in are charged; link: the token of a link for spreadsheets. The
    MCP key is created with the account. The keys of the kinds mcp, console and link do not
    count towards the key limit of the plan
    """
    scopes: list[Scope]
    """What the key permits. data: market data, news and MCP. account: keys, quotes and orders.
    Every key permits GET /usage
    """
    expires_at: str | None
    """Time from which the key is invalid, ISO 8601 in UTC. Null for a key that does not expire"""
    allowed_ips: list[str] | None
    """CIDR blocks from which the key can be used; null for any address"""
    max_units: int | None
    """Units that the key may use in a quota window of the account; null for all"""
    link: str | None
    """Path and query of the only request of a link, as sent; null for other keys"""
    masked: str
    """First and last 4 characters of the key"""
    created_at: str
    """Time of creation, ISO 8601 in UTC"""
    last_used_at: str | None
    """Time of the last use, ISO 8601 in UTC. Null if the key was never used. Requests that cost
    nothing update the time at most once per minute
    """
    revoked_at: str | None
    """Time of revocation, ISO 8601 in UTC. In the future for a replaced key that is still valid.
    Null for a key that is not revoked
    """
    is_calling_key: bool
    """Whether this request is authenticated with this key"""


class CreatedKey(TypedDict):
    """A new key. Only this response contains it"""

    key_id: str
    """Identifier of the key"""
    api_key: str
    """The key. Store it now: the server stores only a hash and cannot show it again"""
    scopes: list[Scope]
    """What the key permits. data: market data, news and MCP. account: keys, quotes and orders.
    Every key permits GET /usage
    """
    expires_at: str | None
    """Time from which the key is invalid, ISO 8601 in UTC. Null for a key that does not expire"""
    allowed_ips: list[str] | None
    """CIDR blocks from which the key can be used; null for any address"""
    max_units: int | None
    """Units that the key may use in a quota window of the account; null for all"""
    link: str | None
    """Path and query of the only request of a link, as sent; null for other keys"""


class BillingDetails(TypedDict):
    """What later invoices state about the buyer"""

    name: str | None
    """Name; null if it is not set"""
    address: str | None
    """Address; null if it is not set"""
    tax_id: str | None
    """Tax number, NPWP in Indonesia; null if it is not set"""


class Webhook(TypedDict):
    """A receiver of events"""

    webhook_id: str
    """Identifier of the webhook"""
    url: str
    """URL that receives the events"""
    events: list[Literal[
        "day.published",
        "day.corrected",
        "quota.80",
        "quota.100",
        "plan.ending",
        "plan.ended",
        "payment.applied",
        "key.created",
        "alert.changed",
    ]]
    """Events that are sent"""
    created_at: str
    """Time of creation, ISO 8601 in UTC"""
    failing_since: str | None
    """Time of the first failure since the last delivery, ISO 8601 in UTC. Null while deliveries
    succeed. After 3 days of failures, the webhook is disabled
    """
    disabled_at: str | None
    """Time at which the webhook was disabled, ISO 8601 in UTC. Null while it is enabled"""


class CreatedWebhook(TypedDict):
    """A receiver of events, with its secret"""

    webhook_id: str
    """Identifier of the webhook"""
    url: str
    """URL that receives the events"""
    events: list[Literal[
        "day.published",
        "day.corrected",
        "quota.80",
        "quota.100",
        "plan.ending",
        "plan.ended",
        "payment.applied",
        "key.created",
        "alert.changed",
    ]]
    """Events that are sent"""
    created_at: str
    """Time of creation, ISO 8601 in UTC"""
    failing_since: str | None
    """Time of the first failure since the last delivery, ISO 8601 in UTC. Null while deliveries
    succeed. After 3 days of failures, the webhook is disabled
    """
    disabled_at: str | None
    """Time at which the webhook was disabled, ISO 8601 in UTC. Null while it is enabled"""
    secret: str
    """Secret that signs the deliveries. Store it now: only this response contains it. It begins
    with whsec_
    """


class WebhookTest(TypedDict):
    """A test event that will be sent"""

    event_id: str
    """Identifier of the event: the header webhook-id of its delivery"""


class WebhookDelivery(TypedDict):
    """An event that is sent to a webhook"""

    event_id: str
    """Identifier of the event: the header webhook-id, the same in each attempt"""
    event: Literal[
        "day.published",
        "day.corrected",
        "quota.80",
        "quota.100",
        "plan.ending",
        "plan.ended",
        "payment.applied",
        "key.created",
        "alert.changed",
        "brief.published",
        "payment.needs_attention",
        "webhook.disabled",
        "webhook.test",
        "telegram.code",
    ]
    """Type of the event"""
    state: Literal["pending", "delivered", "failed", "not_sent"]
    """pending: it will be sent (again); delivered; failed: given up after a day; not_sent: too
    many deliveries waited for the webhook, its alerts were paused or deleted, or the account
    was suspended
    """
    created_at: str
    """Time at which the event was taken over for this webhook, ISO 8601 in UTC"""
    attempts: int
    """Attempts so far"""
    next_attempt_at: str | None
    """Time of the next attempt, ISO 8601 in UTC. Null if there is none"""
    last_attempt_at: str | None
    """Time of the last attempt, ISO 8601 in UTC. Null before the first one"""
    settled_at: str | None
    """Time of the delivery or of the last failure, ISO 8601 in UTC. Null while it is pending"""
    last_status: int | None
    """HTTP status of the last answer; null without an answer"""
    last_error: str | None
    """Why the last attempt failed; null if it did not"""


class NoticeSettings(TypedDict):
    """What is sent to the account by e-mail and Telegram"""

    language: Language
    """Language of e-mails: en (English) or id (Indonesian)"""
    email_events: list[EmailEvent]
    """Events that are sent by e-mail"""
    telegram_chat: str | None
    """Telegram chat that gets messages about alerts; null for none"""


class TelegramChat(TypedDict):
    """A chat that gets a code"""

    chat: str
    """Identifier of the chat"""


class _ScreenRequired(TypedDict):
    """Fields of a screen, as in POST /market/screen"""



class Screen(_ScreenRequired, total=False):
    """Fields of a screen, as in POST /market/screen"""

    where: ScreenCondition
    """Condition that selects stocks; at most 50 conditions, 8 levels and 5 different
    `days_before`. Default: all stocks
    """
    sort: Sort
    """Order of the rows. Stocks without a value come last, and equal ones by ticker. Default: by
    ticker
    """
    limit: int
    """Maximum number of rows. Default: 50"""
    measures: list[Measure]
    """Measures of the rows. Default: those of `where` and `sort`"""
    adjust: Adjust
    """splits (default): in shares of the newest day with measures, by the corporate actions of
    the operator; a measure that would mix old and new shares has no value. none: as traded,
    so that a split looks like a fall of the price
    """


class Watchlist(TypedDict):
    """Tickers and brokers to watch"""

    tickers: list[str]
    """At most 200 tickers"""
    brokers: list[str]
    """At most 100 broker codes"""


class SavedItem(TypedDict):
    """A screen or a watchlist of the account"""

    saved_id: str
    """Identifier"""
    name: str
    """Name"""
    screen: Screen | None
    """Fields of the screen, as they were saved; null for a watchlist"""
    watchlist: Watchlist | None
    """Tickers and brokers of the watchlist; null for a screen"""
    created_at: str
    """Time of creation, ISO 8601 in UTC"""
    changed_at: str
    """Time of the last change, ISO 8601 in UTC"""


class Rule(TypedDict):
    """For a watchlist: what a broker did in its stocks on the newest day"""

    broker: str
    """Broker code, 2 letters or digits; case-insensitive"""
    side: Side
    """buy: the broker bought more than it sold; sell: it sold more than it bought"""
    value_idr: int
    """A stock is a member if the net value of the day is larger than this value, in IDR, on the
    regular market
    """


class LastChange(TypedDict):
    """The newest change of the members"""

    publication: int
    """Number of its publication"""
    trade_date: str
    """Newest day of that publication"""
    since: str | None
    """Day of the members before"""
    is_correction: bool
    """Whether a publication corrected the members of the day"""
    entered: list[str]
    """Tickers that entered"""
    left: list[str]
    """Tickers that left"""


class Alert(TypedDict):
    """A rule that notifies the account of the stocks that enter and leave"""

    alert_id: str
    """Identifier"""
    saved_id: str
    """Identifier of its screen or watchlist"""
    name: str
    """Name of its screen or watchlist"""
    rule: Rule | None
    """What a broker did in the stocks of the watchlist on the newest day; null for a screen"""
    units: int
    """Units that each evaluation costs: alerts are free. The plan limits their number"""
    created_at: str
    """Time of creation, ISO 8601 in UTC"""
    paused_at: str | None
    """Time of the pause, ISO 8601 in UTC. Null while it is not paused"""
    trade_date: str | None
    """Newest day at the last evaluation; null before the first one"""
    members: list[str] | None
    """Tickers that fulfil the rule on that day; null before the first evaluation"""
    last_change: LastChange | None
    """The newest change of the members; null without one"""


class Home(TypedDict):
    """Home"""

    name: str

    version: str

    about: str

    authentication: str

    links: dict[str, str]
    """Paths on this server"""


class Live(TypedDict):
    """Live"""

    status: Literal["ok"]



class Ready(TypedDict):
    """Ready"""

    status: Literal["ok"]

    newest_day: str | None
    """The newest published day"""
    newest_day_age_days: int | None
    """Age of newest_day in calendar days, in Jakarta"""
    stale: bool
    """True if a trading day after newest_day should be published by now"""
    gaps: int
    """Trading days that should be published by now, but are not"""
    rejected_files: int
    """Rejected files whose day is still not published"""


class Openapi(TypedDict):
    """Openapi"""

