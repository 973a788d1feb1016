import { type Browse, PAGE_ROWS, type Page, pageByKey, pageOf } from "@/lib/browse";
import type { TenantTransaction } from "@/lib/db";
import type { PackageFields } from "@/lib/packages/package";

/** A package as a list shows one. */
export interface FoundPackage extends PackageFields {
  id: string;
  /** Names of the apps it lists. */
  apps: string[];
  /** How many organizations have it. */
  organizations: number;
}

/** A page of the environment's packages by key: those whose key or name holds every word of the query. */
export async function searchPackages(
  { sql, environmentId }: TenantTransaction,
  browse: Browse,
): Promise<Page<FoundPackage>> {
  const rows = await sql.package.findMany({
    where: { environmentId, ...pageByKey(browse) },
    omit: { tenantId: true, environmentId: true, createdAt: true, updatedAt: true },
    include: {
      _count: { select: { workspaces: true } },
      apps: { select: { app: { select: { name: true } } }, orderBy: { app: { name: "asc" } } },
    },
    orderBy: { key: "asc" },
    take: PAGE_ROWS + 1,
  });
  const found = rows.map(({ _count, apps, ...one }) => ({
    ...one,
    apps: apps.map(({ app }) => app.name),
    organizations: _count.workspaces,
  }));
  return pageOf(found, ({ key }) => key);
}
