import type { Role } from "@/lib/core/roles/role";
import {
  type Browse,
  COUNTED_AT_MOST,
  PAGE_ROWS,
  type Page,
  pageOf,
} from "@/lib/kernel/db/keyset-page";
import { pageByKey } from "@/lib/kernel/db/model-page";
import type { PrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

/** A role as a list shows one. */
export interface FoundRole extends Role {
  /** Names of the apps it reaches. */
  apps: string[];
  /** Number of memberships that hold it. */
  members: number;
}

/** Returns a page of the environment's roles by key: those whose key or name holds every word of the
 *  query. */
export async function searchRoles(
  { prisma, environmentId }: PrismaTransaction,
  browse: Browse,
): Promise<Page<FoundRole>> {
  const { holds, where, orderBy, placeOf } = pageByKey(browse);
  const rows = await prisma.role.findMany({
    where: { environmentId, ...where },
    omit: { tenantId: true, environmentId: true },
    include: {
      _count: { select: { memberships: true } },
      apps: { select: { app: { select: { name: true } } }, orderBy: { app: { name: "asc" } } },
    },
    orderBy,
    take: PAGE_ROWS + 1,
  });
  const total = await prisma.role.count({
    where: { environmentId, ...holds },
    take: COUNTED_AT_MOST + 1,
  });
  const found = rows.map(({ _count, apps, ...role }) => ({
    ...role,
    apps: apps.map(({ app }) => app.name),
    members: _count.memberships,
  }));
  return { ...pageOf(found, placeOf, browse), total };
}
