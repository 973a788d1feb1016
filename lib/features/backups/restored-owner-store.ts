import type pg from "pg";

// Ends rows of all tenants, on a connection of the database's owner (prisma/functions/restored.sql).

/** Kinds of rows to end, in this order: no mail is sent and nothing is redeemed while the rest ends. */
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

/** Ends all rows of one kind.
 *  @returns the number of rows */
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
