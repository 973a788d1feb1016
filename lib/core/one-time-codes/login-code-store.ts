import {
  CODE_LIFETIME_SECONDS,
  CODE_TRIES,
  type CodePurpose,
  type CodeRow,
} from "@/lib/core/one-time-codes/code";
import { secondsAfter } from "@/lib/kernel/clock";
import { empty, lock, type Queryable, read, type Sql, sql, write } from "@/lib/kernel/db/queryable";

interface NewCode {
  id: string;
  userId: string;
  purpose: CodePurpose;
  sessionId: string | null;
  challengeHash: Buffer<ArrayBuffer>;
  codeHash: Buffer<ArrayBuffer>;
  payload: object;
  /** Number of tries that are used up already. */
  attempts: number;
  at: Date;
  expiresAt: Date;
}

/** The login or step-up that a code belongs to: a login has no session, a step-up has one. */
export interface CodeSubject {
  userId: string;
  purpose: CodePurpose;
  sessionId: string | null;
}

/** Condition for a code that is neither spent, withdrawn nor expired; its tries may be used up. */
const isOpen = (at: Date): Sql =>
  sql`consumed_at IS NULL AND withdrawn_at IS NULL AND expires_at > ${at}::timestamptz`;

/** Condition for a code of a user's login, or of a step-up of the session. */
const isOf = (db: Queryable, { userId, purpose, sessionId }: CodeSubject): Sql =>
  sql`user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid
    AND purpose = ${purpose}::login_code_purpose AND session_id IS NOT DISTINCT FROM ${sessionId}::uuid`;

/** Stores a new code. */
export async function insertLoginCode(db: Queryable, code: NewCode): Promise<void> {
  await db.execute(write`
    INSERT INTO login_codes (id, tenant_id, environment_id, user_id, purpose, challenge_hash, code_hash, session_id, payload, attempts, created_at, expires_at)
    VALUES (${code.id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${code.userId}::uuid, ${code.purpose}::login_code_purpose,
            ${code.challengeHash}, ${code.codeHash}, ${code.sessionId}::uuid, ${JSON.stringify(code.payload)}::jsonb,
            ${code.attempts}, ${code.at}::timestamptz, ${code.expiresAt}::timestamptz)`);
}

/** Withdraws a user's open codes: those of one purpose (and session), or all. Locks rows in the order of
 *  their ids, so that parallel withdrawals are serialized. */
export async function withdrawLoginCodes(
  db: Queryable,
  { userId, purpose, sessionId }: Pick<CodeSubject, "userId"> & Partial<CodeSubject>,
  at: Date,
): Promise<void> {
  const ofPurpose =
    purpose === undefined ? empty : sql`AND purpose = ${purpose}::login_code_purpose`;
  const ofSession =
    sessionId === undefined ? empty : sql`AND session_id IS NOT DISTINCT FROM ${sessionId}::uuid`;
  await db.execute(lock`
    WITH held AS (
      SELECT id FROM login_codes
      WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid
        AND consumed_at IS NULL AND withdrawn_at IS NULL ${ofPurpose} ${ofSession}
      ORDER BY id FOR UPDATE)
    UPDATE login_codes SET withdrawn_at = ${at}::timestamptz FROM held WHERE login_codes.id = held.id`);
}

/** Deletes every code of a user, with its payload. */
export async function deleteCodesOfUser(db: Queryable, userId: string): Promise<void> {
  await db.execute(lock`
    WITH held AS (
      SELECT id FROM login_codes
      WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid
      ORDER BY id FOR UPDATE)
    DELETE FROM login_codes c USING held WHERE c.id = held.id`);
}

/** Returns when the oldest of the last `count` codes was sent to a user, for any purpose, if all of them
 *  were sent since a moment: until it is older, no more are sent.
 *  @returns null when fewer were sent */
export async function oldestOfLastSent(
  db: Queryable,
  userId: string,
  { count, since }: { count: number; since: Date },
): Promise<Date | null> {
  const oldest = await db.first(read<{ sentAt: Date }>`
    SELECT created_at AS sent_at FROM login_codes
    WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid
      AND created_at > ${since}::timestamptz AND payload -> 'sent' = 'true'::jsonb
    ORDER BY created_at DESC OFFSET ${count - 1}::int LIMIT 1`);
  return oldest?.sentAt ?? null;
}

/** Returns the state of a user's open code, even if its tries are used up. */
export function readOpenCode(
  db: Queryable,
  subject: CodeSubject,
  at: Date,
): Promise<{ attempts: number; expiresAt: Date } | null> {
  return db.first(read<{ attempts: number; expiresAt: Date }>`
    SELECT attempts, expires_at FROM login_codes WHERE ${isOf(db, subject)} AND ${isOpen(at)} LIMIT 1`);
}

/** Binds the open code to a new challenge; its tries and its expiry are unchanged.
 *  @returns its expiry, or null when there is none */
export async function rebindOpenCode(
  db: Queryable,
  subject: CodeSubject,
  { challengeHash, data, at }: { challengeHash: Buffer<ArrayBuffer>; data: object; at: Date },
): Promise<Date | null> {
  const rebound = await db.first(lock<{ expiresAt: Date }>`
    UPDATE login_codes
    SET challenge_hash = ${challengeHash}, payload = jsonb_set(payload, '{data}', ${JSON.stringify(data)}::jsonb)
    WHERE ${isOf(db, subject)} AND ${isOpen(at)}
    RETURNING expires_at`);
  return rebound?.expiresAt ?? null;
}

/** Takes one of the tries of the code that this challenge is bound to: one conditional UPDATE, so that any
 *  number of parallel guesses get no more than are left.
 *  @param lifetimeSeconds maximum age of the challenge, when that is less than a code's lifetime */
export function takeChallengeTry(
  db: Queryable,
  subject: CodeSubject,
  challengeHash: Buffer<ArrayBuffer>,
  at: Date,
  lifetimeSeconds = CODE_LIFETIME_SECONDS,
): Promise<CodeRow | null> {
  return db.first(lock<CodeRow>`
    UPDATE login_codes SET attempts = attempts + 1
    WHERE challenge_hash = ${challengeHash} AND ${isOf(db, subject)} AND ${isOpen(at)}
      AND attempts < ${CODE_TRIES}::int AND created_at > ${secondsAfter(at, -lifetimeSeconds)}::timestamptz
    RETURNING id, code_hash, payload`);
}

/** Returns the open code of a user, for a guess whose tries are counted elsewhere. */
export function findOpenCode(
  db: Queryable,
  subject: CodeSubject,
  at: Date,
): Promise<CodeRow | null> {
  return db.first(read<CodeRow>`
    SELECT id, code_hash, payload FROM login_codes
    WHERE ${isOf(db, subject)} AND ${isOpen(at)} AND attempts < ${CODE_TRIES}::int`);
}

/** Consumes a code: of any number of parallel redemptions one gets true. */
export async function consumeLoginCode(db: Queryable, id: string, at: Date): Promise<boolean> {
  const consumed = await db.execute(lock`
    UPDATE login_codes SET consumed_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid AND ${isOpen(at)}`);
  return consumed === 1;
}

/** Returns the login that a challenge belongs to, while its code is neither spent nor withdrawn.
 *  @param endedAfter how long ago the code may have expired */
export function readOpenChallenge(
  db: Queryable,
  challengeHash: Buffer<ArrayBuffer>,
  endedAfter: Date,
): Promise<{ userId: string; createdAt: Date } | null> {
  return db.first(read<{ userId: string; createdAt: Date }>`
    SELECT user_id, created_at FROM login_codes
    WHERE challenge_hash = ${challengeHash} AND environment_id = ${db.environmentId}::uuid
      AND purpose = 'login' AND ${isOpen(endedAfter)}`);
}

/** Returns the expiry of the code that a challenge is bound to, of a login or a step-up.
 *  @returns null when no code answers this challenge: none was sent, or it is spent, withdrawn, expired or
 *  tried too often */
export async function readUsableCodeEnd(
  db: Queryable,
  challengeHash: Buffer<ArrayBuffer>,
  at: Date,
): Promise<Date | null> {
  const usable = await db.first(read<{ expiresAt: Date }>`
    SELECT expires_at FROM login_codes
    WHERE challenge_hash = ${challengeHash} AND environment_id = ${db.environmentId}::uuid
      AND ${isOpen(at)} AND attempts < ${CODE_TRIES}::int
      AND payload -> 'sent' = 'true'::jsonb`);
  return usable?.expiresAt ?? null;
}
