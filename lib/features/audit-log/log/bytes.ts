import { sha256 as portableSha256 } from "@noble/hashes/sha2.js";

// Runs in Node and in browsers, where WebCrypto hashes only asynchronously: too slow for one call per node of
// a tree. Node's own hash is several times faster than the portable one.
const node = globalThis.process?.getBuiltinModule?.("node:crypto");

/** SHA-256 hash of a leaf, a node or the root. */
export type Hash = Uint8Array;

/** SHA-256 of some bytes. In Node by way of a binary string: a buffer per hash would take twice as long as
 *  hashing. */
export const sha256: (bytes: Uint8Array) => Hash = node
  ? (bytes) => globalThis.Buffer.from(node.hash("sha256", bytes, "binary"), "binary")
  : portableSha256;

/** Like `sha256`, in base64. */
export const sha256Base64: (bytes: Uint8Array) => string = node
  ? (bytes) => node.hash("sha256", bytes, "base64")
  : (bytes) => base64(portableSha256(bytes));

/** Encodes bytes in base64. */
export function base64(bytes: Uint8Array): string {
  if (node) return globalThis.Buffer.from(bytes).toString("base64");
  return btoa(String.fromCharCode(...bytes));
}

/** Decodes base64; null for a malformed text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Bytes in hexadecimal. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether two hashes are equal. They are public, so that the comparison need not be constant-time. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
