-- Do the largest net buyers of a ticker outweigh its largest net sellers? These are the figures of GET /stocks/accumulation.
--
--   volume, value                      shares and IDR of all trades
--   average                            IDR per share: value / volume (VWAP)
--   net_buyers, net_sellers            number of brokers that bought more shares than they sold, and of those that sold more
--   label                              by average_percent before rounding: Neutral below 6, Small from 6, Normal from 12.5, Big from 20
--   average_percent                    (top 3 + top 5 + mean of top 1 to top 5) / 3, in percent of volume; top n is topn_net_volume
--   top1_net_volume                    shares: net buys of the largest net buyer - net sells of the largest net seller
--   top1_percent                       top1_net_volume in percent of volume
--   top1_net_value                     IDR: top1_net_volume x value / volume
--   top3_net_volume                    shares: net buys of the 3 largest net buyers - net sells of the 3 largest net sellers
--   top3_percent                       the same in percent of volume
--   top3_net_value                     the same in IDR
--   top5_net_volume                    shares: net buys of the 5 largest net buyers - net sells of the 5 largest net sellers
--   top5_percent                       the same in percent of volume
--   top5_net_value                     the same in IDR
--   top10_net_volume                   shares: net buys of the 10 largest net buyers - net sells of the 10 largest net sellers
--   top10_percent                      the same in percent of volume
--   top10_net_value                    the same in IDR
--   buy_top1, buy_top3, buy_top5       percent of the bought shares that the largest 1, 3 and 5 buyers bought
--   buy_hhi                            sum of the squared percents of all buyers, 0 to 10,000
--   sell_top1, sell_top3, sell_top5    percent of the sold shares that the largest 1, 3 and 5 sellers sold
--   sell_hhi                           sum of the squared percents of all sellers, 0 to 10,000
WITH selected AS (
  FROM broker_day
  WHERE ticker = 'BBCA'
    AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
    AND market IN ('RG') -- or ('NG'), ('RG', 'NG')
),
traded AS (
  SELECT coalesce(sum(buy_volume), 0)::HUGEINT AS volume, coalesce(sum(buy_value), 0)::HUGEINT AS value
  FROM selected
),
of_brokers AS (
  SELECT broker, sum(buy_volume)::HUGEINT AS bought, sum(sell_volume)::HUGEINT AS sold, bought - sold AS net
  FROM selected
  WHERE investor IN ('d', 'f') -- or ('d'), ('f')
  GROUP BY broker
),
ranked AS (
  SELECT
    *,
    row_number() OVER (ORDER BY net DESC) AS net_buyer,
    row_number() OVER (ORDER BY net) AS net_seller,
    row_number() OVER (ORDER BY bought DESC) AS buyer,
    row_number() OVER (ORDER BY sold DESC) AS seller
  FROM of_brokers
),
tops AS (
  SELECT
    n,
    (SELECT coalesce(sum(net), 0) FROM ranked WHERE net > 0 AND net_buyer <= n)
      + (SELECT coalesce(sum(net), 0) FROM ranked WHERE net < 0 AND net_seller <= n) AS net_volume
  FROM range(1, 11) AS numbers(n)
),
figures AS (
  SELECT
    'top' || n AS top,
    net_volume::BIGINT AS net_volume,
    percent_of(net_volume, volume) AS percent,
    -- A division by 0 is null.
    coalesce(sign(net_volume) * ((abs(net_volume) * value * 2 + volume) // (volume * 2)), 0)::BIGINT AS net_value
  FROM tops, traded
),
-- The columns top1_net_volume, top1_percent, top1_net_value, top3_net_volume and so on.
figures_in_columns AS (
  PIVOT figures
  ON top IN ('top1', 'top3', 'top5', 'top10')
  USING any_value(net_volume) AS net_volume, any_value(percent) AS percent, any_value(net_value) AS net_value
),
-- average_percent comes from (top 3 + top 5 + mean of top 1 to top 5) / 3. This computes 15 times that average, to stay in integers.
average_top AS (
  SELECT
    5 * sum(net_volume) FILTER (n = 3) + 5 * sum(net_volume) FILTER (n = 5) + sum(net_volume) FILTER (n <= 5) AS fifteenths
  FROM tops
),
labelled AS (
  SELECT
    CASE
      WHEN fifteenths = 0 THEN NULL
      WHEN abs(fifteenths) * 1000 >= 15 * volume * 200 THEN 'Big '
      WHEN abs(fifteenths) * 1000 >= 15 * volume * 125 THEN 'Normal '
      WHEN abs(fifteenths) * 1000 >= 15 * volume * 60 THEN 'Small '
    END AS size,
    coalesce(size || CASE WHEN fifteenths > 0 THEN 'Accumulation' ELSE 'Distribution' END, 'Neutral') AS label,
    percent_of(fifteenths, 15 * volume) AS average_percent
  FROM average_top, traded
),
counted AS (
  SELECT count(*) FILTER (net > 0) AS net_buyers, count(*) FILTER (net < 0) AS net_sellers
  FROM of_brokers
),
-- All sums are null if the investor has no trades.
concentration AS (
  SELECT coalesce(COLUMNS(*), 0)
  FROM (
    SELECT
      percent_of(sum(bought) FILTER (buyer <= 1), sum(bought)) AS buy_top1,
      percent_of(sum(bought) FILTER (buyer <= 3), sum(bought)) AS buy_top3,
      percent_of(sum(bought) FILTER (buyer <= 5), sum(bought)) AS buy_top5,
      percent_of(100 * sum(bought * bought), sum(bought) * sum(bought)) AS buy_hhi,
      percent_of(sum(sold) FILTER (seller <= 1), sum(sold)) AS sell_top1,
      percent_of(sum(sold) FILTER (seller <= 3), sum(sold)) AS sell_top3,
      percent_of(sum(sold) FILTER (seller <= 5), sum(sold)) AS sell_top5,
      percent_of(100 * sum(sold * sold), sum(sold) * sum(sold)) AS sell_hhi
    FROM ranked
  )
)
SELECT
  volume::BIGINT AS volume,
  value::BIGINT AS value,
  average_price(value, volume) AS average,
  net_buyers, net_sellers, label, average_percent,
  figures_in_columns.*,
  concentration.*
FROM traded, counted, labelled, figures_in_columns, concentration;
