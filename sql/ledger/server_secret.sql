-- Which secret do all servers share under this name?
SELECT secret FROM server_secret WHERE name = :name;
