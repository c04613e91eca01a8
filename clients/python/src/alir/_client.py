"""The clients, which differ in how they send a request and how they wait."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import Any, Generic, Literal, TypeVar

import httpx

from ._core import Call, Lost, Operation, Request, Values, request_of
from ._methods import AsyncMethods, SyncMethods
from ._results import Reply
from ._version import __version__

R = TypeVar("R")
H = TypeVar("H", httpx.Client, httpx.AsyncClient)

_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
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

    def _arguments(self, request: Request, timeout: float | None) -> dict[str, Any]:
        """The arguments of `request()` of httpx."""
        seconds = self._timeout if timeout is None else timeout
        url, headers = self._base_url + request.path, {**self._headers, **request.headers}
        return {"method": request.method, "url": url, "headers": headers, "content": request.body, "timeout": seconds}


def _variable(name: str, argument: str) -> str:
    if not (value := os.environ.get(name)):
        raise ValueError(f"The client has no {argument}: pass {argument}, or set {name}.")
    return value


def _lost(error: Exception) -> Lost:
    is_sent, is_timeout = not isinstance(error, _NOT_SENT), isinstance(error, httpx.TimeoutException)
    return Lost(f"{type(error).__name__}: {error}", is_sent, is_timeout)


class Alir(_Client[httpx.Client], SyncMethods):
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

    def _call(
        self,
        operation: Operation[R],
        values: Values,
        timeout: float | None,
        max_retries: int | None,
        idempotency_key: str | None = None,
    ) -> R:
        request = request_of(operation, values, idempotency_key, arrow=self._arrow)
        call = Call(operation, request, self._max_retries if max_retries is None else max_retries)
        outcome = self._attempt(request, timeout)
        while (wait := call.wait_s(outcome, time.time(), random.random())) is not None:
            self._sleep(wait)
            outcome = self._attempt(request, timeout)
        return call.result(outcome, time.time())

    def _attempt(self, request: Request, timeout: float | None) -> Reply | Lost:
        try:
            response = self._http.request(**self._arguments(request, timeout))
            return Reply(response.status_code, response.headers, response.content)
        except _LOST as error:
            return _lost(error)

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Alir:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class AsyncAlir(_Client[httpx.AsyncClient], AsyncMethods):
    """A client of an Alir server for asyncio, with the methods and the arguments of `Alir`. Each call is awaited."""

    _connect: Callable[[], httpx.AsyncClient] = staticmethod(httpx.AsyncClient)
    _sleep: Callable[[float], Awaitable[None]] = staticmethod(asyncio.sleep)

    async def _call(
        self,
        operation: Operation[R],
        values: Values,
        timeout: float | None,
        max_retries: int | None,
        idempotency_key: str | None = None,
    ) -> R:
        request = request_of(operation, values, idempotency_key, arrow=self._arrow)
        call = Call(operation, request, self._max_retries if max_retries is None else max_retries)
        outcome = await self._attempt(request, timeout)
        while (wait := call.wait_s(outcome, time.time(), random.random())) is not None:
            await self._sleep(wait)
            outcome = await self._attempt(request, timeout)
        return call.result(outcome, time.time())

    async def _attempt(self, request: Request, timeout: float | None) -> Reply | Lost:
        try:
            response = await self._http.request(**self._arguments(request, timeout))
            return Reply(response.status_code, response.headers, response.content)
        except _LOST as error:
            return _lost(error)

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncAlir:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()
