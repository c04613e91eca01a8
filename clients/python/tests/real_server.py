"""Calls each method of both clients at a real server, in each format, and compares the answers. Prints what it found.

ALIR_BASE_URL and ALIR_API_KEY name the server; standard input has the calls: [{"operation": ..., "parameters": ...}].
"""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
from typing import Any

import alir
from alir import _operations

Result = alir.Result[Any]
DTYPES = {"int": "int64", "int?": "Int64", "float": "float64", "float?": "float64", "bool": "bool", "bool?": "boolean"}
DTYPES |= {"str": "str", "str?": "str", "date": "datetime64", "date?": "datetime64", "time": "datetime64", "time?": "datetime64"}


async def call(client: Any, operation: str, values: dict[str, Any]) -> Result:
    result = getattr(client, operation.removeprefix("get_"))(**values)
    answered: Result = await result if inspect.isawaitable(result) else result
    return answered


class Session:
    """The calls in the order of the document, with the identifiers of what earlier ones created."""

    def __init__(self, client: Any, chat: int) -> None:
        self.client = client
        # A second code for the same chat is refused for a minute.
        self.ids: dict[str, str] = {"chat": str(chat)}
        self.units = 0
        self.answers: dict[str, Result] = {}
        self.codes: dict[str, str | None] = {}

    async def run(self, operation: str, parameters: dict[str, Any]) -> None:
        values = {name + "_" if name == "from" else name: value for name, value in parameters.items()}
        known = {name: self.ids.get(name, value) for name, value in values.items()}
        try:
            result = await call(self.client, operation, known)
        except alir.AlirError as error:
            self.codes[operation] = error.code
            return
        self.units += result.units
        self.answers[operation] = result
        if operation.startswith(("create_", "rotate_")):
            self.ids |= {name: value for name, value in result.data.items() if name.endswith("_id")}
        if operation == "list_invoices":
            self.ids["number"] = result.data[0]["number"]


def check_frames(operation: str, results: list[Result]) -> list[str]:
    """The rows of the answers as Arrow, pandas and Polars."""
    found: list[str] = []
    first = results[0]
    if not isinstance(first, alir.TableResult):
        return found
    columns = getattr(_operations, operation.removeprefix("get_").upper()).table.columns
    table = first.to_arrow()
    if table.num_rows == 0:
        found.append(f"{operation} has no rows")
    for other in results[1:]:
        assert isinstance(other, alir.TableResult)
        if not other.to_arrow().equals(table):
            found.append(f"{operation}: {other.to_arrow().schema} differs from {table.schema}")
    frame, polars_frame = first.to_pandas(), first.to_polars()
    for name in table.column_names:
        if not str(frame[name].dtype).startswith(DTYPES[columns[name]]):
            found.append(f"{operation}: {name} is {frame[name].dtype}, not {DTYPES[columns[name]]}")
    if polars_frame.rows() != [tuple(row.values()) for row in table.to_pylist()]:
        found.append(f"{operation}: the rows of Polars differ")
    return found


async def main() -> None:
    calls = json.load(sys.stdin)
    sessions = []
    clients = [alir.Alir(format="json"), alir.Alir(format="arrow")]
    clients_of_asyncio = [alir.AsyncAlir(format="json"), alir.AsyncAlir(format="arrow")]
    for chat, client in enumerate([*clients, *clients_of_asyncio], start=1000):
        session = Session(client, chat)
        for each in calls:
            await session.run(each["operation"], each["parameters"])
        sessions.append(session)
    for sync_client in clients:
        sync_client.close()
    for async_client in clients_of_asyncio:
        await async_client.close()
    found: list[str] = []
    first = sessions[0]
    for operation, answer in first.answers.items():
        # The usage grows with each session.
        same = sessions[:1] if operation == "get_usage_history" else sessions
        results = [session.answers[operation] for session in same]
        if isinstance(answer, alir.TableResult) and any(each.data != answer.data for each in results):
            found.append(f"{operation}: the data differs")
        found += check_frames(operation, results)
    report = {
        "methods": sorted({*first.answers, *first.codes}),
        "codes": first.codes,
        "units": sum(session.units for session in sessions),
        "differences": found,
    }
    print(json.dumps(report))


asyncio.run(main())
