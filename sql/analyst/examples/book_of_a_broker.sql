-- What did a broker buy and sell, in each ticker? These are the figures of GET /brokers/{code}/summary.
--
--   ticker
--   buy_freq, sell_freq        trades
--   buy_volume, sell_volume    shares
--   buy_value, sell_value      IDR
--   buy_avg, sell_avg          IDR per share, from the sums of the range; 0 if the volume is 0
SELECT
  ticker,
  sum(buy_freq) AS buy_freq,
  sum(sell_freq) AS sell_freq,
  sum(buy_volume) AS buy_volume,
  sum(sell_volume) AS sell_volume,
  sum(buy_value) AS buy_value,
  sum(sell_value) AS sell_value,
  average_price(sum(buy_value), sum(buy_volume)) AS buy_avg,
  average_price(sum(sell_value), sum(sell_volume)) AS sell_avg
FROM broker_summary('all') -- or ('d'), ('f')
WHERE broker = 'AK'
  AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
  AND market IN ('RG') -- or ('NG'), ('RG', 'NG')
GROUP BY ticker
ORDER BY sum(buy_value) DESC, ticker;
