DELETE FROM alert WHERE saved_id = :saved_id;
