-- Which briefs do the people of an account get, oldest first, and what do their watchlists have?
SELECT brief_subscription.*, name, content
FROM brief_subscription LEFT JOIN saved_item USING (saved_id)
WHERE brief_subscription.account_id = :account_id ORDER BY brief_subscription.created_at, subscription_id;
