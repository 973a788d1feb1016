import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** A customer of the platform. */
export interface Tenant {
  id: string;
  /** The tenant's external id (`atr_…`). */
  publicId: string;
  name: string;
  status: "active" | "disabled";
}

/** Adds the tenant that the transaction is bound to. */
export async function insertTenant(db: Queryable, publicId: string, name: string): Promise<void> {
  await db.execute(write`
    INSERT INTO tenants (id, public_id, name) VALUES (${db.tenantId}::uuid, ${publicId}, ${name})`);
}

/** Returns the tenant's own row.
 *  @throws Error when there is no such tenant */
export async function readTenant(db: Queryable): Promise<Tenant> {
  const tenant = await db.first(read<Tenant>`
    SELECT id, public_id, name, status FROM tenants WHERE id = ${db.tenantId}::uuid`);
  if (!tenant) throw new Error("A transaction is bound to a tenant that does not exist");
  return tenant;
}

/** Returns since when the tenant's own pages may use the relying party of the hosted pages; null when they
 *  may not. */
export async function readHostedPasskeys(db: Queryable): Promise<Date | null> {
  const row = await db.first(read<{ at: Date | null }>`
    SELECT hosted_passkeys_at AS at FROM tenants WHERE id = ${db.tenantId}::uuid`);
  return row?.at ?? null;
}

/** Lets the tenant's own pages use that relying party from a moment on, or ends it with null.
 *  @returns false when nothing changed */
export async function writeHostedPasskeys(db: Queryable, at: Date | null): Promise<boolean> {
  const changed = await db.execute(lock`
    UPDATE tenants SET hosted_passkeys_at = ${at}::timestamptz, updated_at = now()
    WHERE id = ${db.tenantId}::uuid AND (hosted_passkeys_at IS NULL) <> (${at}::timestamptz IS NULL)`);
  return changed === 1;
}

/** Returns the tenant with this public id (`atr_…`), or null. */
export function resolveTenant(
  publicId: string,
): Promise<{ tenantId: string; name: string; status: Tenant["status"] } | null> {
  return unscoped.first(read<{ tenantId: string; name: string; status: Tenant["status"] }>`
    SELECT tenant_id, name, status FROM atrium_resolve_tenant(${publicId})`);
}

/** Sets the tenant's own limit of installations, the operator's maximum of that limit, or both; absent
 *  values stay. PostgreSQL refuses a limit above the maximum. */
export async function writeInstallationCapacity(
  db: Queryable,
  { limit, maximum }: { limit?: number; maximum?: number },
): Promise<void> {
  await db.execute(lock`
    UPDATE tenants
    SET installation_limit = COALESCE(${limit ?? null}::int, installation_limit),
        installation_maximum = COALESCE(${maximum ?? null}::int, installation_maximum), updated_at = now()
    WHERE id = ${db.tenantId}::uuid`);
}
