-- Which orders were paid at a provider, or were to be paid there, since a time, newest first?
SELECT * FROM billing_order
WHERE provider = :provider AND created_at >= :since
ORDER BY created_at DESC, order_id
LIMIT 100;
