import type pg from "pg";

// What a restored database ends is ended for every tenant on a connection of the database's owner
// (prisma/functions/restored.sql).

/** What ends, in the order in which it does: no mail is sent and nothing is redeemed while the rest ends. */
export const restoredKinds = [
  "mail that waits",
  "jobs",
  "links and grants",
  "sign-ins that wait",
  "payloads of OAuth",
  "trusted devices",
  "enrolment tokens with limited uses",
  "sessions",
] as const;

/** Ends one kind.
 *  @returns how many rows ended */
export async function endRestoredKind(
  client: pg.Client,
  kind: (typeof restoredKinds)[number],
  keepSessions: boolean,
): Promise<number> {
  const { rows } = await client.query<{ ended: string }>(
    "SELECT atrium_end_restored($1, $2) AS ended",
    [kind, keepSessions],
  );
  return Number(rows[0]?.ended ?? 0);
}
