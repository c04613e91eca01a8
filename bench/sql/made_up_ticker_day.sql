-- The ticker_day of a made-up day. Each price is the average price of the day: what is measured does not look at it.
COPY (
  SELECT
    ticker,
    market,
    (sum(buy_value) // sum(buy_volume))::BIGINT AS open,
    open AS high,
    open AS low,
    open AS close,
    sum(buy_freq)::BIGINT AS freq,
    sum(buy_volume)::BIGINT AS volume,
    sum(buy_value)::BIGINT AS value,
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
  FROM read_parquet(getvariable('broker_day'), hive_partitioning = false)
  GROUP BY ticker, market
  ORDER BY ticker, market
) TO (getvariable('file')) (FORMAT parquet, COMPRESSION zstd);
