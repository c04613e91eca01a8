-- Which session has this id, if it was used and created recently enough?
SELECT person_id, key_id, account_id, csrf_secret, created_at, last_seen_at
FROM session WHERE sha256 = :sha256 AND created_at > :created_after AND last_seen_at > :seen_after;
