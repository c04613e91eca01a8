SELECT content, preview FROM snapshot WHERE snapshot_id = :snapshot_id;
