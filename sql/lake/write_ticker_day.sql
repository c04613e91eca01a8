-- What were the prices of each ticker in each market, and how much of it was traded, by whom? Open and close are the prices of the
-- smallest and the largest trade number.
COPY (
  WITH traded AS (
    SELECT
      ticker,
      market,
      arg_min(open, first_trade_no) AS open,
      max(high) AS high,
      min(low) AS low,
      arg_max(close, last_trade_no) AS close,
      sum(trades)::BIGINT AS freq,
      sum(volume)::BIGINT AS volume,
      sum(value)::BIGINT AS value
    FROM day_groups
    GROUP BY ticker, market
  ),
  by_investor AS (
    SELECT
      ticker,
      market,
      coalesce(sum(buy_freq) FILTER (investor = 'f'), 0)::BIGINT AS foreign_buy_freq,
      coalesce(sum(buy_volume) FILTER (investor = 'f'), 0)::BIGINT AS foreign_buy_volume,
      coalesce(sum(buy_value) FILTER (investor = 'f'), 0)::BIGINT AS foreign_buy_value,
      coalesce(sum(sell_freq) FILTER (investor = 'f'), 0)::BIGINT AS foreign_sell_freq,
      coalesce(sum(sell_volume) FILTER (investor = 'f'), 0)::BIGINT AS foreign_sell_volume,
      coalesce(sum(sell_value) FILTER (investor = 'f'), 0)::BIGINT AS foreign_sell_value,
      coalesce(sum(buy_freq) FILTER (investor = 'd'), 0)::BIGINT AS domestic_buy_freq,
      coalesce(sum(buy_volume) FILTER (investor = 'd'), 0)::BIGINT AS domestic_buy_volume,
      coalesce(sum(buy_value) FILTER (investor = 'd'), 0)::BIGINT AS domestic_buy_value,
      coalesce(sum(sell_freq) FILTER (investor = 'd'), 0)::BIGINT AS domestic_sell_freq,
      coalesce(sum(sell_volume) FILTER (investor = 'd'), 0)::BIGINT AS domestic_sell_volume,
      coalesce(sum(sell_value) FILTER (investor = 'd'), 0)::BIGINT AS domestic_sell_value
    FROM broker_day
    GROUP BY ticker, market
  )
  SELECT
    ticker, market, open, high, low, close, freq, volume, value,
    foreign_buy_freq, foreign_buy_volume, foreign_buy_value,
    foreign_sell_freq, foreign_sell_volume, foreign_sell_value,
    domestic_buy_freq, domestic_buy_volume, domestic_buy_value,
    domestic_sell_freq, domestic_sell_volume, domestic_sell_value
  FROM traded
  JOIN by_investor USING (ticker, market)
  ORDER BY ticker, market
) TO $ticker_day (FORMAT parquet, COMPRESSION zstd);
