"""The clients, which differ in how they send a request and how they wait."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from importlib.util import find_spec
from typing import Any, Generic, Literal, TypeVar
from uuid import uuid4

import httpx

from . import _operations
from ._core import Call, Operation, Options, Values, parts_of, units_of
from ._methods import AsyncMethods, SyncMethods
from ._results import Reply
from ._version import __version__

R = TypeVar("R")
H = TypeVar("H", httpx.Client, httpx.AsyncClient)

_LOST = (httpx.TransportError, httpx.DecodingError)


class _Client(Generic[H]):
    """What both clients are created with."""

    _connect: Callable[[], H]

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = 60.0,
        max_retries: int = 4,
        format: Literal["arrow", "json"] | None = None,
    ) -> None:
        self._base_url = (base_url or _variable("ALIR_BASE_URL", "base_url")).rstrip("/")
        if not self._base_url.startswith(("http://", "https://")):
            raise ValueError(f"base_url must begin with http:// or https://: {self._base_url}")
        key = (api_key or _variable("ALIR_API_KEY", "api_key")).strip()
        self._headers = {"authorization": f"Bearer {key}", "user-agent": f"alir-python/{__version__}"}
        self._timeout = timeout
        self._max_retries = max_retries
        self._arrow = find_spec("pyarrow") is not None if format is None else format == "arrow"
        # Here, because threads that share the client would each create one at their first call.
        self._http: H = self._connect()

    def _begin(self, operation: Operation[R], values: Values, options: Options) -> tuple[Call[R], dict[str, Any]]:
        """A call, and the arguments of `request()` of httpx for each of its attempts."""
        timeout, max_retries, key = options
        retries = self._max_retries if max_retries is None else max_retries
        call = Call(operation, values, key, retries, self._arrow)
        url, headers = self._base_url + call.path, {**self._headers, **call.headers}
        seconds = self._timeout if timeout is None else timeout
        return call, {"method": call.method, "url": url, "headers": headers, "content": call.body, "timeout": seconds}

    def plan(self, method: Callable[..., R], /, **arguments: Any) -> Plan[R]:
        """Splits a long range or list of tickers into calls of a method, and computes their cost before any is sent.

            plan = client.plan(client.ohlcv, tickers=["BBCA", "BBRI"], from_="2025-01-01", to="2026-06-30")
            frames = {part["ticker"]: result.to_pandas() for part, result in plan}

        Each call has its own totals. The results of a method of `AsyncAlir` are awaited.
        """
        return Plan(method, arguments)


class Plan(Generic[R]):
    """Calls that are not sent yet. Iterating sends one after the other, and again within 24 hours charges none twice."""

    def __init__(self, method: Callable[..., R], arguments: Mapping[str, Any]) -> None:
        operation = getattr(_operations, method.__name__.upper())
        self.parts = parts_of(operation, arguments)
        """The arguments of each call."""
        self.requests = len(self.parts)
        self.units = sum(units_of(operation, {**part, "from": part["from_"]}) for part in self.parts)
        """What all calls cost together."""
        self._keys = [{"idempotency_key": str(uuid4())} if operation.has_key else {} for _ in self.parts]
        self._method = method

    def __iter__(self) -> Iterator[tuple[Mapping[str, Any], R]]:
        """The arguments and the result of each call."""
        return ((part, self._method(**part, **key)) for part, key in zip(self.parts, self._keys))


def _variable(name: str, argument: str) -> str:
    if not (value := os.environ.get(name)):
        raise ValueError(f"The client has no {argument}: pass {argument}, or set {name}.")
    return value


class Alir(_Client[httpx.Client], SyncMethods, AbstractContextManager["Alir"]):
    """A client of an Alir server. It can be shared by threads.

    Args:
        api_key: The key. Default: ALIR_API_KEY.
        base_url: The address of the server, such as https://api.example.com. Default: ALIR_BASE_URL.
        timeout: Seconds in which an attempt must connect, and in which each part of its answer must arrive.
        max_retries: Maximum number of retries after a lost connection or a temporary error. A call is charged
            once, however often it is sent.
        format: How rows are requested. Default: arrow if pyarrow is installed, otherwise json. The results are equal.
    """

    _connect: Callable[[], httpx.Client] = staticmethod(httpx.Client)
    _sleep: Callable[[float], None] = staticmethod(time.sleep)

    def _call(self, operation: Operation[R], values: Values, options: Options) -> R:
        call, arguments = self._begin(operation, values, options)
        outcome = self._attempt(arguments)
        while (wait := call.wait_s(outcome, time.time(), random.random())) is not None:
            self._sleep(wait)
            outcome = self._attempt(arguments)
        return call.result(outcome, time.time())

    def _attempt(self, arguments: dict[str, Any]) -> Reply | httpx.HTTPError:
        try:
            return Reply(self._http.request(**arguments))
        except _LOST as error:
            return error

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __exit__(self, *error: object) -> None:
        self.close()


class AsyncAlir(_Client[httpx.AsyncClient], AsyncMethods, AbstractAsyncContextManager["AsyncAlir"]):
    """A client of an Alir server for asyncio, with the methods and the arguments of `Alir`. Each call is awaited."""

    _connect: Callable[[], httpx.AsyncClient] = staticmethod(httpx.AsyncClient)
    _sleep: Callable[[float], Awaitable[None]] = staticmethod(asyncio.sleep)

    async def _call(self, operation: Operation[R], values: Values, options: Options) -> R:
        call, arguments = self._begin(operation, values, options)
        outcome = await self._attempt(arguments)
        while (wait := call.wait_s(outcome, time.time(), random.random())) is not None:
            await self._sleep(wait)
            outcome = await self._attempt(arguments)
        return call.result(outcome, time.time())

    async def _attempt(self, arguments: dict[str, Any]) -> Reply | httpx.HTTPError:
        try:
            return Reply(await self._http.request(**arguments))
        except _LOST as error:
            return error

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def __aexit__(self, *error: object) -> None:
        await self.close()
