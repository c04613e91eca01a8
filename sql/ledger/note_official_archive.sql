-- A file of several days, or of one stock, was read.
INSERT INTO official_archive (source, stamp, publications) VALUES (:source, :stamp, :publications)
ON CONFLICT (source) DO UPDATE SET stamp = excluded.stamp, publications = excluded.publications;
