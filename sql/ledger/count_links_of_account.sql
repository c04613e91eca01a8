-- How many links were made for invitations to an account since a time?
-- result links INTEGER NOT NULL
SELECT count(*) AS links FROM audit_log
WHERE account_id = :account_id AND action = 'person.link_created' AND recorded_at >= :since;
