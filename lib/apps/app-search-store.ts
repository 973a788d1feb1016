import type { App } from "@/lib/apps/app";
import { type Browse, PAGE_ROWS, type Page, pageByKey, pageOf } from "@/lib/browse";
import type { TenantTransaction } from "@/lib/db";

/** An app as a list shows one. */
export interface FoundApp extends App {
  /** How many roles reach it. */
  roles: number;
}

/** A page of the environment's apps by key: those whose key or name holds every word of the query. */
export async function searchApps(
  { sql, environmentId }: TenantTransaction,
  browse: Browse,
): Promise<Page<FoundApp>> {
  const rows = await sql.app.findMany({
    where: { environmentId, ...pageByKey(browse) },
    omit: { tenantId: true, environmentId: true, createdAt: true, updatedAt: true },
    include: { _count: { select: { roleApps: true } } },
    orderBy: { key: "asc" },
    take: PAGE_ROWS + 1,
  });
  const found = rows.map(({ _count, ...app }) => ({ ...app, roles: _count.roleApps }));
  return pageOf(found, ({ key }) => key);
}

/** Something that names an app, as a link shows it. */
export interface AppUse {
  id: string;
  name: string;
}

/** The roles that reach an app and the packages that list it, the first fifty of each by name. */
export async function listAppUses(
  { sql, environmentId }: TenantTransaction,
  appId: string,
): Promise<{ roles: AppUse[]; packages: AppUse[] }> {
  const wanted = {
    where: { environmentId, apps: { some: { appId } } },
    select: { id: true, name: true },
    orderBy: { name: "asc" },
    take: PAGE_ROWS,
  } as const;
  const roles = await sql.role.findMany(wanted);
  return { roles, packages: await sql.package.findMany(wanted) };
}
