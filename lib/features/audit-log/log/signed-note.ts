import { createPublicKey, hash, type KeyObject, sign, verify } from "node:crypto";

/** Signer of notes: a name, and the public half of an Ed25519 key (C2SP signed-note). */
export interface NoteVerifier {
  /** Distinguishes keys of the same name. Four bytes, in hexadecimal. */
  id: string;
  name: string;
  /** Signed content: the note itself, or the note with a time (C2SP tlog-cosignature). */
  kind: "note" | "cosignature";
  publicKey: KeyObject;
  /** Text form for readers: `name+id+base64`. */
  text: string;
}

/** A signature line under a note: claimed signer, and signature. */
export interface NoteSignature {
  name: string;
  id: string;
  signature: Uint8Array;
}

const kinds = { note: 1, cosignature: 4 } as const;
/** DER of an Ed25519 public key before its 32 bytes (RFC 8410). */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** Verifier of a key under a name. */
export function noteVerifier(
  name: string,
  publicKey: KeyObject,
  kind: NoteVerifier["kind"] = "note",
): NoteVerifier {
  const typed = Buffer.concat([
    Uint8Array.of(kinds[kind]),
    publicKey.export({ format: "der", type: "spki" }).subarray(SPKI.length),
  ]);
  const id = keyId(name, typed);
  return { id, name, kind, publicKey, text: `${name}+${id}+${typed.toString("base64")}` };
}

/** Parses the text form of a verifier; null if it is none, or of an unknown kind. */
export function parseNoteVerifier(text: string): NoteVerifier | null {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text.trim());
  if (!match) return null;
  const [, name = "", id = "", encoded = ""] = match;
  const typed = Buffer.from(encoded, "base64");
  const kind = (["note", "cosignature"] as const).find((one) => kinds[one] === typed[0]);
  if (!kind || typed.length !== 33 || keyId(name, typed) !== id) return null;
  const der = Buffer.concat([SPKI, typed.subarray(1)]);
  const publicKey = createPublicKey({ key: der, format: "der", type: "spki" });
  return { id, name, kind, publicKey, text: text.trim() };
}

/** First four bytes of the hash of a name and a key with its kind (C2SP signed-note). */
function keyId(name: string, typed: Uint8Array): string {
  return hash("sha256", Buffer.concat([Buffer.from(`${name}\n`), typed]), "buffer")
    .subarray(0, 4)
    .toString("hex");
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
  const encoded = Buffer.concat([Buffer.from(id, "hex"), signature]).toString("base64");
  return `— ${name} ${encoded}\n`;
}

/** Splits a note into its text and signatures; null if it is none. */
export function parseNote(note: string): { text: string; signatures: NoteSignature[] } | null {
  const end = note.lastIndexOf("\n\n");
  if (end < 0) return null;
  const signatures = parseSignatures(note.slice(end + 2));
  return signatures ? { text: note.slice(0, end + 1), signatures } : null;
}

/** Parses the signature lines under a note; null if there are none, or one is malformed. */
export function parseSignatures(lines: string): NoteSignature[] | null {
  const signatures: NoteSignature[] = [];
  if (!lines.endsWith("\n")) return null;
  for (const line of lines.slice(0, -1).split("\n")) {
    const match = /^— (\S+) ([A-Za-z0-9+/]+=*)$/.exec(line);
    const bytes = Buffer.from(match?.[2] ?? "", "base64");
    if (!match || bytes.length < 5) return null;
    const id = bytes.subarray(0, 4).toString("hex");
    signatures.push({ name: match[1] ?? "", id, signature: bytes.subarray(4) });
  }
  return signatures;
}

/** Verifies a note's signature of this verifier.
 *  @returns whether it is valid; for a valid cosignature, the time at which it was made */
export function confirmedBy(
  verifier: NoteVerifier,
  text: string,
  signatures: readonly NoteSignature[],
): boolean | Date {
  for (const { name, id, signature } of signatures) {
    if (name !== verifier.name || id !== verifier.id) continue;
    if (verifier.kind === "note") {
      if (verify(null, Buffer.from(text), verifier.publicKey, signature)) return true;
      continue;
    }
    if (signature.length !== 72) continue;
    const seconds = Buffer.from(signature.subarray(0, 8)).readBigUInt64BE();
    const signed = Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);
    if (verify(null, signed, verifier.publicKey, signature.subarray(8)))
      return new Date(Number(seconds) * 1000);
  }
  return false;
}
