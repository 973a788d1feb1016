-- A worker that sends a message holds it until then, so that a second one does not send it too.
ALTER TABLE "mail_messages" ADD COLUMN "claimed_until" TIMESTAMPTZ(3);

-- A sent or failed message keeps nothing of the codes and links it carried.
ALTER TABLE mail_messages
  ADD CONSTRAINT mail_messages_emptied CHECK (status = 'queued' OR sealed_props IS NULL),
  ADD CONSTRAINT mail_messages_sent_at CHECK ((status = 'sent') = (sent_at IS NOT NULL));

-- The local mailbox shows the mail of all tenants. A rendered copy is kept in the local mode only, so
-- elsewhere this finds nothing; the copies are sealed besides.
CREATE FUNCTION atrium_local_mailbox(wanted_count int)
RETURNS TABLE (id uuid, template text, recipient text, sent_at timestamptz, sealed_rendered bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id, m.template, m.recipient, m.sent_at, m.sealed_rendered FROM mail_messages m
  WHERE m.sealed_rendered IS NOT NULL ORDER BY m.sent_at DESC, m.id DESC LIMIT wanted_count
$$;

-- Clears what is expired in every tenant. It takes no argument: nobody can make it clear anything else.
CREATE FUNCTION atrium_sweep_storage() RETURNS TABLE (cleared text, rows int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM oidc_payloads WHERE expires_at < now() - interval '7 days';
  GET DIAGNOSTICS rows = ROW_COUNT; cleared := 'oidc_payloads'; RETURN NEXT;
  DELETE FROM one_time_secrets WHERE expires_at < now() - interval '7 days';
  GET DIAGNOSTICS rows = ROW_COUNT; cleared := 'one_time_secrets'; RETURN NEXT;
  DELETE FROM login_codes WHERE expires_at < now() - interval '7 days';
  GET DIAGNOSTICS rows = ROW_COUNT; cleared := 'login_codes'; RETURN NEXT;
  -- Milliseconds since 1970, as rate-limiter-flexible writes them.
  DELETE FROM rate_limit_buckets WHERE expire < extract(epoch FROM now() - interval '1 hour') * 1000;
  GET DIAGNOSTICS rows = ROW_COUNT; cleared := 'rate_limit_buckets'; RETURN NEXT;
  UPDATE mail_messages SET status = 'failed', sealed_props = NULL, claimed_until = NULL,
         last_error = COALESCE(last_error, 'no worker took it for a day')
   WHERE status = 'queued' AND created_at < now() - interval '1 day';
  DELETE FROM mail_messages WHERE status <> 'queued' AND created_at < now() - interval '30 days';
  GET DIAGNOSTICS rows = ROW_COUNT; cleared := 'mail_messages'; RETURN NEXT;
END $$;
