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
    "seen_from" TEXT[],

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("user_id")
);

CREATE UNIQUE INDEX "erasures_tenant_id_environment_id_user_id_key" ON "erasures"("tenant_id", "environment_id", "user_id");
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "erasures" ADD CONSTRAINT erasures_done_forgets CHECK (done_at IS NULL OR salt IS NULL AND known_as = '{}');
ALTER TABLE "erasures" ADD CONSTRAINT erasures_done_forgets_places CHECK (done_at IS NULL OR COALESCE(seen_from, '{}') = '{}') NOT VALID;
CREATE INDEX erasures_to_do ON erasures (requested_at) WHERE done_at IS NULL;
CALL atrium_isolate('erasures');
CALL atrium_relate_environment('erasures');

-- What an erasure does to the audit trail is for the database to say.
REVOKE UPDATE, DELETE, TRUNCATE ON erasures FROM atrium_app;

-- Events without a user, such as a failed sign-in with an unknown address, keep their place for 30 days, or until the person who was
-- there is deleted.
ALTER TABLE "event_cursor" ADD COLUMN "strangers_place" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';

-- For how long an event that names nobody tells where somebody was: a failed sign-in of an address that no user has.
CREATE OR REPLACE FUNCTION atrium_stranger_days() RETURNS int LANGUAGE sql IMMUTABLE
RETURN 30;

-- Whether an event names nobody, and so is no user's whose erasure would find it.
CREATE OR REPLACE FUNCTION atrium_names_nobody(kind text, targets jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN kind IN ('login.failed', 'login.locked') AND targets = '[]'::jsonb;

-- Where somebody was, as one text; null where an event does not say.
CREATE OR REPLACE FUNCTION atrium_seen_from(context jsonb) RETURNS text LANGUAGE sql IMMUTABLE
RETURN CASE WHEN COALESCE(context->>'ip_address', context->>'user_agent') IS NOT NULL
  THEN COALESCE(context->>'ip_address', '') || ' ' || COALESCE(context->>'user_agent', '') END;

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

-- Whether an event, as JSON, may be changed as it is to be, into pseudonyms only: by an erasure that is under way in its tenant, or
-- because it names nobody and is old.
CREATE OR REPLACE FUNCTION atrium_may_pseudonymise(before jsonb, after jsonb) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT before - '{actor,targets,context,metadata}'::text[] = after - '{actor,targets,context,metadata}'::text[]
    AND atrium_only_pseudonyms(before, after)
    AND NOT atrium_is_held((before->>'tenant_id')::uuid)
    AND (EXISTS (SELECT FROM erasures e WHERE e.tenant_id = (before->>'tenant_id')::uuid AND e.done_at IS NULL
        AND (before->'actor'->>'id' = ANY (e.user_id::text || e.known_as)
          OR EXISTS (SELECT FROM jsonb_array_elements(before->'targets') t WHERE t->>'id' = ANY (e.user_id::text || e.known_as))
          OR atrium_names_nobody(before->>'kind', before->'targets') AND atrium_seen_from(before->'context') = ANY (e.seen_from)))
      OR atrium_names_nobody(before->>'kind', before->'targets')
        AND atrium_moment_of((before->>'id')::uuid) < now() - make_interval(days => atrium_stranger_days()))
$$;

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
  -- Where the person was is read before the first event is changed. What names nobody and came from there, by the same agent,
  -- may be the person's: before there was an account, or by a mistyped address.
  IF e.seen_from IS NULL THEN
    e.seen_from := ARRAY(SELECT DISTINCT atrium_seen_from(own.context) FROM (
        SELECT a.context FROM audit_events a WHERE a.tenant_id = e.tenant_id AND a.actor->>'id' = ANY (ids)
        UNION ALL
        SELECT c.context FROM unnest(ids) known CROSS JOIN LATERAL (
          SELECT b.context FROM audit_events b
          WHERE b.tenant_id = e.tenant_id AND b.targets @> jsonb_build_array(jsonb_build_object('id', known))
            AND b.actor->>'type' NOT IN ('administrator', 'operator', 'user')) c) own
      WHERE atrium_seen_from(own.context) NOT LIKE 'erased-%' LIMIT 1000);
    UPDATE erasures SET seen_from = e.seen_from WHERE user_id = e.user_id;
  END IF;
  FOR event IN
    SELECT a.* FROM audit_events a
    WHERE a.id > e.place AND a.tenant_id = e.tenant_id AND a.id IN (
      SELECT b.id FROM audit_events b WHERE b.tenant_id = e.tenant_id AND b.actor->>'id' = ANY (ids)
      UNION ALL
      SELECT b.id FROM unnest(ids) known CROSS JOIN LATERAL (
        SELECT c.id FROM audit_events c
        WHERE c.tenant_id = e.tenant_id AND c.targets @> jsonb_build_array(jsonb_build_object('id', known))) b
      UNION ALL
      SELECT d.id FROM audit_events d
      WHERE d.tenant_id = e.tenant_id AND d.kind IN ('login.failed', 'login.locked') AND atrium_names_nobody(d.kind, d.targets)
        -- What is older tells nothing any more.
        AND d.occurred_at > now() - make_interval(days => atrium_stranger_days() + 1)
        AND atrium_seen_from(d.context) = ANY (e.seen_from))
    ORDER BY a.id LIMIT at_most
  LOOP
    looked := looked + 1;
    e.place := event.id;
    -- An administrator's address is the administrator's, whatever was done to whom.
    of_person := event.actor->>'id' = ANY (ids) OR event.actor->>'type' NOT IN ('administrator', 'operator', 'user')
      OR atrium_names_nobody(event.kind, event.targets);
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
    UPDATE erasures SET done_at = now(), salt = NULL, known_as = '{}', seen_from = '{}' WHERE user_id = e.user_id;
  END IF;
  RETURN looked;
END $$;

-- Takes the next step through the trail: where somebody was becomes a pseudonym in events that name nobody and are old. Each event is
-- read once. A held tenant's stay as they are, and are read once more when it is held no more.
-- @returns how many events it looked at; fewer than `at_most` means that nothing is left
CREATE OR REPLACE FUNCTION atrium_forget_strangers(at_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  until_id CONSTANT uuid := atrium_first_id(now() - make_interval(days => atrium_stranger_days()));
  -- Thrown away: the same value can be recognised as the same within a step, and as nothing else.
  salt CONSTANT bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  place uuid;
  ids uuid[];
BEGIN
  SELECT strangers_place INTO place FROM event_cursor FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  ids := ARRAY(SELECT id FROM audit_events WHERE id > place AND id < until_id ORDER BY id LIMIT at_most);
  IF cardinality(ids) = 0 THEN
    RETURN 0;
  END IF;
  UPDATE audit_events SET context = atrium_pseudonymised(context, ARRAY['ip_address', 'user_agent'], '{}', salt)
  WHERE id >= ids[1] AND id <= ids[cardinality(ids)] AND atrium_names_nobody(kind, targets)
    AND atrium_seen_from(context) NOT LIKE 'erased-%' AND NOT atrium_is_held(tenant_id);
  UPDATE event_cursor SET strangers_place = ids[cardinality(ids)];
  RETURN cardinality(ids);
END $$;

-- What was kept for a hold is looked at once more when the hold ends.
CREATE OR REPLACE FUNCTION atrium_reread_released() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE event_cursor SET strangers_place =
    LEAST(strangers_place, atrium_first_id(OLD.held_at - make_interval(days => atrium_stranger_days() + 1)));
  RETURN NEW;
END $$;

CREATE TRIGGER tenant_retention_released AFTER UPDATE ON tenant_retention
  FOR EACH ROW WHEN (OLD.held_at IS NOT NULL AND NEW.held_at IS NULL) EXECUTE FUNCTION atrium_reread_released();
