import type { TenantScope } from "@/lib/kernel/caller";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

interface StoredEvent {
  kind: string;
  targets: { type: string; id: string }[];
  metadata: Record<string, unknown>;
}

/** Audit events about something, the oldest first. */
export async function eventsAbout(scope: TenantScope, targetId: string): Promise<StoredEvent[]> {
  return inPrismaTransaction(
    scope,
    ({ prisma }) => prisma.$queryRaw<StoredEvent[]>`
      SELECT kind, targets, metadata FROM audit_events
      WHERE targets @> ${JSON.stringify([{ id: targetId }])}::jsonb ORDER BY occurred_at, id`,
  );
}

/** The kinds of the audit events about something, the oldest first. */
export async function eventsOf(scope: TenantScope, targetId: string): Promise<string[]> {
  return (await eventsAbout(scope, targetId)).map(({ kind }) => kind);
}
