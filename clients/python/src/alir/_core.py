"""What both clients share: how a request is built, when it is sent again, and what an answer means."""

from __future__ import annotations

import json
import math
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Generic, Literal, NamedTuple, TypeVar, cast
from urllib.parse import quote, urlencode

import httpx

from ._errors import AlirError, ConnectionLostError, RequestError, TimedOutError, error_class
from ._results import ARROW, Reply, Result, Table, TableResult

R = TypeVar("R")
# The arguments of a call, by their names in the API. None is not sent.
Values = Mapping[str, object]

MAX_TICKERS = 50  # Of a batch.
MAX_RETRY_AFTER_S = 600  # A longer one is not waited for: the error has it.
FIRST_WAIT_S, MAX_WAIT_S, JITTER_S = 0.5, 8.0, 0.5
NOT_STARTED = (408, 429)  # The server did not begin to process the request.
MAY_PASS = (500, 502, 503, 504)
NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


@dataclass(frozen=True)
class Operation(Generic[R]):
    method: str
    path: str
    has_body: bool = False
    has_key: bool = False  # Whether a request with the same Idempotency-Key has its effect once.
    units: int = 0  # The cost of each request, of each distinct ticker, or of so many days begun.
    per: Literal["request", "ticker", "days"] = "request"
    days: int = 1
    max_days: int = 366
    table: Table | None = None
    media_type: str = "application/json"


class Options(NamedTuple):
    timeout: float | None  # None stands for the setting of the client.
    max_retries: int | None
    idempotency_key: str | None = None


def _text(value: object) -> str:
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, date):
        return str(_json_value(value))
    return ",".join(_text(each) for each in cast("Sequence[object]", value))


def _json_value(value: object) -> object:
    # A time without a zone, such as a Timestamp of pandas, stands for its day.
    if isinstance(value, datetime):
        return value.date().isoformat() if value.tzinfo is None else value.isoformat()
    return value.isoformat() if isinstance(value, date) else list(cast("Sequence[object]", value))


def _tickers(tickers: object) -> list[str]:
    return [str(each).strip().upper() for each in cast("Sequence[object]", tickers)]


def _day(value: object) -> date:
    return date.fromisoformat(_text(value).strip())


def units_of(operation: Operation[Any], given: Values) -> int:
    if given.get("dry_run"):
        return 0
    if operation.per != "days":
        return operation.units * (len(set(_tickers(given.get("tickers", ())))) if operation.per == "ticker" else 1)
    try:
        days = (_day(given.get("to")) - _day(given.get("from"))).days + 1
    except (TypeError, ValueError):
        return 0  # The server refuses the days.
    return operation.units * max(0, math.ceil(days / operation.days))


def parts_of(operation: Operation[Any], arguments: Values) -> list[dict[str, Any]]:
    """The arguments of each call for a range of any length and, with `tickers`, any number of tickers."""
    others = {**arguments}
    try:
        first, last = _day(others.pop("from_", None)), _day(others.pop("to", None))
    except (TypeError, ValueError) as error:
        raise RequestError("from_ and to must be days, such as 2026-01-05.") from error
    groups: list[dict[str, Any]] = [{}]
    if (given := others.pop("tickers", None)) is not None:
        if isinstance(given, str):
            raise RequestError("tickers must be a list.")
        tickers = list(dict.fromkeys(_tickers(given)))
        groups = [{"ticker": each} for each in tickers]
        if operation.per == "ticker":
            groups = [{"tickers": tickers[n : n + MAX_TICKERS]} for n in range(0, len(tickers), MAX_TICKERS)]
    days, longest = (last - first).days + 1, operation.max_days
    if days > longest:
        longest -= longest % operation.days  # Whole units: a request of 366 days pays for 372.
    starts = range(0, max(days, 1), longest)
    ranges = [(first + timedelta(start), first + timedelta(min(start + longest, days) - 1)) for start in starts]
    return [{**group, "from_": str(start), "to": str(end), **others} for group in groups for start, end in ranges]


class Call(Generic[R]):
    """A call: its request, when this is sent again, and how the call ends."""

    def __init__(self, operation: Operation[R], values: Values, key: str | None, max_retries: int, arrow: bool) -> None:
        given = {name: value for name, value in values.items() if value is not None}
        self._operation = operation
        self._tickers = _tickers(given.get("tickers", ()))
        self._units = units_of(operation, given)  # What it costs if it succeeds.
        self.path = operation.path
        for name in [each for each in given if f"{{{each}}}" in self.path]:
            self.path = self.path.replace(f"{{{name}}}", quote(_text(given.pop(name)), safe=""))
        has_arrow = operation.table is not None and not operation.table.nested
        self.headers = {"accept": ARROW if arrow and has_arrow else operation.media_type}
        self._key = (key or str(uuid.uuid4())) if operation.has_key else None
        if self._key is not None:
            self.headers["idempotency-key"] = self._key
        self.method = operation.method
        self.body: bytes | None = None
        if operation.has_body:
            self.headers["content-type"] = "application/json"
            self.body = json.dumps(given, default=_json_value, ensure_ascii=False).encode()
        elif given:
            self.path += "?" + urlencode({name: _text(value) for name, value in given.items()})
        self._retries_left = max_retries
        self._next_wait_s = FIRST_WAIT_S
        self._possible_units = 0

    def wait_s(self, outcome: Reply | httpx.HTTPError, now: float, random: float) -> float | None:
        """Seconds until the request is sent again, or None. `now` is a Unix time, `random` from 0 to 1."""
        retry_after = None
        # Whether sending it twice has the effect of sending it once.
        is_repeatable = self.method == "GET" or self._key is not None
        if isinstance(outcome, httpx.HTTPError):
            is_sent = not isinstance(outcome, NOT_SENT)
            may_pass = is_repeatable or not is_sent
            self._possible_units = self._units if is_sent else self._possible_units
        else:
            may_pass = outcome.status in NOT_STARTED or (outcome.status in MAY_PASS and is_repeatable)
            retry_after = retry_after_s(outcome.headers, now)
        if not may_pass or self._retries_left <= 0 or (retry_after or 0) > MAX_RETRY_AFTER_S:
            return None
        self._retries_left -= 1
        if retry_after is not None:
            return retry_after + JITTER_S * random
        wait, self._next_wait_s = self._next_wait_s, min(2 * self._next_wait_s, MAX_WAIT_S)
        return wait * (1 + random) / 2

    def result(self, outcome: Reply | httpx.HTTPError, now: float) -> R:
        """The result of the last attempt. Raises AlirError if it failed."""
        if isinstance(outcome, Reply) and outcome.status == 200:
            result = self._result(outcome)
            if result is not None:
                return cast("R", result)
            self._possible_units = self._units
        raise self._error(outcome, now)

    def _result(self, reply: Reply) -> Result[Any] | None:
        """None if it is not an answer of Alir."""
        table, media_type = self._operation.table, self._operation.media_type
        is_replayed = reply.headers.get("idempotent-replayed") == "true"
        units = self._units if is_replayed else reply.count("x-request-cost") or 0
        if table is not None and reply.media_type == ARROW:
            return TableResult(reply, units, None, table, self._tickers, None)
        if media_type != "application/json":
            return Result(reply, units, reply.body.decode("utf-8", "replace"))
        answer = reply.json() or {"success": False}
        content = answer.get("data") if "success" in answer else answer
        if content is None:
            return None
        if table is None:
            return Result(reply, units, content)
        return TableResult(reply, units, content, table, [], answer.get("dry_run", {}).get("units"))

    def _error(self, outcome: Reply | httpx.HTTPError, now: float) -> AlirError:
        units, key = self._possible_units, self._key
        if isinstance(outcome, httpx.HTTPError):
            lost_class = TimedOutError if isinstance(outcome, httpx.TimeoutException) else ConnectionLostError
            reason = f"No answer arrived: {type(outcome).__name__}: {outcome}."
            return lost_class(reason, possible_units=units, idempotency_key=key)
        body = outcome.json() or {}
        code = body.get("code")
        return error_class(outcome.status, code)(
            body.get("error") or f"The answer with status {outcome.status} is not one of an Alir server.",
            status=outcome.status,
            code=code,
            request_id=body.get("request_id") or outcome.headers.get("x-request-id"),
            fields=body.get("errors", ()),
            retry_after_s=retry_after_s(outcome.headers, now),
            quota=outcome.quota(),
            possible_units=units,
            idempotency_key=key,
        )


def retry_after_s(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds that a Retry-After header demands: a number, or a date, which is compared with the clock of the server."""
    value = headers.get("retry-after", "")
    if value.isdecimal():
        return float(value)
    until = _time(value)
    if until is None:
        return None
    server_now = _time(headers.get("date", ""))
    return max(0.0, until - (now if server_now is None else server_now))


def _time(text: str) -> float | None:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None
