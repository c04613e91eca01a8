"""Copies the daily broker summary of some stocks into a local DuckDB file.

Run it each evening, after 19:00 in Jakarta. It requests only the days that were published or corrected since
its last run: 1 unit for each stock and each 31 days. If it stops in the middle, run it again.

    pip install 'alir[arrow]' duckdb
    python nightly_copy.py market.duckdb BBCA BBRI TLKM
"""

import sys
from datetime import date

import duckdb
from alir import Alir

DAYS_PER_UNIT = 31


def ranges(days):
    """The first and the last day of ranges that cost one unit each."""
    found = []
    for day in sorted(days):
        if not found or (date.fromisoformat(day) - date.fromisoformat(found[-1][0])).days >= DAYS_PER_UNIT:
            found.append([day, day])
        found[-1][1] = day
    return found


def copy(client, db, tickers):
    db.execute("CREATE TABLE IF NOT EXISTS copied (ticker VARCHAR PRIMARY KEY, publication BIGINT)")
    units = 0
    for ticker in tickers:
        [since] = db.execute("SELECT coalesce(max(publication), 0) FROM copied WHERE ticker = ?", [ticker]).fetchone()
        calendar = client.market_calendar(since=since)
        days = [row["date"] for row in calendar.data if row["condition"] == "published"]
        answers = [client.broker_summary_daily(ticker, first, last, "all") for first, last in ranges(days)]
        units += sum(answer.units for answer in answers)
        # All days of a stock, or none, so that the next run continues where this one stopped.
        db.begin()
        for answer, (first, last) in zip(answers, ranges(days)):
            rows = answer.to_arrow()  # noqa: F841  DuckDB reads the variable
            db.execute("CREATE TABLE IF NOT EXISTS broker_day AS SELECT '' AS ticker, * FROM rows LIMIT 0")
            db.execute("DELETE FROM broker_day WHERE ticker = ? AND date BETWEEN ? AND ?", [ticker, first, last])
            db.execute("INSERT INTO broker_day SELECT ?, * FROM rows", [ticker])
        db.execute("INSERT OR REPLACE INTO copied VALUES (?, ?)", [ticker, calendar.publication])
        db.commit()
        print(f"{ticker}: {len(days)} days")
    print(f"{units} units")


if __name__ == "__main__":
    path, *stocks = sys.argv[1:]
    with Alir() as alir, duckdb.connect(path) as database:
        copy(alir, database, stocks)
