"""Client of Alir: broker summary, foreign flow, prices and news of the Indonesia Stock Exchange.

    from alir import Alir

    client = Alir(api_key="alir_live_...", base_url="https://api.example.com")
    frame = client.broker_summary("BBCA", "2026-01-05", "2026-01-09", investor="all").to_pandas()

Values are in IDR, volumes in shares, averages in IDR per share. The types of rows are in `alir.types`.
"""

from . import types
from ._client import Alir, AsyncAlir, Plan
from ._errors import AlirError, AuthenticationError, ConnectionLostError, QuotaError
from ._errors import RateLimitError, RequestError, ServerError, TimedOutError
from ._results import Quota, Result, TableResult
from ._version import __version__

__all__ = ["Alir", "AsyncAlir", "Plan", "Quota", "Result", "TableResult", "types", "__version__", "AlirError"]
__all__ += ["AuthenticationError", "ConnectionLostError", "QuotaError", "RateLimitError", "RequestError"]
__all__ += ["ServerError", "TimedOutError"]
