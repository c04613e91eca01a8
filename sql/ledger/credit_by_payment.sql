-- How much credit of an account is there of each payment, oldest first? It is negative if it was used and the payment is voided.
-- result credit_idr INTEGER NOT NULL
SELECT payment_id, CAST(sum(CASE 'credit' WHEN target THEN amount_idr ELSE -amount_idr END) AS BIGINT) AS credit_idr
FROM money_move
WHERE account_id = :account_id AND (source = 'credit' OR target = 'credit')
GROUP BY payment_id
ORDER BY payment_id;
