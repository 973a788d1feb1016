import { type Browse, PAGE_ROWS, type Page, pageByKey, pageOf } from "@/lib/browse";
import type { TenantTransaction } from "@/lib/db";
import type { OrganizationType } from "@/lib/organizations/organization-type-store";

/** An organization type as a list shows one. */
export interface FoundOrganizationType extends OrganizationType {
  /** How many organizations of the environment are of it. */
  organizations: number;
}

/** A page of the environment's organization types by key: those whose key or name holds every word of the query. */
export async function searchOrganizationTypes(
  { sql, environmentId }: TenantTransaction,
  browse: Browse,
): Promise<Page<FoundOrganizationType>> {
  const rows = await sql.organizationType.findMany({
    where: { environmentId, ...pageByKey(browse) },
    select: { id: true, key: true, name: true, _count: { select: { workspaces: true } } },
    orderBy: { key: "asc" },
    take: PAGE_ROWS + 1,
  });
  const found = rows.map(({ _count, ...type }) => ({ ...type, organizations: _count.workspaces }));
  return pageOf(found, ({ key }) => key);
}
