import type { TenantScope } from "@/lib/caller";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";

/** The kinds of the audit events about something, the oldest first. */
export async function eventsOf(scope: TenantScope, targetId: string): Promise<string[]> {
  const events = await inPrismaTransaction(
    scope,
    ({ prisma }) => prisma.$queryRaw<{ kind: string }[]>`
      SELECT kind FROM audit_events
      WHERE targets @> ${JSON.stringify([{ id: targetId }])}::jsonb ORDER BY occurred_at, id`,
  );
  return events.map(({ kind }) => kind);
}
