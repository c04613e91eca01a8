-- The syntax tree of this SQL as JSON. The SQL is not run; for anything but SELECT the tree is an error.
SELECT json_serialize_sql($text::VARCHAR) AS tree;
