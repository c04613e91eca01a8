-- Which alerts has an account, oldest first, and what do they watch?
SELECT
  alert_id, alert.account_id, saved_id, rule, alert.created_at, paused_at, publication, trade_date, members, last_change, name, content
FROM alert JOIN saved_item USING (saved_id)
WHERE alert.account_id = :account_id ORDER BY alert.created_at, alert_id;
