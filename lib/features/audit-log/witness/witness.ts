import { type NoteVerifier, parseNoteVerifier } from "@/lib/features/audit-log/log/signed-note";
import { config } from "@/lib/kernel/config/config";

/** Server of another organisation that cosigns a log once it has verified that the log only grew (C2SP
 *  tlog-witness). */
export interface Witness {
  verifier: NoteVerifier;
  /** Base URL; `/add-checkpoint` is appended. */
  url: string;
}

/** The operator's witnesses (ATRIUM_AUDIT_WITNESSES). */
export function namedWitnesses(): Witness[] {
  return config().auditWitnesses.flatMap(({ verifier: text, url }) => {
    const verifier = parseNoteVerifier(text);
    return verifier ? [{ verifier, url }] : [];
  });
}
