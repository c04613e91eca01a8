-- Charges units. Returns no row if the account's limit would be exceeded.
-- :units INTEGER NOT NULL
UPDATE account_usage SET units = units + :units
WHERE account_id = :account_id AND quota_window = :window AND units + :units <= :limit
RETURNING units;
