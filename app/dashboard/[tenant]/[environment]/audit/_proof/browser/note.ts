import { type Bytes, fromBase64, hexOf, sha256, utf8 } from "./bytes";

/** Key that signs checkpoints, in its published form: `name+id+base64` (C2SP signed-note). */
export interface Key {
  name: string;
  id: string;
  /** The 32 bytes of an Ed25519 key. */
  raw: Bytes;
}

/** Checkpoint with its signatures (C2SP tlog-checkpoint). */
export interface Checkpoint {
  origin: string;
  size: number;
  root: Bytes;
  /** Signed text. */
  text: string;
  signatures: { name: string; id: string; signature: Bytes }[];
}

/** Parses a key; null when it is malformed, or its id does not match its name and bytes. */
export async function parseKey(text: string): Promise<Key | null> {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text);
  const [, name = "", id = "", encoded = ""] = match ?? [];
  const typed = fromBase64(encoded);
  // The first byte is the kind of signature: 1 is Ed25519 over the note itself.
  if (!match || typed?.length !== 33 || typed[0] !== 1) return null;
  const hash = await sha256(utf8(`${name}\n`), typed);
  return hexOf(hash.slice(0, 4)) === id ? { name, id, raw: typed.slice(1) } : null;
}

/** Parses a checkpoint, signed or not; null when malformed. Ignores line ends and blanks that a mail or a
 *  clipboard added. */
export function parseCheckpoint(pasted: string): Checkpoint | null {
  const note = `${pasted.replaceAll("\r\n", "\n").trim()}\n`;
  const end = note.indexOf("\n\n");
  const text = end < 0 ? note : note.slice(0, end + 1);
  const [origin = "", size = "", encoded = ""] = text.split("\n");
  const root = fromBase64(encoded);
  if (!origin || !/^(0|[1-9]\d{0,15})$/.test(size) || root?.length !== 32) return null;
  const lines = end < 0 ? [] : note.slice(end + 2, -1).split("\n");
  const signatures = lines.flatMap((line) => {
    const [, name = "", signed = ""] = /^— (\S+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? [];
    const bytes = fromBase64(signed);
    if (!name || !bytes || bytes.length < 5) return [];
    return [{ name, id: hexOf(bytes.slice(0, 4)), signature: bytes.slice(4) }];
  });
  return { origin, size: Number(size), root, text, signatures };
}

/** Returns the first of some keys that has signed a checkpoint of its log.
 *  @returns null when none has; "unable" where this browser has no Ed25519 */
export async function signerOf(
  { origin, text, signatures }: Checkpoint,
  keys: readonly Key[],
): Promise<Key | "unable" | null> {
  for (const key of keys) {
    if (key.name !== origin) continue;
    for (const { name, id, signature } of signatures) {
      if (name !== key.name || id !== key.id) continue;
      try {
        const imported = await crypto.subtle.importKey("raw", key.raw, "Ed25519", false, [
          "verify",
        ]);
        if (await crypto.subtle.verify("Ed25519", imported, signature, utf8(text))) return key;
      } catch {
        return "unable";
      }
    }
  }
  return null;
}
