import { type Browse, PAGE_ROWS, type Page, pageByKey, pageOf } from "@/lib/browse";
import type { TenantTransaction } from "@/lib/db";
import type { Role } from "@/lib/roles/role";

/** A role as a list shows one. */
export interface FoundRole extends Role {
  /** Names of the apps it reaches. */
  apps: string[];
  /** How many memberships hold it. */
  members: number;
}

/** A page of the environment's roles by key: those whose key or name holds every word of the query. */
export async function searchRoles(
  { sql, environmentId }: TenantTransaction,
  browse: Browse,
): Promise<Page<FoundRole>> {
  const rows = await sql.role.findMany({
    where: { environmentId, ...pageByKey(browse) },
    omit: { tenantId: true, environmentId: true },
    include: {
      _count: { select: { memberships: true } },
      apps: { select: { app: { select: { name: true } } }, orderBy: { app: { name: "asc" } } },
    },
    orderBy: { key: "asc" },
    take: PAGE_ROWS + 1,
  });
  const found = rows.map(({ _count, apps, ...role }) => ({
    ...role,
    apps: apps.map(({ app }) => app.name),
    members: _count.memberships,
  }));
  return pageOf(found, ({ key }) => key);
}
