import type { App } from "@/lib/core/apps/app";
import {
  type Browse,
  COUNTED_AT_MOST,
  PAGE_ROWS,
  type Page,
  pageOf,
} from "@/lib/kernel/db/keyset-page";
import { pageByKey } from "@/lib/kernel/db/model-page";
import type { PrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

/** An app as a list shows one. */
export interface FoundApp extends App {
  /** Number of roles that reach it. */
  roles: number;
}

/** Returns a page of the environment's apps: those whose key or name holds every word of the query. */
export async function searchApps(
  { prisma, environmentId }: PrismaTransaction,
  browse: Browse,
): Promise<Page<FoundApp>> {
  const { holds, where, orderBy, placeOf } = pageByKey(browse);
  const rows = await prisma.app.findMany({
    where: { environmentId, ...where },
    omit: { tenantId: true, environmentId: true, createdAt: true, updatedAt: true },
    include: { _count: { select: { roleApps: true } } },
    orderBy,
    take: PAGE_ROWS + 1,
  });
  const total = await prisma.app.count({
    where: { environmentId, ...holds },
    take: COUNTED_AT_MOST + 1,
  });
  const found = rows.map(({ _count, ...app }) => ({ ...app, roles: _count.roleApps }));
  return { ...pageOf(found, placeOf, browse), total };
}

/** A role or package that names an app, as a link shows it. */
export interface AppUse {
  id: string;
  name: string;
}

/** Lists the roles that reach an app and the packages that list it, the first fifty of each by name. */
export async function listAppUses(
  { prisma, environmentId }: PrismaTransaction,
  appId: string,
): Promise<{ roles: AppUse[]; packages: AppUse[] }> {
  const args = {
    where: { environmentId, apps: { some: { appId } } },
    select: { id: true, name: true },
    orderBy: { name: "asc" },
    take: PAGE_ROWS,
  } as const;
  const roles = await prisma.role.findMany(args);
  return { roles, packages: await prisma.package.findMany(args) };
}
