-- Which publication is the newest one whose measures are in force?
SELECT number FROM publication WHERE measured_at IS NOT NULL ORDER BY number DESC LIMIT 1;
