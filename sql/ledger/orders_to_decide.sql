-- Which orders wait for a decision of the operator, oldest first?
SELECT order_id, account_id, state, reason, paid_at FROM billing_order
WHERE state IN ('paid_not_applied', 'attention')
ORDER BY created_at, order_id;
