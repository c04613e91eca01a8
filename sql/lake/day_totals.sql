-- How many trades does the day have, by market, what is their total value, and how many trade numbers are there from its first to its last?
-- How many sides of its trades belong to foreign investors, and how many to domestic investors?
SELECT
  coalesce(sum(trades), 0)::DOUBLE AS trades,
  coalesce(sum(value), 0)::DOUBLE AS value,
  coalesce(max(last_trade_no) - min(first_trade_no) + 1, 0)::DOUBLE AS trade_numbers,
  coalesce(sum(trades) FILTER (market = 'RG'), 0)::DOUBLE AS regular_trades,
  coalesce(sum(odd_lots) FILTER (market = 'RG'), 0)::DOUBLE AS odd_lots,
  coalesce(sum(value) FILTER (market = 'RG'), 0)::DOUBLE AS regular_value,
  coalesce(sum(trades) FILTER (market = 'NG'), 0)::DOUBLE AS negotiated_trades,
  (SELECT coalesce(sum(buy_freq + sell_freq) FILTER (investor = 'f'), 0)::DOUBLE FROM broker_day) AS foreign_sides,
  (SELECT coalesce(sum(buy_freq + sell_freq) FILTER (investor = 'd'), 0)::DOUBLE FROM broker_day) AS domestic_sides
FROM day_groups;
