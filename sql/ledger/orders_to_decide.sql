-- Which orders wait for a decision of the operator, oldest first?
SELECT order_id, account_id, state, reason, attention, paid_at FROM billing_order
WHERE state = 'paid_not_applied' OR attention IS NOT NULL
ORDER BY created_at, order_id;
