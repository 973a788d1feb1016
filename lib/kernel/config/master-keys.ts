import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** A key that wraps the keys of the database. It is never in the database itself. */
export interface MasterKey {
  /** Eight hexadecimal digits derived from the key: a key has the same id from every source. */
  id: string;
  /** 32 bytes. */
  key: Buffer;
}

/** Variables that may hold the master keys. Exactly one of them is set. */
export const masterKeySettings = [
  "ATRIUM_MASTER_KEY",
  "ATRIUM_MASTER_KEY_FILE",
  "ATRIUM_MASTER_KEY_COMMAND",
] as const;

/** Timeout of the command, in milliseconds. */
const COMMAND_MS = 10_000;
/** Number of characters of the command's own output that a message shows. */
const SHOWN = 400;

/** Parses master keys, the one in force first.
 *  @returns keys, or the problem, in words that never repeat the text */
export function parseMasterKeys(text: string): MasterKey[] | string {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  if (parts.length === 0)
    return "holds no key: 32 random bytes in base64 (openssl rand -base64 32)";
  const keys: MasterKey[] = [];
  for (const [at, part] of parts.entries()) {
    const which = parts.length > 1 ? `(key ${at + 1} of ${parts.length}) ` : "";
    const key = Buffer.from(part, "base64");
    if (key.length !== 32) return `${which}must be exactly 32 bytes in base64 or base64url`;
    // A key of repeated bytes or typed letters is a default that was not replaced.
    if (new Set(key).size < 16)
      return `${which}is not random: generate it (openssl rand -base64 32)`;
    const id = masterKeyId(key);
    if (keys.some((known) => known.id === id)) return `${which}is there twice (id ${id})`;
    keys.push({ id, key });
  }
  return keys;
}

/** Returns the id of a master key. A part of a hash of 256 random bits reveals nothing about them. */
export function masterKeyId(key: Uint8Array): string {
  return createHash("sha256").update("atrium master key").update(key).digest("hex").slice(0, 8);
}

/** Reads the keys of a file, or returns the problem. */
export function masterKeysOfFile(path: string): MasterKey[] | string {
  try {
    return parseMasterKeys(readFileSync(path, "utf8"));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return `names ${path}, which can't be read (${code})`;
  }
}

/** Results of commands. A process runs each command once: its keys do not change while it runs. */
const printed = new Map<string, MasterKey[] | string>();

/** Reads the keys that a command prints, or returns how it failed. Its own output is shown without what may
 *  be a key. */
export function masterKeysOfCommand(command: string, timeoutMs = COMMAND_MS): MasterKey[] | string {
  const known = printed.get(command);
  if (known && typeof known !== "string") return known;
  const { error, status, signal, stdout, stderr } = spawnSync(command, {
    shell: true,
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    maxBuffer: 65_536,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lastLine = withoutKeys(stderr ?? "");
  const words = lastLine ? `: ${lastLine}` : "";
  const code = error && "code" in error ? error.code : undefined;
  let found: MasterKey[] | string;
  if (code === "ETIMEDOUT") found = `did not end within ${timeoutMs / 1000} s${words}`;
  else if (error) found = `can't be run (${code ?? error.message})${words}`;
  else if (status !== 0) found = `ended with ${signal ?? `code ${status}`}${words}`;
  else {
    const keys = parseMasterKeys(stdout);
    found = typeof keys === "string" ? `printed what ${keys}${words}` : keys;
  }
  printed.set(command, found);
  return found;
}

/** Returns the last words of a command, on one line, with anything that is as long as a secret and looks like
 *  one removed. */
function withoutKeys(text: string): string {
  const line = text.replaceAll(/[A-Za-z0-9+/=_-]{16,}/g, "***").replaceAll(/\s+/g, " ");
  return line.trim().slice(-SHOWN);
}
