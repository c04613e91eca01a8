-- Revokes a key of an operator.
-- :revoked_at TEXT NOT NULL
UPDATE operator_key SET revoked_at = coalesce(revoked_at, :revoked_at) WHERE operator_key_id = :operator_key_id
RETURNING operator_key_id, name, masked, created_at, revoked_at;
