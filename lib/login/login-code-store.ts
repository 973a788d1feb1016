import type { TenantTransaction } from "@/lib/db";
import type { CodePurpose, CodeRow } from "@/lib/login/code";

interface NewCode {
  id: string;
  userId: string;
  purpose: CodePurpose;
  sessionId: string | null;
  challengeHash: Buffer<ArrayBuffer>;
  codeHash: Buffer<ArrayBuffer>;
  payload: object;
  /** Tries that are taken already. */
  attempts: number;
  at: Date;
  expiresAt: Date;
}

/** What a code answers to: a login has no session, a step-up is of one. */
export interface CodeSubject {
  userId: string;
  purpose: CodePurpose;
  sessionId: string | null;
}

/** Stores a new code. */
export async function insertLoginCode(
  { sql, tenantId, environmentId }: TenantTransaction,
  code: NewCode,
): Promise<void> {
  await sql.$executeRaw`
    INSERT INTO login_codes (id, tenant_id, environment_id, user_id, purpose, challenge_hash, code_hash, session_id, payload, attempts, created_at, expires_at)
    VALUES (${code.id}::uuid, ${tenantId}::uuid, ${environmentId}::uuid, ${code.userId}::uuid, ${code.purpose}::login_code_purpose,
            ${code.challengeHash}, ${code.codeHash}, ${code.sessionId}::uuid, ${JSON.stringify(code.payload)}::jsonb,
            ${code.attempts}, ${code.at}, ${code.expiresAt})`;
}

/** Makes a user's open codes worthless: those of one purpose (and session), or all. */
export async function withdrawLoginCodes(
  { sql, environmentId }: TenantTransaction,
  which: Pick<CodeSubject, "userId"> & Partial<CodeSubject>,
  at: Date,
): Promise<void> {
  await sql.loginCode.updateMany({
    where: { ...which, environmentId, consumedAt: null, withdrawnAt: null },
    data: { withdrawnAt: at },
  });
}

/** When the oldest of the last so many codes was sent to a user, for whatever purpose, if all of them were sent
 *  since a moment: until it is older, no more are sent.
 *  @returns null when fewer were sent */
export async function oldestOfLastSent(
  { sql, environmentId }: TenantTransaction,
  userId: string,
  { count, since }: { count: number; since: Date },
): Promise<Date | null> {
  const rows = await sql.$queryRaw<{ sentAt: Date }[]>`
    SELECT created_at AS "sentAt" FROM login_codes
    WHERE user_id = ${userId}::uuid AND environment_id = ${environmentId}::uuid AND created_at > ${since}
      AND payload -> 'sent' = 'true'::jsonb
    ORDER BY created_at DESC OFFSET ${count - 1} LIMIT 1`;
  return rows[0]?.sentAt ?? null;
}

/** What the open code of a user has been through, its tries used up or not. */
export async function readOpenCode(
  { sql, environmentId }: TenantTransaction,
  subject: CodeSubject,
  at: Date,
): Promise<{ attempts: number; expiresAt: Date } | null> {
  return sql.loginCode.findFirst({
    where: {
      ...subject,
      environmentId,
      consumedAt: null,
      withdrawnAt: null,
      expiresAt: { gt: at },
    },
    select: { attempts: true, expiresAt: true },
  });
}

/** Binds the code that is open to a new challenge; its tries and its end stay as they are.
 *  @returns when it ends, or null when there is none */
export async function rebindOpenCode(
  { sql, environmentId }: TenantTransaction,
  { userId, purpose, sessionId }: CodeSubject,
  { challengeHash, data, at }: { challengeHash: Buffer<ArrayBuffer>; data: object; at: Date },
): Promise<Date | null> {
  const rows = await sql.$queryRaw<{ expiresAt: Date }[]>`
    UPDATE login_codes
    SET challenge_hash = ${challengeHash}, payload = jsonb_set(payload, '{data}', ${JSON.stringify(data)}::jsonb)
    WHERE user_id = ${userId}::uuid AND environment_id = ${environmentId}::uuid AND purpose = ${purpose}::login_code_purpose
      AND session_id IS NOT DISTINCT FROM ${sessionId}::uuid
      AND consumed_at IS NULL AND withdrawn_at IS NULL AND expires_at > ${at}
    RETURNING expires_at AS "expiresAt"`;
  return rows[0]?.expiresAt ?? null;
}

/** Takes one of the tries of the code that this challenge is bound to: one conditional UPDATE, so that any
 *  number of parallel guesses get no more than there are. */
export async function takeChallengeTry(
  { sql, environmentId }: TenantTransaction,
  { userId, purpose, sessionId }: CodeSubject,
  challengeHash: Buffer<ArrayBuffer>,
  at: Date,
): Promise<CodeRow | null> {
  const rows = await sql.$queryRaw<CodeRow[]>`
    UPDATE login_codes SET attempts = attempts + 1
    WHERE challenge_hash = ${challengeHash} AND user_id = ${userId}::uuid AND environment_id = ${environmentId}::uuid
      AND purpose = ${purpose}::login_code_purpose AND session_id IS NOT DISTINCT FROM ${sessionId}::uuid
      AND consumed_at IS NULL AND withdrawn_at IS NULL AND expires_at > ${at} AND attempts < 5
    RETURNING id, code_hash AS "codeHash", payload`;
  return rows[0] ?? null;
}

/** The open code of a user, for a guess whose tries are counted elsewhere. */
export async function findOpenCode(
  { sql, environmentId }: TenantTransaction,
  { userId, purpose, sessionId }: CodeSubject,
  at: Date,
): Promise<CodeRow | null> {
  const rows = await sql.$queryRaw<CodeRow[]>`
    SELECT id, code_hash AS "codeHash", payload FROM login_codes
    WHERE user_id = ${userId}::uuid AND environment_id = ${environmentId}::uuid
      AND purpose = ${purpose}::login_code_purpose AND session_id IS NOT DISTINCT FROM ${sessionId}::uuid
      AND consumed_at IS NULL AND withdrawn_at IS NULL AND expires_at > ${at} AND attempts < 5`;
  return rows[0] ?? null;
}

/** Consumes a code: of any number of parallel redemptions one gets true. */
export async function consumeLoginCode(
  { sql, environmentId }: TenantTransaction,
  id: string,
  at: Date,
): Promise<boolean> {
  const { count } = await sql.loginCode.updateMany({
    where: { id, environmentId, consumedAt: null, withdrawnAt: null, expiresAt: { gt: at } },
    data: { consumedAt: at },
  });
  return count === 1;
}

/** The login that a challenge belongs to, while it is open. */
export async function readOpenChallenge(
  { sql, environmentId }: TenantTransaction,
  challengeHash: Buffer<ArrayBuffer>,
  at: Date,
): Promise<{ userId: string; createdAt: Date } | null> {
  return sql.loginCode.findFirst({
    where: {
      challengeHash,
      environmentId,
      purpose: "login",
      consumedAt: null,
      withdrawnAt: null,
      expiresAt: { gt: at },
    },
    select: { userId: true, createdAt: true },
  });
}
