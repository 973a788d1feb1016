import { type LateQueryable, lock, type Queryable, read } from "@/lib/kernel/db/queryable";

/** A log that a witness is to be asked about. */
export interface ClaimedCosigning {
  tenantId: string;
  /** The witness's verifier. */
  witness: string;
}

/** Takes logs that witnesses are to be asked about now. Each is the caller's for ninety seconds.
 *  @param db of the platform's own transaction; of any other one there is nothing to see
 *  @param witnesses their verifiers */
export function claimCosigning(
  db: Queryable,
  witnesses: readonly string[],
  atMost: number,
): Promise<ClaimedCosigning[]> {
  return db.query(lock<ClaimedCosigning>`
    SELECT tenant_id, witness FROM atrium_claim_cosigning(${[...witnesses]}::text[], ${atMost}::int)`);
}

/** The size that a witness cosigned last of the tenant's log; 0 for none. */
export async function readCosignedSize(db: LateQueryable, witness: string): Promise<number> {
  const row = await db.first(read<{ size: number }>`
    SELECT size FROM audit_witness_notes WHERE tenant_id = ${db.tenantId}::uuid AND witness = ${witness}`);
  return row?.size ?? 0;
}

/** What a witness has cosigned. */
export interface CosignedNote {
  witness: string;
  size: number;
  /** The checkpoint, signed by the log. */
  checkpoint: string;
  /** The line that the witness added. */
  cosignature: string;
  at: Date;
}

/** Keeps a cosignature. The witness is asked again after a pause, in seconds. An older one replaces none. */
export async function keepCosignature(
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

/** Notes why a witness has not cosigned. It is asked again after a pause that doubles with each failure.
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

/** How asking a witness goes. */
export interface WitnessNote {
  witness: string;
  /** What it cosigned last: how many events, the checkpoint as the log signed it, and the line that the witness added. */
  size: number;
  checkpoint: string | null;
  cosignature: string | null;
  cosignedAt: Date | null;
  /** Attempts that failed since, and why the last one did. */
  failures: number;
  failure: string | null;
}

/** How asking each witness about the tenant's log goes, also those that are named no more. */
export function readWitnessNotes(db: LateQueryable): Promise<WitnessNote[]> {
  return db.query(read<WitnessNote>`
    SELECT witness, size, checkpoint, cosignature, cosigned_at, failures, failure FROM audit_witness_notes
    WHERE tenant_id = ${db.tenantId}::uuid ORDER BY cosigned_at DESC NULLS LAST, witness LIMIT 100`);
}
