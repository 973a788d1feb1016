import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { base64 } from "@/lib/features/audit-log/log/bytes";
import {
  claimedSignatures,
  type NoteVerifier,
  type ParsedNote,
  verifierOf,
} from "@/lib/features/audit-log/log/signed-note";

/** DER of an Ed25519 public key before its 32 bytes (RFC 8410). */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** Verifier of a key under a name. */
export function noteVerifier(
  name: string,
  publicKey: KeyObject,
  kind: NoteVerifier["kind"] = "note",
): NoteVerifier {
  const der = publicKey.export({ format: "der", type: "spki" });
  return verifierOf(name, Uint8Array.from(der.subarray(SPKI.length)), kind);
}

/** Signs a text: adds a line for each signature.
 *  @param text ends with a newline
 *  @param signers keys, each with the verifier of its name */
export function signedNote(
  text: string,
  signers: readonly { verifier: NoteVerifier; privateKey: KeyObject }[],
): string {
  const lines = signers.map(({ verifier, privateKey }) =>
    signatureLine(verifier, sign(null, Buffer.from(text), privateKey)),
  );
  return `${text}\n${lines.join("")}`;
}

/** Signature line under a note. */
export function signatureLine({ name, id }: NoteVerifier, signature: Uint8Array): string {
  return `— ${name} ${base64(Buffer.concat([Buffer.from(id, "hex"), signature]))}\n`;
}

/** Verifies a note's signature of this verifier.
 *  @returns whether it is valid; for a valid cosignature, the time at which it was made */
export function confirmedBy(verifier: NoteVerifier, note: ParsedNote): boolean | Date {
  const der = Buffer.concat([SPKI, verifier.key]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  const valid = claimedSignatures(verifier, note).find(({ signed, signature }) =>
    verify(null, signed, key, signature),
  );
  return valid?.at ?? false;
}
