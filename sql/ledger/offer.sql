SELECT * FROM offer WHERE offer_id = :offer_id;
