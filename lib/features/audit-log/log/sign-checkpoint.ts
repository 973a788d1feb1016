import { allKeysOf, type KeyPair, signers } from "@/lib/core/signing-keys/signing-keys";
import {
  type Checkpoint,
  checkpointText,
  parseSignedCheckpoint,
} from "@/lib/features/audit-log/log/checkpoint";
import {
  confirmedBy,
  noteVerifier,
  signedNote,
} from "@/lib/features/audit-log/log/note-signatures";
import type { NoteVerifier } from "@/lib/features/audit-log/log/signed-note";
import { config } from "@/lib/kernel/config/config";

/** Name of a tenant's log: the service's address without its scheme, and the tenant (C2SP tlog-checkpoint).
 *  A log keeps its first name. */
export function logOrigin(tenantPublicId: string): string {
  return `${new URL(config().baseUrl).host}/audit-log/${tenantPublicId}`;
}

/** Verifiers of the keys that sign a log's checkpoints now, the newest first, for readers. */
export async function logSigners(origin: string): Promise<NoteVerifier[]> {
  return (await keysInForce()).map(({ publicKey }) => noteVerifier(origin, publicKey));
}

/** Verifiers of every key that may ever have signed a checkpoint of a log. A signature of any of them is
 *  ours, independent of the clock. */
export async function logVerifiers(origin: string): Promise<NoteVerifier[]> {
  return (await allKeysOf("audit_checkpoint")).map(({ publicKey }) =>
    noteVerifier(origin, publicKey),
  );
}

/** Signs a checkpoint with the current key and the previous one, so that readers with either can verify
 *  it. */
export async function signCheckpoint(checkpoint: Checkpoint): Promise<string> {
  const keys = (await keysInForce()).slice(0, 2);
  if (keys.length === 0) throw new Error("There is no signing key for audit_checkpoint");
  return signedNote(
    checkpointText(checkpoint),
    keys.map(({ publicKey, privateKey }) => ({
      verifier: noteVerifier(checkpoint.origin, publicKey),
      privateKey,
    })),
  );
}

/** Keys that sign now. If the clock is before all of them, it is wrong, because the first key of a purpose
 *  is active at once; the last key is used, so that events do not wait. */
async function keysInForce(): Promise<KeyPair[]> {
  const active = await signers("audit_checkpoint");
  return active.length > 0 ? active : (await allKeysOf("audit_checkpoint")).slice(-1);
}

/** Parses a checkpoint that one of our keys has signed; null for any other text. */
export async function ownCheckpoint(note: string): Promise<Checkpoint | null> {
  const checkpoint = parseSignedCheckpoint(note);
  if (!checkpoint) return null;
  const verifiers = await logVerifiers(checkpoint.origin);
  return verifiers.some((one) => confirmedBy(one, checkpoint)) ? checkpoint : null;
}
