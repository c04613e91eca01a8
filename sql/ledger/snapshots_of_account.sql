-- Which snapshots has an account, newest first?
SELECT snapshot_id, account_id, title, note, created_at
FROM snapshot WHERE account_id = :account_id ORDER BY created_at DESC, snapshot_id;
