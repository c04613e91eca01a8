-- At which prices did a ticker trade, day by day, and what did foreigners do?
--
--   trade_date
--   open, high, low, close     IDR a share, of the regular market, in the order of trade numbers
--   average                    IDR a share, weighted by volume
--   volume                     shares
--   value                      IDR
--   net_foreign                IDR bought by foreigners less IDR sold by them, in the regular market
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
