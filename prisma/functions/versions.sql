-- Versions of installations, compared by the precedence of Semantic Versioning 2.0.0 §11 and a little more kindly: a leading v
-- is allowed, and one number or many instead of three. A text that is no version is null.

-- The numbers of a version, without zeros at the end: 2, 2.0 and 2.0.0 are the same.
CREATE OR REPLACE FUNCTION atrium_version_numbers(version text) RETURNS numeric[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN version ~ '^v?\d{1,18}(\.\d{1,18}){0,7}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$'
    THEN string_to_array(regexp_replace(substring(version FROM '^v?([0-9.]+)'), '(\.0+)+$', ''), '.')::numeric[] END
$$;

-- The identifiers of a pre-release, each as a text that sorts where it belongs; null for a release.
CREATE OR REPLACE FUNCTION atrium_version_prerelease(version text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = public, pg_temp AS $$
  SELECT array_agg(CASE WHEN part ~ '^\d+$'
      THEN '0' || lpad(length(ltrim(part, '0'))::text, 4, '0') || ltrim(part, '0')
      ELSE '1' || part END ORDER BY place)
  FROM unnest(string_to_array(substring(version FROM '^[^+-]+-([^+]+)'), '.')) WITH ORDINALITY AS parts (part, place)
$$;

-- Whether a version comes before another; null, so that a campaign does not select it, where one of them is no version.
CREATE OR REPLACE FUNCTION atrium_version_below(version text, bound text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN atrium_version_numbers(version) IS NULL OR atrium_version_numbers(bound) IS NULL THEN NULL
    WHEN atrium_version_numbers(version) <> atrium_version_numbers(bound)
      THEN atrium_version_numbers(version) < atrium_version_numbers(bound)
    WHEN atrium_version_prerelease(version) IS NULL THEN false
    ELSE COALESCE(atrium_version_prerelease(version) COLLATE "C" < atrium_version_prerelease(bound) COLLATE "C", true)
  END
$$;
