UPDATE session SET last_seen_at = :last_seen_at WHERE sha256 = :sha256;
