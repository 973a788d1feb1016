import type { FactorMethod } from "@/lib/core/factors/factor";
import { CODE_TRIES } from "@/lib/core/one-time-codes/code";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { trustEnds } from "@/lib/core/trusted-devices/trusted-device";
import type { User } from "@/lib/core/users/user";
import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** Subject of a sign-in attempt. */
export interface LoginSubject {
  user: Pick<User, "id" | "email" | "passwordHash" | "status" | "locale">;
  /** The trusted device whose token was presented, when it is this user's and still trusted. */
  deviceId: string | null;
  /** The methods that made the device trusted; null where there is none. */
  deviceMethods: FactorMethod[] | null;
  /** Whether the challenge that was presented is this user's and still open. */
  challengeIsLive: boolean;
}

type Row = LoginSubject["user"] & {
  deviceId: string | null;
  deviceMethods: FactorMethod[] | null;
  deviceTrustedAt: Date | null;
  challengeIsLive: boolean;
};

/** Credentials that a sign-in attempt presents besides its password or code. */
export interface PresentedLogin {
  emailKey: string;
  deviceTokenHash: Buffer<ArrayBuffer>;
  challengeHash: Buffer<ArrayBuffer>;
}

/** Reads the policy in force and the user of an address, with the presented credentials that belong to
 *  that user. Executes the same statements for every input, so that neither their number nor their shape
 *  discloses which users exist. */
export async function readLoginSubject(
  db: Queryable,
  presented: PresentedLogin,
  at: Date,
): Promise<{ policy: SecurityPolicy; subject: LoginSubject | null }> {
  const [policy, row] = await Promise.all([readSecurityPolicy(db), readRow(db, presented, at)]);
  if (!row) return { policy, subject: null };
  const { deviceId, deviceMethods, deviceTrustedAt, challengeIsLive, ...user } = row;
  // When a tenant shortens the window, or closes it, that applies to already trusted devices too.
  const isTrusted =
    deviceTrustedAt !== null && deviceTrustedAt > trustEnds(at, -policy.trustedDeviceDays);
  const device = isTrusted ? { deviceId, deviceMethods } : { deviceId: null, deviceMethods: null };
  return { policy, subject: { user, ...device, challengeIsLive } };
}

function readRow(
  db: Queryable,
  { emailKey, deviceTokenHash, challengeHash }: PresentedLogin,
  at: Date,
): Promise<Row | null> {
  return db.first(read<Row>`
    SELECT u.id, u.email, u.password_hash, u.status, u.locale,
           d.id AS device_id, d.methods AS device_methods, d.created_at AS device_trusted_at,
           EXISTS (SELECT 1 FROM login_codes c WHERE c.challenge_hash = ${challengeHash}::bytea AND c.user_id = u.id
                   AND c.purpose = 'login' AND c.consumed_at IS NULL AND c.withdrawn_at IS NULL
                   AND c.expires_at > ${at}::timestamptz AND c.attempts < ${CODE_TRIES}::int) AS challenge_is_live
    FROM users u
    LEFT JOIN LATERAL (
      SELECT id, methods, created_at FROM trusted_devices t
      WHERE t.user_id = u.id AND t.revoked_at IS NULL AND t.expires_at > ${at}::timestamptz
        AND (t.token_hash = ${deviceTokenHash}::bytea
             OR t.previous_token_hash = ${deviceTokenHash}::bytea)
      LIMIT 1) d ON true
    WHERE u.environment_id = ${db.environmentId}::uuid AND u.email_key = ${emailKey}`);
}
