-- How many notices wait for a receiver?
-- :webhook_id TEXT
-- result notices INTEGER NOT NULL
SELECT count(*) AS notices FROM notice
WHERE state = 'pending' AND account_id = :account_id AND coalesce(webhook_id, '') = coalesce(CAST(:webhook_id AS TEXT), '');
