UPDATE publication SET value = :value WHERE trade_date = :trade_date AND revision = :revision;
