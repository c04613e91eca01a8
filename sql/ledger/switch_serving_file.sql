INSERT INTO serving_file (month, file_name, sha256, built_at, publications, last_publication)
VALUES (
  :month, :file_name, :sha256, :built_at,
  (SELECT count(published_at) FROM publication WHERE trade_date BETWEEN :month || '-01' AND :month || '-31'),
  (SELECT coalesce(max(number), 0) FROM publication)
)
ON CONFLICT (month) DO UPDATE SET
  file_name = excluded.file_name, sha256 = excluded.sha256, built_at = excluded.built_at, build = serving_file.build + 1,
  publications = excluded.publications, last_publication = excluded.last_publication;
