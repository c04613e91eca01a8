-- The usage history under the name that it has in SQLite, where it is stored in two tables. PostgreSQL keeps usage_day: servers of this and of
-- the previous version count in it with the same functions, so the history stays exact while servers are upgraded one after another.
CREATE VIEW usage_history AS
SELECT key_id, usage_date, endpoint, units, requests FROM usage_day;
