import type { Hash } from "@/lib/features/audit-log/log/bytes";
import { isConsistent } from "@/lib/features/audit-log/log/merkle-proof";
import { type Finding, forkFrom } from "@/lib/features/audit-log/verify/finding";
import {
  CannotVerify,
  type SignedCheckpoint,
  type VerificationInput,
  verifyCheckpoint,
} from "@/lib/features/audit-log/verify/verified";
import type { ServedLog } from "@/lib/features/audit-log/verify/verify-served-log";

/** Result of comparing two checkpoints. */
export interface Continuation {
  older: SignedCheckpoint;
  newer: SignedCheckpoint;
  findings: Finding[];
}

/** Returns the proof that a log at one size extends itself at another.
 *  @returns the hashes, or the size of a log that is shorter than `to` */
export type Prover = (from: number, to: number) => Promise<Hash[] | number>;

/** Checks whether the newer of two checkpoints extends the older one. The prover need not be trusted.
 *  @throws CannotVerify if none of the keys has signed one of them, they belong to different logs, or there
 *  is no proof */
export async function verifyContinuation(
  [olderNote, newerNote]: readonly [older: string, newer: string],
  keys: VerificationInput["keys"],
  prove: Prover,
): Promise<Continuation> {
  const [older, newer] = [verifyCheckpoint(olderNote, keys), verifyCheckpoint(newerNote, keys)];
  if (older.origin !== newer.origin)
    throw new CannotVerify(`The checkpoints are of two logs: ${older.origin} and ${newer.origin}.`);
  const fork = { older, newer, findings: [forkFrom(older.size, newer.size)] };
  if (older.size > newer.size) return fork;
  const isTrivial = older.size === newer.size || older.size === 0;
  const proof = isTrivial ? [] : await prove(older.size, newer.size);
  if (typeof proof === "number") return { older, newer, findings: [forkFrom(newer.size, proof)] };
  return isConsistent(older, newer, proof) ? { older, newer, findings: [] } : fork;
}

/** Prover that queries a service.
 *  @param keys of the log, to verify its current checkpoint and size */
export function servedProver(log: ServedLog, keys: VerificationInput["keys"]): Prover {
  return async (from, to) => {
    const proof = await log.consistency(from, to);
    if (proof) return proof;
    const note = await log.checkpoint();
    const { size } = note === null ? { size: 0 } : verifyCheckpoint(note, keys);
    if (size < to) return size;
    throw new CannotVerify(`The service doesn't show that its log began as it was at ${from}.`);
  };
}
