-- Files without rows, for a lake without days: DuckDB refuses a pattern that matches nothing.
COPY (
  SELECT
    NULL::BIGINT AS trade_no, NULL::TINYINT AS session, NULL::VARCHAR AS market, NULL::VARCHAR AS ticker,
    NULL::VARCHAR AS buyer, NULL::VARCHAR AS buyer_investor, NULL::VARCHAR AS seller, NULL::VARCHAR AS seller_investor,
    NULL::BIGINT AS volume, NULL::BIGINT AS price, NULL::BIGINT AS value,
    NULL::BIGINT AS buy_order_no, NULL::BIGINT AS sell_order_no, NULL::TIME AS trade_time
  WHERE false
) TO (getvariable('empty_lake') || '/trades/trade_date=1970-01-01/trades.parquet') (FORMAT parquet);

COPY (
  SELECT
    NULL::VARCHAR AS ticker, NULL::VARCHAR AS market, NULL::VARCHAR AS investor, NULL::VARCHAR AS broker,
    NULL::BIGINT AS buy_freq, NULL::BIGINT AS sell_freq, NULL::BIGINT AS buy_volume, NULL::BIGINT AS sell_volume,
    NULL::BIGINT AS buy_value, NULL::BIGINT AS sell_value
  WHERE false
) TO (getvariable('empty_lake') || '/broker_day/trade_date=1970-01-01/broker_day.parquet') (FORMAT parquet);
