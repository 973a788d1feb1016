import type { EnrolmentToken } from "@/lib/core/enrolment/enrolment-token";
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

/** An enrolment token as a list shows one. */
export interface FoundEnrolmentToken extends EnrolmentToken {
  appName: string;
  /** Null when enrolled installations belong to no organization. */
  organizationName: string | null;
  createdAt: Date;
}

const select = {
  ...{ id: true, name: true, hint: true, appId: true, organizationId: true, notBefore: true },
  ...{ expiresAt: true, maxUses: true, uses: true, perMinute: true, revokedAt: true },
  createdAt: true,
  app: { select: { name: true } },
  workspace: { select: { organization: { select: { name: true } } } },
} as const;

interface Row extends EnrolmentToken {
  createdAt: Date;
  app: { name: string };
  workspace: { organization: { name: string } } | null;
}

function foundOf({ app, workspace, ...row }: Row): FoundEnrolmentToken {
  return { ...row, appName: app.name, organizationName: workspace?.organization.name ?? null };
}

/** Returns a page of the environment's enrolment tokens, the newest first: those that hold every word of
 *  the query somewhere in name, end of the token, app or organization. */
export async function searchEnrolmentTokens(
  { prisma, tenantId, environmentId }: PrismaTransaction,
  browse: Browse,
): Promise<Page<FoundEnrolmentToken>> {
  const { id, orderBy } = pageByAge(browse);
  const filter = {
    ...{ tenantId, environmentId },
    AND: searchWords(browse.query).map((word) => {
      const held = containing(word);
      const organization = { workspace: { organization: { name: held } } };
      return { OR: [{ name: held }, { hint: held }, { app: { name: held } }, organization] };
    }),
  };
  const rows = await prisma.enrolmentToken.findMany({
    where: { ...filter, id },
    select,
    orderBy,
    take: PAGE_ROWS + 1,
  });
  const total = await prisma.enrolmentToken.count({ where: filter, take: COUNTED_AT_MOST + 1 });
  return { ...pageOf(rows.map(foundOf), (one) => one.id, browse), total };
}

/** Returns the token with this id in the environment, as a list shows it. */
export async function findEnrolmentTokenWhole(
  { prisma, environmentId }: PrismaTransaction,
  id: string,
): Promise<FoundEnrolmentToken | null> {
  const row = await prisma.enrolmentToken.findFirst({ where: { id, environmentId }, select });
  return row && foundOf(row);
}
