-- A broker_day file without rows, for a lake without days: DuckDB refuses a glob that matches no file.
COPY (
  SELECT
    NULL::VARCHAR AS ticker, NULL::VARCHAR AS market, NULL::VARCHAR AS investor, NULL::VARCHAR AS broker,
    NULL::BIGINT AS buy_freq, NULL::BIGINT AS sell_freq, NULL::BIGINT AS buy_volume, NULL::BIGINT AS sell_volume,
    NULL::BIGINT AS buy_value, NULL::BIGINT AS sell_value
  WHERE false
) TO $file (FORMAT parquet);
