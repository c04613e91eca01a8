-- In which stocks was most negotiated? Only stocks that also traded in RG have measures.
SELECT
  'negotiated' AS kind,
  ticker,
  negotiated_value_1d::DOUBLE AS figure,
  coalesce(negotiated_value_1d_p250, negotiated_value_1d_p60)::DOUBLE AS percentile,
  CASE WHEN negotiated_value_1d_p250 IS NOT NULL THEN 250 WHEN negotiated_value_1d_p60 IS NOT NULL THEN 60 END AS percentile_rows,
  negotiated_premium_1d::DOUBLE AS premium
FROM measure_rows($files, $adjusted)
WHERE trade_date = $date::DATE AND negotiated_value_1d >= 1_000_000_000
ORDER BY figure DESC, ticker;
