-- What are the measures of each ticker on a day? The rules are in rules.sql, the definitions in docs/columns.txt.
--   days: the published days, from this one back
-- Rows come from views_of_files.sql, or from tables_of_tickers.sql for some tickers.
COPY (
  WITH published AS (
    SELECT unnest(getvariable('days'))::DATE AS trade_date, unnest(range(len(getvariable('days')))) AS age
  ),
  spans AS (
    SELECT days FROM (VALUES (1), (5), (20), (60)) AS spans(days) WHERE days <= len(getvariable('days'))
  ),
  prices AS (
    SELECT age, ticker, market, high, low, close, freq, volume, value, foreign_buy_value - foreign_sell_value AS net_foreign
    FROM ticker_days
    JOIN published USING (trade_date)
  ),
  today AS MATERIALIZED (
    SELECT ticker, close, freq, volume, value, net_foreign FROM prices WHERE age = 0 AND market = 'RG'
  ),
  negotiated AS (
    SELECT ticker, volume, value FROM prices WHERE age = 0 AND market = 'NG'
  ),
  ranges AS (
    SELECT
      ticker,
      min(low) FILTER (age < 20) AS low_20, max(high) FILTER (age < 20) AS high_20,
      min(low) FILTER (age < 60) AS low_60, max(high) FILTER (age < 60) AS high_60,
      min(low) AS low_250, max(high) AS high_250,
      list_sort(list_resize(coalesce(list(volume) FILTER (age BETWEEN 1 AND 20), []), 20, 0)) AS volumes,
      list_sort(list_resize(coalesce(list(value) FILTER (age BETWEEN 1 AND 20), []), 20, 0)) AS amounts
    FROM prices
    WHERE market = 'RG' AND age < 250
    GROUP BY ticker
  ),
  foreigners AS (
    SELECT days, ticker, sum(net_foreign)::BIGINT AS net_foreign, sum(value)::BIGINT AS value
    FROM prices
    JOIN spans ON age < days AND days <= 20
    WHERE market = 'RG'
    GROUP BY days, ticker
  ),
  -- The rows of a broker are first added by the shortest span that they belong to.
  by_span AS (
    SELECT
      CASE WHEN age < 1 THEN 1 WHEN age < 5 THEN 5 WHEN age < 20 THEN 20 ELSE 60 END AS shortest,
      ticker,
      broker,
      sum(buy_volume) AS buy_volume,
      sum(sell_volume) AS sell_volume,
      sum(buy_value) AS buy_value
    FROM broker_days
    JOIN published USING (trade_date)
    WHERE market = 'RG' AND age < 60
    GROUP BY ALL
  ),
  brokers AS MATERIALIZED (
    SELECT
      days,
      ticker,
      broker,
      sum(buy_volume)::BIGINT AS buy_volume,
      sum(sell_volume)::BIGINT AS sell_volume,
      sum(buy_value)::BIGINT AS buy_value,
      (sum(buy_volume) - sum(sell_volume))::BIGINT AS net_volume
    FROM by_span
    JOIN spans ON shortest <= days
    GROUP BY days, ticker, broker
  ),
  tops AS MATERIALIZED (
    SELECT
      days,
      ticker,
      sum(buy_volume)::BIGINT AS volume,
      shares_of_tops(max(buy_volume, 15), sum(buy_volume)) AS buy_tops,
      shares_of_tops(max(sell_volume, 15), sum(buy_volume)) AS sell_tops,
      fifteen_tops(max(net_volume, 5) FILTER (net_volume > 0)) - fifteen_tops(max(-net_volume, 5) FILTER (net_volume < 0)) AS tops,
      count(*) FILTER (net_volume > 0) - count(*) FILTER (net_volume < 0) AS buyers_less_sellers
    FROM brokers
    GROUP BY days, ticker
  ),
  costs AS (
    SELECT days, ticker, sum(buy_value)::BIGINT AS value, sum(buy_volume)::BIGINT AS volume
    FROM (
      FROM brokers
      WHERE days >= 20 AND net_volume > 0
      QUALIFY row_number() OVER (PARTITION BY days, ticker ORDER BY net_volume DESC, broker) <= 5
    )
    GROUP BY days, ticker
  ),
  history AS (
    SELECT age, rows.*
    FROM earlier_measures AS rows
    JOIN published USING (trade_date)
    WHERE ticker IN (SELECT ticker FROM today)
  ),
  closes AS (
    SELECT
      ticker,
      arg_min(close, age) AS close_1,
      arg_min(close, age) FILTER (age >= 5) AS close_5,
      arg_min(close, age) FILTER (age >= 20) AS close_20,
      any_value(foreign_streak) FILTER (age = 1) AS streak,
      list_sort(min(age, 250)) AS ages
    FROM history
    GROUP BY ticker
  ),
  measured AS MATERIALIZED (
    SELECT
      today.ticker, today.close, today.volume, today.value, today.freq,
      percent(today.close - close_1, close_1) AS change_1d,
      percent(today.close - close_5, close_5) AS change_5d,
      percent(today.close - close_20, close_20) AS change_20d,
      CASE WHEN len(getvariable('days')) >= 20 THEN coalesce(percent(today.close - low_20, high_20 - low_20), 50) END AS range_20d,
      CASE WHEN len(getvariable('days')) >= 60 THEN coalesce(percent(today.close - low_60, high_60 - low_60), 50) END AS range_60d,
      CASE WHEN len(getvariable('days')) >= 250 THEN coalesce(percent(today.close - low_250, high_250 - low_250), 50) END AS range_250d,
      CASE WHEN len(getvariable('days')) > 20 THEN quotient(2 * today.volume, volumes[10] + volumes[11]) END AS volume_ratio_20d,
      CASE WHEN len(getvariable('days')) > 20 THEN quotient(2 * today.value, amounts[10] + amounts[11]) END AS value_ratio_20d,
      today.net_foreign AS net_foreign_1d, foreign_5.net_foreign AS net_foreign_5d, foreign_20.net_foreign AS net_foreign_20d,
      percent(today.net_foreign, today.value) AS foreign_share_1d,
      percent(foreign_5.net_foreign, foreign_5.value) AS foreign_share_5d,
      percent(foreign_20.net_foreign, foreign_20.value) AS foreign_share_20d,
      CASE WHEN sign(streak) = sign(today.net_foreign) THEN streak ELSE 0 END + sign(today.net_foreign) AS foreign_streak,
      percent(top_1.tops, 15 * top_1.volume) AS accumulation_1d,
      percent(top_5.tops, 15 * top_5.volume) AS accumulation_5d,
      percent(top_20.tops, 15 * top_20.volume) AS accumulation_20d,
      top_1.buy_tops[1] AS buy_top1_1d,
      top_1.buy_tops[2] AS buy_top3_1d,
      top_1.buy_tops[3] AS buy_top5_1d,
      top_1.buy_tops[4] AS buy_top10_1d,
      top_1.buy_tops[5] AS buy_top15_1d,
      top_5.buy_tops[1] AS buy_top1_5d,
      top_5.buy_tops[2] AS buy_top3_5d,
      top_5.buy_tops[3] AS buy_top5_5d,
      top_5.buy_tops[4] AS buy_top10_5d,
      top_5.buy_tops[5] AS buy_top15_5d,
      top_20.buy_tops[1] AS buy_top1_20d,
      top_20.buy_tops[2] AS buy_top3_20d,
      top_20.buy_tops[3] AS buy_top5_20d,
      top_20.buy_tops[4] AS buy_top10_20d,
      top_20.buy_tops[5] AS buy_top15_20d,
      top_1.sell_tops[1] AS sell_top1_1d,
      top_1.sell_tops[2] AS sell_top3_1d,
      top_1.sell_tops[3] AS sell_top5_1d,
      top_1.sell_tops[4] AS sell_top10_1d,
      top_1.sell_tops[5] AS sell_top15_1d,
      top_5.sell_tops[1] AS sell_top1_5d,
      top_5.sell_tops[2] AS sell_top3_5d,
      top_5.sell_tops[3] AS sell_top5_5d,
      top_5.sell_tops[4] AS sell_top10_5d,
      top_5.sell_tops[5] AS sell_top15_5d,
      top_20.sell_tops[1] AS sell_top1_20d,
      top_20.sell_tops[2] AS sell_top3_20d,
      top_20.sell_tops[3] AS sell_top5_20d,
      top_20.sell_tops[4] AS sell_top10_20d,
      top_20.sell_tops[5] AS sell_top15_20d,
      top_1.buyers_less_sellers AS net_buyers_less_sellers_1d,
      top_5.buyers_less_sellers AS net_buyers_less_sellers_5d,
      top_20.buyers_less_sellers AS net_buyers_less_sellers_20d,
      quotient(cost_20.value, cost_20.volume) AS top5_buyer_cost_20d,
      percent(today.close::HUGEINT * cost_20.volume - cost_20.value, cost_20.value) AS close_to_cost_20d,
      quotient(cost_60.value, cost_60.volume) AS top5_buyer_cost_60d,
      percent(today.close::HUGEINT * cost_60.volume - cost_60.value, cost_60.value) AS close_to_cost_60d,
      coalesce(negotiated.value, 0) AS negotiated_value_1d,
      percent(negotiated.value - today.close::HUGEINT * negotiated.volume, today.close::HUGEINT * negotiated.volume) AS negotiated_premium_1d,
      ages[60] AS oldest_60,
      ages[250] AS oldest_250
    FROM today
    JOIN ranges USING (ticker)
    LEFT JOIN foreigners AS foreign_5 ON foreign_5.ticker = today.ticker AND foreign_5.days = 5
    LEFT JOIN foreigners AS foreign_20 ON foreign_20.ticker = today.ticker AND foreign_20.days = 20
    LEFT JOIN tops AS top_1 ON top_1.ticker = today.ticker AND top_1.days = 1
    LEFT JOIN tops AS top_5 ON top_5.ticker = today.ticker AND top_5.days = 5
    LEFT JOIN tops AS top_20 ON top_20.ticker = today.ticker AND top_20.days = 20
    LEFT JOIN costs AS cost_20 ON cost_20.ticker = today.ticker AND cost_20.days = 20
    LEFT JOIN costs AS cost_60 ON cost_60.ticker = today.ticker AND cost_60.days = 60
    LEFT JOIN negotiated ON negotiated.ticker = today.ticker
    LEFT JOIN closes ON closes.ticker = today.ticker
  ),
  -- A row for each value that is compared: an expression for each measure would take longer to plan than a small day to compute.
  compared AS (
    SELECT
      measured.ticker, age, oldest_60, oldest_250,
      unnest(range(1, 16)) AS place,
      unnest([
        rank_score(measured.change_1d, rows.change_1d),
        rank_score(measured.change_5d, rows.change_5d),
        rank_score(measured.change_20d, rows.change_20d),
        rank_score(measured.volume_ratio_20d, rows.volume_ratio_20d),
        rank_score(measured.value_ratio_20d, rows.value_ratio_20d),
        rank_score(measured.net_foreign_1d, rows.net_foreign_1d),
        rank_score(measured.net_foreign_5d, rows.net_foreign_5d),
        rank_score(measured.net_foreign_20d, rows.net_foreign_20d),
        rank_score(measured.foreign_share_1d, rows.foreign_share_1d),
        rank_score(measured.foreign_share_5d, rows.foreign_share_5d),
        rank_score(measured.foreign_share_20d, rows.foreign_share_20d),
        rank_score(measured.accumulation_1d, rows.accumulation_1d),
        rank_score(measured.accumulation_5d, rows.accumulation_5d),
        rank_score(measured.accumulation_20d, rows.accumulation_20d),
        rank_score(measured.negotiated_value_1d, rows.negotiated_value_1d)
      ]) AS score
    FROM measured
    JOIN history AS rows ON rows.ticker = measured.ticker AND age <= coalesce(oldest_250, oldest_60)
  ),
  percentiles AS (
    SELECT ticker, list(p60 ORDER BY place) AS p60, list(p250 ORDER BY place) AS p250
    FROM (
      SELECT
        ticker, place,
        percentile(score, age, oldest_60) AS p60,
        percentile(score, age, oldest_250) AS p250
      FROM compared
      GROUP BY ticker, place
    )
    GROUP BY ticker
  )
  SELECT
    measured.* EXCLUDE (oldest_60, oldest_250),
    p60[1] AS change_1d_p60, p250[1] AS change_1d_p250,
    p60[2] AS change_5d_p60, p250[2] AS change_5d_p250,
    p60[3] AS change_20d_p60, p250[3] AS change_20d_p250,
    p60[4] AS volume_ratio_20d_p60, p250[4] AS volume_ratio_20d_p250,
    p60[5] AS value_ratio_20d_p60, p250[5] AS value_ratio_20d_p250,
    p60[6] AS net_foreign_1d_p60, p250[6] AS net_foreign_1d_p250,
    p60[7] AS net_foreign_5d_p60, p250[7] AS net_foreign_5d_p250,
    p60[8] AS net_foreign_20d_p60, p250[8] AS net_foreign_20d_p250,
    p60[9] AS foreign_share_1d_p60, p250[9] AS foreign_share_1d_p250,
    p60[10] AS foreign_share_5d_p60, p250[10] AS foreign_share_5d_p250,
    p60[11] AS foreign_share_20d_p60, p250[11] AS foreign_share_20d_p250,
    p60[12] AS accumulation_1d_p60, p250[12] AS accumulation_1d_p250,
    p60[13] AS accumulation_5d_p60, p250[13] AS accumulation_5d_p250,
    p60[14] AS accumulation_20d_p60, p250[14] AS accumulation_20d_p250,
    p60[15] AS negotiated_value_1d_p60, p250[15] AS negotiated_value_1d_p250
  FROM measured
  LEFT JOIN percentiles USING (ticker)
  ORDER BY ticker
) TO $file (FORMAT parquet, COMPRESSION zstd);
