import { lock, type Queryable, read, sql } from "@/lib/kernel/db/queryable";

/** A passkey with the fields that verify a proof (WebAuthn level 3, §4 "credential record"). */
export interface Passkey {
  id: string;
  userId: string;
  credentialId: Uint8Array;
  publicKey: Uint8Array;
  signCount: number;
  transports: string[];
  backupEligible: boolean;
  backedUp: boolean;
  rpId: string;
}

/** The columns of `Passkey`. */
const columns = sql`
  id, user_id, credential_id, public_key, sign_count::float8 AS sign_count, transports, backup_eligible, backed_up, rp_id`;

/** Returns the passkey of the environment with this credential id, which its authenticator assigned. */
export function findPasskey(db: Queryable, credentialId: Buffer): Promise<Passkey | null> {
  return db.first(read<Passkey>`
    SELECT ${columns} FROM factors
    WHERE environment_id = ${db.environmentId}::uuid AND credential_id = ${credentialId}::bytea`);
}

/** Returns a user's passkeys of one relying party: no browser offers those of another. */
export function findPasskeys(db: Queryable, userId: string, rpId: string): Promise<Passkey[]> {
  return db.query(read<Passkey>`
    SELECT ${columns} FROM factors
    WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND type = 'passkey'
      AND rp_id = ${rpId} ORDER BY id`);
}

/** Records a proof of a passkey. A counter that did not increase is a copy's, unless the authenticator
 *  counts nothing: of two proofs with one count, one gets true (WebAuthn level 3, §6.1.1).
 *  @returns false when the counter did not increase, or the passkey is gone */
export async function notePasskeyUse(
  db: Queryable,
  id: string,
  { signCount, backedUp, at }: { signCount: number; backedUp: boolean; at: Date },
): Promise<boolean> {
  const noted = await db.execute(lock`
    UPDATE factors SET sign_count = ${signCount}::bigint, backed_up = ${backedUp}::boolean,
                       last_used_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid
      AND (sign_count < ${signCount}::bigint OR (sign_count = 0 AND ${signCount}::bigint = 0))`);
  return noted === 1;
}
