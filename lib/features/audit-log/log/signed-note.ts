import { createPublicKey, hash, type KeyObject, sign, verify } from "node:crypto";

/** Who signs notes: a name, and the public half of an Ed25519 key (C2SP signed-note). */
export interface NoteVerifier {
  /** Tells keys of one name apart. Four bytes, in hexadecimal. */
  id: string;
  name: string;
  /** What is signed: the note itself, or the note with a time (C2SP tlog-cosignature). */
  kind: "note" | "cosignature";
  publicKey: KeyObject;
  /** As it is handed on: `name+id+base64`. */
  text: string;
}

/** A line under a note: who says to have signed, and what. */
export interface NoteSignature {
  name: string;
  id: string;
  signature: Uint8Array;
}

const kinds = { note: 1, cosignature: 4 } as const;
/** DER of an Ed25519 public key before its 32 bytes (RFC 8410). */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** The verifier of a key under a name. */
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

/** Reads a verifier as it is handed on; null when it is none, or not of a kind that is known here. */
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

/** The first four bytes of the hash of a name and a key with its kind (C2SP signed-note). */
function keyId(name: string, typed: Uint8Array): string {
  return hash("sha256", Buffer.concat([Buffer.from(`${name}\n`), typed]), "buffer")
    .subarray(0, 4)
    .toString("hex");
}

/** A text with a line for each signature.
 *  @param text ends with a line end
 *  @param signers whose keys sign it, each under its verifier's name */
export function signedNote(
  text: string,
  signers: readonly { verifier: NoteVerifier; privateKey: KeyObject }[],
): string {
  const lines = signers.map(({ verifier, privateKey }) =>
    signatureLine(verifier, sign(null, Buffer.from(text), privateKey)),
  );
  return `${text}\n${lines.join("")}`;
}

/** A line as it stands under a note. */
export function signatureLine({ name, id }: NoteVerifier, signature: Uint8Array): string {
  const encoded = Buffer.concat([Buffer.from(id, "hex"), signature]).toString("base64");
  return `— ${name} ${encoded}\n`;
}

/** A note and what is under it; null when it is none. */
export function parseNote(note: string): { text: string; signatures: NoteSignature[] } | null {
  const end = note.lastIndexOf("\n\n");
  if (end < 0) return null;
  const signatures = parseSignatures(note.slice(end + 2));
  return signatures ? { text: note.slice(0, end + 1), signatures } : null;
}

/** The lines that stand under a note; null when there is none, or one that is not a signature. */
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

/** Whether a note has a signature that this verifier confirms.
 *  @returns false; true; or, of a cosignature, the moment at which it was made */
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
