-- Files of the exchange with several days, or of one stock, and the number of the newest publication when each was read last.
CREATE TABLE official_archive (
  source TEXT COLLATE "C" PRIMARY KEY,
  stamp TEXT COLLATE "C" NOT NULL,
  publications BIGINT NOT NULL
);
