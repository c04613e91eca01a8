-- :accepted_at TEXT NOT NULL
UPDATE invitation SET accepted_at = :accepted_at WHERE invitation_id = :invitation_id AND accepted_at IS NULL;
