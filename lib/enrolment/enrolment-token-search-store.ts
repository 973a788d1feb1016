import {
  type Browse,
  holding,
  PAGE_ROWS,
  type Page,
  pageBeforeId,
  pageOf,
  searchWords,
} from "@/lib/browse";
import type { TenantTransaction } from "@/lib/db";
import type { EnrolmentToken } from "@/lib/enrolment/enrolment-token";
import { enrolmentTokenFields } from "@/lib/enrolment/enrolment-token-store";

/** An enrolment token as a list shows one. */
export interface FoundEnrolmentToken extends EnrolmentToken {
  appName: string;
  /** Null where what enrols belongs to no organization. */
  organizationName: string | null;
  createdAt: Date;
}

const select = {
  ...enrolmentTokenFields,
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

/** A page of the environment's enrolment tokens, the newest first: those that hold every word of the query
 *  somewhere in name, end of the token, app or organization. */
export async function searchEnrolmentTokens(
  { sql, tenantId, environmentId }: TenantTransaction,
  { query, after }: Browse,
): Promise<Page<FoundEnrolmentToken>> {
  const before = pageBeforeId({ after });
  const rows = await sql.enrolmentToken.findMany({
    where: {
      ...{ tenantId, environmentId, id: { lt: before } },
      AND: searchWords(query).map((word) => {
        const held = holding(word);
        const organization = { workspace: { organization: { name: held } } };
        return { OR: [{ name: held }, { hint: held }, { app: { name: held } }, organization] };
      }),
    },
    select,
    orderBy: { id: "desc" },
    take: PAGE_ROWS + 1,
  });
  return pageOf(rows.map(foundOf), ({ id }) => id);
}

/** The token with this id in the environment, as a list shows it. */
export async function findEnrolmentTokenWhole(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<FoundEnrolmentToken | null> {
  const row = await sql.enrolmentToken.findFirst({ where: { id, environmentId }, select });
  return row && foundOf(row);
}
