import { escapeLike, searchWords } from "@/lib/kernel/db/keyset-page";
import { type LateQueryable, read } from "@/lib/kernel/db/queryable";

/** Kinds of an environment's objects that have a name, except users and organizations. */
export type NamedKind =
  | "apps"
  | "oidc-clients"
  | "credentials"
  | "roles"
  | "packages"
  | "organization-types"
  | "campaigns"
  | "identity-sources";

/** All kinds of objects that have an id of their own. */
export type ThingKind =
  | NamedKind
  | "users"
  | "organizations"
  | "installations"
  | "enrolment-tokens"
  | "external-principals"
  | "sessions";

/** A search result. */
export interface Thing<Kind extends ThingKind = ThingKind> {
  kind: Kind;
  /** The identifier of its page: an id, or a client id; for a session the user's id. */
  ref: string;
  name: string;
  detail: string | null;
}

/** Maximum of results per kind. */
export const THINGS_OF_A_KIND = 5;

/** Searches objects by name: the first few of each kind that hold every word of the query in name or key.
 *  An environment has hundreds of each at the most, so that reading its names is cheap. */
export function searchThings(db: LateQueryable, query: string): Promise<Thing<NamedKind>[]> {
  const words = searchWords(query).map((word) => `%${escapeLike(word)}%`);
  return db.query(read<Thing<NamedKind>>`
    WITH named AS (
      SELECT 'apps' AS kind, id::text AS ref, name, key AS detail FROM apps WHERE environment_id = ${db.environmentId}::uuid
      UNION ALL SELECT 'oidc-clients', client_id, name, client_id FROM oidc_clients
        WHERE environment_id = ${db.environmentId}::uuid AND revoked_at IS NULL
      UNION ALL SELECT 'credentials', client_id, name, client_id FROM credentials
        WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${db.environmentId}::uuid AND revoked_at IS NULL
      UNION ALL SELECT 'roles', id::text, name, key FROM roles WHERE environment_id = ${db.environmentId}::uuid
      UNION ALL SELECT 'packages', id::text, name, key FROM packages WHERE environment_id = ${db.environmentId}::uuid
      UNION ALL SELECT 'organization-types', id::text, name, key FROM organization_types
        WHERE environment_id = ${db.environmentId}::uuid
      UNION ALL SELECT 'campaigns', id::text, name, target_version FROM installation_campaigns
        WHERE environment_id = ${db.environmentId}::uuid
      UNION ALL SELECT 'identity-sources', id::text, issuer, NULL FROM identity_sources
        WHERE environment_id = ${db.environmentId}::uuid)
    SELECT kind, ref, name, detail FROM (
      SELECT named.*, row_number() OVER (PARTITION BY kind ORDER BY name, ref) AS place FROM named
      WHERE (name || ' ' || COALESCE(detail, '')) ILIKE ALL (${words}::text[])) AS found
    WHERE place <= ${THINGS_OF_A_KIND} ORDER BY kind, place`);
}

/** Finds the object with this id in the environment; null for an id that nothing here has. */
export function findThing(db: LateQueryable, id: string): Promise<Thing | null> {
  return db.first(read<Thing>`
    SELECT kind, ref, name, detail FROM (
      SELECT 'users' AS kind, id, id::text AS ref, environment_id, email AS name, display_name AS detail FROM users
        WHERE deleted_at IS NULL
      UNION ALL SELECT 'organizations', o.id, o.id::text, w.environment_id, o.name, o.slug
        FROM organizations o JOIN workspaces w ON w.organization_id = o.id
      UNION ALL SELECT 'apps', id, id::text, environment_id, name, key FROM apps
      UNION ALL SELECT 'oidc-clients', id, client_id, environment_id, name, client_id FROM oidc_clients
      UNION ALL SELECT 'credentials', id, client_id, environment_id, name, client_id FROM credentials
      UNION ALL SELECT 'roles', id, id::text, environment_id, name, key FROM roles
      UNION ALL SELECT 'packages', id, id::text, environment_id, name, key FROM packages
      UNION ALL SELECT 'organization-types', id, id::text, environment_id, name, key FROM organization_types
      UNION ALL SELECT 'campaigns', id, id::text, environment_id, name, target_version FROM installation_campaigns
      UNION ALL SELECT 'installations', id, id::text, environment_id, name, platform FROM installations
      UNION ALL SELECT 'enrolment-tokens', id, id::text, environment_id, name, NULL FROM enrolment_tokens
      UNION ALL SELECT 'identity-sources', id, id::text, environment_id, issuer, NULL FROM identity_sources
      UNION ALL SELECT 'external-principals', id, id::text, environment_id, subject, NULL FROM external_principals
      UNION ALL SELECT 'sessions', s.id, u.id::text, s.environment_id, u.email, 'Session'
        FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.deleted_at IS NULL) AS things
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid LIMIT 1`);
}
