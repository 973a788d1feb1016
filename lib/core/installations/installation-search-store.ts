import type { Installation, InstallationStatus } from "@/lib/core/installations/installation";
import {
  type Browse,
  COUNTED_AT_MOST,
  PAGE_ROWS,
  type Page,
  pageOf,
  searchWords,
} from "@/lib/kernel/db/keyset-page";
import { containing, pageByAge } from "@/lib/kernel/db/model-page";
import type { PrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { isId } from "@/lib/kernel/ids";

/** An installation as a list shows one. */
export interface FoundInstallation extends Installation {
  appName: string;
  /** Null for an installation of no organization. */
  organizationName: string | null;
  retiredAt: Date | null;
}

const fields = {
  ...{ id: true, name: true, platform: true, version: true, status: true, keyThumbprint: true },
  ...{ appId: true, organizationId: true, enrolledAt: true, lastSeenAt: true },
  retiredAt: true,
  app: { select: { name: true } },
  workspace: { select: { organization: { select: { name: true } } } },
} as const;

interface Row extends Installation {
  retiredAt: Date | null;
  app: { name: string };
  workspace: { organization: { name: string } } | null;
}

function foundOf({ app, workspace, ...row }: Row): FoundInstallation {
  return { ...row, appName: app.name, organizationName: workspace?.organization.name ?? null };
}

/** Returns a page of the environment's installations, the newest first: those that have this id or key
 *  thumbprint, or that hold every word of the query somewhere in name, platform, version, app or
 *  organization. */
export async function searchInstallations(
  { prisma, tenantId, environmentId }: PrismaTransaction,
  { status, ...browse }: Browse & { status: InstallationStatus | null },
): Promise<Page<FoundInstallation>> {
  const { id, orderBy } = pageByAge(browse);
  const filter = {
    ...{ tenantId, environmentId },
    ...(status ? { status } : {}),
    AND: namedBy(browse.query.trim()) ?? holds(browse.query),
  };
  const rows = await prisma.installation.findMany({
    where: { AND: [filter, { id }] },
    select: fields,
    orderBy,
    take: PAGE_ROWS + 1,
  });
  const total = await prisma.installation.count({ where: filter, take: COUNTED_AT_MOST + 1 });
  return { ...pageOf(rows.map(foundOf), (one) => one.id, browse), total };
}

/** Returns the condition for a complete id or thumbprint. */
function namedBy(typed: string) {
  if (isId(typed)) return { id: typed.toLowerCase() };
  return /^[A-Za-z0-9_-]{43}$/.test(typed) ? { keyThumbprint: typed } : null;
}

function holds(query: string) {
  return searchWords(query).map((word) => {
    const held = containing(word);
    return {
      OR: [
        ...[{ name: held }, { platform: held }, { version: held }, { app: { name: held } }],
        { workspace: { organization: { name: held } } },
      ],
    };
  });
}

/** Returns the installation with this id, with its app, organization and enrolment token. */
export async function findInstallationWhole(
  { prisma, environmentId }: PrismaTransaction,
  id: string,
): Promise<(FoundInstallation & { enrolmentToken: { id: string; name: string } }) | null> {
  const row = await prisma.installation.findFirst({
    where: { id, environmentId },
    select: { ...fields, enrolmentToken: { select: { id: true, name: true } } },
  });
  if (!row) return null;
  const { enrolmentToken, ...one } = row;
  return { ...foundOf(one), enrolmentToken };
}
