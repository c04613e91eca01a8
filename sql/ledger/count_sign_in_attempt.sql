UPDATE sign_in_code SET attempts = attempts + 1 WHERE code_id = :code_id;
