-- Notes that no publication is measured.
UPDATE publication SET measured_at = NULL WHERE measured_at IS NOT NULL;
