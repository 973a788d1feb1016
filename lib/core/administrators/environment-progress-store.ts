import { type LateQueryable, read } from "@/lib/kernel/db/queryable";

/** Setup progress of an environment: whether it has one of each. */
export interface EnvironmentProgress {
  app: boolean;
  role: boolean;
  organization: boolean;
  user: boolean;
  credential: boolean;
  tenantSecret: boolean;
  oidcClient: boolean;
}

/** Returns whether the environment has one of each, without counting: it may have a hundred thousand. */
export async function readEnvironmentProgress(db: LateQueryable): Promise<EnvironmentProgress> {
  const progress = await db.first(read<EnvironmentProgress>`
    WITH here AS (SELECT ${db.environmentId}::uuid AS id)
    SELECT
      EXISTS (SELECT FROM apps t WHERE t.environment_id = here.id) AS app,
      EXISTS (SELECT FROM roles t WHERE t.environment_id = here.id) AS role,
      EXISTS (SELECT FROM workspaces t WHERE t.environment_id = here.id) AS organization,
      EXISTS (SELECT FROM users t WHERE t.environment_id = here.id AND t.deleted_at IS NULL) AS user,
      EXISTS (SELECT FROM credentials t WHERE t.environment_id = here.id AND t.revoked_at IS NULL) AS credential,
      EXISTS (SELECT FROM tenant_secrets t WHERE t.environment_id = here.id AND t.revoked_at IS NULL) AS tenant_secret,
      EXISTS (SELECT FROM oidc_clients t WHERE t.environment_id = here.id AND t.revoked_at IS NULL) AS oidc_client
    FROM here`);
  if (!progress) throw new Error("A select without a row");
  return progress;
}
