import { type LateQueryable, read } from "@/lib/db/queryable";

/** That a witness has seen the log, and that it begins as the witness saw it before (C2SP tlog-witness). */
export interface Cosignature {
  /** The witness. */
  name: string;
  at: Date;
  /** How many entries the log had. */
  size: number;
}

/** The last cosignature of each witness of the tenant's log, the newest first. A witness is known by its verifier, which begins with its
 *  name (C2SP signed-note). */
export function readCosignatures(db: LateQueryable): Promise<Cosignature[]> {
  return db.query(read<Cosignature>`
    SELECT split_part(witness, '+', 1) AS name, cosigned_at AS at, size FROM audit_witness_notes
    WHERE tenant_id = ${db.tenantId}::uuid AND cosigned_at IS NOT NULL ORDER BY cosigned_at DESC, witness`);
}
