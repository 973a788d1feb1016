import type { EntitlementOverride } from "@/lib/core/entitlements/entitlement-policy";
import {
  type Browse,
  COUNTED_AT_MOST,
  escapeLike,
  isBackwards,
  PAGE_ROWS,
  type Page,
  pageOf,
  placeIn,
  searchWords,
} from "@/lib/kernel/db/keyset-page";
import { type Queryable, read, sql } from "@/lib/kernel/db/queryable";

/** An override with the name of its organization. */
export interface FoundOverride extends EntitlementOverride {
  organizationName: string;
}

/** Returns a page of the environment's overrides by organization and entitlement: those where the
 *  organization's name or the entitlement holds every word of the query. A position in it is an
 *  organization's id and an entitlement, with a space between. */
export async function searchOverrides(
  db: Queryable,
  browse: Browse,
  organizationId: string | null = null,
): Promise<Page<FoundOverride>> {
  const patterns = searchWords(browse.query).map((word) => `%${escapeLike(word)}%`);
  const place = placeIn(browse);
  const [way, order] = isBackwards(browse) ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`];
  const found = sql`
    FROM entitlement_overrides x JOIN organizations o ON o.id = x.organization_id
    WHERE x.environment_id = ${db.environmentId}::uuid
      AND (${organizationId}::uuid IS NULL OR x.organization_id = ${organizationId}::uuid)
      AND (o.name || ' ' || x.entitlement) ILIKE ALL (${patterns}::text[])`;
  const searching = db.query(read<FoundOverride>`
    SELECT x.organization_id, o.name AS organization_name, x.entitlement, x.effect
    ${found}
      AND x.organization_id::text || ' ' || x.entitlement ${way} ${place ?? ""}
    ORDER BY x.organization_id ${order}, x.entitlement ${order} LIMIT ${PAGE_ROWS + 1}`);
  const counting = db.first(read<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT ${found} LIMIT ${COUNTED_AT_MOST + 1}::int) AS counted`);
  const [rows, counted] = await Promise.all([searching, counting]);
  const page = pageOf(rows, (one) => `${one.organizationId} ${one.entitlement}`, browse);
  return { ...page, total: counted?.count ?? null };
}
