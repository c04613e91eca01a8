INSERT INTO serving_file (year, file_name, sha256, built_at) VALUES (:year, :file_name, :sha256, :built_at)
ON CONFLICT (year) DO UPDATE SET
  file_name = excluded.file_name, sha256 = excluded.sha256, built_at = excluded.built_at, build = build + 1;
