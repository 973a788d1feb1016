import type { AuditEntry } from "@/lib/audit/audit-event";
import { appendingEvents, eventRow, eventRowType } from "@/lib/audit/audit-event-store";
import type { TenantScope } from "@/lib/caller";
import { atOnce, type PreparedSql, Prisma } from "@/lib/db";
import { together } from "@/lib/db-together";
import { type BucketState, type Budget, type Taken, takenOf } from "@/lib/rate-limits/limiter";
import { bucketOf, takingPoints } from "@/lib/rate-limits/point-store";

interface TokenRequest {
  budget: Budget;
  key: string;
  entry: AuditEntry & { at: Date };
}

/** Counts a request for a machine token and, if the budget lets it pass, records that the token is issued: one
 *  statement, so that no token is issued unrecorded and none is recorded that was refused. Requests that arrive
 *  together are counted one after the other by the same statement. */
export const takeTokenPointAndRecord: (scope: TenantScope, asked: TokenRequest) => Promise<Taken> =
  together(async (scope, requests) => {
    const [rows] = await atOnce(scope, [countingAndRecording(scope, requests)]);
    return requests.map(({ budget }, number) => takenOf(rows[number], budget));
  });

function countingAndRecording(
  scope: TenantScope,
  requests: readonly TokenRequest[],
): PreparedSql<BucketState> {
  const asked = requests.map(({ budget, key, entry }, number) => ({
    number,
    budget: budget.points,
    ...bucketOf(budget, key),
    ...eventRow(entry),
  }));
  const recorded = appendingEvents(scope, Prisma.sql`FROM counted WHERE points <= budget`);
  const sql = Prisma.sql`
    WITH asked AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        AS _(number int, budget int, bucket text, lasts bigint, ${eventRowType})),
    taken AS (${takingPoints(Prisma.sql`FROM asked`)}),
    counted AS (
      SELECT asked.*, taken.seconds,
        (taken.points + 1 - row_number() OVER (PARTITION BY bucket ORDER BY number DESC))::int AS points
      FROM asked JOIN taken ON taken.key = asked.bucket),
    recorded AS (${recorded})
    SELECT points, seconds FROM counted ORDER BY number`;
  return { name: "count-and-record-token-requests", sql };
}
