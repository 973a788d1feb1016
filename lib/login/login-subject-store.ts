import type { TenantTransaction } from "@/lib/db";
import type { User } from "@/lib/users/user";

/** Whom an attempt to sign in is about. */
export interface LoginSubject {
  user: Pick<User, "id" | "email" | "passwordHash" | "status" | "locale">;
  /** The trusted device whose token was presented, when it is this user's and still trusted. */
  deviceId: string | null;
  /** Whether the challenge that was presented is this user's and still open. */
  challengeIsLive: boolean;
}

type Row = LoginSubject["user"] & { deviceId: string | null; challengeIsLive: boolean };

/** The user of an address, and what else was presented that belongs to that user: one statement, whatever
 *  there is to find, so that neither the number of queries nor their shape tells who exists. */
export async function readLoginSubject(
  { sql, environmentId }: TenantTransaction,
  presented: {
    emailKey: string;
    deviceTokenHash: Buffer<ArrayBuffer>;
    challengeHash: Buffer<ArrayBuffer>;
    /** Devices trusted before this moment are no longer, by the policy in force. */
    trustedSince: Date;
  },
  at: Date,
): Promise<LoginSubject | null> {
  const rows = await sql.$queryRaw<Row[]>`
    SELECT u.id, u.email, u.password_hash AS "passwordHash", u.status::text AS status, u.locale, d.id AS "deviceId",
           EXISTS (SELECT 1 FROM login_codes c WHERE c.challenge_hash = ${presented.challengeHash} AND c.user_id = u.id
                   AND c.purpose = 'login' AND c.consumed_at IS NULL AND c.withdrawn_at IS NULL
                   AND c.expires_at > ${at} AND c.attempts < 5) AS "challengeIsLive"
    FROM users u
    LEFT JOIN LATERAL (
      SELECT id FROM trusted_devices t
      WHERE t.user_id = u.id AND t.revoked_at IS NULL AND t.expires_at > ${at}
        AND t.created_at > ${presented.trustedSince}
        AND (t.token_hash = ${presented.deviceTokenHash}
             OR (t.previous_token_hash = ${presented.deviceTokenHash} AND t.previous_token_until > ${at}))
      LIMIT 1) d ON true
    WHERE u.environment_id = ${environmentId}::uuid AND u.email_key = ${presented.emailKey}`;
  const [row] = rows;
  if (!row) return null;
  const { deviceId, challengeIsLive, ...user } = row;
  return { user, deviceId, challengeIsLive };
}

/** Stores a password's new hash, if the one that was verified is still in place.
 *  @returns whether it was */
export async function replacePasswordHash(
  { sql, environmentId }: TenantTransaction,
  userId: string,
  verified: string,
  next: string,
): Promise<boolean> {
  const { count } = await sql.user.updateMany({
    where: { id: userId, environmentId, passwordHash: verified },
    data: { passwordHash: next },
  });
  return count === 1;
}

/** Stores a password that its user has just chosen. */
export async function writePassword(
  { sql, environmentId }: TenantTransaction,
  userId: string,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await sql.user.updateMany({
    where: { id: userId, environmentId },
    data: { passwordHash, passwordChangedAt: at },
  });
}
