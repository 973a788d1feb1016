import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";

/** An authenticator app with the fields that verify a code. */
export interface StoredTotp {
  id: string;
  sealedSecret: Uint8Array;
}

/** Returns a user's authenticator apps. */
export function findTotps(db: Queryable, userId: string): Promise<StoredTotp[]> {
  return db.query(read<StoredTotp>`
    SELECT id, sealed_secret FROM factors
    WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND type = 'totp' ORDER BY id`);
}

/** Spends a time step of an app: of any number of parallel uses of one code, one gets true. A step that is
 *  not later than the last one is already spent (RFC 6238 §5.2). */
export async function takeTotpStep(
  db: Queryable,
  id: string,
  step: number,
  at: Date,
): Promise<boolean> {
  const taken = await db.execute(lock`
    UPDATE factors SET last_step = ${step}::bigint, last_used_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid AND type = 'totp'
      AND last_step < ${step}::bigint`);
  return taken === 1;
}
