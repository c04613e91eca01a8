-- Opens the offer again that an undone order had taken; one to a deleted account stays withdrawn.
UPDATE offer SET
  taken_by = NULL, withdrawn_at = (SELECT deleted_at FROM account WHERE account.account_id = offer.account_id)
WHERE taken_by = :order_id;
