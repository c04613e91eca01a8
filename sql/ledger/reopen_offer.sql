-- Opens the offer again that an undone order had taken.
UPDATE offer SET taken_by = NULL WHERE taken_by = :order_id;
