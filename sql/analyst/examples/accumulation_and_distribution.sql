-- Is a ticker accumulated or distributed? Accumulation: a few net buyers, many net sellers. Distribution: a few net sellers, many net buyers.
-- Total net buying equals total net selling, so the shares of buyers and sellers can be compared.
--
--   trade_date
--   net_traded                                  shares that net buyers bought from net sellers on the day
--   buyers, sellers                             number of net buyers and net sellers
--   top1_buyers, top3_buyers, top5_buyers       percent of net_traded bought by the largest 1, 3 and 5 net buyers
--   top1_sellers, top3_sellers, top5_sellers    percent of net_traded sold by the largest 1, 3 and 5 net sellers
--   top3_balance                                top3_buyers - top3_sellers, in percentage points; above 0: accumulation, below 0: distribution
WITH asked AS (
  FROM broker_summary
  WHERE ticker = 'BBCA'
    AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
    AND market IN ('RG', 'NG')
),
net AS (
  SELECT trade_date, broker, sum(net_volume) AS net_volume
  FROM asked
  GROUP BY trade_date, broker
  HAVING sum(net_volume) <> 0
),
placed AS (
  SELECT
    *,
    net_volume > 0 AS is_buyer,
    row_number() OVER (PARTITION BY trade_date, net_volume > 0 ORDER BY abs(net_volume) DESC, broker) AS place
  FROM net
),
shares AS (
  SELECT
    trade_date,
    sum(net_volume) FILTER (is_buyer) AS net_traded,
    count(*) FILTER (is_buyer) AS buyers,
    count(*) FILTER (NOT is_buyer) AS sellers,
    100 * sum(abs(net_volume)) FILTER (is_buyer AND place <= 1) / net_traded AS top1_buyers,
    100 * sum(abs(net_volume)) FILTER (is_buyer AND place <= 3) / net_traded AS top3_buyers,
    100 * sum(abs(net_volume)) FILTER (is_buyer AND place <= 5) / net_traded AS top5_buyers,
    100 * sum(abs(net_volume)) FILTER (NOT is_buyer AND place <= 1) / net_traded AS top1_sellers,
    100 * sum(abs(net_volume)) FILTER (NOT is_buyer AND place <= 3) / net_traded AS top3_sellers,
    100 * sum(abs(net_volume)) FILTER (NOT is_buyer AND place <= 5) / net_traded AS top5_sellers
  FROM placed
  GROUP BY trade_date
)
SELECT
  trade_date, net_traded, buyers, sellers,
  round(top1_buyers, 2) AS top1_buyers,
  round(top3_buyers, 2) AS top3_buyers,
  round(top5_buyers, 2) AS top5_buyers,
  round(top1_sellers, 2) AS top1_sellers,
  round(top3_sellers, 2) AS top3_sellers,
  round(top5_sellers, 2) AS top5_sellers,
  round(top3_buyers - top3_sellers, 2) AS top3_balance
FROM shares
ORDER BY trade_date;
