import { type NoteVerifier, parseNoteVerifier } from "@/lib/features/audit-log/log/signed-note";
import { config } from "@/lib/kernel/config/config";

/** Somebody else's server that cosigns a log once it has seen that the log only grew (C2SP tlog-witness). */
export interface Witness {
  verifier: NoteVerifier;
  /** `/add-checkpoint` follows. */
  url: string;
}

/** The witnesses that the operator named (ATRIUM_AUDIT_WITNESSES). */
export function namedWitnesses(): Witness[] {
  return config().auditWitnesses.flatMap(({ verifier: text, url }) => {
    const verifier = parseNoteVerifier(text);
    return verifier ? [{ verifier, url }] : [];
  });
}
