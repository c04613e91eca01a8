-- Sets the units that are added to the quota of one window.
-- :window TEXT NOT NULL
UPDATE account SET granted_window = :window, granted_units = :units WHERE account_id = :account_id;
