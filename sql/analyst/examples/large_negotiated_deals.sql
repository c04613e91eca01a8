-- Which negotiated deals had at least a given value?
--
--   trade_date, trade_time                 Jakarta time
--   ticker
--   buyer, buyer_investor                  broker, and type of its client: d or f
--   seller, seller_investor                the same
--   volume                                 shares
--   price                                  IDR per share
--   value                                  IDR
--   premium                                difference to the average price of the regular market on that day, in percent
WITH selected AS (
  FROM trades
  WHERE trade_date BETWEEN '2026-01-05' AND '2026-01-30'
),
regular AS (
  SELECT trade_date, ticker, sum(value) / sum(volume) AS average
  FROM selected
  WHERE market = 'RG'
  GROUP BY trade_date, ticker
)
SELECT
  trade_date, trade_time, ticker, buyer, buyer_investor, seller, seller_investor, volume, price, value,
  round(100 * (price / average - 1), 2) AS premium
FROM selected
LEFT JOIN regular USING (trade_date, ticker)
WHERE market = 'NG'
  AND value >= 2_000_000_000
ORDER BY value DESC, trade_date, trade_no;
