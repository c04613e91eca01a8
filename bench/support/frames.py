"""Times data frames of the client beside bare requests whose Arrow is decoded, in turns. Prints the medians in milliseconds.

Usage: frames.py RUNS FROM TO. ALIR_BASE_URL and ALIR_API_KEY name the server.
"""

import json
import os
import statistics
import sys
import time
import uuid

import alir
import httpx
import pyarrow

RUNS, RANGE = int(sys.argv[1]), {"ticker": "T001", "from": sys.argv[2], "to": sys.argv[3]}
HEADERS = {"authorization": f"Bearer {os.environ['ALIR_API_KEY']}", "accept": "application/vnd.apache.arrow.stream"}
client = alir.Alir()
bare = httpx.Client(base_url=os.environ["ALIR_BASE_URL"], headers=HEADERS)


def decoded(path):
    parameters = RANGE | ({"investor": "all"} if "broker" in path else {})
    response = bare.get(path, params=parameters, headers={"idempotency-key": str(uuid.uuid4())})
    assert response.status_code == 200, response.text
    return pyarrow.ipc.open_stream(response.content).read_all()


def daily(method, path, more=()):
    call = lambda: method(RANGE["ticker"], RANGE["from"], RANGE["to"], *more)
    return {
        "bare": lambda: decoded(path),
        "bare to pandas": lambda: decoded(path).to_pandas(),
        "pandas": lambda: call().to_pandas(),
        "polars": lambda: call().to_polars(),
    }


def medians(ways):
    times = {name: [] for name in ways}
    for run in range(-20, RUNS):
        for name, way in ways.items():
            started = time.perf_counter()
            result = way()
            if run >= 0:
                times[name].append((time.perf_counter() - started) * 1000)
    return {"rows": len(result)} | {name: statistics.median(each) for name, each in times.items()}


daily_prices = daily(client.ohlcv, "/stocks/ohlcv")
daily_brokers = daily(client.broker_summary_daily, "/stocks/broker-summary/daily", ["all"])
print(json.dumps({"prices": medians(daily_prices), "brokers": medians(daily_brokers)}))
