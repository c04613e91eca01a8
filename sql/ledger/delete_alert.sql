DELETE FROM alert WHERE alert_id = :alert_id;
