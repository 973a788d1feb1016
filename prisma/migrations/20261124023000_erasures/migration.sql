-- Users who were deleted, and how far the audit trail has forgotten them. What a user was known as, and the salt of the pseudonyms,
-- are there until that is done.
CREATE TABLE "erasures" (
    "user_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "known_as" TEXT[],
    "salt" BYTEA DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
    "place" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    "events" INTEGER NOT NULL DEFAULT 0,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("user_id")
);
CREATE UNIQUE INDEX "erasures_tenant_id_environment_id_user_id_key" ON "erasures"("tenant_id", "environment_id", "user_id");
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "erasures" ADD CONSTRAINT erasures_done_forgets CHECK (done_at IS NULL OR salt IS NULL AND known_as = '{}');
CREATE INDEX erasures_to_do ON erasures (requested_at) WHERE done_at IS NULL;
CALL atrium_isolate('erasures');
CALL atrium_relate_environment('erasures');
-- What an erasure does to the audit trail is for the database to say.
REVOKE UPDATE, DELETE, TRUNCATE ON erasures FROM atrium_app;

-- What the audit trail forgets of a deleted user. The events stay, with their kinds, moments and ids, as the law of an audit needs
-- it; what tells who or where the person was becomes a pseudonym. The pseudonyms of one user are made with a salt that is thrown
-- away afterwards: the same value can be recognised as the same, and as nothing else.

-- The pseudonym of a value.
CREATE OR REPLACE FUNCTION atrium_pseudonym(value text, salt bytea) RETURNS text LANGUAGE sql IMMUTABLE
RETURN 'erased-' || encode(substr(sha256(salt || convert_to(value, 'UTF8')), 1, 6), 'hex');

-- A JSON value in which texts are pseudonyms: those under the given keys, and those that contain one of the given texts.
CREATE OR REPLACE FUNCTION atrium_pseudonymised(value jsonb, keys text[], parts text[], salt bytea) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = public, pg_temp AS $$
DECLARE
  plain text;
BEGIN
  CASE jsonb_typeof(value)
    WHEN 'object' THEN
      RETURN (SELECT COALESCE(jsonb_object_agg(e.key, CASE
          WHEN e.key = ANY (keys) AND jsonb_typeof(e.value) = 'string' AND NOT starts_with(e.value #>> '{}', 'erased-')
            THEN to_jsonb(atrium_pseudonym(e.value #>> '{}', salt))
          ELSE atrium_pseudonymised(e.value, keys, parts, salt) END), '{}')
        FROM jsonb_each(value) e);
    WHEN 'array' THEN
      RETURN (SELECT COALESCE(jsonb_agg(atrium_pseudonymised(e.value, keys, parts, salt) ORDER BY e.ordinality), '[]')
        FROM jsonb_array_elements(value) WITH ORDINALITY e);
    WHEN 'string' THEN
      plain := value #>> '{}';
      IF EXISTS (SELECT FROM unnest(parts) part WHERE position(lower(part) IN lower(plain)) > 0) THEN
        RETURN to_jsonb(atrium_pseudonym(plain, salt));
      END IF;
      RETURN value;
    ELSE
      RETURN value;
  END CASE;
END $$;

-- Whether a JSON value differs from another in nothing but texts that became pseudonyms.
CREATE OR REPLACE FUNCTION atrium_only_pseudonyms(before jsonb, after jsonb) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF before = after THEN
    RETURN true;
  ELSIF jsonb_typeof(before) IS DISTINCT FROM jsonb_typeof(after) THEN
    RETURN false;
  END IF;
  CASE jsonb_typeof(before)
    WHEN 'string' THEN
      RETURN (after #>> '{}') ~ '^erased-[0-9a-f]{12}$';
    WHEN 'object' THEN
      RETURN NOT EXISTS (SELECT FROM jsonb_each(before) b FULL JOIN jsonb_each(after) a USING (key)
        WHERE b.value IS NULL OR a.value IS NULL OR NOT atrium_only_pseudonyms(b.value, a.value));
    WHEN 'array' THEN
      RETURN NOT EXISTS (SELECT FROM jsonb_array_elements(before) WITH ORDINALITY b
        FULL JOIN jsonb_array_elements(after) WITH ORDINALITY a USING (ordinality)
        WHERE b.value IS NULL OR a.value IS NULL OR NOT atrium_only_pseudonyms(b.value, a.value));
    ELSE
      RETURN false;
  END CASE;
END $$;

-- Whether an event, as JSON, may be changed as it is to be: by an erasure that is under way in its tenant, and into pseudonyms only.
CREATE OR REPLACE FUNCTION atrium_may_pseudonymise(before jsonb, after jsonb) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT before - '{actor,targets,context,metadata}'::text[] = after - '{actor,targets,context,metadata}'::text[]
    AND atrium_only_pseudonyms(before, after)
    AND NOT atrium_is_held((before->>'tenant_id')::uuid)
    AND EXISTS (SELECT FROM erasures e WHERE e.tenant_id = (before->>'tenant_id')::uuid AND e.done_at IS NULL
      AND (before->'actor'->>'id' = ANY (e.user_id::text || e.known_as)
        OR EXISTS (SELECT FROM jsonb_array_elements(before->'targets') t WHERE t->>'id' = ANY (e.user_id::text || e.known_as))))
$$;

-- Takes the next step of erasing: turns a batch of one deleted user's events into pseudonyms, from where the last step came to.
-- The erasure of a held tenant's user waits until the tenant is held no more.
-- @returns how many events it looked at; null when nothing is left to do
CREATE OR REPLACE FUNCTION atrium_erase_events(at_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- What people name after themselves, and where they were.
  names CONSTANT text[] := ARRAY['name', 'platform', 'email', 'display_name', 'external_id', 'address', 'device_name'];
  places CONSTANT text[] := ARRAY['ip_address', 'user_agent'];
  e erasures;
  event record;
  ids text[];
  of_person boolean;
  looked int := 0;
BEGIN
  SELECT x.* INTO e FROM erasures x
    WHERE x.done_at IS NULL AND NOT atrium_is_held(x.tenant_id)
      AND EXISTS (SELECT FROM users u WHERE u.id = x.user_id AND u.deleted_at IS NOT NULL)
    ORDER BY x.requested_at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  ids := e.user_id::text || e.known_as;
  FOR event IN
    SELECT a.* FROM audit_events a
    WHERE a.id > e.place AND a.tenant_id = e.tenant_id AND a.id IN (
      SELECT b.id FROM audit_events b WHERE b.tenant_id = e.tenant_id AND b.actor->>'id' = ANY (ids)
      UNION ALL
      SELECT b.id FROM unnest(ids) known CROSS JOIN LATERAL (
        SELECT c.id FROM audit_events c
        WHERE c.tenant_id = e.tenant_id AND c.targets @> jsonb_build_array(jsonb_build_object('id', known))) b)
    ORDER BY a.id LIMIT at_most
  LOOP
    looked := looked + 1;
    e.place := event.id;
    -- An administrator's address is the administrator's, whatever was done to whom.
    of_person := event.actor->>'id' = ANY (ids) OR event.actor->>'type' NOT IN ('administrator', 'operator', 'user');
    UPDATE audit_events SET
      actor = atrium_pseudonymised(event.actor, CASE WHEN event.actor->>'id' = ANY (ids) THEN names ELSE '{}' END, e.known_as, e.salt),
      targets = (SELECT COALESCE(jsonb_agg(atrium_pseudonymised(t.value,
          CASE WHEN t.value->>'type' IN ('user', 'factor', 'trusted_device') OR t.value->>'id' = ANY (ids) THEN names ELSE '{}' END,
          e.known_as, e.salt) ORDER BY t.ordinality), '[]')
        FROM jsonb_array_elements(event.targets) WITH ORDINALITY t),
      context = atrium_pseudonymised(event.context, CASE WHEN of_person THEN places ELSE '{}' END, e.known_as, e.salt),
      metadata = atrium_pseudonymised(event.metadata,
        CASE WHEN event.source = 'product' OR event.kind ~ '^(user|factor|factors|trusted_device|session|login|recovery_code)' THEN
          names || CASE WHEN event.kind = 'user.suspended' THEN ARRAY['reason'] ELSE '{}' END ELSE '{}' END, e.known_as, e.salt)
    WHERE id = event.id;
  END LOOP;
  UPDATE erasures SET place = e.place, events = events + looked WHERE user_id = e.user_id;
  IF looked < at_most THEN
    UPDATE erasures SET done_at = now(), salt = NULL, known_as = '{}' WHERE user_id = e.user_id;
  END IF;
  RETURN looked;
END $$;

-- Refuses every change of the audit trail but two, neither of which the application's role can make by itself: an event that is older
-- than its tenant keeps events leaves, and what tells of a deleted user becomes a pseudonym. A tenant that is held keeps all as it is.
CREATE OR REPLACE FUNCTION atrium_refuse_audit_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF atrium_may_forget(OLD.tenant_id, OLD.id) THEN
      RETURN OLD;
    END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF atrium_may_pseudonymise(to_jsonb(OLD), to_jsonb(NEW)) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit events cannot be changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;

