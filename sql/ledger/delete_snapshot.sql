DELETE FROM snapshot WHERE snapshot_id = :snapshot_id AND account_id = :account_id;
