"""What a method returns: the data of an answer, what it cost, and its rows as a data frame."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

if TYPE_CHECKING:
    import httpx
    import pandas
    import polars

    from .types import EmptyReason

T = TypeVar("T")
Row = dict[str, Any]

ARROW = "application/vnd.apache.arrow.stream"


@dataclass(frozen=True)
class Quota:
    """The units of the account in its quota window: a cycle of 30 days, or a day on the free plan."""

    limit: int
    remaining: int
    resets_at: datetime


@dataclass(frozen=True)
class Table:
    """Where the rows of an answer are."""

    # Types by name: str, int, float, bool, date or time; with a question mark, if a value can be absent.
    columns: Mapping[str, str]
    by_ticker: bool = False  # The data is a dictionary of tickers.
    has_ticker: bool = False  # The rows of this dictionary have the ticker, too.
    is_row: bool = False  # The data (of a ticker) is one row.
    nested: bool = False  # The Arrow answer does not have all of the data, so it is not requested.
    field: str | None = None  # The field of the data that has the rows.


class Reply:
    """An answer of the server, with lower-case names of headers."""

    def __init__(self, response: httpx.Response) -> None:
        self.status, self.headers, self.body = response.status_code, response.headers, response.content
        self.media_type = response.headers.get("content-type", "").split(";")[0].strip().lower()

    def json(self) -> dict[str, Any] | None:
        """The body, or None if it is not a JSON object."""
        try:
            body = json.loads(self.body) if self.media_type == "application/json" else None
        except (ValueError, RecursionError):
            return None
        return cast("Row", body) if isinstance(body, dict) else None

    def count(self, header: str) -> int | None:
        value = self.headers.get(header, "")
        return int(value) if value.isdecimal() else None

    def quota(self) -> Quota | None:
        limit, remaining = self.count("x-monthly-limit"), self.count("x-monthly-remaining")
        resets_at = self.headers.get("x-monthly-reset")
        if limit is None or remaining is None or resets_at is None:
            return None
        return Quota(limit, remaining, datetime.fromisoformat(resets_at.replace("Z", "+00:00")))


class Result(Generic[T]):
    """The answer to a request."""

    def __init__(self, reply: Reply, units: int, content: Any) -> None:
        self._reply = reply
        self._content = content
        self.units = units
        """Units that the call was charged, all attempts together."""
        self.quota = reply.quota()
        """The units of the account after the request; None if the answer does not have them."""
        self.data_through = date.fromisoformat(day) if (day := reply.headers.get("x-data-through")) else None
        """The newest published day."""
        self.publication = reply.count("x-data-publication")
        """Two answers to the same request with the same number have the same data."""
        self.empty_reason = cast("EmptyReason | None", reply.headers.get("x-empty-reason"))
        """Why the answer has no rows, or only zeros."""
        self.request_id = reply.headers.get("x-request-id")
        """The operator finds the request in the log by it."""
        self.replayed = reply.headers.get("idempotent-replayed") == "true"
        """Whether an earlier attempt with the same Idempotency-Key was charged."""
        self.headers = reply.headers
        """The headers of the answer, such as `x-data-days`, by their lower-case names."""

    @property
    def data(self) -> T:
        """The rows or the object of the answer. Days are texts, such as 2026-01-30."""
        if self._content is None:
            self._content = self._decoded()
        return cast("T", self._content)

    def _decoded(self) -> Any:
        """The data of an answer in another format than JSON."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {len(self._reply.body)} bytes, {self.units} units, request {self.request_id}>"


class TableResult(Result[T]):
    """The answer to a request for rows, which can become a data frame."""

    def __init__(
        self, reply: Reply, units: int, content: Any, table: Table, tickers: list[str], dry_run_units: int | None
    ) -> None:
        super().__init__(reply, units, content)
        self._table = table
        self._tickers = tickers
        self.dry_run_units = dry_run_units
        """Units that the request costs without `dry_run`; None if it was not sent with `dry_run`."""

    def to_arrow(self) -> Any:
        """The rows as a `pyarrow.Table`, with 64-bit integers, real days and real times. Needs `alir[arrow]`.

        The columns have the order of the rows. An answer of JSON without rows has all columns of the method.
        """
        pa = _module("pyarrow", "arrow")
        as_sent = {"int": pa.int64(), "float": pa.float64(), "bool": pa.bool_()}
        types = {**as_sent, "str": pa.string(), "date": pa.date32(), "time": pa.timestamp("us", "UTC")}
        kinds = {name: kind.rstrip("?") for name, kind in self._table.columns.items()}
        if self._reply.media_type == ARROW:
            table = self._wire()
        else:
            rows = list(_rows(self.data, self._table))
            present = [name for name in rows[0] if name in kinds] if rows else list(kinds)
            sent = [as_sent.get(kinds[name], pa.string()) for name in present]
            columns = [pa.array([row[name] for row in rows], type=each) for name, each in zip(present, sent)]
            table = pa.table(columns, names=present)
        # A later server may have more columns: they keep their types.
        fields = [pa.field(each.name, types[kinds[each.name]]) if each.name in kinds else each for each in table.schema]
        return table if table.schema.equals(schema := pa.schema(fields)) else table.cast(schema)

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a data frame. An integer that can be absent is an `Int64`, never a float. Needs `alir[pandas]`."""
        pd = _module("pandas", "pandas")
        table = self.to_arrow()
        frame: pandas.DataFrame = table.to_pandas(date_as_object=False, use_threads=len(table) > 10_000)  # for speed
        nullable = {"int?": pd.Int64Dtype(), "bool?": pd.BooleanDtype()}
        for name in [each for each in table.column_names if self._table.columns.get(each) in nullable]:
            frame[name] = nullable[self._table.columns[name]].__from_arrow__(table.column(name))
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The rows as a data frame of Polars. Needs `alir[polars]`."""
        frame: polars.DataFrame = _module("polars", "polars").from_arrow(self.to_arrow())
        return frame

    def _wire(self) -> Any:
        return _module("pyarrow.ipc", "arrow").open_stream(self._reply.body).read_all()

    def _decoded(self) -> Any:
        pa, wire = _module("pyarrow", "arrow"), self._wire()
        # Texts as JSON has them.
        fields = [each.with_type(pa.string()) if str(each.type)[:4] in ("date", "dict") else each for each in wire.schema]
        rows: list[Row] = wire.cast(pa.schema(fields)).to_pylist()
        if not self._table.by_ticker:
            return rows[0] if self._table.is_row else rows
        data: dict[str, Any] = {ticker: [] for ticker in self._tickers}
        for row in rows:
            ticker = row["ticker"] if self._table.has_ticker else row.pop("ticker")
            if self._table.is_row:
                data[ticker] = row
            else:
                data[ticker].append(row)
        return data


def _rows(data: Any, table: Table) -> Iterator[Row]:
    if table.by_ticker:
        for ticker, part in data.items():
            yield from ({"ticker": ticker, **row} for row in ([part] if table.is_row else part))
    elif table.is_row:
        yield dict(_flat(data))
    else:
        yield from data if table.field is None else data[table.field]


def _flat(row: Row) -> Iterator[tuple[str, Any]]:
    """The fields of an object as columns, named as in the Arrow answer: `top1_percent`, `buy_top3` of `buy_share`."""
    for name, value in row.items():
        if isinstance(value, dict):
            prefix = name.removesuffix("_share")
            yield from ((f"{prefix}_{key}", each) for key, each in cast("Row", value).items())
        elif isinstance(value, list):
            for part in cast("list[Row]", value):
                yield from ((f"{name}{part['n']}_{key}", each) for key, each in part.items())
        else:
            yield name, value


def _module(name: str, extra: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"This needs the package {name}: pip install 'alir[{extra}]'") from error
