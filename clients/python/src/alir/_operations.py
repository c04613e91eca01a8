"""What each method of a client requests, and what it gets."""

# Written from docs/openapi.json by test/clients/python-client.test.ts. Do not edit.
from __future__ import annotations

from ._core import Cost, Operation
from ._results import Result, Table, TableResult
from .types import (
    Accumulation,
    Alert,
    Article,
    BillingDetails,
    Brief,
    Broker,
    BrokerDayRow,
    BrokerPosition,
    BrokerRow,
    BrokerStockRow,
    CalendarDay,
    Counterparties,
    CreatedKey,
    CreatedWebhook,
    ForeignFlow,
    ForeignFlowDay,
    Home,
    InventoryRow,
    Invoice,
    InvoiceSummary,
    Key,
    ListPlans,
    Live,
    MarketDay,
    MarketTicker,
    MeasureRow,
    NoticeSettings,
    OhlcvDay,
    Openapi,
    Order,
    Quote,
    RankedBroker,
    RankedForeignFlow,
    Ready,
    SavedItem,
    Screened,
    TelegramChat,
    UsageHistory,
    UsageReport,
    Webhook,
    WebhookDelivery,
    WebhookTest,
)

BROKER_SUMMARY: Operation[TableResult[list[BrokerRow]]] = Operation(
    "GET",
    "/stocks/broker-summary",
    has_key=True,
    cost=Cost(1, "request"),
    table=Table(
        {
            "code": "str",
            "buy_freq": "int",
            "sell_freq": "int",
            "buy_volume": "int",
            "sell_volume": "int",
            "buy_value": "int",
            "sell_value": "int",
            "buy_avg": "float",
            "sell_avg": "float",
        },
    ),
)
BROKER_SUMMARY_BATCH: Operation[TableResult[dict[str, list[BrokerRow]]]] = Operation(
    "POST",
    "/stocks/broker-summary/batch",
    has_body=True,
    has_key=True,
    cost=Cost(1, "ticker"),
    table=Table(
        {
            "ticker": "str",
            "code": "str",
            "buy_freq": "int",
            "sell_freq": "int",
            "buy_volume": "int",
            "sell_volume": "int",
            "buy_value": "int",
            "sell_value": "int",
            "buy_avg": "float",
            "sell_avg": "float",
        },
        by_ticker=True,
    ),
)
BROKER_SUMMARY_DAILY: Operation[TableResult[list[BrokerDayRow]]] = Operation(
    "GET",
    "/stocks/broker-summary/daily",
    has_key=True,
    cost=Cost(1, "days", 31),
    table=Table(
        {
            "date": "date",
            "code": "str",
            "buy_freq": "int",
            "sell_freq": "int",
            "buy_volume": "int",
            "sell_volume": "int",
            "buy_value": "int",
            "sell_value": "int",
            "buy_avg": "float",
            "sell_avg": "float",
        },
    ),
)
BROKER_INVENTORY: Operation[TableResult[list[InventoryRow]]] = Operation(
    "GET",
    "/stocks/broker-inventory",
    has_key=True,
    cost=Cost(1, "days", 31),
    table=Table(
        {
            "date": "date",
            "code": "str",
            "net_volume": "int",
            "net_value": "int",
            "cumulative_volume": "int",
            "cumulative_value": "int",
        },
    ),
)
BROKER_POSITION: Operation[TableResult[BrokerPosition]] = Operation(
    "GET",
    "/stocks/broker-position",
    has_key=True,
    cost=Cost(1, "days", 31),
    table=Table(
        {
            "date": "date",
            "net_volume": "int",
            "net_value": "int",
            "position": "int",
            "average_cost": "float?",
            "close": "float?",
            "result": "int?",
            "days_held": "int",
        },
        nested=True,
        field="days",
    ),
)
ACCUMULATION: Operation[TableResult[Accumulation]] = Operation(
    "GET",
    "/stocks/accumulation",
    has_key=True,
    cost=Cost(1, "request"),
    table=Table(
        {
            "volume": "int",
            "value": "int",
            "average": "float",
            "net_buyers": "int",
            "net_sellers": "int",
            "label": "str",
            "average_percent": "float",
            "top1_net_volume": "int",
            "top1_percent": "float",
            "top1_net_value": "int",
            "top3_net_volume": "int",
            "top3_percent": "float",
            "top3_net_value": "int",
            "top5_net_volume": "int",
            "top5_percent": "float",
            "top5_net_value": "int",
            "top10_net_volume": "int",
            "top10_percent": "float",
            "top10_net_value": "int",
            "buy_top1": "float",
            "buy_top3": "float",
            "buy_top5": "float",
            "buy_hhi": "float",
            "sell_top1": "float",
            "sell_top3": "float",
            "sell_top5": "float",
            "sell_hhi": "float",
        },
        is_row=True,
        nested=True,
    ),
)
COUNTERPARTIES: Operation[TableResult[list[Counterparties]]] = Operation(
    "GET",
    "/stocks/counterparties",
    has_key=True,
    cost=Cost(5, "request"),
    table=Table(
        {"buyer": "str", "seller": "str", "freq": "int", "volume": "int", "value": "int"},
    ),
)
OHLCV: Operation[TableResult[list[OhlcvDay]]] = Operation(
    "GET",
    "/stocks/ohlcv",
    has_key=True,
    cost=Cost(1, "days", 31),
    table=Table(
        {
            "date": "date",
            "open": "float?",
            "high": "float?",
            "low": "float?",
            "close": "float?",
            "average": "float",
            "volume": "int",
            "value": "int",
            "freq": "int",
            "net_foreign": "int",
        },
    ),
)
BROKER_STOCKS: Operation[TableResult[list[BrokerStockRow]]] = Operation(
    "GET",
    "/brokers/{code}/summary",
    has_key=True,
    cost=Cost(5, "request"),
    table=Table(
        {
            "ticker": "str",
            "buy_freq": "int",
            "sell_freq": "int",
            "buy_volume": "int",
            "sell_volume": "int",
            "buy_value": "int",
            "sell_value": "int",
            "buy_avg": "float",
            "sell_avg": "float",
        },
    ),
)
BROKER_RANKING: Operation[TableResult[list[RankedBroker]]] = Operation(
    "GET",
    "/brokers/ranking",
    has_key=True,
    cost=Cost(5, "request"),
    table=Table(
        {
            "code": "str",
            "buy_freq": "int",
            "sell_freq": "int",
            "buy_volume": "int",
            "sell_volume": "int",
            "buy_value": "int",
            "sell_value": "int",
            "buy_avg": "float",
            "sell_avg": "float",
            "share": "float",
        },
    ),
)
FOREIGN_FLOW: Operation[TableResult[ForeignFlow]] = Operation(
    "GET",
    "/foreign-flow",
    has_key=True,
    cost=Cost(1, "request"),
    table=Table(
        {"foreign_buy": "int", "foreign_sell": "int", "net_foreign": "int"},
        is_row=True,
    ),
)
FOREIGN_FLOW_BATCH: Operation[TableResult[dict[str, ForeignFlow]]] = Operation(
    "POST",
    "/foreign-flow/batch",
    has_body=True,
    has_key=True,
    cost=Cost(1, "ticker"),
    table=Table(
        {
            "ticker": "str",
            "foreign_buy": "int",
            "foreign_sell": "int",
            "net_foreign": "int",
        },
        by_ticker=True,
        is_row=True,
    ),
)
FOREIGN_FLOW_DAILY: Operation[TableResult[list[ForeignFlowDay]]] = Operation(
    "GET",
    "/foreign-flow/daily",
    has_key=True,
    cost=Cost(1, "days", 31),
    table=Table(
        {
            "date": "date",
            "foreign_buy": "int",
            "foreign_sell": "int",
            "net_foreign": "int",
        },
    ),
)
FOREIGN_FLOW_RANKING: Operation[TableResult[list[RankedForeignFlow]]] = Operation(
    "GET",
    "/foreign-flow/ranking",
    has_key=True,
    cost=Cost(5, "request"),
    table=Table(
        {
            "ticker": "str",
            "foreign_buy": "int",
            "foreign_sell": "int",
            "net_foreign": "int",
            "percent": "float",
            "streak": "int",
        },
    ),
)
STOCK_MEASURES: Operation[TableResult[list[MeasureRow]]] = Operation(
    "GET",
    "/stocks/measures",
    has_key=True,
    cost=Cost(1, "days", 31),
    table=Table(
        {
            "date": "date",
            "ticker": "str",
            "close": "float?",
            "volume": "int?",
            "value": "int?",
            "freq": "int?",
            "change_1d": "float?",
            "change_5d": "float?",
            "change_20d": "float?",
            "range_20d": "float?",
            "range_60d": "float?",
            "range_250d": "float?",
            "volume_ratio_20d": "float?",
            "value_ratio_20d": "float?",
            "net_foreign_1d": "int?",
            "net_foreign_5d": "int?",
            "net_foreign_20d": "int?",
            "foreign_share_1d": "float?",
            "foreign_share_5d": "float?",
            "foreign_share_20d": "float?",
            "foreign_streak": "int?",
            "accumulation_1d": "float?",
            "accumulation_5d": "float?",
            "accumulation_20d": "float?",
            "buy_top1_1d": "float?",
            "buy_top3_1d": "float?",
            "buy_top5_1d": "float?",
            "buy_top10_1d": "float?",
            "buy_top15_1d": "float?",
            "buy_top1_5d": "float?",
            "buy_top3_5d": "float?",
            "buy_top5_5d": "float?",
            "buy_top10_5d": "float?",
            "buy_top15_5d": "float?",
            "buy_top1_20d": "float?",
            "buy_top3_20d": "float?",
            "buy_top5_20d": "float?",
            "buy_top10_20d": "float?",
            "buy_top15_20d": "float?",
            "sell_top1_1d": "float?",
            "sell_top3_1d": "float?",
            "sell_top5_1d": "float?",
            "sell_top10_1d": "float?",
            "sell_top15_1d": "float?",
            "sell_top1_5d": "float?",
            "sell_top3_5d": "float?",
            "sell_top5_5d": "float?",
            "sell_top10_5d": "float?",
            "sell_top15_5d": "float?",
            "sell_top1_20d": "float?",
            "sell_top3_20d": "float?",
            "sell_top5_20d": "float?",
            "sell_top10_20d": "float?",
            "sell_top15_20d": "float?",
            "net_buyers_less_sellers_1d": "int?",
            "net_buyers_less_sellers_5d": "int?",
            "net_buyers_less_sellers_20d": "int?",
            "top5_buyer_cost_20d": "float?",
            "close_to_cost_20d": "float?",
            "top5_buyer_cost_60d": "float?",
            "close_to_cost_60d": "float?",
            "negotiated_value_1d": "int?",
            "negotiated_premium_1d": "float?",
            "change_1d_p60": "float?",
            "change_1d_p250": "float?",
            "change_5d_p60": "float?",
            "change_5d_p250": "float?",
            "change_20d_p60": "float?",
            "change_20d_p250": "float?",
            "volume_ratio_20d_p60": "float?",
            "volume_ratio_20d_p250": "float?",
            "value_ratio_20d_p60": "float?",
            "value_ratio_20d_p250": "float?",
            "net_foreign_1d_p60": "float?",
            "net_foreign_1d_p250": "float?",
            "net_foreign_5d_p60": "float?",
            "net_foreign_5d_p250": "float?",
            "net_foreign_20d_p60": "float?",
            "net_foreign_20d_p250": "float?",
            "foreign_share_1d_p60": "float?",
            "foreign_share_1d_p250": "float?",
            "foreign_share_5d_p60": "float?",
            "foreign_share_5d_p250": "float?",
            "foreign_share_20d_p60": "float?",
            "foreign_share_20d_p250": "float?",
            "accumulation_1d_p60": "float?",
            "accumulation_1d_p250": "float?",
            "accumulation_5d_p60": "float?",
            "accumulation_5d_p250": "float?",
            "accumulation_20d_p60": "float?",
            "accumulation_20d_p250": "float?",
            "negotiated_value_1d_p60": "float?",
            "negotiated_value_1d_p250": "float?",
        },
    ),
)
MARKET_MEASURES: Operation[TableResult[list[MeasureRow]]] = Operation(
    "GET",
    "/market/measures",
    has_key=True,
    cost=Cost(5, "request"),
    table=Table(
        {
            "date": "date",
            "ticker": "str",
            "close": "float?",
            "volume": "int?",
            "value": "int?",
            "freq": "int?",
            "change_1d": "float?",
            "change_5d": "float?",
            "change_20d": "float?",
            "range_20d": "float?",
            "range_60d": "float?",
            "range_250d": "float?",
            "volume_ratio_20d": "float?",
            "value_ratio_20d": "float?",
            "net_foreign_1d": "int?",
            "net_foreign_5d": "int?",
            "net_foreign_20d": "int?",
            "foreign_share_1d": "float?",
            "foreign_share_5d": "float?",
            "foreign_share_20d": "float?",
            "foreign_streak": "int?",
            "accumulation_1d": "float?",
            "accumulation_5d": "float?",
            "accumulation_20d": "float?",
            "buy_top1_1d": "float?",
            "buy_top3_1d": "float?",
            "buy_top5_1d": "float?",
            "buy_top10_1d": "float?",
            "buy_top15_1d": "float?",
            "buy_top1_5d": "float?",
            "buy_top3_5d": "float?",
            "buy_top5_5d": "float?",
            "buy_top10_5d": "float?",
            "buy_top15_5d": "float?",
            "buy_top1_20d": "float?",
            "buy_top3_20d": "float?",
            "buy_top5_20d": "float?",
            "buy_top10_20d": "float?",
            "buy_top15_20d": "float?",
            "sell_top1_1d": "float?",
            "sell_top3_1d": "float?",
            "sell_top5_1d": "float?",
            "sell_top10_1d": "float?",
            "sell_top15_1d": "float?",
            "sell_top1_5d": "float?",
            "sell_top3_5d": "float?",
            "sell_top5_5d": "float?",
            "sell_top10_5d": "float?",
            "sell_top15_5d": "float?",
            "sell_top1_20d": "float?",
            "sell_top3_20d": "float?",
            "sell_top5_20d": "float?",
            "sell_top10_20d": "float?",
            "sell_top15_20d": "float?",
            "net_buyers_less_sellers_1d": "int?",
            "net_buyers_less_sellers_5d": "int?",
            "net_buyers_less_sellers_20d": "int?",
            "top5_buyer_cost_20d": "float?",
            "close_to_cost_20d": "float?",
            "top5_buyer_cost_60d": "float?",
            "close_to_cost_60d": "float?",
            "negotiated_value_1d": "int?",
            "negotiated_premium_1d": "float?",
            "change_1d_p60": "float?",
            "change_1d_p250": "float?",
            "change_5d_p60": "float?",
            "change_5d_p250": "float?",
            "change_20d_p60": "float?",
            "change_20d_p250": "float?",
            "volume_ratio_20d_p60": "float?",
            "volume_ratio_20d_p250": "float?",
            "value_ratio_20d_p60": "float?",
            "value_ratio_20d_p250": "float?",
            "net_foreign_1d_p60": "float?",
            "net_foreign_1d_p250": "float?",
            "net_foreign_5d_p60": "float?",
            "net_foreign_5d_p250": "float?",
            "net_foreign_20d_p60": "float?",
            "net_foreign_20d_p250": "float?",
            "foreign_share_1d_p60": "float?",
            "foreign_share_1d_p250": "float?",
            "foreign_share_5d_p60": "float?",
            "foreign_share_5d_p250": "float?",
            "foreign_share_20d_p60": "float?",
            "foreign_share_20d_p250": "float?",
            "accumulation_1d_p60": "float?",
            "accumulation_1d_p250": "float?",
            "accumulation_5d_p60": "float?",
            "accumulation_5d_p250": "float?",
            "accumulation_20d_p60": "float?",
            "accumulation_20d_p250": "float?",
            "negotiated_value_1d_p60": "float?",
            "negotiated_value_1d_p250": "float?",
        },
    ),
)
MARKET_DAILY: Operation[TableResult[list[MarketDay]]] = Operation(
    "GET",
    "/market/daily",
    table=Table(
        {
            "date": "date",
            "tickers": "int",
            "volume": "int",
            "value": "int",
            "freq": "int",
            "foreign_buy": "int",
            "foreign_sell": "int",
            "net_foreign": "int",
        },
    ),
)
MARKET_BRIEF: Operation[TableResult[Brief]] = Operation(
    "GET",
    "/market/brief",
    table=Table(
        {
            "kind": "str",
            "ticker": "str?",
            "broker": "str?",
            "figure": "float",
            "percentile": "float?",
            "percentile_rows": "int?",
            "streak": "int?",
            "premium": "float?",
            "figure_before": "int?",
            "page": "str",
        },
        nested=True,
        field="lines",
    ),
)
SCREEN: Operation[TableResult[Screened]] = Operation(
    "POST",
    "/market/screen",
    has_body=True,
    has_key=True,
    cost=Cost(5, "request"),
    table=Table(
        {
            "date": "date",
            "ticker": "str",
            "close": "float?",
            "volume": "int?",
            "value": "int?",
            "freq": "int?",
            "change_1d": "float?",
            "change_5d": "float?",
            "change_20d": "float?",
            "range_20d": "float?",
            "range_60d": "float?",
            "range_250d": "float?",
            "volume_ratio_20d": "float?",
            "value_ratio_20d": "float?",
            "net_foreign_1d": "int?",
            "net_foreign_5d": "int?",
            "net_foreign_20d": "int?",
            "foreign_share_1d": "float?",
            "foreign_share_5d": "float?",
            "foreign_share_20d": "float?",
            "foreign_streak": "int?",
            "accumulation_1d": "float?",
            "accumulation_5d": "float?",
            "accumulation_20d": "float?",
            "buy_top1_1d": "float?",
            "buy_top3_1d": "float?",
            "buy_top5_1d": "float?",
            "buy_top10_1d": "float?",
            "buy_top15_1d": "float?",
            "buy_top1_5d": "float?",
            "buy_top3_5d": "float?",
            "buy_top5_5d": "float?",
            "buy_top10_5d": "float?",
            "buy_top15_5d": "float?",
            "buy_top1_20d": "float?",
            "buy_top3_20d": "float?",
            "buy_top5_20d": "float?",
            "buy_top10_20d": "float?",
            "buy_top15_20d": "float?",
            "sell_top1_1d": "float?",
            "sell_top3_1d": "float?",
            "sell_top5_1d": "float?",
            "sell_top10_1d": "float?",
            "sell_top15_1d": "float?",
            "sell_top1_5d": "float?",
            "sell_top3_5d": "float?",
            "sell_top5_5d": "float?",
            "sell_top10_5d": "float?",
            "sell_top15_5d": "float?",
            "sell_top1_20d": "float?",
            "sell_top3_20d": "float?",
            "sell_top5_20d": "float?",
            "sell_top10_20d": "float?",
            "sell_top15_20d": "float?",
            "net_buyers_less_sellers_1d": "int?",
            "net_buyers_less_sellers_5d": "int?",
            "net_buyers_less_sellers_20d": "int?",
            "top5_buyer_cost_20d": "float?",
            "close_to_cost_20d": "float?",
            "top5_buyer_cost_60d": "float?",
            "close_to_cost_60d": "float?",
            "negotiated_value_1d": "int?",
            "negotiated_premium_1d": "float?",
            "change_1d_p60": "float?",
            "change_1d_p250": "float?",
            "change_5d_p60": "float?",
            "change_5d_p250": "float?",
            "change_20d_p60": "float?",
            "change_20d_p250": "float?",
            "volume_ratio_20d_p60": "float?",
            "volume_ratio_20d_p250": "float?",
            "value_ratio_20d_p60": "float?",
            "value_ratio_20d_p250": "float?",
            "net_foreign_1d_p60": "float?",
            "net_foreign_1d_p250": "float?",
            "net_foreign_5d_p60": "float?",
            "net_foreign_5d_p250": "float?",
            "net_foreign_20d_p60": "float?",
            "net_foreign_20d_p250": "float?",
            "foreign_share_1d_p60": "float?",
            "foreign_share_1d_p250": "float?",
            "foreign_share_5d_p60": "float?",
            "foreign_share_5d_p250": "float?",
            "foreign_share_20d_p60": "float?",
            "foreign_share_20d_p250": "float?",
            "accumulation_1d_p60": "float?",
            "accumulation_1d_p250": "float?",
            "accumulation_5d_p60": "float?",
            "accumulation_5d_p250": "float?",
            "accumulation_20d_p60": "float?",
            "accumulation_20d_p250": "float?",
            "negotiated_value_1d_p60": "float?",
            "negotiated_value_1d_p250": "float?",
        },
        nested=True,
        field="rows",
    ),
)
MARKET_CALENDAR: Operation[TableResult[list[CalendarDay]]] = Operation(
    "GET",
    "/market/calendar",
    table=Table(
        {
            "date": "date",
            "kind": "str",
            "name": "str?",
            "condition": "str?",
            "revision": "int?",
            "published_at": "time?",
            "trades": "int?",
            "value": "int?",
            "verified": "bool?",
            "verified_markets": "str?",
        },
    ),
)
MARKET_TICKERS: Operation[TableResult[list[MarketTicker]]] = Operation(
    "GET",
    "/market/tickers",
    table=Table(
        {"ticker": "str", "kind": "str", "first_date": "date", "last_date": "date"},
    ),
)
MARKET_BROKERS: Operation[TableResult[list[Broker]]] = Operation(
    "GET",
    "/market/brokers",
    table=Table(
        {"code": "str", "name": "str", "foreign_parent": "bool"},
    ),
)
NEWS: Operation[Result[dict[str, list[Article]]]] = Operation(
    "GET",
    "/news",
    has_key=True,
    cost=Cost(1, "request"),
)
USAGE: Operation[Result[UsageReport]] = Operation(
    "GET",
    "/usage",
)
USAGE_HISTORY: Operation[TableResult[UsageHistory]] = Operation(
    "GET",
    "/usage/history",
    table=Table(
        {
            "date": "date?",
            "key_id": "str?",
            "key_name": "str?",
            "key_kind": "str?",
            "key_revoked_at": "time?",
            "endpoint": "str?",
            "units": "int",
            "requests": "int",
        },
        nested=True,
        field="rows",
    ),
)
LIST_PLANS: Operation[Result[ListPlans]] = Operation(
    "GET",
    "/billing/plans",
)
CREATE_QUOTE: Operation[Result[Quote]] = Operation(
    "POST",
    "/billing/quotes",
    has_body=True,
)
CREATE_ORDER: Operation[Result[Order]] = Operation(
    "POST",
    "/billing/orders",
    has_body=True,
    has_key=True,
)
LIST_ORDERS: Operation[Result[list[Order]]] = Operation(
    "GET",
    "/billing/orders",
)
ORDER: Operation[Result[Order]] = Operation(
    "GET",
    "/billing/orders/{order_id}",
)
LIST_INVOICES: Operation[Result[list[InvoiceSummary]]] = Operation(
    "GET",
    "/billing/invoices",
)
INVOICE: Operation[Result[Invoice]] = Operation(
    "GET",
    "/billing/invoices/{number}",
)
LIST_KEYS: Operation[Result[list[Key]]] = Operation(
    "GET",
    "/account/keys",
)
CREATE_KEY: Operation[Result[CreatedKey]] = Operation(
    "POST",
    "/account/keys",
    has_body=True,
)
CREATE_LINK: Operation[Result[CreatedKey]] = Operation(
    "POST",
    "/account/links",
    has_body=True,
)
ROTATE_KEY: Operation[Result[CreatedKey]] = Operation(
    "POST",
    "/account/keys/{key_id}/rotate",
    has_body=True,
)
REVOKE_KEY: Operation[Result[Key]] = Operation(
    "DELETE",
    "/account/keys/{key_id}",
)
BILLING_DETAILS: Operation[Result[BillingDetails]] = Operation(
    "GET",
    "/account/billing-details",
)
SET_BILLING_DETAILS: Operation[Result[BillingDetails]] = Operation(
    "POST",
    "/account/billing-details",
    has_body=True,
)
LIST_WEBHOOKS: Operation[Result[list[Webhook]]] = Operation(
    "GET",
    "/account/webhooks",
)
CREATE_WEBHOOK: Operation[Result[CreatedWebhook]] = Operation(
    "POST",
    "/account/webhooks",
    has_body=True,
)
ROTATE_WEBHOOK_SECRET: Operation[Result[CreatedWebhook]] = Operation(
    "POST",
    "/account/webhooks/{webhook_id}/rotate",
)
TEST_WEBHOOK: Operation[Result[WebhookTest]] = Operation(
    "POST",
    "/account/webhooks/{webhook_id}/test",
)
LIST_WEBHOOK_DELIVERIES: Operation[Result[list[WebhookDelivery]]] = Operation(
    "GET",
    "/account/webhooks/{webhook_id}/deliveries",
)
DELETE_WEBHOOK: Operation[Result[Webhook]] = Operation(
    "DELETE",
    "/account/webhooks/{webhook_id}",
)
NOTICE_SETTINGS: Operation[Result[NoticeSettings]] = Operation(
    "GET",
    "/account/notices",
)
CHANGE_NOTICE_SETTINGS: Operation[Result[NoticeSettings]] = Operation(
    "POST",
    "/account/notices",
    has_body=True,
)
SEND_TELEGRAM_CODE: Operation[Result[TelegramChat]] = Operation(
    "POST",
    "/account/notices/telegram",
    has_body=True,
)
LIST_SAVED: Operation[Result[list[SavedItem]]] = Operation(
    "GET",
    "/account/saved",
)
CREATE_SAVED: Operation[Result[SavedItem]] = Operation(
    "POST",
    "/account/saved",
    has_body=True,
)
CHANGE_SAVED: Operation[Result[SavedItem]] = Operation(
    "POST",
    "/account/saved/{saved_id}",
    has_body=True,
)
DELETE_SAVED: Operation[Result[SavedItem]] = Operation(
    "DELETE",
    "/account/saved/{saved_id}",
)
LIST_ALERTS: Operation[Result[list[Alert]]] = Operation(
    "GET",
    "/account/alerts",
)
CREATE_ALERT: Operation[Result[Alert]] = Operation(
    "POST",
    "/account/alerts",
    has_body=True,
)
TEST_ALERT: Operation[Result[Alert]] = Operation(
    "POST",
    "/account/alerts/{alert_id}/test",
)
CHANGE_ALERT: Operation[Result[Alert]] = Operation(
    "POST",
    "/account/alerts/{alert_id}",
    has_body=True,
)
DELETE_ALERT: Operation[Result[Alert]] = Operation(
    "DELETE",
    "/account/alerts/{alert_id}",
)
HOME: Operation[Result[Home]] = Operation(
    "GET",
    "/",
)
LIVE: Operation[Result[Live]] = Operation(
    "GET",
    "/health/live",
)
READY: Operation[Result[Ready]] = Operation(
    "GET",
    "/health/ready",
)
METRICS: Operation[Result[str]] = Operation(
    "GET",
    "/metrics",
    media_type="text/plain",
)
OPENAPI: Operation[Result[Openapi]] = Operation(
    "GET",
    "/openapi.json",
)
DOCS: Operation[Result[str]] = Operation(
    "GET",
    "/docs/reference",
    media_type="text/html",
)
DOCS_FILE: Operation[Result[str]] = Operation(
    "GET",
    "/docs/{file}",
    media_type="text/markdown",
)
SKILL: Operation[Result[str]] = Operation(
    "GET",
    "/skill.md",
    media_type="text/markdown",
)
LLMS: Operation[Result[str]] = Operation(
    "GET",
    "/llms.txt",
    media_type="text/plain",
)
LLMS_FULL: Operation[Result[str]] = Operation(
    "GET",
    "/llms-full.txt",
    media_type="text/plain",
)