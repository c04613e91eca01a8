-- What has an account chosen? No row: nothing.
SELECT * FROM notice_settings WHERE account_id = :account_id;
