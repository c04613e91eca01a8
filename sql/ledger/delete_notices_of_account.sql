-- Deletes the notices to an account, and those about it to the operator.
DELETE FROM notice WHERE account_id = :account_id
OR event_id IN (SELECT event_id FROM event WHERE event.account_id = :account_id);
