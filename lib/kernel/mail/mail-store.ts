import { empty, lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";

/** A message that this worker has claimed, with its tenant's branding. */
export interface ClaimedMail {
  id: string;
  template: string;
  locale: string;
  recipient: string;
  sealedProps: Uint8Array;
  /** Number of attempts, including this one; the first is 1. */
  attempts: number;
  createdAt: Date;
  tenantActive: boolean;
  tenantName: string;
  displayName: string | null;
  color: string | null;
  logo: string | null;
  supportUrl: string | null;
}

/** Claims a queued message for one attempt and counts the attempt. Only one worker at a time has the claim.
 *  @param until when it may be claimed again, should this worker never record a result
 *  @returns null when it is finished, claimed by another worker, or does not exist */
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

/** A message to be sent, with its content sealed. */
export interface NewMail {
  id: string;
  template: string;
  locale: string;
  recipient: string;
  /** The user whose address that is or was; null when it belongs to none. */
  userId: string | null;
  sealedProps: Buffer<ArrayBuffer>;
}

/** A tenant's waiting messages are counted up to this number. */
const MOST_COUNTED = 3_600;

/** Puts a message into the outbox; a job of its own sends it.
 *  @param equals the templates that are as urgent as this message's
 *  @returns how many of the tenant's messages of these templates wait already, counted up to an hour's
 *  worth */
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

/** Deletes every message to a user, sent or not, for privacy.
 *  @param address the user's current one, which identifies messages that were queued before they named their
 *  user */
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

/** State of a message. */
export interface MailOutcome {
  status: "queued" | "sent" | "failed";
  lastError: string | null;
}

/** Reads the state of a message.
 *  @throws Error when it does not exist */
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

/** Records that a message was sent, and deletes its codes and links.
 *  @param sealedRendered the sent message, for the local mailbox only */
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

/** Records why an attempt failed. A final failure also deletes the message's content. */
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
