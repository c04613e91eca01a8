-- A ticker_day file without rows, for a lake without days: DuckDB refuses a glob that matches no file.
COPY (
  SELECT
    NULL::VARCHAR AS ticker, NULL::VARCHAR AS market,
    NULL::BIGINT AS open, NULL::BIGINT AS high, NULL::BIGINT AS low, NULL::BIGINT AS close,
    NULL::BIGINT AS freq, NULL::BIGINT AS volume, NULL::BIGINT AS value,
    NULL::BIGINT AS foreign_buy_freq, NULL::BIGINT AS foreign_buy_volume, NULL::BIGINT AS foreign_buy_value,
    NULL::BIGINT AS foreign_sell_freq, NULL::BIGINT AS foreign_sell_volume, NULL::BIGINT AS foreign_sell_value,
    NULL::BIGINT AS domestic_buy_freq, NULL::BIGINT AS domestic_buy_volume, NULL::BIGINT AS domestic_buy_value,
    NULL::BIGINT AS domestic_sell_freq, NULL::BIGINT AS domestic_sell_volume, NULL::BIGINT AS domestic_sell_value
  WHERE false
) TO $file (FORMAT parquet);
