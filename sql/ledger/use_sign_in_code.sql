-- :used_at TEXT NOT NULL
UPDATE sign_in_code SET used_at = :used_at WHERE code_id = :code_id AND used_at IS NULL;
