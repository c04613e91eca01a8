-- Which keys, last use and money does each account have, or one account?
-- :account_id TEXT
-- result live_keys INTEGER NOT NULL
-- result last_request_at TEXT
-- result applied_idr INTEGER NOT NULL
-- result credit_idr INTEGER NOT NULL
-- result held_idr INTEGER NOT NULL
SELECT
  account_id,
  (SELECT count(*) FROM api_key WHERE api_key.account_id = account.account_id AND revoked_at IS NULL) AS live_keys,
  (
    SELECT max(last_used_at) FROM key_usage JOIN api_key USING (key_id) WHERE api_key.account_id = account.account_id
  ) AS last_request_at,
  CAST(coalesce((
    SELECT sum(CASE 'applied' WHEN target THEN amount_idr WHEN source THEN -amount_idr ELSE 0 END)
    FROM money_move WHERE money_move.account_id = account.account_id
  ), 0) AS BIGINT) AS applied_idr,
  CAST(coalesce((
    SELECT sum(CASE 'credit' WHEN target THEN amount_idr WHEN source THEN -amount_idr ELSE 0 END)
    FROM money_move WHERE money_move.account_id = account.account_id
  ), 0) AS BIGINT) AS credit_idr,
  CAST(coalesce((
    SELECT sum(CASE 'held' WHEN target THEN amount_idr WHEN source THEN -amount_idr ELSE 0 END)
    FROM money_move WHERE money_move.account_id = account.account_id
  ), 0) AS BIGINT) AS held_idr
FROM account
WHERE CAST(:account_id AS TEXT) IS NULL OR account_id = :account_id;
