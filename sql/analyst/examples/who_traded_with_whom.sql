-- Which brokers bought a ticker from which brokers? These are the figures of GET /stocks/counterparties.
--
--   buyer, seller    brokers; if they are the same, the broker matched its own clients
--   freq             trades
--   volume           shares
--   value            IDR
SELECT
  buyer,
  seller,
  count(*) AS freq,
  sum(volume) AS volume,
  sum(value) AS value
FROM trades
WHERE ticker = 'BBCA'
  AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
  AND market IN ('RG') -- or ('NG'), ('RG', 'NG')
GROUP BY buyer, seller
ORDER BY sum(value) DESC, buyer, seller;
