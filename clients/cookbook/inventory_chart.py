# %% [markdown]
# # Broker inventory of a stock
#
# Which brokers collect a stock, and which sell it? The chart shows the sum of the net volume of the largest net
# buyers and net sellers since the first day, beside the price. Open this file as a notebook in Jupyter or VS Code,
# or run it: it writes inventory.svg. It costs 4 units.
#
#     pip install 'alir[pandas]' matplotlib

# %%
import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
from alir import Alir

TICKER, FIRST, LAST = "BBCA", "2025-12-01", "2026-01-30"
client = Alir()

# %% The two requests cost 2 units each, for 61 days.
inventory = client.broker_inventory(TICKER, FIRST, LAST, "all", top=3)
prices = client.ohlcv(TICKER, FIRST, LAST)
print(inventory.units + prices.units, "units; data through", inventory.data_through)

# %% A column for each broker, a row for each day.
lots = inventory.to_pandas().pivot(index="date", columns="code", values="cumulative_volume") / 100
close = prices.to_pandas().set_index("date")["close"]
print(lots.iloc[-1].sort_values(ascending=False).round().astype("int64").to_string())

# %%
plt.rcParams["svg.fonttype"] = "none"
figure, (above, below) = plt.subplots(2, sharex=True, figsize=(10, 7))
close.plot(ax=above, title=f"{TICKER}: close, IDR per share")
lots.drop(columns="OTHER").plot(ax=below, title="Net lots since the first day")
below.axhline(0, color="gray", linewidth=0.5)
figure.autofmt_xdate()
figure.savefig("inventory.svg")
