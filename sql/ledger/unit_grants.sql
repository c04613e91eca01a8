-- Which units did the operator grant to an account? `details` has the quota window and the units.
SELECT details FROM audit_log WHERE account_id = :account_id AND action = 'account.units_granted';
