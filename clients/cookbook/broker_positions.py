"""Writes an Excel file with the estimated positions of a broker in some stocks, since a day.

It costs 1 unit for each stock and each 31 days. The positions are those of all clients of the broker together.

    pip install alir openpyxl
    ALIR_API_KEY=... ALIR_BASE_URL=... python broker_positions.py positions.xlsx LG 2025-12-08 2026-01-22 MEDC BBCA
"""

import sys

from alir import Alir
from openpyxl import Workbook

COLUMNS = {
    "position": "Shares",
    "average_cost": "Average cost (IDR per share)",
    "close": "Close (IDR per share)",
    "result": "Result (IDR)",
    "days_held": "Days held",
}


if __name__ == "__main__":
    path, broker, first, last, *tickers = sys.argv[1:]
    workbook = Workbook()
    sheet = workbook.active
    sheet.title = broker
    sheet.append(["Stock", "Day", *COLUMNS.values()])
    with Alir() as alir:
        for ticker in tickers:
            *_, day = alir.broker_position(ticker, broker, first, last, "all").data["days"]
            sheet.append([ticker, day["date"], *(day[name] for name in COLUMNS)])
    for cells in sheet.iter_cols(min_col=3, min_row=2):
        for cell in cells:
            cell.number_format = "#,##0.00" if cell.column == 4 else "#,##0"
    sheet.freeze_panes = "C2"
    workbook.save(path)
