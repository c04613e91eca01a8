-- What were a ticker's daily prices, volume and net foreign flow?
--
--   trade_date
--   open, high, low, close     IDR per share, regular market; open and close are the first and the last trade by trade number
--   average                    IDR per share, weighted by volume
--   volume                     shares
--   value                      IDR
--   net_foreign                IDR bought minus IDR sold by foreigners, regular market
WITH asked AS (
  FROM trades
  WHERE ticker = 'BBCA'
    AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
    AND market = 'RG'
)
SELECT
  trade_date,
  arg_min(price, trade_no) AS open,
  max(price) AS high,
  min(price) AS low,
  arg_max(price, trade_no) AS close,
  average_price(sum(value), sum(volume)) AS average,
  sum(volume) AS volume,
  sum(value) AS value,
  coalesce(sum(value) FILTER (buyer_investor = 'f'), 0)
    - coalesce(sum(value) FILTER (seller_investor = 'f'), 0) AS net_foreign
FROM asked
GROUP BY trade_date
ORDER BY trade_date;
