-- What were a ticker's daily prices, volume and net foreign flow? These are the figures of GET /stocks/ohlcv.
--
--   date                      each day with trades
--   open, high, low, close    IDR per share, regular market; open and close are the first and the last trade by trade number
--   average                   IDR per share: value / volume (VWAP)
--   volume                    shares
--   value                     IDR
--   freq                      trades
--   net_foreign               IDR bought minus IDR sold by foreign investors
SELECT
  trade_date AS date,
  any_value(open) FILTER (market = 'RG') AS open,
  any_value(high) FILTER (market = 'RG') AS high,
  any_value(low) FILTER (market = 'RG') AS low,
  any_value(close) FILTER (market = 'RG') AS close,
  average_price(sum(value), sum(volume)) AS average,
  sum(volume) AS volume,
  sum(value) AS value,
  sum(freq) AS freq,
  sum(foreign_buy_value - foreign_sell_value) AS net_foreign
FROM ticker_day
WHERE ticker = 'BBCA'
  AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
  AND market IN ('RG') -- or ('RG', 'NG'); for the negotiated market only, replace each 'RG' with 'NG'
GROUP BY trade_date
ORDER BY date;
