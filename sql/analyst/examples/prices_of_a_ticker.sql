-- What were a ticker's daily prices, volume and net foreign flow? These are the figures of GET /stocks/ohlcv.
--
--   date
--   open, high, low, close    IDR per share; open and close are the first and the last trade by trade number
--   average                   IDR per share: value / volume (VWAP)
--   volume                    shares
--   value                     IDR
--   freq                      trades
--   net_foreign               IDR bought minus IDR sold by foreign investors
SELECT
  trade_date AS date,
  open, high, low, close,
  average_price(value, volume) AS average,
  volume, value, freq,
  foreign_buy_value - foreign_sell_value AS net_foreign
FROM ticker_day
WHERE ticker = 'BBCA'
  AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
  AND market = 'RG' -- or 'NG'; prices of two markets cannot be combined
ORDER BY date;
