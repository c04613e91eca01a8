-- Which paid periods had not ended at a time, with the newest invoice of their account?
-- :at TEXT NOT NULL
-- result period_end TEXT NOT NULL
-- result document TEXT
SELECT
  account_id, period_start, coalesce(period_end, '') AS period_end, period_price_idr,
  (
    SELECT document FROM invoice
    WHERE invoice.account_id = subscription_change.account_id AND kind = 'invoice' AND issued_at < :at
    ORDER BY invoice_id DESC LIMIT 1
  ) AS document
FROM subscription_change
WHERE change_id IN (SELECT max(change_id) FROM subscription_change WHERE changed_at < :at GROUP BY account_id) AND period_end > :at
ORDER BY account_id;
