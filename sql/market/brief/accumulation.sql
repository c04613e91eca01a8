-- In which stocks did the largest net buyers take most from the largest net sellers over the last 5 days, or the reverse, compared with the
-- stock's own earlier days? A stock with fewer than 60 earlier rows has no percentile, and comes last.
SELECT
  CASE WHEN accumulation_5d > 0 THEN 'accumulated' ELSE 'distributed' END AS kind,
  ticker,
  accumulation_5d::DOUBLE AS figure,
  coalesce(accumulation_5d_p250, accumulation_5d_p60)::DOUBLE AS percentile,
  CASE WHEN accumulation_5d_p250 IS NOT NULL THEN 250 WHEN accumulation_5d_p60 IS NOT NULL THEN 60 END AS percentile_rows
FROM measure_rows($files, $adjusted)
WHERE trade_date = $date::DATE
  AND value >= 1_000_000_000
  AND abs(accumulation_5d) >= 6
  AND (percentile IS NULL OR CASE WHEN figure > 0 THEN percentile >= 95 ELSE percentile <= 5 END)
ORDER BY percentile IS NULL, abs(figure) DESC, ticker;
