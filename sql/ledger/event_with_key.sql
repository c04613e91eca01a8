-- Is an occurrence recorded?
SELECT event_id FROM event WHERE event_key = :event_key;
