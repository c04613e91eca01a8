-- Which brokers traded with each other in a ticker? If buyer and seller are the same broker, the broker matched its own clients.
--
--   buyer, seller    brokers
--   is_own_cross     whether they are the same
--   freq             trades
--   volume           shares
--   value            IDR
--   share            percent of the ticker's value in the range
WITH asked AS (
  FROM trades
  WHERE ticker = 'BBCA'
    AND trade_date BETWEEN '2026-01-26' AND '2026-01-30'
    AND market IN ('RG', 'NG')
)
SELECT
  buyer,
  seller,
  buyer = seller AS is_own_cross,
  count(*) AS freq,
  sum(volume) AS volume,
  sum(value) AS value,
  round(100 * sum(value) / sum(sum(value)) OVER (), 2) AS share
FROM asked
GROUP BY buyer, seller
ORDER BY sum(value) DESC, buyer, seller
LIMIT 50;
