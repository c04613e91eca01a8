"""Errors: one class for each kind, so that a program can catch what it can act on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from ._results import Quota


@dataclass(eq=False)
class AlirError(Exception):
    """A request failed."""

    advice: ClassVar[str] = "Check that base_url is the address of an Alir server."
    """What to do."""

    message: str
    """What is wrong, in the words of the server if it answered."""
    _: KW_ONLY
    status: int | None = None
    """The HTTP status; None if no answer arrived."""
    code: str | None = None
    """The error code of the server, such as `invalid_request`; None without one."""
    request_id: str | None = None
    """The operator finds the request in the log by it; None if no answer arrived."""
    fields: Sequence[Mapping[str, str]] = ()
    """Each `field` that the server refused, with a `message`. Only of status 400."""
    retry_after_s: float | None = None
    """Seconds after which the server wants the next request, if it says so."""
    quota: Quota | None = None
    """The units of the account, if the answer has them."""
    possible_units: int = 0
    """Units that can have been charged, because an answer was lost. Otherwise 0: errors are free."""
    idempotency_key: str | None = None
    """Pass it to the same method with the same arguments to repeat the call without a second charge."""

    def __str__(self) -> str:
        known = {"status": self.status, "code": self.code, "request": self.request_id}
        facts = ", ".join(f"{name} {value}" for name, value in known.items() if value is not None)
        return f"{self.message} {self.advice}" + (f" ({facts})" if facts else "")


class AuthenticationError(AlirError):
    """401: the key is missing, mistyped, unknown, revoked or expired."""

    advice = "Check the key in api_key or ALIR_API_KEY."


class RequestError(AlirError):
    """4xx: the server refused the request, and refuses it each time."""

    advice = "Correct what the message names. The same call fails again."


class QuotaError(AlirError):
    """403: no units remain, or fewer than the request costs."""

    advice = "Wait until quota.resets_at, request less, or upgrade the plan."


class RateLimitError(AlirError):
    """429: too many requests in 60 seconds, after the last retry."""

    advice = "Wait for retry_after_s seconds, and send fewer requests."


class ServerError(AlirError):
    """408 and 5xx: the server did not answer the request, after the last retry."""

    advice = "Repeat the call later. If it fails again, send the request id to the operator."


class ConnectionLostError(AlirError):
    """No answer arrived, after the last retry."""

    advice = "Check base_url and the network. To repeat the call without a second charge, pass its idempotency_key."


class TimedOutError(ConnectionLostError):
    """No answer arrived within the time-out, after the last retry."""

    advice = "Pass a longer timeout. To repeat the call without a second charge, pass its idempotency_key."


def error_class(status: int, code: str | None) -> type[AlirError]:
    if code in ("quota_exceeded", "quota_insufficient"):
        return QuotaError
    if status < 400:
        return AlirError
    by_status: dict[int, type[AlirError]] = {401: AuthenticationError, 408: ServerError, 429: RateLimitError}
    return by_status.get(status, ServerError if status >= 500 else RequestError)
