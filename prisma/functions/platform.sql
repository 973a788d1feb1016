-- The platform: the tenant whose users are operators and administrators, and what operators see of all others.

-- Whether this transaction is bound to the platform tenant.
CREATE OR REPLACE FUNCTION atrium_is_platform() RETURNS boolean LANGUAGE sql STABLE
RETURN EXISTS (SELECT FROM platform WHERE platform_tenant_id = (SELECT atrium_tenant()));

-- Refuses to write a table outside of the platform tenant. Otherwise a tenant that could write such a row would make itself an
-- operator.
CREATE OR REPLACE FUNCTION atrium_refuse_outside_platform() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT atrium_is_platform() THEN
    RAISE EXCEPTION '% is written in the platform tenant only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER operators_of_the_platform BEFORE INSERT OR UPDATE ON operators
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_outside_platform();
CREATE TRIGGER operator_tokens_of_the_platform BEFORE INSERT OR UPDATE ON operator_tokens
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_outside_platform();
CREATE TRIGGER platform_security_defaults_of_the_platform BEFORE INSERT OR UPDATE ON platform_security_defaults
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_outside_platform();

-- The platform tenant can't be disabled: that would shut out its operators.
CREATE OR REPLACE FUNCTION atrium_keep_platform() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.status = 'disabled' AND EXISTS (SELECT FROM platform WHERE platform_tenant_id = NEW.id) THEN
    RAISE EXCEPTION 'the platform tenant cannot be disabled' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER tenants_keep_platform BEFORE UPDATE OF status ON tenants
  FOR EACH ROW EXECUTE FUNCTION atrium_keep_platform();

-- A tenant keeps its last owner. An owner who has yet to accept an invitation does not count.
CREATE OR REPLACE FUNCTION atrium_refuse_last_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.role = 'owner' AND OLD.removed_at IS NULL AND OLD.accepted_at IS NOT NULL
     AND (TG_OP = 'DELETE' OR NEW.role <> 'owner' OR NEW.removed_at IS NOT NULL OR NEW.accepted_at IS NULL) THEN
    -- Taken in turns: two removals that can't see each other would each leave the other's.
    PERFORM pg_advisory_xact_lock(hashtextextended('atrium administrators ' || OLD.tenant_id, 0));
    IF NOT EXISTS (SELECT FROM administrators
                   WHERE tenant_id = OLD.tenant_id AND id <> OLD.id AND role = 'owner' AND removed_at IS NULL
                     AND accepted_at IS NOT NULL) THEN
      RAISE EXCEPTION 'a tenant keeps its last owner' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE TRIGGER administrators_last_owner BEFORE UPDATE OR DELETE ON administrators
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_last_owner();

-- All tenants but the platform, a page by name. It answers nothing unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_operator_tenants(search text, after_public_id text, at_most int)
RETURNS TABLE (public_id text, name text, status tenant_status, created_at timestamptz, disabled_at timestamptz,
               disabled_reason text, installation_limit int, installation_maximum int, active_installations int, environments jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.public_id, t.name, t.status, t.created_at, t.disabled_at, t.disabled_reason,
         t.installation_limit, t.installation_maximum, t.active_installations,
         COALESCE((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'key', e.key, 'name', e.name, 'kind', e.kind)
                                    ORDER BY e.created_at, e.id)
                   FROM environments e WHERE e.tenant_id = t.id), '[]')
  FROM tenants t
  WHERE atrium_is_platform()
    AND t.id <> (SELECT platform_tenant_id FROM platform)
    AND (search IS NULL OR position(lower(search) IN lower(t.name)) > 0 OR t.public_id = search)
    AND (after_public_id IS NULL
         OR (lower(t.name), t.id) > (SELECT lower(a.name), a.id FROM tenants a WHERE a.public_id = after_public_id))
  ORDER BY lower(t.name), t.id
  LIMIT at_most
$$;

-- Back-channel logouts that did not arrive: those that are tried again later, and those given up since a moment. It answers nothing
-- unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_operator_failing_deliveries(given_up_since timestamptz, at_most int)
RETURNS TABLE (id uuid, tenant_public_id text, tenant_name text, environment_key text, client_id text, client_name text,
               backchannel_logout_uri text, status logout_delivery_status, attempts int, created_at timestamptz,
               next_attempt_at timestamptz, finished_at timestamptz, last_status_code int, last_error text, last_attempt_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT d.id, t.public_id, t.name, e.key, c.client_id, c.name, c.backchannel_logout_uri, d.status, d.attempts, d.created_at,
         d.next_attempt_at, d.finished_at, l.status_code, l.error, l.at
  FROM logout_deliveries d
  JOIN tenants t ON t.id = d.tenant_id
  JOIN environments e ON e.id = d.environment_id
  JOIN oidc_clients c ON c.id = d.oidc_client_id
  LEFT JOIN LATERAL (SELECT a.status_code, a.error, a.at FROM logout_attempts a
                     WHERE a.delivery_id = d.id ORDER BY a.attempt DESC LIMIT 1) l ON true
  WHERE atrium_is_platform()
    AND (d.status = 'pending' AND d.attempts > 0 OR d.status = 'failed' AND d.finished_at > given_up_since)
  ORDER BY d.created_at DESC, d.id DESC LIMIT at_most
$$;

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

-- Which tenant an operator token reaches, of those that reach one alone. It answers nothing unless the transaction is bound to the
-- platform.
CREATE OR REPLACE FUNCTION atrium_operator_token_tenants()
RETURNS TABLE (token_id uuid, tenant_public_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, o.public_id FROM operator_tokens t JOIN tenants o ON o.id = t.only_tenant_id WHERE atrium_is_platform()
$$;
