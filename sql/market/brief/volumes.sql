-- Which stocks had most volume compared with the median of the 20 days before, and with their own earlier days? A stock with fewer than 60
-- earlier rows has no percentile, and comes last.
SELECT
  'volume' AS kind,
  ticker,
  volume_ratio_20d::DOUBLE AS figure,
  coalesce(volume_ratio_20d_p250, volume_ratio_20d_p60)::DOUBLE AS percentile,
  CASE WHEN volume_ratio_20d_p250 IS NOT NULL THEN 250 WHEN volume_ratio_20d_p60 IS NOT NULL THEN 60 END AS percentile_rows
FROM measure_rows($files, $adjusted)
WHERE trade_date = $date::DATE
  AND value >= 1_000_000_000
  AND volume_ratio_20d >= 2
  AND (percentile IS NULL OR percentile >= 95)
ORDER BY percentile IS NULL, figure DESC, ticker;
