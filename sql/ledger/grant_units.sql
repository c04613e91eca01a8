-- Sets the units that are added to the quota of one window.
UPDATE account SET granted_window = :window, granted_units = :units WHERE account_id = :account_id;
