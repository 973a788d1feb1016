import type { TenantScope } from "@/lib/caller";
import { atOnce, type PreparedSql, Prisma, type TenantTransaction } from "@/lib/db";
import type { Statement } from "@/lib/db-round-trip";
import type { SecurityPolicy } from "@/lib/tenants/security-policy";
import { policyOf, storedPolicy } from "@/lib/tenants/security-policy-store";
import { trustEnds } from "@/lib/trusted-devices/trusted-device";
import type { User } from "@/lib/users/user";

/** Whom an attempt to sign in is about. */
export interface LoginSubject {
  user: Pick<User, "id" | "email" | "passwordHash" | "status" | "locale">;
  /** The trusted device whose token was presented, when it is this user's and still trusted. */
  deviceId: string | null;
  /** Whether the challenge that was presented is this user's and still open. */
  challengeIsLive: boolean;
}

type Row = LoginSubject["user"] & {
  deviceId: string | null;
  deviceTrustedAt: Date | null;
  challengeIsLive: boolean;
};

/** What an attempt to sign in presents besides its proof. */
export interface PresentedLogin {
  emailKey: string;
  deviceTokenHash: Buffer<ArrayBuffer>;
  challengeHash: Buffer<ArrayBuffer>;
}

/** The policy in force and the user of an address, with what else was presented that belongs to that user: one
 *  round trip, whatever there is to find, so that neither the number of queries nor their shape tells who exists.
 *  @param along what else the same message says
 *  @returns also the rows of each statement that went along */
export async function readLoginSubject(
  scope: TenantScope,
  presented: PresentedLogin,
  at: Date,
  along: readonly Statement[] = [],
): Promise<{ policy: SecurityPolicy; subject: LoginSubject | null; answers: object[][] }> {
  const [[stored], [row], ...answers] = await atOnce(scope, [
    storedPolicy(scope),
    loginSubject(scope, presented, at),
    ...along,
  ]);
  const policy = policyOf(stored);
  if (!row) return { policy, subject: null, answers };
  const { deviceId, deviceTrustedAt, challengeIsLive, ...user } = row;
  // A tenant that shortens the window, or closes it, means the devices it trusts already.
  const isTrusted =
    deviceTrustedAt !== null && deviceTrustedAt > trustEnds(at, -policy.trustedDeviceDays);
  const subject = { user, deviceId: isTrusted ? deviceId : null, challengeIsLive };
  return { policy, subject, answers };
}

function loginSubject(
  { environmentId }: TenantScope,
  { emailKey, deviceTokenHash, challengeHash }: PresentedLogin,
  at: Date,
): PreparedSql<Row> {
  const sql = Prisma.sql`
    SELECT u.id, u.email, u.password_hash AS "passwordHash", u.status::text AS status, u.locale, d.id AS "deviceId",
           d.created_at AS "deviceTrustedAt",
           EXISTS (SELECT 1 FROM login_codes c WHERE c.challenge_hash = ${challengeHash}::bytea AND c.user_id = u.id
                   AND c.purpose = 'login' AND c.consumed_at IS NULL AND c.withdrawn_at IS NULL
                   AND c.expires_at > ${at}::timestamptz AND c.attempts < 5) AS "challengeIsLive"
    FROM users u
    LEFT JOIN LATERAL (
      SELECT id, created_at FROM trusted_devices t
      WHERE t.user_id = u.id AND t.revoked_at IS NULL AND t.expires_at > ${at}::timestamptz
        AND (t.token_hash = ${deviceTokenHash}::bytea
             OR t.previous_token_hash = ${deviceTokenHash}::bytea)
      LIMIT 1) d ON true
    WHERE u.environment_id = ${environmentId}::uuid AND u.email_key = ${emailKey}`;
  return { name: "login-subject", sql };
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
