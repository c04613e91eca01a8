-- Whose key is this, if it is a key of an operator that was not revoked?
SELECT name FROM operator_key WHERE sha256 = :sha256 AND revoked_at IS NULL;
