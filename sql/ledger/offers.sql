-- Which offers exist, including those taken?
SELECT * FROM offer ORDER BY created_at, offer_id;
