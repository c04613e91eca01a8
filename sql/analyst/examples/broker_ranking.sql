-- What did each broker buy and sell, in all tickers, and what was its share? These are the figures of GET /brokers/ranking.
--
--   code                       the broker
--   buy_freq, sell_freq        trades
--   buy_volume, sell_volume    shares
--   buy_value, sell_value      IDR
--   buy_avg, sell_avg          IDR per share, from the sums of the range; 0 if the volume is 0
--   share                      percent of the value of the buys plus sells of all brokers
SELECT
  broker AS code,
  sum(buy_freq) AS buy_freq,
  sum(sell_freq) AS sell_freq,
  sum(buy_volume) AS buy_volume,
  sum(sell_volume) AS sell_volume,
  sum(buy_value) AS buy_value,
  sum(sell_value) AS sell_value,
  average_price(sum(buy_value), sum(buy_volume)) AS buy_avg,
  average_price(sum(sell_value), sum(sell_volume)) AS sell_avg,
  percent_of(sum(buy_value + sell_value), sum(sum(buy_value + sell_value)) OVER ()) AS share
FROM broker_day -- faster than broker_summary for sums over all tickers
WHERE trade_date BETWEEN '2026-01-05' AND '2026-01-30'
  AND market IN ('RG') -- or ('NG'), ('RG', 'NG')
  AND investor IN ('d', 'f') -- or ('d'), ('f')
GROUP BY broker
ORDER BY sum(buy_value) DESC, code;
