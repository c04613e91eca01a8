INSERT INTO brief_subscription (subscription_id, account_id, person_id, saved_id, language, created_at, publication)
VALUES (:subscription_id, :account_id, :person_id, :saved_id, :language, :created_at, 0);
