import { type Queryable, read } from "@/lib/db/queryable";
import type { RelyingParty } from "@/lib/users/factors/relying-party";

/** The relying party of the tenant's own pages, as the environment has it.
 *  @returns null when none was set up: then these pages have no passkeys */
export async function readRelyingParty(db: Queryable): Promise<RelyingParty | null> {
  const found = await db.first(read<{ id: string | null; origins: string[] }>`
    SELECT passkey_rp_id AS id, passkey_origins AS origins FROM environments
    WHERE id = ${db.environmentId}::uuid AND tenant_id = ${db.tenantId}::uuid`);
  return found?.id ? { id: found.id, origins: found.origins } : null;
}
