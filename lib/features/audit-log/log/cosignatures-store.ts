import { type LateQueryable, read } from "@/lib/kernel/db/queryable";

/** A witness's confirmation that it has seen the log and that the log extends what it saw before (C2SP
 *  tlog-witness). */
export interface Cosignature {
  /** Name of the witness. */
  name: string;
  at: Date;
  /** Number of entries of the log. */
  size: number;
}

/** Lists the last cosignature of each witness of the tenant's log, the newest first. A witness is
 *  identified by its verifier, which begins with its name (C2SP signed-note). */
export function readCosignatures(db: LateQueryable): Promise<Cosignature[]> {
  return db.query(read<Cosignature>`
    SELECT split_part(witness, '+', 1) AS name, cosigned_at AS at, size FROM audit_witness_notes
    WHERE tenant_id = ${db.tenantId}::uuid AND cosigned_at IS NOT NULL ORDER BY cosigned_at DESC, witness`);
}

/** A checkpoint for readers. */
export interface ServedCheckpoint {
  size: number;
  /** The signed note, with the cosignature line of each witness. */
  checkpoint: string;
}

/** Returns the tenant's last checkpoint with its cosignatures; null before the log's first event.
 *  Cosignatures of other checkpoints are not included. */
export function readServedCheckpoint(db: LateQueryable): Promise<ServedCheckpoint | null> {
  return db.first(read<ServedCheckpoint>`
    SELECT g.size, g.checkpoint || COALESCE((
      SELECT string_agg(n.cosignature, '' ORDER BY n.witness) FROM audit_witness_notes n
      WHERE n.tenant_id = g.tenant_id AND n.size = g.size
        AND split_part(n.checkpoint, E'\\n\\n', 1) = split_part(g.checkpoint, E'\\n\\n', 1)), '') AS checkpoint
    FROM audit_logs g WHERE g.tenant_id = ${db.tenantId}::uuid`);
}
