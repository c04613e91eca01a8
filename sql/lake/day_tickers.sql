-- The trades, volume, value and prices of each ticker in the regular market, and how many of its trades have an unusual volume or price.
-- `is_in_order`: whether the trade with the largest number is in the last second.
SELECT
  ticker,
  sum(trades)::DOUBLE AS trades,
  sum(volume)::DOUBLE AS volume,
  sum(value)::DOUBLE AS value,
  arg_min(open, first_trade_no)::DOUBLE AS open,
  min(low)::DOUBLE AS low,
  max(high)::DOUBLE AS high,
  arg_max(close, last_trade_no)::DOUBLE AS close,
  sum(odd_lots)::DOUBLE AS odd_lots,
  sum(uneven_lots)::DOUBLE AS uneven_lots,
  sum(off_steps)::DOUBLE AS off_steps,
  arg_max(last_trade_second, last_trade_no) = max(last_second) AS is_in_order
FROM day_groups
WHERE market = 'RG'
GROUP BY ticker
ORDER BY ticker;
