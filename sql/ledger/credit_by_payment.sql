-- How much credit of an account is there of each payment, oldest first? It is negative if it was used and the payment is voided.
-- result provider TEXT NOT NULL MoneySource
-- result credit_idr INTEGER NOT NULL
SELECT money_move.payment_id, provider, CAST(sum(CASE 'credit' WHEN target THEN amount_idr ELSE -amount_idr END) AS BIGINT) AS credit_idr
FROM money_move JOIN payment ON payment.payment_id = money_move.payment_id
WHERE money_move.account_id = :account_id AND (source = 'credit' OR target = 'credit')
GROUP BY money_move.payment_id, provider
ORDER BY money_move.payment_id;
