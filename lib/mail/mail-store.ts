import type { TenantTransaction } from "@/lib/db";

/** A message that this worker holds, with how its tenant presents itself. */
export interface ClaimedMail {
  id: string;
  template: string;
  locale: string;
  recipient: string;
  sealedProps: Uint8Array;
  /** This attempt counted; the first is 1. */
  attempts: number;
  createdAt: Date;
  tenantActive: boolean;
  tenantName: string;
  displayName: string | null;
  color: string | null;
  logo: string | null;
  supportUrl: string | null;
}

/** Takes a queued message for one attempt and counts it. One worker at a time holds a message.
 *  @param until when it may be taken again, should this worker never say how it went
 *  @returns null when it is finished, held by another worker, or not there */
export async function claimMail(
  { sql }: TenantTransaction,
  id: string,
  at: Date,
  until: Date,
): Promise<ClaimedMail | null> {
  const rows = await sql.$queryRaw<ClaimedMail[]>`
    WITH claimed AS (
      UPDATE mail_messages SET attempts = attempts + 1, claimed_until = ${until}
      WHERE id = ${id}::uuid AND status = 'queued' AND (claimed_until IS NULL OR claimed_until <= ${at})
      RETURNING *)
    SELECT c.id, c.template, c.locale, c.recipient, c.sealed_props AS "sealedProps", c.attempts,
           c.created_at AS "createdAt", (t.status = 'active') AS "tenantActive", t.name AS "tenantName", b.display_name AS "displayName", b.color, b.logo,
           b.support_url AS "supportUrl"
    FROM claimed c JOIN tenants t ON t.id = c.tenant_id
    LEFT JOIN tenant_branding b ON b.tenant_id = c.tenant_id`;
  return rows[0] ?? null;
}

/** A message to be sent, with what it says sealed. */
export interface NewMail {
  id: string;
  template: string;
  locale: string;
  recipient: string;
  /** Whose address that is or was; null when it is nobody's. */
  userId: string | null;
  sealedProps: Buffer<ArrayBuffer>;
}

/** More than so many of a tenant's messages that wait are not told apart. */
const MOST_COUNTED = 3_600;

/** Puts a message into the outbox; sending it is a job of its own.
 *  @param equals the templates that are as urgent as this message's
 *  @returns how many of the tenant's messages of these templates wait already, counted up to an hour's worth */
export async function insertMail(
  { sql, tenantId, environmentId }: TenantTransaction,
  equals: readonly string[],
  mail: NewMail,
): Promise<number> {
  const { id, template, locale, recipient, userId, sealedProps } = mail;
  const [row] = await sql.$queryRaw<{ ahead: number }[]>`
    INSERT INTO mail_messages (id, tenant_id, environment_id, template, locale, recipient, user_id, sealed_props)
    VALUES (${id}::uuid, ${tenantId}::uuid, ${environmentId}::uuid, ${template}, ${locale}, ${recipient}, ${userId}::uuid, ${sealedProps})
    RETURNING (
      SELECT count(*)::int FROM (
        SELECT FROM mail_messages w
        WHERE w.tenant_id = ${tenantId}::uuid AND w.status = 'queued' AND w.template = ANY (${[...equals]}::text[])
        LIMIT ${MOST_COUNTED}::int) waiting) AS ahead`;
  return row?.ahead ?? 0;
}

/** Deletes every message to a user, sent or not: whom it was for is nobody's business any more.
 *  @param address the one they have; messages that were queued before they named their user go by it */
export async function deleteMailOfUser(
  { sql, environmentId }: TenantTransaction,
  userId: string,
  address: string,
): Promise<void> {
  await sql.$executeRaw`
    WITH held AS (
      SELECT id FROM mail_messages
      WHERE environment_id = ${environmentId}::uuid
        AND (user_id = ${userId}::uuid OR (user_id IS NULL AND lower(recipient) = lower(${address})))
      ORDER BY id FOR UPDATE)
    DELETE FROM mail_messages m USING held WHERE m.id = held.id`;
}

/** How a message fared so far. */
export async function outcomeOf(
  { sql }: TenantTransaction,
  id: string,
): Promise<{ status: "queued" | "sent" | "failed"; lastError: string | null }> {
  return sql.mailMessage.findUniqueOrThrow({
    where: { id },
    select: { status: true, lastError: true },
  });
}

/** Whether a message still waits to be sent. */
export async function isQueued({ sql }: TenantTransaction, id: string): Promise<boolean> {
  return (await sql.mailMessage.count({ where: { id, status: "queued" } })) === 1;
}

/** Records that a message was handed over, and forgets the codes and links it carried.
 *  @param sealedRendered what was sent, for the local mailbox only */
export async function markSent(
  { sql }: TenantTransaction,
  id: string,
  at: Date,
  sealedRendered: Buffer<ArrayBuffer> | null,
): Promise<void> {
  await sql.mailMessage.updateMany({
    where: { id, status: "queued" },
    data: {
      status: "sent",
      sentAt: at,
      sealedProps: null,
      claimedUntil: null,
      lastError: null,
      sealedRendered,
    },
  });
}

/** Records why an attempt failed. A final failure also forgets what the message carried. */
export async function markFailedAttempt(
  { sql }: TenantTransaction,
  id: string,
  lastError: string,
  final: boolean,
): Promise<void> {
  await sql.mailMessage.updateMany({
    where: { id, status: "queued" },
    data: {
      lastError,
      claimedUntil: null,
      ...(final ? { status: "failed" as const, sealedProps: null } : {}),
    },
  });
}
