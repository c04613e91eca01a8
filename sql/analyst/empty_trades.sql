-- A trades file without rows, for a lake without days: DuckDB refuses a glob that matches no file.
COPY (
  SELECT
    NULL::BIGINT AS trade_no, NULL::INTEGER AS session, NULL::VARCHAR AS market, NULL::VARCHAR AS ticker,
    NULL::VARCHAR AS buyer, NULL::VARCHAR AS buyer_investor, NULL::VARCHAR AS seller, NULL::VARCHAR AS seller_investor,
    NULL::BIGINT AS volume, NULL::BIGINT AS price, NULL::BIGINT AS value,
    NULL::BIGINT AS buy_order_no, NULL::BIGINT AS sell_order_no, NULL::INTEGER AS trade_second
  WHERE false
) TO $file (FORMAT parquet);
