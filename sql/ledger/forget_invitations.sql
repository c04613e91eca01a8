-- Deletes invitations that ended, some at a time.
DELETE FROM invitation WHERE invitation_id IN (
  SELECT invitation_id FROM invitation WHERE expires_at < :until LIMIT :limit
);
