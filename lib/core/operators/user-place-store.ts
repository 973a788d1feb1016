import type { TenantScope } from "@/lib/kernel/caller";
import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** A user with their tenant and environment. */
export interface UserPlace extends TenantScope {
  id: string;
  tenantPublicId: string;
  tenantName: string;
  environmentKey: string;
  /** Whether it is the platform's own tenant, whose users sign in to the dashboard. */
  isPlatform: boolean;
}

/** Search criteria for a user, matched exactly. Null is not searched for. */
export interface UserCriteria {
  id: string | null;
  emailKey: string | null;
  externalId: string | null;
  /** The public id of the one tenant to search in; null for all of them. */
  tenant: string | null;
}

/** Finds users of all tenants, by the names of their tenants. The database returns rows in a transaction
 *  of the platform only. */
export function findUserPlaces(
  db: Queryable,
  { id, emailKey, externalId, tenant }: UserCriteria,
  atMost: number,
): Promise<UserPlace[]> {
  return db.query(read<UserPlace>`
    SELECT id, tenant_id, tenant_public_id, tenant_name, environment_id, environment_key, is_platform
    FROM atrium_operator_users(${id}::uuid, ${emailKey}::text, ${externalId}::text, ${tenant}::text, ${atMost}::int)`);
}
