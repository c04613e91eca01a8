INSERT INTO serving_damage (file_name, problem, found_at) VALUES (:file_name, :problem, :found_at)
ON CONFLICT DO NOTHING;
