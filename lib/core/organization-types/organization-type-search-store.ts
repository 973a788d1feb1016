import type { OrganizationType } from "@/lib/core/organization-types/organization-type-store";
import {
  type Browse,
  COUNTED_AT_MOST,
  escapeLike,
  PAGE_ROWS,
  type Page,
  pageOf,
  placeIn,
  searchWords,
  sortOf,
} from "@/lib/kernel/db/keyset-page";
import { type Queryable, read, sql } from "@/lib/kernel/db/queryable";

/** An organization type as a list shows one. */
export interface FoundOrganizationType extends OrganizationType {
  /** Number of organizations of the environment that have the type. */
  organizations: number;
}

/** Returns a page of the environment's organization types by key: those whose key or name holds every word
 *  of the query. */
export async function searchOrganizationTypes(
  db: Queryable,
  browse: Browse,
): Promise<Page<FoundOrganizationType>> {
  const patterns = searchWords(browse.query).map((word) => `%${escapeLike(word)}%`);
  const { ascendingRead } = sortOf<"key">(browse, ["key"]);
  const [way, order] = ascendingRead ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
  const place = placeIn(browse);
  const holds = sql`
    t.environment_id = ${db.environmentId}::uuid AND (t.key || ' ' || t.name) ILIKE ALL (${patterns}::text[])`;
  const searching = db.query(read<FoundOrganizationType>`
    SELECT t.id, t.key, t.name, (
        SELECT count(*) FROM workspaces w
        WHERE w.environment_id = t.environment_id AND w.organization_type_id = t.id) AS organizations
    FROM organization_types t
    WHERE ${holds}
      AND (${place}::text IS NULL OR t.key ${way} ${place}::text)
    ORDER BY t.key ${order} LIMIT ${PAGE_ROWS + 1}::int`);
  const counting = db.first(read<{ count: number }>`
    SELECT count(*) AS count
    FROM (SELECT FROM organization_types t WHERE ${holds} LIMIT ${COUNTED_AT_MOST + 1}::int) AS found`);
  const [rows, counted] = await Promise.all([searching, counting]);
  return { ...pageOf(rows, ({ key }) => key, browse), total: counted?.count ?? null };
}
