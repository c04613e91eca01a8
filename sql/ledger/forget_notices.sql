DELETE FROM notice WHERE settled_at < :until;
