import type { Installation, InstallationStatus } from "@/lib/core/installations/installation";
import type { Browse, Page } from "@/lib/kernel/db/keyset-page";
import { byAge, readListPage } from "@/lib/kernel/db/list-page";
import { empty, type Queryable, read, type Sql, sql } from "@/lib/kernel/db/queryable";
import { isId } from "@/lib/kernel/ids";

/** An installation as a list shows one. */
export interface FoundInstallation extends Installation {
  appName: string;
  /** Null for an installation of no organization. */
  organizationName: string | null;
  retiredAt: Date | null;
}

const columns = sql`x.id, x.name, x.platform, x.version, x.status, x.key_thumbprint, x.app_id,
  x.organization_id, x.enrolled_at, x.last_seen_at, x.retired_at, a.name AS app_name, o.name AS organization_name`;
const tables = sql`installations x JOIN apps a ON a.id = x.app_id
  LEFT JOIN organizations o ON o.id = x.organization_id`;

/** Returns a page of the environment's installations, the newest first: those that have this id or key
 *  thumbprint, or that hold every word of the query somewhere in name, platform, version, app or
 *  organization. */
export function searchInstallations(
  db: Queryable,
  { status, ...browse }: Browse & { status: InstallationStatus | null },
): Promise<Page<FoundInstallation>> {
  const named = namedBy(browse.query.trim());
  const ofStatus = status ? sql`AND x.status = ${status}::installation_status` : empty;
  return readListPage<FoundInstallation>(db, browse, {
    ...{ columns, tables },
    filter: sql`${ofStatus} ${named ?? empty}`,
    text: named ? null : sql`concat_ws(' ', x.name, x.platform, x.version, a.name, o.name)`,
    order: byAge(browse),
  });
}

/** Returns the condition for a complete id or thumbprint. */
function namedBy(typed: string): Sql | null {
  if (isId(typed)) return sql`AND x.id = ${typed}::uuid`;
  return /^[A-Za-z0-9_-]{43}$/.test(typed) ? sql`AND x.key_thumbprint = ${typed}` : null;
}

type WholeInstallation = FoundInstallation & { enrolmentToken: { id: string; name: string } };

/** Returns the installation with this id, with its app, organization and enrolment token. */
export function findInstallationWhole(
  db: Queryable,
  id: string,
): Promise<WholeInstallation | null> {
  return db.first(read<WholeInstallation>`
    SELECT ${columns}, json_build_object('id', t.id, 'name', t.name) AS enrolment_token
    FROM ${tables} JOIN enrolment_tokens t ON t.id = x.enrolment_token_id
    WHERE x.environment_id = ${db.environmentId}::uuid AND x.id = ${id}::uuid`);
}
