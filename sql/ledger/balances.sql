-- How much was held and credit of accounts before a time, and how much did accounts owe?
-- result held_idr INTEGER NOT NULL
-- result credit_idr INTEGER NOT NULL
-- result owed_idr INTEGER NOT NULL
SELECT
  CAST(coalesce(sum(held), 0) AS BIGINT) AS held_idr,
  CAST(coalesce(sum(CASE WHEN credit > 0 THEN credit ELSE 0 END), 0) AS BIGINT) AS credit_idr,
  CAST(coalesce(sum(CASE WHEN credit < 0 THEN -credit ELSE 0 END), 0) AS BIGINT) AS owed_idr
FROM (
  SELECT
    sum(CASE 'held' WHEN target THEN amount_idr WHEN source THEN -amount_idr ELSE 0 END) AS held,
    sum(CASE 'credit' WHEN target THEN amount_idr WHEN source THEN -amount_idr ELSE 0 END) AS credit
  FROM money_move
  WHERE booked_at < :at
  GROUP BY account_id
) AS account_money;
