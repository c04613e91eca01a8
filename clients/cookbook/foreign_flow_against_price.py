"""Prints the sum of the net foreign flow of a stock beside its close, for each week.

Both are of the regular market, so that they can be compared. They cost 1 unit each for each 31 days.

    pip install 'alir[polars]'
    ALIR_API_KEY=... ALIR_BASE_URL=... python foreign_flow_against_price.py BBCA 2025-12-01 2026-01-30
"""

import sys

import polars as pl
from alir import Alir


def weeks(client, ticker, first, last):
    flow = client.foreign_flow_daily(ticker, first, last, market="RG").to_polars()
    prices = client.ohlcv(ticker, first, last).to_polars()
    return (
        flow.join(prices.select("date", "close"), on="date", how="left")
        .sort("date")
        .with_columns(pl.col("close").forward_fill(), cumulative=pl.col("net_foreign").cum_sum())
        .group_by_dynamic("date", every="1w")
        .agg(pl.col("net_foreign").sum(), pl.col("cumulative").last(), pl.col("close").last())
    )


if __name__ == "__main__":
    with Alir() as alir:
        table = weeks(alir, *sys.argv[1:])
    for week, net, cumulative, close in table.iter_rows():
        print(f"{week} {net:>20,} {cumulative:>20,} IDR {close:>7,.0f} IDR per share")
