-- Deletes a subscription with its notices.
DELETE FROM brief_subscription WHERE subscription_id = :subscription_id RETURNING account_id, person_id, saved_id;
