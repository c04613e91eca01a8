DELETE FROM session WHERE sha256 = :sha256;
