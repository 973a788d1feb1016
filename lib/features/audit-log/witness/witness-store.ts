import { type LateQueryable, lock, type Queryable, read } from "@/lib/kernel/db/queryable";

/** A log to be cosigned by a witness. */
export interface ClaimedCosigning {
  tenantId: string;
  /** Verifier of the witness. */
  witness: string;
}

/** Claims logs that need a cosignature now, for ninety seconds.
 *  @param db a transaction of the platform; any other sees nothing
 *  @param witnesses their verifiers */
export function claimCosigning(
  db: Queryable,
  witnesses: readonly string[],
  atMost: number,
): Promise<ClaimedCosigning[]> {
  return db.query(lock<ClaimedCosigning>`
    SELECT tenant_id, witness FROM atrium_claim_cosigning(${[...witnesses]}::text[], ${atMost}::int)`);
}

/** Returns the size of the tenant's log that a witness cosigned last; 0 for none. */
export async function readCosignedSize(db: LateQueryable, witness: string): Promise<number> {
  const row = await db.first(read<{ size: number }>`
    SELECT size FROM audit_witness_notes WHERE tenant_id = ${db.tenantId}::uuid AND witness = ${witness}`);
  return row?.size ?? 0;
}

/** A cosigned checkpoint. */
export interface CosignedNote {
  witness: string;
  size: number;
  /** The checkpoint, signed by the log. */
  checkpoint: string;
  /** Signature line of the witness. */
  cosignature: string;
  at: Date;
}

/** Stores a cosignature, unless a newer one is stored. The next request to the witness follows after a
 *  pause, in seconds. */
export async function storeCosignature(
  db: Queryable,
  { witness, size, checkpoint, cosignature, at }: CosignedNote,
  pauseSeconds: number,
): Promise<void> {
  await db.execute(lock`
    UPDATE audit_witness_notes SET size = ${size}::bigint, checkpoint = ${checkpoint}, cosignature = ${cosignature},
      cosigned_at = ${at}::timestamptz, failures = 0, failure = NULL,
      next_attempt_at = now() + make_interval(secs => ${pauseSeconds}::float8)
    WHERE tenant_id = ${db.tenantId}::uuid AND witness = ${witness} AND size <= ${size}::bigint`);
}

/** Stores why a witness has not cosigned. The next request follows after a pause that doubles with each
 *  failure.
 *  @param pause the shortest and the longest one, in seconds */
export async function noteWitnessFailure(
  db: Queryable,
  witness: string,
  failure: string,
  pause: { first: number; longest: number },
): Promise<void> {
  await db.execute(lock`
    UPDATE audit_witness_notes SET failures = failures + 1, failure = ${failure},
      next_attempt_at = now() + make_interval(secs =>
        LEAST(${pause.first}::float8 * 2 ^ LEAST(failures, 20), ${pause.longest}::float8) * (0.8 + random() * 0.4))
    WHERE tenant_id = ${db.tenantId}::uuid AND witness = ${witness}`);
}

/** State of a witness's cosignatures of a log. */
export interface WitnessNote {
  witness: string;
  /** Last cosigned size, the checkpoint as the log signed it, and the line of the witness. */
  size: number;
  checkpoint: string | null;
  cosignature: string | null;
  cosignedAt: Date | null;
  /** Failed attempts since then, and the reason of the last one. */
  failures: number;
  failure: string | null;
}

/** Returns the state of each witness of the tenant's log, including former ones. */
export function readWitnessNotes(db: LateQueryable): Promise<WitnessNote[]> {
  return db.query(read<WitnessNote>`
    SELECT witness, size, checkpoint, cosignature, cosigned_at, failures, failure FROM audit_witness_notes
    WHERE tenant_id = ${db.tenantId}::uuid ORDER BY cosigned_at DESC NULLS LAST, witness LIMIT 100`);
}
