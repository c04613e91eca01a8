-- What did a broker trade on one day, in all tickers?
--
--   ticker
--   market                     RG, NG or TN
--   investor                   type of the broker's client: d or f
--   buy_volume, sell_volume    shares
--   buy_value, sell_value      IDR
--   net_value                  IDR: buy_value - sell_value
WITH asked AS (
  FROM broker_day
  WHERE broker = 'AK'
    AND trade_date = '2026-01-30'
)
SELECT
  ticker, market, investor, buy_volume, sell_volume, buy_value, sell_value,
  buy_value - sell_value AS net_value
FROM asked
ORDER BY abs(net_value) DESC, ticker, market, investor;
