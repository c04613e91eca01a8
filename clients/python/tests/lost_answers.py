"""Sends random calls through a proxy that loses requests and answers. Prints the units that the results report.

Usage: lost_answers.py NUMBER_OF_CALLS. ALIR_BASE_URL and ALIR_API_KEY name the proxy.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import random
import sys
from datetime import date, timedelta
from typing import Any

import alir

CALLS = int(sys.argv[1])
AT_THE_SAME_TIME = 8
TICKERS = ["BBCA", "bbca ", "BBRI", "TLKM", "GOTO", "NONE"]


def random_call(source: random.Random) -> tuple[str, list[Any]]:
    """A method and its arguments, of any cost."""
    first = date(2025, 11, 20) + timedelta(days=source.randrange(60))
    days = [first, first + timedelta(days=source.randrange(366))]
    return source.choice(
        [
            ("foreign_flow", [source.choice(TICKERS), *days]),
            ("foreign_flow_batch", [source.choices(TICKERS, k=4), *days]),
            ("foreign_flow_daily", [source.choice(TICKERS), *days]),
            ("broker_ranking", [*days, "all"]),
            ("market_tickers", []),
        ]
    )


class Reported:
    """What the results of all calls report."""

    def __init__(self) -> None:
        self.units = self.replayed = self.failed = 0

    async def send(self, client: Any, name: str, values: list[Any]) -> None:
        """Repeats a call that failed with its Idempotency-Key, as its error advises."""
        key: dict[str, str] = {}
        while True:
            try:
                answer = getattr(client, name)(*values, **key)
                result: alir.Result[Any] = await answer if inspect.isawaitable(answer) else answer
            except (alir.ConnectionLostError, alir.ServerError) as error:
                self.failed += 1
                key = {} if error.idempotency_key is None else {"idempotency_key": error.idempotency_key}
                continue
            self.units += result.units
            self.replayed += result.replayed
            return


async def pause(_: float) -> None:
    """Waits for nothing."""


async def main() -> None:
    source, reported = random.Random(36), Reported()
    with alir.Alir(max_retries=2) as client:
        client._sleep = lambda _: None
        for _ in range(CALLS // 2):
            await reported.send(client, *random_call(source))
    async with alir.AsyncAlir(max_retries=2) as async_client:
        async_client._sleep = pause
        for _ in range(CALLS // 2 // AT_THE_SAME_TIME):
            calls = [random_call(source) for _ in range(AT_THE_SAME_TIME)]
            await asyncio.gather(*(reported.send(async_client, *call) for call in calls))
    print(json.dumps(vars(reported)))


asyncio.run(main())
