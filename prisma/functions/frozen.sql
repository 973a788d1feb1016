-- Columns that never change after a row was made.

-- A credential keeps its purpose and its scopes for life, and stays revoked.
CREATE OR REPLACE FUNCTION atrium_freeze_credential() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.purpose, NEW.scopes, NEW.client_id, NEW.tenant_id, NEW.environment_id)
     IS DISTINCT FROM (OLD.purpose, OLD.scopes, OLD.client_id, OLD.tenant_id, OLD.environment_id) THEN
    RAISE EXCEPTION 'purpose, scopes, client_id and environment of a credential are frozen at creation'
      USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    RAISE EXCEPTION 'a revoked credential stays revoked' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER credentials_frozen BEFORE UPDATE ON credentials
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_credential();

-- An enrolment token opens what was decided when it was issued. A use is never given back.
CREATE OR REPLACE FUNCTION atrium_freeze_enrolment_token() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.tenant_id, NEW.environment_id, NEW.secret_hash, NEW.app_id, NEW.organization_id, NEW.not_before,
      NEW.expires_at, NEW.max_uses, NEW.per_minute)
     IS DISTINCT FROM (OLD.tenant_id, OLD.environment_id, OLD.secret_hash, OLD.app_id, OLD.organization_id,
      OLD.not_before, OLD.expires_at, OLD.max_uses, OLD.per_minute) OR NEW.uses < OLD.uses THEN
    RAISE EXCEPTION 'what an enrolment token opens is frozen when it is issued' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER enrolment_tokens_frozen BEFORE UPDATE ON enrolment_tokens
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_enrolment_token();

-- A key is an installation. Another key enrols by itself.
CREATE OR REPLACE FUNCTION atrium_freeze_installation() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.tenant_id, NEW.environment_id, NEW.public_key, NEW.key_thumbprint, NEW.enrolment_token_id, NEW.enrolled_at)
     IS DISTINCT FROM (OLD.tenant_id, OLD.environment_id, OLD.public_key, OLD.key_thumbprint, OLD.enrolment_token_id,
      OLD.enrolled_at) THEN
    RAISE EXCEPTION 'the key of an installation is frozen when it enrols' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER installations_frozen BEFORE UPDATE ON installations
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_installation();

-- A subject of one issuer means nothing under another, and a claim is released, never handed on. The trigger's arguments name
-- the columns.
CREATE OR REPLACE FUNCTION atrium_freeze_external_identity() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  field text;
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
BEGIN
  FOREACH field IN ARRAY TG_ARGV LOOP
    IF after -> field IS DISTINCT FROM before -> field THEN
      RAISE EXCEPTION '% of % is frozen', field, TG_TABLE_NAME USING ERRCODE = 'check_violation';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

CREATE TRIGGER identity_sources_frozen BEFORE UPDATE ON identity_sources
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_external_identity('tenant_id', 'environment_id', 'type', 'issuer');
CREATE TRIGGER external_principals_frozen BEFORE UPDATE ON external_principals
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_external_identity('tenant_id', 'environment_id', 'source_id', 'subject');
CREATE TRIGGER identity_bindings_frozen BEFORE UPDATE ON identity_bindings
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_external_identity('tenant_id', 'environment_id', 'principal_id', 'user_id');

-- A campaign reaches what was confirmed: its selector never changes, and a campaign that is over stays so.
CREATE OR REPLACE FUNCTION atrium_freeze_campaign() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.tenant_id, NEW.environment_id, NEW.target_version, NEW.selector_app_id, NEW.selector_organization_id,
      NEW.selector_platform, NEW.selector_version_below)
     IS DISTINCT FROM (OLD.tenant_id, OLD.environment_id, OLD.target_version, OLD.selector_app_id,
      OLD.selector_organization_id, OLD.selector_platform, OLD.selector_version_below) THEN
    RAISE EXCEPTION 'what a campaign reaches is frozen when it is made' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status IN ('completed', 'cancelled') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'a campaign that is over stays so' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER campaigns_frozen BEFORE UPDATE ON installation_campaigns
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_campaign();

-- A member of a campaign stays as it was displayed.
CREATE OR REPLACE FUNCTION atrium_freeze_member() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.tenant_id, NEW.environment_id, NEW.campaign_id, NEW.installation_id)
     IS DISTINCT FROM (OLD.tenant_id, OLD.environment_id, OLD.campaign_id, OLD.installation_id) THEN
    RAISE EXCEPTION 'what was confirmed stays as it was displayed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER campaign_members_frozen BEFORE UPDATE OR DELETE ON installation_campaign_members
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_member();

-- Members join a campaign in the transaction that confirms it, or not at all. An archive's members joined theirs elsewhere.
CREATE OR REPLACE FUNCTION atrium_refuse_late_member() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM installation_campaigns WHERE id = NEW.campaign_id AND status = 'draft')
     AND NOT atrium_is_restoring() THEN
    RAISE EXCEPTION 'a confirmed campaign takes no further member' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER campaign_members_confirmed BEFORE INSERT ON installation_campaign_members
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_late_member();

-- What a factor proves is decided when it is added. Its counters go forward only: none of its proofs works twice. The owner of
-- the database may seal the same secret anew (atrium_replace_sealed).
CREATE OR REPLACE FUNCTION atrium_freeze_factor() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.tenant_id, NEW.environment_id, NEW.user_id, NEW.type, NEW.credential_id, NEW.public_key,
      NEW.aaguid, NEW.backup_eligible, NEW.rp_id)
     IS DISTINCT FROM (OLD.tenant_id, OLD.environment_id, OLD.user_id, OLD.type, OLD.credential_id,
      OLD.public_key, OLD.aaguid, OLD.backup_eligible, OLD.rp_id)
     OR (NEW.sealed_secret IS DISTINCT FROM OLD.sealed_secret
         AND (current_user = 'atrium_app' OR current_setting('atrium.resealing', true) IS DISTINCT FROM 'on'))
     OR NEW.last_step < OLD.last_step OR (OLD.last_step IS NOT NULL AND NEW.last_step IS NULL)
     OR NEW.sign_count < OLD.sign_count THEN
    RAISE EXCEPTION 'a factor is frozen when it is added, and its counters go forward' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER factors_frozen BEFORE UPDATE ON factors
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_factor();

-- An operator token reaches what it was made for, for life.
CREATE TRIGGER operator_tokens_frozen BEFORE UPDATE ON operator_tokens
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_external_identity('token_hash', 'only_tenant_id');
