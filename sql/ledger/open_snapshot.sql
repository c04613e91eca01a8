-- Which account has a snapshot, unless it is suspended?
SELECT snapshot_id, account_id, title, note, snapshot.created_at AS created_at
FROM snapshot JOIN account USING (account_id) WHERE snapshot_id = :snapshot_id AND suspended_at IS NULL;
