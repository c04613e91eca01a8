-- Which credit and held money did each account have before a time? Credit is negative for what an account owed.
-- result credit_idr INTEGER NOT NULL
-- result held_idr INTEGER NOT NULL
SELECT
  account_id,
  CAST(sum(CASE 'credit' WHEN target THEN amount_idr WHEN source THEN -amount_idr ELSE 0 END) AS BIGINT) AS credit_idr,
  CAST(sum(CASE 'held' WHEN target THEN amount_idr WHEN source THEN -amount_idr ELSE 0 END) AS BIGINT) AS held_idr
FROM money_move
WHERE booked_at < :at
GROUP BY account_id
ORDER BY account_id;
