-- Suspends an account, or ends its suspension.
UPDATE account SET suspended_at = :suspended_at WHERE account_id = :account_id;
