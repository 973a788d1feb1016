import type { AuditEntry } from "@/lib/audit/audit-event";
import { appendingEvent } from "@/lib/audit/audit-event-store";
import type { TenantScope } from "@/lib/caller";
import { atOnce, Prisma } from "@/lib/db";
import type { Budget, Taken } from "@/lib/rate-limits/limiter";
import { type BucketRow, takenOf, takingPoint } from "@/lib/rate-limits/point-store";

/** Counts a request for a machine token and, if the budget lets it pass, records that the token is issued: one
 *  statement, so that no token is issued unrecorded and none is recorded that was refused. */
export async function takeTokenPointAndRecord(
  scope: TenantScope,
  { budget, key }: { budget: Budget; key: string },
  entry: AuditEntry & { at: Date },
): Promise<Taken> {
  const allowed = Prisma.sql`FROM taken WHERE taken.points <= ${budget.points}::int`;
  const sql = Prisma.sql`
    WITH taken AS (${takingPoint(budget, key, entry.at)}),
         recorded AS (${appendingEvent(scope, entry, allowed)})
    SELECT points, expire FROM taken`;
  const [[row]] = await atOnce(scope, [
    { name: "take-token-point-and-record", sql, row: {} as BucketRow },
  ]);
  return takenOf(row, budget, entry.at);
}
