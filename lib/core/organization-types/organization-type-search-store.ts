import type { OrganizationType } from "@/lib/core/organization-types/organization-type-store";
import type { Browse, Page } from "@/lib/kernel/db/keyset-page";
import { byKey, readListPage } from "@/lib/kernel/db/list-page";
import { type Queryable, sql } from "@/lib/kernel/db/queryable";

/** An organization type as a list shows one. */
export interface FoundOrganizationType extends OrganizationType {
  /** Number of organizations of the environment that have the type. */
  organizations: number;
}

/** Returns a page of the environment's organization types by key: those whose key or name holds every word
 *  of the query. */
export function searchOrganizationTypes(
  db: Queryable,
  browse: Browse,
): Promise<Page<FoundOrganizationType>> {
  return readListPage<FoundOrganizationType>(db, browse, {
    columns: sql`x.id, x.key, x.name, (SELECT count(*) FROM workspaces w
      WHERE w.environment_id = x.environment_id AND w.organization_type_id = x.id) AS organizations`,
    tables: sql`organization_types x`,
    text: sql`(x.key || ' ' || x.name)`,
    order: byKey(browse),
  });
}
