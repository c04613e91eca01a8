-- Who were the top net buyers and the top net sellers of a ticker?
--
--   side            'buyer' or 'seller', by the sign of the net value
--   rank            1 is the largest
--   broker, name    code and name of the broker
--   net_value       IDR bought minus IDR sold
--   net_volume      shares bought minus shares sold
--   buy_avg         IDR per share, average of all purchases in the range
--   sell_avg        IDR per share, average of all sales in the range
WITH selected AS (
  FROM broker_summary('all') -- or ('d'), ('f')
  WHERE ticker = 'BBCA'
    AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
    AND market IN ('RG') -- or ('NG'), ('RG', 'NG')
),
of_brokers AS (
  SELECT
    broker,
    sum(net_value) AS net_value,
    sum(net_volume) AS net_volume,
    average_price(sum(buy_value), sum(buy_volume)) AS buy_avg,
    average_price(sum(sell_value), sum(sell_volume)) AS sell_avg
  FROM selected
  GROUP BY broker
),
ranked AS (
  SELECT
    *,
    CASE WHEN net_value > 0 THEN 'buyer' ELSE 'seller' END AS side,
    row_number() OVER (PARTITION BY side ORDER BY abs(net_value) DESC, broker) AS rank
  FROM of_brokers
  WHERE net_value <> 0
)
SELECT side, rank, broker, name, net_value, net_volume, buy_avg, sell_avg
FROM ranked
LEFT JOIN brokers USING (broker)
WHERE rank <= 10
ORDER BY side, rank;
