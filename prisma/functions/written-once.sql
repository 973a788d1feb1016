-- Rows that are written once: what was used stays used, what ended stays ended, what was recorded stays as it is.

-- Refuses to change a column that has a value. The trigger's arguments name the columns.
CREATE OR REPLACE FUNCTION atrium_refuse_revival() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  field text;
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
BEGIN
  FOREACH field IN ARRAY TG_ARGV LOOP
    IF before -> field <> 'null'::jsonb AND after -> field IS DISTINCT FROM before -> field THEN
      RAISE EXCEPTION '% of % is written once', field, TG_TABLE_NAME USING ERRCODE = 'check_violation';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

CREATE TRIGGER one_time_secrets_single_use BEFORE UPDATE ON one_time_secrets
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('consumed_at', 'withdrawn_at');
CREATE TRIGGER login_codes_single_use BEFORE UPDATE ON login_codes
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('consumed_at', 'withdrawn_at');
CREATE TRIGGER recovery_codes_single_use BEFORE UPDATE ON recovery_codes
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('used_at');
CREATE TRIGGER sessions_end_once BEFORE UPDATE ON sessions
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('revoked_at', 'expired_at');
CREATE TRIGGER trusted_devices_end_once BEFORE UPDATE ON trusted_devices
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('revoked_at');
CREATE TRIGGER oidc_payloads_consumed_once BEFORE UPDATE ON oidc_payloads
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('consumed_at');
CREATE TRIGGER tenant_secrets_end_once BEFORE UPDATE ON tenant_secrets
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('revoked_at');
CREATE TRIGGER credential_secrets_end_once BEFORE UPDATE ON credential_secrets
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('revoked_at');
CREATE TRIGGER oidc_client_secrets_end_once BEFORE UPDATE ON oidc_client_secrets
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('revoked_at');
CREATE TRIGGER operator_tokens_end_once BEFORE UPDATE ON operator_tokens
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('revoked_at');
CREATE TRIGGER enrolment_tokens_revoked_once BEFORE UPDATE ON enrolment_tokens
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('revoked_at');
CREATE TRIGGER installations_retired_once BEFORE UPDATE ON installations
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('retired_at');
CREATE TRIGGER identity_bindings_released_once BEFORE UPDATE ON identity_bindings
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('released_at');
CREATE TRIGGER campaigns_once BEFORE UPDATE ON installation_campaigns
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('confirmed_at', 'membership_version', 'displayed_count',
    'completed_at', 'cancelled_at');

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

CREATE TRIGGER audit_events_immutable BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_audit_change();
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION atrium_refuse_audit_change();
CREATE TRIGGER user_imports_once BEFORE UPDATE ON user_imports
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('finished_at');
CREATE TRIGGER device_authorizations_once BEFORE UPDATE ON device_authorizations
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('approved_at', 'denied_at', 'consumed_at');
