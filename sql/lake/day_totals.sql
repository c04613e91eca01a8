-- How many trades does the day have, by market, what is their total value, and how many trade numbers are there from its first to its last?
SELECT
  coalesce(sum(trades), 0)::DOUBLE AS trades,
  coalesce(sum(value), 0)::DOUBLE AS value,
  coalesce(max(last_trade_no) - min(first_trade_no) + 1, 0)::DOUBLE AS trade_numbers,
  coalesce(sum(trades) FILTER (market = 'RG'), 0)::DOUBLE AS regular_trades,
  coalesce(sum(odd_lots) FILTER (market = 'RG'), 0)::DOUBLE AS odd_lots,
  coalesce(sum(value) FILTER (market = 'RG'), 0)::DOUBLE AS regular_value,
  coalesce(sum(trades) FILTER (market = 'NG'), 0)::DOUBLE AS negotiated_trades
FROM day_groups;
