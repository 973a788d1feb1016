import { hostedRelyingParty, type RelyingParty } from "@/lib/core/factors/relying-party";
import { isHosted } from "@/lib/core/factors/relying-party-rules";
import { config } from "@/lib/kernel/config/config";
import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";

interface Row {
  id: string | null;
  origins: string[];
  mayShare: boolean;
}

/** Returns the relying party of the tenant's own pages in this environment.
 *  @returns null when none was set up, or when it is that of the hosted pages without the operator's
 *  permission: then these pages have no passkeys */
export async function readRelyingParty(db: Queryable): Promise<RelyingParty | null> {
  const row = await db.first(read<Row>`
    SELECT e.passkey_rp_id AS id, e.passkey_origins AS origins, t.hosted_passkeys_at IS NOT NULL AS may_share
    FROM environments e JOIN tenants t ON t.id = e.tenant_id
    WHERE e.id = ${db.environmentId}::uuid AND e.tenant_id = ${db.tenantId}::uuid`);
  const party = partyOf(row);
  return party && !row?.mayShare && isHosted(party.id, config().baseUrl) ? null : party;
}

/** Returns the relying party of a plane's pages; null when the tenant's own have none. */
export function relyingPartyOf(
  db: Queryable,
  plane: "direct" | "hosted",
): Promise<RelyingParty | null> {
  return plane === "hosted" ? Promise.resolve(hostedRelyingParty()) : readRelyingParty(db);
}

/** Returns the stored relying party, and whether it may be that of the hosted pages. Locks it until this
 *  transaction ends, so that two changes are serialized. */
export async function lockRelyingParty(
  db: Queryable,
): Promise<{ stored: RelyingParty | null; mayShare: boolean }> {
  const row = await db.first(lock<Row>`
    SELECT e.passkey_rp_id AS id, e.passkey_origins AS origins, t.hosted_passkeys_at IS NOT NULL AS may_share
    FROM environments e JOIN tenants t ON t.id = e.tenant_id
    WHERE e.id = ${db.environmentId}::uuid AND e.tenant_id = ${db.tenantId}::uuid FOR UPDATE OF e`);
  return { stored: partyOf(row), mayShare: row?.mayShare ?? false };
}

function partyOf(row: Row | null): RelyingParty | null {
  return row?.id ? { id: row.id, origins: row.origins } : null;
}
