import { type Browse, literally, PAGE_ROWS, type Page, pageOf, searchWords } from "@/lib/browse";
import type { TenantTransaction } from "@/lib/db";
import type { EntitlementOverride } from "@/lib/entitlements/entitlement-policy";

/** An override with the name of its organization. */
export interface FoundOverride extends EntitlementOverride {
  organizationName: string;
}

/** A page of the environment's overrides by organization and entitlement: those where the organization's name
 *  or the entitlement holds every word of the query.
 *  @param after organization's id and entitlement, with a space between */
export async function searchOverrides(
  { sql, environmentId }: TenantTransaction,
  { query, after }: Browse,
  organizationId: string | null = null,
): Promise<Page<FoundOverride>> {
  const patterns = searchWords(query).map((word) => `%${literally(word)}%`);
  const rows = await sql.$queryRaw<FoundOverride[]>`
    SELECT x.organization_id AS "organizationId", o.name AS "organizationName", x.entitlement, x.effect::text AS effect
    FROM entitlement_overrides x JOIN organizations o ON o.id = x.organization_id
    WHERE x.environment_id = ${environmentId}::uuid
      AND (${organizationId}::uuid IS NULL OR x.organization_id = ${organizationId}::uuid)
      AND (o.name || ' ' || x.entitlement) ILIKE ALL (${patterns}::text[])
      AND x.organization_id::text || ' ' || x.entitlement > ${after ?? ""}
    ORDER BY x.organization_id, x.entitlement LIMIT ${PAGE_ROWS + 1}`;
  return pageOf(rows, (one) => `${one.organizationId} ${one.entitlement}`);
}
