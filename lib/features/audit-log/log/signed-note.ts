import { base64, fromBase64, hexOf, sha256 } from "@/lib/features/audit-log/log/bytes";

/** Signer of notes: a name, and an Ed25519 key (C2SP signed-note). */
export interface NoteVerifier {
  /** Distinguishes keys of the same name. Four bytes, in hexadecimal. */
  id: string;
  name: string;
  /** Signed content: the note itself, or the note with a time (C2SP tlog-cosignature). */
  kind: "note" | "cosignature";
  /** The 32 bytes of the public key. */
  key: Uint8Array<ArrayBuffer>;
  /** Text form for readers: `name+id+base64`. */
  text: string;
}

/** A signature line under a note: claimed signer, and signature. */
export interface NoteSignature {
  name: string;
  id: string;
  signature: Uint8Array<ArrayBuffer>;
}

/** A note, split into its text and signatures. */
export interface ParsedNote {
  text: string;
  signatures: NoteSignature[];
}

const kinds = { note: 1, cosignature: 4 } as const;
const encoder = new TextEncoder();

/** Verifier of a key under a name.
 *  @param key the 32 bytes of an Ed25519 public key */
export function verifierOf(
  name: string,
  key: Uint8Array<ArrayBuffer>,
  kind: NoteVerifier["kind"],
): NoteVerifier {
  const typed = Uint8Array.of(kinds[kind], ...key);
  // First four bytes of the hash of a name and a key with its kind (C2SP signed-note).
  const hash = sha256(Uint8Array.of(...encoder.encode(`${name}\n`), ...typed));
  const id = hexOf(hash.subarray(0, 4));
  return { id, name, kind, key, text: `${name}+${id}+${base64(typed)}` };
}

/** Parses the text form of a verifier; null if it is none, or of an unknown kind. */
export function parseNoteVerifier(text: string): NoteVerifier | null {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text.trim());
  const [, name = "", id = "", encoded = ""] = match ?? [];
  const typed = fromBase64(encoded);
  const kind = (["note", "cosignature"] as const).find((one) => kinds[one] === typed?.[0]);
  if (!match || !kind || typed?.length !== 33) return null;
  const verifier = verifierOf(name, typed.slice(1), kind);
  return verifier.id === id ? { ...verifier, text: text.trim() } : null;
}

/** Splits a note into its text and signatures; null if it is none. */
export function parseNote(note: string): ParsedNote | null {
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
    const [, name, encoded = ""] = /^— (\S+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? [];
    const bytes = fromBase64(encoded);
    if (!name || !bytes || bytes.length < 5) return null;
    signatures.push({ name, id: hexOf(bytes.subarray(0, 4)), signature: bytes.slice(4) });
  }
  return signatures;
}

/** A signature that claims to be a verifier's, with the bytes that it signs. */
export interface ClaimedSignature {
  signed: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
  /** Time of a cosignature; true for the signature of a note itself. */
  at: Date | true;
}

/** Signatures of a note that claim to be a verifier's. They are still to be verified with its key. */
export function claimedSignatures(
  { name, id, kind }: NoteVerifier,
  { text, signatures }: ParsedNote,
): ClaimedSignature[] {
  const own = signatures.filter((one) => one.name === name && one.id === id);
  if (kind === "note")
    return own.map(({ signature }) => ({ signed: encoder.encode(text), signature, at: true }));
  return own
    .filter(({ signature }) => signature.length === 72)
    .map(({ signature }) => {
      const seconds = new DataView(signature.buffer).getBigUint64(signature.byteOffset);
      const signed = encoder.encode(`cosignature/v1\ntime ${seconds}\n${text}`);
      return { signed, signature: signature.slice(8), at: new Date(Number(seconds) * 1000) };
    });
}
