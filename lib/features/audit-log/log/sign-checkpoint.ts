import { everyKeyOf, type KeyPair, signers } from "@/lib/core/signing-keys/signing-keys";
import {
  type Checkpoint,
  checkpointText,
  parseCheckpoint,
} from "@/lib/features/audit-log/log/checkpoint";
import {
  confirmedBy,
  type NoteVerifier,
  noteVerifier,
  parseNote,
  signedNote,
} from "@/lib/features/audit-log/log/signed-note";
import { config } from "@/lib/kernel/config/config";

/** The name of a tenant's log: the service's address without its scheme, and the tenant (C2SP tlog-checkpoint). A log keeps the
 *  name that it was begun with. */
export function logOrigin(tenantPublicId: string): string {
  return `${new URL(config().baseUrl).host}/audit-log/${tenantPublicId}`;
}

/** Who signs the checkpoints of a log now, each as a verifier that a reader can keep; the newest key first. */
export async function logSigners(origin: string): Promise<NoteVerifier[]> {
  return (await keysInForce()).map(({ publicKey }) => noteVerifier(origin, publicKey));
}

/** Who may ever have signed a checkpoint of a log: what one of them confirms is ours, whatever the clock says. */
export async function logVerifiers(origin: string): Promise<NoteVerifier[]> {
  return (await everyKeyOf("audit_checkpoint")).map(({ publicKey }) =>
    noteVerifier(origin, publicKey),
  );
}

/** Signs a checkpoint with the key in force and the one before it: whoever knows either can confirm it. */
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

/** The keys that sign. A clock that is before them all is wrong, because the first key of a purpose signs at once: no event waits for it. */
async function keysInForce(): Promise<KeyPair[]> {
  const begun = await signers("audit_checkpoint");
  return begun.length > 0 ? begun : (await everyKeyOf("audit_checkpoint")).slice(-1);
}

/** A checkpoint that one of our keys has signed; null for any other text. */
export async function ownCheckpoint(note: string): Promise<Checkpoint | null> {
  const [checkpoint, parsed] = [parseCheckpoint(note), parseNote(note)];
  if (!checkpoint || !parsed) return null;
  const verifiers = await logVerifiers(checkpoint.origin);
  const isOwn = verifiers.some((one) => confirmedBy(one, parsed.text, parsed.signatures));
  return isOwn ? checkpoint : null;
}
