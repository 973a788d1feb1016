-- The operator's command line finds a user whose tenant is not known, and a message by its id.

-- The users of all tenants with exactly this address, id or external id, the platform's own among them. Each environment is asked by
-- its index. It answers nothing unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_operator_users(wanted_id uuid, wanted_email_key text, wanted_external_id text, of_tenant text,
  at_most int)
RETURNS TABLE (id uuid, tenant_id uuid, tenant_public_id text, tenant_name text, environment_id uuid, environment_key text,
               is_platform boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT found.id, t.id, t.public_id, t.name, e.id, e.key, t.id = (SELECT platform_tenant_id FROM platform)
  FROM environments e
  JOIN tenants t ON t.id = e.tenant_id
  CROSS JOIN LATERAL (
    SELECT u.id FROM users u WHERE u.environment_id = e.id AND u.email_key = wanted_email_key AND u.deleted_at IS NULL
    UNION
    SELECT u.id FROM users u WHERE u.environment_id = e.id AND u.external_id = wanted_external_id AND u.deleted_at IS NULL
    UNION
    SELECT u.id FROM users u WHERE u.id = wanted_id AND u.environment_id = e.id AND u.deleted_at IS NULL
  ) found
  WHERE atrium_is_platform() AND (of_tenant IS NULL OR t.public_id = of_tenant)
  ORDER BY lower(t.name), t.id, e.created_at, e.id, found.id
  LIMIT at_most
$$;

-- A message of any tenant, without what it says. It answers nothing unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_operator_message(wanted uuid)
RETURNS TABLE (id uuid, tenant_id uuid, environment_id uuid, template text, status mail_status, attempts int, last_error text,
               created_at timestamptz, sent_at timestamptz, tenant_name text, environment_key text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id, m.tenant_id, m.environment_id, m.template, m.status, m.attempts, m.last_error, m.created_at, m.sent_at, t.name, e.key
  FROM mail_messages m JOIN tenants t ON t.id = m.tenant_id LEFT JOIN environments e ON e.id = m.environment_id
  WHERE atrium_is_platform() AND m.id = wanted
$$;
