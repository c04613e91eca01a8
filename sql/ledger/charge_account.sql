-- Charges units, unless the account's limit would be passed: then no row comes back.
UPDATE account_usage SET units = units + :units
WHERE account_id = :account_id AND quota_window = :window AND units + :units <= :limit
RETURNING units;
