import type { LateQueryable } from "@/lib/db/queryable";

/** That a witness has seen the log, and that it begins as the witness saw it before (C2SP tlog-witness). */
export interface Cosignature {
  /** The witness. */
  name: string;
  at: Date;
  /** How many entries the log had. */
  size: number;
}

/** The last cosignature of each witness of the tenant's log, the newest first. No witness is asked yet. */
export function readCosignatures(_db: LateQueryable): Promise<Cosignature[]> {
  return Promise.resolve([]);
}
