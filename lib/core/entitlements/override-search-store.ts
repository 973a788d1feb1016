import type { EntitlementOverride } from "@/lib/core/entitlements/entitlement-policy";
import { type Browse, isBackwards, type Page, placeIn } from "@/lib/kernel/db/keyset-page";
import { directionOf, readListPage } from "@/lib/kernel/db/list-page";
import { empty, type Queryable, sql } from "@/lib/kernel/db/queryable";

/** An override with the name of its organization. */
export interface FoundOverride extends EntitlementOverride {
  organizationName: string;
}

/** Returns a page of the environment's overrides by organization and entitlement: those where the
 *  organization's name or the entitlement holds every word of the query. A position in it is an
 *  organization's id and an entitlement, with a space between. */
export function searchOverrides(
  db: Queryable,
  browse: Browse,
  organizationId: string | null = null,
): Promise<Page<FoundOverride>> {
  const { way, order } = directionOf(!isBackwards(browse));
  return readListPage<FoundOverride>(db, browse, {
    columns: sql`x.organization_id, o.name AS organization_name, x.entitlement, x.effect`,
    tables: sql`entitlement_overrides x JOIN organizations o ON o.id = x.organization_id`,
    filter: organizationId ? sql`AND x.organization_id = ${organizationId}::uuid` : empty,
    text: sql`(o.name || ' ' || x.entitlement)`,
    order: {
      by: sql`x.organization_id ${order}, x.entitlement ${order}`,
      from: sql`AND x.organization_id::text || ' ' || x.entitlement ${way} ${placeIn(browse) ?? ""}`,
      placeOf: (one) => `${one.organizationId} ${one.entitlement}`,
    },
  });
}
