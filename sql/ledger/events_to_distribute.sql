-- Which events have no notices yet, oldest first?
SELECT * FROM event WHERE distributed_at IS NULL ORDER BY occurred_at, event_id LIMIT :limit;
