-- How many notices of an account wait for a webhook, for a subscription, for its e-mail address, or for its Telegram chats?
-- :webhook_id TEXT
-- :subscription_id TEXT
-- :telegram_chat TEXT
-- result notices INTEGER NOT NULL
SELECT count(*) AS notices FROM notice
WHERE state = 'pending' AND account_id = :account_id
AND coalesce(webhook_id, subscription_id, '') = coalesce(CAST(:webhook_id AS TEXT), CAST(:subscription_id AS TEXT), '')
AND (telegram_chat IS NULL) = (CAST(:telegram_chat AS TEXT) IS NULL);
