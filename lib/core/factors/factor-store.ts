import type { FactorType } from "@/lib/core/factors/factor";
import type { OwnedFactor } from "@/lib/core/factors/owned-factor";
import { writeFactorTypes } from "@/lib/core/users/factor-note-store";
import { lock, type Queryable, read, type Sql, sql, write } from "@/lib/kernel/db/queryable";

/** The columns of `OwnedFactor`; the table's alias is `f`. */
const columns = sql`
  f.id, f.type::text AS type, f.name, f.created_at, f.last_used_at, f.aaguid, f.backed_up, f.transports,
  f.sign_count::float8 AS sign_count`;

/** Lists a user's factors, oldest first. A transaction that adds one locks the user's row, so that parallel
 *  additions are counted. */
export function listFactors(db: Queryable, userId: string): Promise<OwnedFactor[]> {
  return db.query(read<OwnedFactor>`
    SELECT ${columns} FROM factors f
    WHERE f.user_id = ${userId}::uuid AND f.environment_id = ${db.environmentId}::uuid ORDER BY f.id`);
}

interface NewTotp {
  id: string;
  userId: string;
  name: string;
  sealedSecret: Buffer<ArrayBuffer>;
  /** Time step of the code that confirmed the app; it can't be used again. */
  lastStep: number;
  at: Date;
}

/** Adds an authenticator app to a user. */
export async function insertTotp(db: Queryable, totp: NewTotp): Promise<void> {
  await db.execute(write`
    INSERT INTO factors (id, tenant_id, environment_id, user_id, type, name, created_at, sealed_secret, last_step)
    VALUES (${totp.id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${totp.userId}::uuid, 'totp',
            ${totp.name}, ${totp.at}::timestamptz, ${totp.sealedSecret}::bytea, ${totp.lastStep}::bigint)`);
  await noteFactorTypes(db, totp.userId);
}

export interface NewPasskey {
  id: string;
  userId: string;
  name: string;
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  aaguid: string;
  transports: string[];
  backupEligible: boolean;
  backedUp: boolean;
  rpId: string;
  at: Date;
}

/** Adds a passkey to a user, unless a user of the environment has it.
 *  @returns whether it was added */
export async function insertPasskey(db: Queryable, key: NewPasskey): Promise<boolean> {
  const added = await db.execute(lock`
    INSERT INTO factors (id, tenant_id, environment_id, user_id, type, name, created_at, credential_id, public_key,
                         sign_count, aaguid, transports, backup_eligible, backed_up, rp_id)
    VALUES (${key.id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${key.userId}::uuid, 'passkey',
            ${key.name}, ${key.at}::timestamptz, ${key.credentialId}::bytea, ${key.publicKey}::bytea,
            ${key.signCount}::bigint, ${key.aaguid}::uuid, ${key.transports}::text[], ${key.backupEligible}::boolean,
            ${key.backedUp}::boolean, ${key.rpId})
    ON CONFLICT (environment_id, credential_id) DO NOTHING`);
  if (added === 1) await noteFactorTypes(db, key.userId);
  return added === 1;
}

/** Deletes a factor of a user.
 *  @returns the deleted factor; null when the user has no such factor */
export function deleteFactor(
  db: Queryable,
  userId: string,
  id: string,
): Promise<OwnedFactor | null> {
  return deleted(db, userId, sql`AND f.id = ${id}::uuid`).then(([first]) => first ?? null);
}

/** Deletes all factors of a user. */
export function deleteFactorsOfUser(db: Queryable, userId: string): Promise<OwnedFactor[]> {
  return deleted(db, userId, sql``);
}

async function deleted(db: Queryable, userId: string, which: Sql): Promise<OwnedFactor[]> {
  const gone = await db.query(lock<OwnedFactor>`
    DELETE FROM factors f
    WHERE f.user_id = ${userId}::uuid AND f.environment_id = ${db.environmentId}::uuid ${which}
    RETURNING ${columns}`);
  if (gone.length > 0) await noteFactorTypes(db, userId);
  return gone;
}

/** Stores the types of a user's factors in the user's own row, where sign-ins and lists read them. */
async function noteFactorTypes(db: Queryable, userId: string): Promise<void> {
  const types = await db.query(read<{ type: FactorType }>`
    SELECT f.type::text AS type FROM factors f
    WHERE f.user_id = ${userId}::uuid AND f.environment_id = ${db.environmentId}::uuid GROUP BY f.type ORDER BY f.type`);
  await writeFactorTypes(
    db,
    userId,
    types.map(({ type }) => type),
  );
}
