import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import { type LateQueryable, read } from "@/lib/kernel/db/queryable";

/** Returns the present names of users, organizations, apps and clients of an environment, by id: events
 *  name most of them by their ids alone. A deleted one has no name any more. */
export async function readPartyNames(
  db: LateQueryable,
  events: readonly StoredAuditEvent[],
): Promise<Map<string, string>> {
  const parties = events.flatMap(({ actor, targets }) => [actor, ...targets]);
  const ids = (type: string) => [
    ...new Set(
      parties
        .filter((party) => party.type === type && party.name === undefined && UUID.test(party.id))
        .map(({ id }) => id),
    ),
  ];
  const here = db.environmentId;
  const rows = await db.query(read<{ id: string; name: string }>`
    SELECT id, coalesce(display_name, email) AS name FROM users
    WHERE environment_id = ${here}::uuid AND deleted_at IS NULL AND id = ANY(${ids("user")}::uuid[])
    UNION ALL SELECT id, name FROM organizations
    WHERE tenant_id = ${db.tenantId}::uuid AND id = ANY(${ids("organization")}::uuid[])
    UNION ALL SELECT id, name FROM apps
    WHERE environment_id = ${here}::uuid AND id = ANY(${ids("app")}::uuid[])
    UNION ALL SELECT id, name FROM oidc_clients
    WHERE environment_id = ${here}::uuid AND id = ANY(${ids("oidc_client")}::uuid[])
    UNION ALL SELECT id, name FROM credentials
    WHERE environment_id = ${here}::uuid AND id = ANY(${ids("credential")}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A product's events name parties by ids of any form. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
