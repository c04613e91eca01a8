INSERT INTO serving_file (month, file_name, sha256, built_at) VALUES (:month, :file_name, :sha256, :built_at)
ON CONFLICT (month) DO UPDATE SET
  file_name = excluded.file_name, sha256 = excluded.sha256, built_at = excluded.built_at, build = serving_file.build + 1;
