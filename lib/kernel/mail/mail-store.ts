import { empty, lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";

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
  db: Queryable,
  id: string,
  at: Date,
  until: Date,
): Promise<ClaimedMail | null> {
  return db.first(lock<ClaimedMail>`
    WITH claimed AS (
      UPDATE mail_messages SET attempts = attempts + 1, claimed_until = ${until}::timestamptz
      WHERE id = ${id}::uuid AND status = 'queued' AND (claimed_until IS NULL OR claimed_until <= ${at}::timestamptz)
      RETURNING *)
    SELECT c.id, c.template, c.locale, c.recipient, c.sealed_props, c.attempts, c.created_at,
           (t.status = 'active') AS tenant_active, t.name AS tenant_name, b.display_name, b.color, b.logo, b.support_url
    FROM claimed c JOIN tenants t ON t.id = c.tenant_id
    LEFT JOIN tenant_branding b ON b.tenant_id = c.tenant_id`);
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
  db: Queryable,
  equals: readonly string[],
  mail: NewMail,
): Promise<number> {
  const { id, template, locale, recipient, userId, sealedProps } = mail;
  const row = await db.first(write<{ ahead: number }>`
    INSERT INTO mail_messages (id, tenant_id, environment_id, template, locale, recipient, user_id, sealed_props)
    VALUES (${id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${template}, ${locale}, ${recipient}, ${userId}::uuid,
            ${sealedProps}::bytea)
    RETURNING (
      SELECT count(*)::int FROM (
        SELECT FROM mail_messages w
        WHERE w.tenant_id = ${db.tenantId}::uuid AND w.status = 'queued' AND w.template = ANY (${[...equals]}::text[])
        LIMIT ${MOST_COUNTED}::int) waiting) AS ahead`);
  return row?.ahead ?? 0;
}

/** Deletes every message to a user, sent or not: whom it was for is nobody's business any more.
 *  @param address the one they have; messages that were queued before they named their user go by it */
export async function deleteMailOfUser(
  db: Queryable,
  userId: string,
  address: string,
): Promise<void> {
  await db.execute(lock`
    WITH held AS (
      SELECT id FROM mail_messages
      WHERE environment_id = ${db.environmentId}::uuid
        AND (user_id = ${userId}::uuid OR (user_id IS NULL AND lower(recipient) = lower(${address}::text)))
      ORDER BY id FOR UPDATE)
    DELETE FROM mail_messages m USING held WHERE m.id = held.id`);
}

/** How a message fared. */
export interface MailOutcome {
  status: "queued" | "sent" | "failed";
  lastError: string | null;
}

/** How a message fared so far.
 *  @throws Error when it is not there */
export async function outcomeOf(db: Queryable, id: string): Promise<MailOutcome> {
  const outcome = await db.first(
    read<MailOutcome>`SELECT status, last_error FROM mail_messages WHERE id = ${id}::uuid`,
  );
  if (!outcome) throw new Error("A message that was queued is not there");
  return outcome;
}

/** Whether a message still waits to be sent. */
export async function isQueued(db: Queryable, id: string): Promise<boolean> {
  const found = await db.first(
    read`SELECT 1 AS queued FROM mail_messages WHERE id = ${id}::uuid AND status = 'queued'`,
  );
  return found !== null;
}

/** Records that a message was handed over, and forgets the codes and links it carried.
 *  @param sealedRendered what was sent, for the local mailbox only */
export async function markSent(
  db: Queryable,
  id: string,
  at: Date,
  sealedRendered: Buffer<ArrayBuffer> | null,
): Promise<void> {
  await db.execute(lock`
    UPDATE mail_messages
    SET status = 'sent', sent_at = ${at}::timestamptz, sealed_props = NULL, claimed_until = NULL, last_error = NULL,
        sealed_rendered = ${sealedRendered}::bytea
    WHERE id = ${id}::uuid AND status = 'queued'`);
}

/** Records why an attempt failed. A final failure also forgets what the message carried. */
export async function markFailedAttempt(
  db: Queryable,
  id: string,
  lastError: string,
  final: boolean,
): Promise<void> {
  const ending = final ? sql`, status = 'failed', sealed_props = NULL` : empty;
  await db.execute(lock`
    UPDATE mail_messages SET last_error = ${lastError}, claimed_until = NULL ${ending}
    WHERE id = ${id}::uuid AND status = 'queued'`);
}
