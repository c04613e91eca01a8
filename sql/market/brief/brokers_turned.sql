-- Which brokers bought net over the last 5 days after they had sold net over the 20 days before, or the reverse, in a stock or in the
-- regular market as a whole (ticker null)? The percentile compares the net value with that of the 5 days up to each of the 60 days before;
-- a day without trades of the broker counts as 0.
--   days: the published days, from the newest back, at most 65
WITH published AS (
  SELECT unnest($days)::DATE AS trade_date, unnest(range(len($days))) AS age
),
rows AS (
  SELECT age, ticker, broker, buy_value - sell_value AS net
  FROM read_parquet($files, hive_partitioning = true, hive_types = {'trade_date': DATE})
  JOIN published USING (trade_date)
  WHERE market = 'RG'
),
turned AS MATERIALIZED (
  SELECT
    coalesce(ticker, '') AS subject,
    broker,
    (sum(net) FILTER (age < 5))::BIGINT AS figure,
    (sum(net) FILTER (age >= 5))::BIGINT AS figure_before
  FROM rows
  WHERE age < 25 AND len($days) >= 25
  GROUP BY GROUPING SETS ((ticker, broker), (broker))
  HAVING least(abs(figure), abs(figure_before)) >= 1_000_000_000 AND sign(figure) <> sign(figure_before)
),
daily AS MATERIALIZED (
  SELECT subject, turned.broker, age, sum(net)::BIGINT AS net
  FROM rows
  JOIN turned ON turned.broker = rows.broker AND subject IN ('', ticker)
  WHERE len($days) >= 65
  GROUP BY ALL
),
earlier AS (
  SELECT turned.subject, turned.broker, last_age, coalesce(sum(net), 0) AS net
  FROM turned
  CROSS JOIN range(1, 61) AS windows(last_age)
  LEFT JOIN daily
    ON daily.subject = turned.subject AND daily.broker = turned.broker AND age BETWEEN last_age AND last_age + 4
  GROUP BY ALL
),
ranked AS (
  SELECT
    turned.*,
    round((2 * count(*) FILTER (earlier.net < figure) + count(*) FILTER (earlier.net = figure)) / 1.2, 2)::DOUBLE AS percentile_of_60
  FROM turned
  JOIN earlier USING (subject, broker)
  GROUP BY ALL
)
SELECT
  'broker_turned' AS kind,
  nullif(subject, '') AS ticker,
  broker,
  figure::DOUBLE AS figure,
  figure_before::DOUBLE AS figure_before,
  CASE WHEN len($days) >= 65 THEN percentile_of_60 END AS percentile,
  CASE WHEN len($days) >= 65 THEN 60 END AS percentile_rows
FROM ranked
WHERE percentile IS NULL OR CASE WHEN figure > 0 THEN percentile >= 95 ELSE percentile <= 5 END
ORDER BY abs(figure) DESC, ticker NULLS FIRST, broker;
