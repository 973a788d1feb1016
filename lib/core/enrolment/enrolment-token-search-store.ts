import type { EnrolmentToken } from "@/lib/core/enrolment/enrolment-token";
import type { Browse, Page } from "@/lib/kernel/db/keyset-page";
import { byAge, readListPage } from "@/lib/kernel/db/list-page";
import { type Queryable, read, sql } from "@/lib/kernel/db/queryable";

/** An enrolment token as a list shows one. */
export interface FoundEnrolmentToken extends EnrolmentToken {
  appName: string;
  /** Null when enrolled installations belong to no organization. */
  organizationName: string | null;
  createdAt: Date;
}

const columns = sql`x.id, x.name, x.hint, x.app_id, x.organization_id, x.not_before, x.expires_at, x.max_uses,
  x.uses, x.per_minute, x.revoked_at, x.created_at, a.name AS app_name, o.name AS organization_name`;
const tables = sql`enrolment_tokens x JOIN apps a ON a.id = x.app_id
  LEFT JOIN organizations o ON o.id = x.organization_id`;

/** Returns a page of the environment's enrolment tokens, the newest first: those that hold every word of
 *  the query somewhere in name, end of the token, app or organization. */
export function searchEnrolmentTokens(
  db: Queryable,
  browse: Browse,
): Promise<Page<FoundEnrolmentToken>> {
  return readListPage<FoundEnrolmentToken>(db, browse, {
    ...{ columns, tables },
    text: sql`concat_ws(' ', x.name, x.hint, a.name, o.name)`,
    order: byAge(browse),
  });
}

/** Returns the token with this id in the environment, as a list shows it. */
export function findEnrolmentTokenWhole(
  db: Queryable,
  id: string,
): Promise<FoundEnrolmentToken | null> {
  return db.first(read<FoundEnrolmentToken>`SELECT ${columns} FROM ${tables}
    WHERE x.environment_id = ${db.environmentId}::uuid AND x.id = ${id}::uuid`);
}
