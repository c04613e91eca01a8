-- In which stocks did foreign investors buy or sell net for the 5th day in a row, and where did such a streak end? It does not count as
-- ended when the stock has no trades.
WITH stocks AS (
  FROM measure_rows($files, $adjusted) WHERE trade_date = $date::DATE AND value >= 1_000_000_000
),
streaks AS (
  SELECT
    'streak_began' AS kind,
    ticker,
    net_foreign_5d::DOUBLE AS figure,
    net_foreign_5d_p250 AS p250,
    net_foreign_5d_p60 AS p60,
    foreign_streak AS streak
  FROM stocks
  WHERE abs(foreign_streak) = 5
  UNION ALL
  SELECT
    'streak_ended', ticker, stocks.net_foreign_1d::DOUBLE, stocks.net_foreign_1d_p250, stocks.net_foreign_1d_p60, before.foreign_streak
  FROM stocks
  JOIN measure_rows($files, $adjusted) AS before USING (ticker)
  WHERE before.trade_date < $date::DATE
    AND abs(before.foreign_streak) >= 5
    AND sign(before.foreign_streak) <> sign(stocks.foreign_streak)
)
SELECT
  kind,
  ticker,
  figure,
  coalesce(p250, p60)::DOUBLE AS percentile,
  CASE WHEN p250 IS NOT NULL THEN 250 WHEN p60 IS NOT NULL THEN 60 END AS percentile_rows,
  streak::INTEGER AS streak
FROM streaks
ORDER BY kind, abs(streak) DESC, abs(figure) DESC, ticker;
