"""Prints the stocks that foreign clients bought or sold on several days in a row, once for each new day.

Run it from cron each evening: cron mails what it prints. A run costs 5 units, for any number of stocks, if a new
day is published, and nothing otherwise.

    pip install alir
    30 19 * * 1-5 ALIR_API_KEY=... ALIR_BASE_URL=... python foreign_flow_alert.py state.json BBCA BBRI TLKM
"""

import json
import sys
from datetime import timedelta
from pathlib import Path

from alir import Alir

MIN_STREAK = 4
DAYS = 30


def alerts(client, tickers, last_day):
    """The newest day with a ranking, and a line for each stock with a long streak. Nothing is charged without a new day."""
    newest = client.market_brokers().data_through
    if newest is None or str(newest) == last_day:
        return last_day, []
    ranking = client.foreign_flow_ranking(newest - timedelta(DAYS - 1), newest, limit=2000, order="streak")
    # The ranking of a new day can follow the list of brokers: the next run reads it.
    if ranking.data_through is None or ranking.data_through < newest:
        return last_day, []
    lines = []
    for row in ranking.data:
        if row["ticker"] in tickers and abs(row["streak"]) >= MIN_STREAK:
            verb = "bought" if row["streak"] > 0 else "sold"
            net = f"{row['net_foreign']:,} IDR in {DAYS} days"
            lines.append(f"{newest} {row['ticker']}: foreign clients {verb} on {abs(row['streak'])} days in a row; net {net}")
    return str(newest), lines


if __name__ == "__main__":
    state = Path(sys.argv[1])
    seen = json.loads(state.read_text())["day"] if state.exists() else None
    with Alir() as alir:
        day, found = alerts(alir, sys.argv[2:], seen)
    print(*found, sep="\n", end="\n" if found else "")
    state.write_text(json.dumps({"day": day}))
