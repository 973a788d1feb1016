-- Operators see which messages of all tenants wait or have failed, the newest first. Those that wait have an index already.
CREATE INDEX mail_messages_failed_by_age ON mail_messages (created_at, id) WHERE status = 'failed';

-- Messages of every tenant that wait to be sent or have failed, a page by age: the newest first, or from a place on backwards.
-- Nothing of what they say. Each status has its index, so a page is read out of each. It answers nothing unless the transaction
-- is bound to the platform, whose own messages are those without a tenant's public id.
CREATE OR REPLACE FUNCTION atrium_operator_unsent_mail(wanted mail_status, at_created timestamptz, at_id uuid, backwards boolean,
  at_most int)
RETURNS TABLE (id uuid, template text, recipient text, status mail_status, attempts int, last_error text, created_at timestamptz,
               tenant_public_id text, tenant_name text, environment_key text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  way text := CASE WHEN backwards THEN 'ASC' ELSE 'DESC' END;
  beyond text := CASE WHEN at_id IS NULL THEN '' ELSE format(' AND (created_at, id) %s (%L::timestamptz, %L::uuid)',
    CASE WHEN backwards THEN '>' ELSE '<' END, at_created, at_id) END;
  pages text := (SELECT string_agg(format(
      '(SELECT id, tenant_id, environment_id, template, recipient, status, attempts, last_error, created_at
        FROM mail_messages WHERE status = %1$L%2$s ORDER BY created_at %3$s, id %3$s LIMIT %4$s)', one, beyond, way, at_most), ' UNION ALL ')
    FROM unnest(ARRAY['queued', 'failed']::mail_status[]) AS one WHERE wanted IS NULL OR one = wanted);
BEGIN
  IF NOT atrium_is_platform() OR pages IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT m.id, m.template, m.recipient, m.status, m.attempts, m.last_error, m.created_at,
            CASE WHEN t.id <> p.platform_tenant_id THEN t.public_id END, t.name, e.key
     FROM (%1$s) m JOIN tenants t ON t.id = m.tenant_id CROSS JOIN platform p
     LEFT JOIN environments e ON e.id = m.environment_id
     ORDER BY m.created_at %2$s, m.id %2$s LIMIT %3$s', pages, way, at_most);
END $$;
