-- The trades, volume, value and prices of each ticker in the regular market.
SELECT
  ticker,
  sum(trades)::DOUBLE AS trades,
  sum(volume)::DOUBLE AS volume,
  sum(value)::DOUBLE AS value,
  min(low)::DOUBLE AS low,
  max(high)::DOUBLE AS high,
  arg_max(close, last_trade_no)::DOUBLE AS close
FROM day_groups
WHERE market = 'RG'
GROUP BY ticker
ORDER BY ticker;
