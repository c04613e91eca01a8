DELETE FROM sign_in_code WHERE created_at < :until;
