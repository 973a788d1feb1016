const encoder = new TextEncoder();

/** Encodes bytes as base64url. */
function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decodes base64url. @throws DOMException for anything else */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Returns a random value that cannot be guessed. */
export function randomId(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** Returns the SHA-256 of a text as base64url. */
export async function digestOf(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text))));
}

/** Derives the key of a secret of at least 32 characters. @throws TypeError for a shorter one */
export async function sealingKey(secret: string): Promise<CryptoKey> {
  if (secret.length < 32) throw new TypeError("The secret needs at least 32 random characters");
  const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, [
    "deriveKey",
  ]);
  const how = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: encoder.encode("atrium cookie"),
  };
  const kind = { name: "AES-GCM", length: 256 };
  return crypto.subtle.deriveKey(how, material, kind, false, ["encrypt", "decrypt"]);
}

/** Encrypts a value for a place and a time: it can't be opened elsewhere or later. */
export async function seal(
  key: CryptoKey,
  place: string,
  value: string,
  seconds: number,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const how = { name: "AES-GCM", iv, additionalData: encoder.encode(place) };
  const plain = encoder.encode(JSON.stringify([Date.now() + seconds * 1000, value]));
  const sealed = new Uint8Array(await crypto.subtle.encrypt(how, key, plain));
  return `${toBase64Url(iv)}.${toBase64Url(sealed)}`;
}

/** @returns null for a value that was changed, sealed for another place or with another key, or is too old */
export async function unseal(
  key: CryptoKey,
  place: string,
  sealed: string,
): Promise<string | null> {
  try {
    const [iv = "", bytes = ""] = sealed.split(".");
    const how = { name: "AES-GCM", iv: fromBase64Url(iv), additionalData: encoder.encode(place) };
    const plain = await crypto.subtle.decrypt(how, key, fromBase64Url(bytes));
    const [until, value]: [number, string] = JSON.parse(new TextDecoder().decode(plain));
    return until > Date.now() ? value : null;
  } catch {
    return null;
  }
}
