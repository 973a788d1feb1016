import { lock, type Queryable, read } from "@/lib/db/queryable";
import type { RelyingParty } from "@/lib/users/factors/relying-party";

interface Row {
  id: string | null;
  origins: string[];
}

/** The relying party of the tenant's own pages, as the environment has it.
 *  @returns null when none was set up: then these pages have no passkeys */
export async function readRelyingParty(db: Queryable): Promise<RelyingParty | null> {
  return partyOf(
    await db.first(read<Row>`
      SELECT passkey_rp_id AS id, passkey_origins AS origins FROM environments
      WHERE id = ${db.environmentId}::uuid AND tenant_id = ${db.tenantId}::uuid`),
  );
}

/** The same, held until this transaction ends: of two changes the second sees the first. */
export async function lockRelyingParty(db: Queryable): Promise<RelyingParty | null> {
  return partyOf(
    await db.first(lock<Row>`
      SELECT passkey_rp_id AS id, passkey_origins AS origins FROM environments
      WHERE id = ${db.environmentId}::uuid AND tenant_id = ${db.tenantId}::uuid FOR UPDATE`),
  );
}

function partyOf(row: Row | null): RelyingParty | null {
  return row?.id ? { id: row.id, origins: row.origins } : null;
}
