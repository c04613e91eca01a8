"""What both clients share: how a request is built, when it is sent again, and what an answer means."""

from __future__ import annotations

import json
import math
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Generic, Literal, TypeVar, cast
from urllib.parse import quote, urlencode

from ._errors import AlirError, ConnectionLostError, TimedOutError, error_class
from ._results import ARROW, Reply, Result, Table, TableResult

R = TypeVar("R")
# The arguments of a call, by their names in the API. None is not sent.
Values = Mapping[str, object]

MAX_RETRY_AFTER_S = 600  # A longer one is not waited for: the error has it.
FIRST_WAIT_S, MAX_WAIT_S, JITTER_S = 0.5, 8.0, 0.5
NOT_STARTED = (408, 429)  # The server did not begin to process the request.
MAY_PASS = (500, 502, 503, 504)


@dataclass(frozen=True)
class Cost:
    units: int
    per: Literal["request", "ticker", "days"]
    days: int = 1


@dataclass(frozen=True)
class Operation(Generic[R]):
    """A request of the API."""

    method: str
    path: str
    has_body: bool = False
    has_key: bool = False  # Whether a request with the same Idempotency-Key has its effect once.
    cost: Cost | None = None
    table: Table | None = None
    media_type: str = "application/json"


@dataclass(frozen=True)
class Request:
    """A request that can be sent, and sent again."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes | None
    idempotency_key: str | None
    tickers: list[str]
    units: int  # What it costs if it succeeds.


@dataclass(frozen=True)
class Lost:
    """No answer arrived."""

    reason: str
    is_sent: bool  # Whether the server can have received the request.
    is_timeout: bool


def request_of(operation: Operation[R], values: Values, idempotency_key: str | None, *, arrow: bool) -> Request:
    given = {name: value for name, value in values.items() if value is not None}
    tickers = [str(each).strip().upper() for each in cast("Sequence[object]", given.get("tickers", ()))]
    units = _units(operation.cost, given, tickers)
    path = operation.path
    for name in [each for each in given if f"{{{each}}}" in path]:
        path = path.replace(f"{{{name}}}", quote(_text(given.pop(name)), safe=""))
    has_arrow = operation.table is not None and not operation.table.nested
    headers = {"accept": ARROW if arrow and has_arrow else operation.media_type}
    key = (idempotency_key or str(uuid.uuid4())) if operation.has_key else None
    if key is not None:
        headers["idempotency-key"] = key
    body: bytes | None = None
    if operation.has_body:
        headers["content-type"] = "application/json"
        body = json.dumps(given, default=_json_value, ensure_ascii=False).encode()
    elif given:
        path += "?" + urlencode({name: _text(value) for name, value in given.items()})
    return Request(operation.method, path, headers, body, key, tickers, units)


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


def _units(cost: Cost | None, given: Values, tickers: list[str]) -> int:
    if cost is None or given.get("dry_run"):
        return 0
    if cost.per != "days":
        return cost.units * (len(set(tickers)) if cost.per == "ticker" else 1)
    try:
        first, last = (date.fromisoformat(_text(given[name]).strip()) for name in ("from", "to"))
    except ValueError:
        return 0  # The server refuses the days.
    return cost.units * max(0, math.ceil(((last - first).days + 1) / cost.days))


class Call(Generic[R]):
    """A call: when its request is sent again, and how it ends."""

    def __init__(self, operation: Operation[R], request: Request, max_retries: int) -> None:
        self._operation = operation
        self._request = request
        self._retries_left = max_retries
        self._next_wait_s = FIRST_WAIT_S
        self._possible_units = 0

    def wait_s(self, outcome: Reply | Lost, now: float, random: float) -> float | None:
        """Seconds until the request is sent again, or None. `now` is a Unix time, `random` from 0 to 1."""
        request, retry_after = self._request, None
        # Whether sending it twice has the effect of sending it once.
        is_repeatable = request.method == "GET" or request.idempotency_key is not None
        if isinstance(outcome, Lost):
            may_pass = is_repeatable or not outcome.is_sent
            self._possible_units = request.units if outcome.is_sent else self._possible_units
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

    def result(self, outcome: Reply | Lost, now: float) -> R:
        """The result of the last attempt. Raises AlirError if it failed."""
        if isinstance(outcome, Reply) and outcome.status == 200:
            result = self._result(outcome)
            if result is not None:
                return cast("R", result)
            self._possible_units = self._request.units
        raise self._error(outcome, now)

    def _result(self, reply: Reply) -> Result[Any] | None:
        """None if it is not an answer of Alir."""
        table, media_type = self._operation.table, self._operation.media_type
        is_replayed = reply.headers.get("idempotent-replayed") == "true"
        units = self._request.units if is_replayed else reply.count("x-request-cost") or 0
        if table is not None and reply.media_type == ARROW:
            return TableResult(reply, units, None, table, self._request.tickers, None)
        if media_type != "application/json":
            return Result(reply, units, reply.body.decode("utf-8", "replace"))
        answer = reply.json() or {"success": False}
        content = answer.get("data") if "success" in answer else answer
        if content is None:
            return None
        if table is None:
            return Result(reply, units, content)
        return TableResult(reply, units, content, table, [], answer.get("dry_run", {}).get("units"))

    def _error(self, outcome: Reply | Lost, now: float) -> AlirError:
        units, key = self._possible_units, self._request.idempotency_key
        if isinstance(outcome, Lost):
            lost_class = TimedOutError if outcome.is_timeout else ConnectionLostError
            return lost_class(f"No answer arrived: {outcome.reason}.", possible_units=units, idempotency_key=key)
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
