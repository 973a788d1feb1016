-- What a fresh PostgreSQL lacks, made as its superuser and safe to repeat:
--   atrium_owner  owns the database and migrates it (DATABASE_OWNER_URL)
--   atrium_app    has the rights that row-level security limits; nobody signs in as this role
--   atrium_web    is the service's login, which may act as atrium_app and owns nothing (DATABASE_URL)
-- The passwords come from the environment of psql, so that no command line shows them:
--   ATRIUM_OWNER_PASSWORD=… ATRIUM_WEB_PASSWORD=… psql -X -d postgres -f deploy/postgres/roles.sql
\set ON_ERROR_STOP on
\getenv owner_password ATRIUM_OWNER_PASSWORD
\getenv web_password ATRIUM_WEB_PASSWORD

-- A statement that fails is logged with its text, and these have passwords.
SET log_min_error_statement = panic;

SELECT format('CREATE ROLE %I', name)
  FROM unnest(ARRAY['atrium_owner', 'atrium_app', 'atrium_web']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name)
\gexec

ALTER ROLE atrium_app NOLOGIN;
ALTER ROLE atrium_owner LOGIN CREATEROLE PASSWORD :'owner_password';
ALTER ROLE atrium_web LOGIN PASSWORD :'web_password';

-- With the admin option, as if the owner had made the role in a migration.
GRANT atrium_app TO atrium_owner WITH ADMIN OPTION;
GRANT atrium_app TO atrium_web;

SELECT 'CREATE DATABASE atrium OWNER atrium_owner'
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'atrium')
\gexec

REVOKE CONNECT, TEMPORARY ON DATABASE atrium FROM PUBLIC;
-- atrium_app never connects: with the right it may ask how large the database is.
GRANT CONNECT ON DATABASE atrium TO atrium_owner, atrium_web, atrium_app;
