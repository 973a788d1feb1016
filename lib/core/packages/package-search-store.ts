import type { PackageFields } from "@/lib/core/packages/package";
import {
  type Browse,
  COUNTED_AT_MOST,
  PAGE_ROWS,
  type Page,
  pageOf,
} from "@/lib/kernel/db/keyset-page";
import { pageByKey } from "@/lib/kernel/db/model-page";
import type { PrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

/** A package as a list shows one. */
export interface FoundPackage extends PackageFields {
  id: string;
  /** Names of the apps it lists. */
  apps: string[];
  /** Number of organizations that have it. */
  organizations: number;
}

/** Returns a page of the environment's packages by key: those whose key or name holds every word of the
 *  query. */
export async function searchPackages(
  { prisma, environmentId }: PrismaTransaction,
  browse: Browse,
): Promise<Page<FoundPackage>> {
  const { holds, where, orderBy, placeOf } = pageByKey(browse);
  const rows = await prisma.package.findMany({
    where: { environmentId, ...where },
    omit: { tenantId: true, environmentId: true, createdAt: true, updatedAt: true },
    include: {
      _count: { select: { workspaces: true } },
      apps: { select: { app: { select: { name: true } } }, orderBy: { app: { name: "asc" } } },
    },
    orderBy,
    take: PAGE_ROWS + 1,
  });
  const total = await prisma.package.count({
    where: { environmentId, ...holds },
    take: COUNTED_AT_MOST + 1,
  });
  const found = rows.map(({ _count, apps, ...one }) => ({
    ...one,
    apps: apps.map(({ app }) => app.name),
    organizations: _count.workspaces,
  }));
  return { ...pageOf(found, placeOf, browse), total };
}
