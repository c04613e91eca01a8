-- Which offers were made, taken ones too?
SELECT * FROM offer ORDER BY created_at, offer_id;
