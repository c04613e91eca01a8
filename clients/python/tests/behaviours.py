"""Plays clients/behaviours.json against the scripted server, with both clients. Prints what differs.

Usage: behaviours.py URL_OF_THE_SCRIPTED_SERVER PATH_OF_BEHAVIOURS
"""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
from collections.abc import Awaitable, Callable
from datetime import date, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import alir
import httpx

SERVER, FILE = sys.argv[1:3]
KEY = "alir_live_test"
IDEMPOTENCY = "idempotency-key"
HAS_ARROW = find_spec("pyarrow") is not None
script_server = httpx.Client(timeout=30)


class Outcome:
    """How a call ended, and how long the client waited before its retries."""

    def __init__(self) -> None:
        self.slept_ms: list[float] = []
        self.result: alir.Result[Any] | None = None
        self.error: BaseException | None = None


def arguments(parameters: dict[str, Any]) -> dict[str, Any]:
    return {name + "_" if name == "from" else name: value for name, value in parameters.items()}


def method(client: object, call: dict[str, Any]) -> Callable[[], Any]:
    """The call of a behaviour as a Python program writes it."""
    options = call.get("options", {})
    found = getattr(client, call["operation"].removeprefix("get_"))
    values = arguments(call["parameters"])
    if "idempotency_key" in options:
        values["idempotency_key"] = options["idempotency_key"]
    if "max_retries" in options:
        values["max_retries"] = options["max_retries"]
    if "timeout_ms" in options:
        # Only for the answer: on a busy machine, connecting can take longer.
        values["timeout"] = httpx.Timeout(30, read=options["timeout_ms"] / 1000)
    return lambda: found(**values)


def settings(call: dict[str, Any], base_url: str) -> dict[str, Any]:
    options = call.get("options", {})
    return {"api_key": KEY, "base_url": base_url, "format": options.get("format", "json")}


def play(call: dict[str, Any], base_url: str) -> Outcome:
    outcome = Outcome()
    with alir.Alir(**settings(call, base_url)) as client:
        client._sleep = lambda seconds: outcome.slept_ms.append(float(seconds) * 1000)
        try:
            outcome.result = method(client, call)()
        except alir.AlirError as error:
            outcome.error = error
    return outcome


async def play_async(call: dict[str, Any], base_url: str) -> Outcome:
    outcome = Outcome()
    is_sleeping = asyncio.Event()

    async def sleep(seconds: float) -> None:
        outcome.slept_ms.append(seconds * 1000)
        if call.get("cancel") == "on_sleep":
            is_sleeping.set()
            await asyncio.Event().wait()

    async with alir.AsyncAlir(**settings(call, base_url)) as client:
        client._sleep = sleep
        task = asyncio.ensure_future(method(client, call)())
        when = call.get("cancel")
        if when == "on_request":
            await asyncio.to_thread(requests, base_url, 1)
        if when == "on_sleep":
            await is_sleeping.wait()
        if when is not None:
            task.cancel()
        try:
            outcome.result = await task
        except (alir.AlirError, asyncio.CancelledError) as error:
            outcome.error = error
    return outcome


def requests(base_url: str, at_least: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = script_server.get(f"{base_url}/requests", params={"at_least": at_least}).json()
    return found


def plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S.") + f"{value.microsecond // 1000:03}Z"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, alir.Quota):
        return {name: plain(each) for name, each in vars(value).items()}
    return value


def differences(behaviour: dict[str, Any], outcome: Outcome, received: list[dict[str, Any]]) -> list[str]:
    expected, found = behaviour["expect"], []

    def compare(what: str, actual: object, wanted: object) -> None:
        if actual != wanted:
            found.append(f"{what} is {actual!r}, not {wanted!r}")

    is_timeout = expected.get("error", {}).get("class") == "TimedOutError"
    if not is_timeout:
        compare("requests", len(received), expected.get("requests", 1))
    bounds = expected.get("slept_ms", [])
    if len(bounds) != len(outcome.slept_ms) or any(
        not low <= slept <= high for slept, (low, high) in zip(outcome.slept_ms, bounds)
    ):
        found.append(f"slept {outcome.slept_ms}, not {bounds}")
    keys = {request["headers"].get(IDEMPOTENCY) for request in received}
    wanted_key = expected.get("idempotency_key")
    if wanted_key == "none":
        compare("keys", keys, {None})
    elif wanted_key == "same":
        compare("number of keys", (len(keys), None in keys), (1, False))
    elif wanted_key is not None:
        compare("keys", keys, {wanted_key})
    for part, wanted in expected.get("sent", {}).items():
        sent = received[0][part]
        if part == "headers":
            sent = {name: sent.get(name) for name in wanted}
        compare(part, json.loads(sent) if part == "body" else sent, wanted)
    error, result = expected.get("error"), expected.get("result")
    if error is None and outcome.error is not None:
        return [*found, f"failed: {outcome.error!r} {outcome.error}"]
    if error is not None:
        is_cancelled = isinstance(outcome.error, asyncio.CancelledError)
        compare("class", "cancelled" if is_cancelled else type(outcome.error).__name__, error["class"])
        last = behaviour["server"][-1] if behaviour["server"] else {}
        for part in [] if is_cancelled else ["status", "code", "fields", "retry_after_s", "quota", "possible_units"]:
            if part in error or part == "possible_units":
                compare(part, plain(getattr(outcome.error, part)), error.get(part, 0))
        if "code" in last and not is_cancelled:
            compare("request_id", bool(getattr(outcome.error, "request_id")), True)
    if result is not None and outcome.result is not None:
        answer = outcome.result
        last = behaviour["server"][-1]
        wanted = dict(result)
        if "dry_run" in wanted:
            wanted["dry_run_units"] = wanted.pop("dry_run")["units"]
        if "rows" in wanted:
            rows = wanted.pop("rows")
            compare("rows", answer.data, rows)
            assert isinstance(answer, alir.TableResult)
            frame = answer.to_arrow().to_pylist()
            compare("rows of Arrow", [{name: plain(each) for name, each in row.items()} for row in frame], rows)
        elif "data" not in wanted and "data" in last:
            wanted["data"] = last["data"]
        for part, value in wanted.items():
            compare(part, plain(getattr(answer, part)), value)
    return found


def run(behaviour: dict[str, Any], kind: str) -> list[str]:
    response = script_server.post(f"{SERVER}/scripts", json={"replies": behaviour["server"]})
    base_url = response.json()["base_url"]
    player = play if kind == "sync" else play_async
    outcome: Outcome | Awaitable[Outcome] = player(behaviour["call"], base_url)
    if inspect.isawaitable(outcome):
        outcome = asyncio.run(outcome)  # type: ignore[arg-type]
    assert isinstance(outcome, Outcome)
    return [f"{behaviour['name']} ({kind}): {text}" for text in differences(behaviour, outcome, requests(base_url))]


def with_tickers(parameters: dict[str, Any]) -> dict[str, Any]:
    """Parameters whose tickers are written out: `T1 to T3` stands for T1, T2 and T3."""
    if not isinstance(parameters.get("tickers"), list):
        return parameters
    tickers: list[str] = []
    for text in parameters["tickers"]:
        first, _, last = text.replace("T", "").partition(" to ")
        tickers += [f"T{n}" for n in range(int(first), int(last) + 1)] if last else [text]
    return {**parameters, "tickers": tickers}


def plan_differences(case: dict[str, Any], kind: str) -> list[str]:
    """What differs in a plan, and in the requests when it is iterated twice."""
    expected, found = case["expect"], list[str]()
    parts = [with_tickers(part) for part in expected.get("parts", [])]
    replies = [{"units": 1, "data": {} if "tickers" in part else []} for part in 2 * parts]
    base_url = script_server.post(f"{SERVER}/scripts", json={"replies": replies}).json()["base_url"]
    settings = {"api_key": KEY, "base_url": base_url, "format": "json"}
    client = alir.Alir(**settings) if kind == "sync" else alir.AsyncAlir(**settings)
    made: list[tuple[Any, int]] = []

    async def iterate(plan: alir.Plan[Any]) -> None:
        for _ in range(2):
            for part, result in plan:
                answer = await result if inspect.isawaitable(result) else result
                made.append((part, answer.units))

    try:
        chosen = getattr(client, case["operation"].removeprefix("get_"))
        plan = client.plan(chosen, **arguments(with_tickers(case["parameters"])))
    except alir.RequestError as error:
        return [] if expected.get("error", "-") in str(error) else [f"{case['name']} ({kind}): {error}"]
    asyncio.run(iterate(plan))
    sent = [{**request["query"], **json.loads(request["body"] or "{}")} for request in requests(base_url)]
    keys = [request["headers"].get(IDEMPOTENCY) for request in requests(base_url)]
    checks = {
        "plan": ((plan.requests, plan.units), (len(parts), expected.get("units"))),
        "parts": (plan.parts, [arguments(part) for part in parts]),
        "answers": (made, [(arguments(part), 1) for part in 2 * parts]),
        "requests": (sent, 2 * parts),
        "keys": (keys, 2 * list(dict.fromkeys(keys))),
    }
    for what, (actual, wanted) in checks.items():
        if actual != wanted:
            found.append(f"{case['name']} ({kind}): {what} is {actual!r}, not {wanted!r}")
    return found


def main() -> None:
    # Certificates, which are not used here, take most of the time.
    alir.Alir._connect = staticmethod(lambda: httpx.Client(verify=False))
    alir.AsyncAlir._connect = staticmethod(lambda: httpx.AsyncClient(verify=False))
    recorded = json.loads(Path(FILE).read_text())
    played, found = 0, []
    for case in recorded["plans"]:
        for kind in ["sync", "async"]:
            played += 1
            found += plan_differences(case, kind)
    for behaviour in recorded["behaviours"]:
        if "rows" in behaviour["expect"].get("result", {}) and not HAS_ARROW:
            continue
        # Nothing outside it can cancel a call that blocks its thread.
        for kind in ["async"] if "cancel" in behaviour["call"] else ["sync", "async"]:
            played += 1
            found += run(behaviour, kind)
    print(json.dumps({"played": played, "differences": found}, indent=1))


main()
