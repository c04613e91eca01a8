-- Which publication is the newest one whose measures are in force?
-- result number INTEGER NOT NULL
SELECT number FROM publication WHERE measured_at IS NOT NULL ORDER BY number DESC LIMIT 1;
