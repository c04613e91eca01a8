DELETE FROM notice_settings WHERE account_id = :account_id;
