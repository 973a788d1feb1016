import { placedMoment } from "@/lib/clock";
import { Prisma } from "@/lib/db";

// Buckets are shared by all servers of an installation, and no two machines' clocks agree. PostgreSQL's is the one
// that they have in common: windows, locks and leases begin and end by it.

/** The time by which buckets are judged, in milliseconds since 1970, as an expression of a statement.
 *  @param placed the statement's parameter that takes `placedMs` */
export const bucketTime = (placed: string) =>
  `coalesce(${placed}::bigint, (extract(epoch FROM statement_timestamp()) * 1000)::bigint)`;

/** The same for statements that Prisma's `sql` makes. */
export function bucketTimeSql(): Prisma.Sql {
  return Prisma.sql`coalesce(${placedMs()}::bigint, (extract(epoch FROM statement_timestamp()) * 1000)::bigint)`;
}

/** The whole seconds until a bucket's window ends, at least one, as an expression beside its `expire`.
 *  @param at the time, as an expression */
export const secondsLeft = (at: string) => `greatest(1, ceil((expire - ${at}) / 1000.0))::int`;

/** The moment at which a test stands; null is PostgreSQL's own. */
export const placedMs = (): number | null => placedMoment()?.getTime() ?? null;
