-- The typed trades of a file in which every cell is known to follow the rule of its column.
CREATE VIEW canonical_cells AS FROM daily_file(getvariable('canonical_types'), 'canonical_rejects');

CREATE TABLE clean_trades AS FROM typed_trades('canonical_cells');
