DELETE FROM session WHERE created_at <= :created_before OR last_seen_at <= :seen_before;
