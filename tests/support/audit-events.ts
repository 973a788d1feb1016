import type { TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";

/** The kinds of the audit events about something, the oldest first. */
export async function eventsOf(scope: TenantScope, targetId: string): Promise<string[]> {
  const events = await inTenant(
    scope,
    ({ sql }) => sql.$queryRaw<{ kind: string }[]>`
      SELECT kind FROM audit_events
      WHERE targets @> ${JSON.stringify([{ id: targetId }])}::jsonb ORDER BY occurred_at, id`,
  );
  return events.map(({ kind }) => kind);
}
