-- Versions as people write them, compared by the precedence of Semantic Versioning 2.0.0 §11 and a little more
-- kindly: a leading v, and one number or many instead of three. Null for a text that is no version.

-- The numbers, without zeros at the end: 2, 2.0 and 2.0.0 are the same.
CREATE FUNCTION atrium_version_numbers(version text) RETURNS numeric[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN version ~ '^v?\d{1,18}(\.\d{1,18}){0,7}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$'
    THEN string_to_array(regexp_replace(substring(version FROM '^v?([0-9.]+)'), '(\.0+)+$', ''), '.')::numeric[] END
$$;

-- The identifiers of a pre-release, each as a text that sorts where it belongs; null for a release.
CREATE FUNCTION atrium_version_prerelease(version text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(CASE WHEN part ~ '^\d+$'
      THEN '0' || lpad(length(ltrim(part, '0'))::text, 4, '0') || ltrim(part, '0')
      ELSE '1' || part END ORDER BY place)
  FROM unnest(string_to_array(substring(version FROM '^[^+-]+-([^+]+)'), '.')) WITH ORDINALITY AS parts (part, place)
$$;

-- Whether a version comes before another; null, hence not selected, where one of them is no version.
CREATE FUNCTION atrium_version_below(version text, bound text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN atrium_version_numbers(version) IS NULL OR atrium_version_numbers(bound) IS NULL THEN NULL
    WHEN atrium_version_numbers(version) <> atrium_version_numbers(bound)
      THEN atrium_version_numbers(version) < atrium_version_numbers(bound)
    WHEN atrium_version_prerelease(version) IS NULL THEN false
    ELSE COALESCE(atrium_version_prerelease(version) COLLATE "C" < atrium_version_prerelease(bound) COLLATE "C", true)
  END
$$;

-- What a campaign reaches is what was confirmed: its selector never changes, and members come with the
-- confirmation, in its transaction, or not at all.
CREATE FUNCTION atrium_freeze_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION atrium_refuse_late_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM installation_campaigns WHERE id = NEW.campaign_id AND status = 'draft') THEN
    RAISE EXCEPTION 'a confirmed campaign takes no further member' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER campaign_members_confirmed BEFORE INSERT ON installation_campaign_members
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_late_member();
CREATE FUNCTION atrium_freeze_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.tenant_id, NEW.environment_id, NEW.campaign_id, NEW.installation_id)
     IS DISTINCT FROM (OLD.tenant_id, OLD.environment_id, OLD.campaign_id, OLD.installation_id) THEN
    RAISE EXCEPTION 'what was confirmed stays as it was displayed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER campaign_members_frozen BEFORE UPDATE OR DELETE ON installation_campaign_members
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_member();
