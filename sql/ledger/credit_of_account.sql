-- How much credit does an account have?
-- result credit_idr INTEGER NOT NULL
SELECT CAST(coalesce(sum(CASE 'credit' WHEN target THEN amount_idr WHEN source THEN -amount_idr ELSE 0 END), 0) AS BIGINT) AS credit_idr
FROM money_move WHERE account_id = :account_id;
