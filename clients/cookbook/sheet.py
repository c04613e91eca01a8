"""Creates a link to the daily foreign flow of a stock, and prints the formula for Google Sheets.

The sheet shows the newest 20 trading days and follows each publication. A day costs 1 unit, however often the sheet
fetches the link. The key needs the scope account. To revoke the link, delete it on the page of your keys.

    pip install alir
    ALIR_API_KEY=... ALIR_BASE_URL=... python sheet.py BBCA
"""

import os
import sys

from alir import Alir

if __name__ == "__main__":
    ticker = sys.argv[1]
    with Alir() as alir:
        link = alir.create_link(f"sheet of {ticker}", f"/foreign-flow/daily?ticker={ticker}&last_days=20", max_units=40)
    print(f'=IMPORTDATA("{os.environ["ALIR_BASE_URL"]}/csv/{link.data["api_key"]}")')
