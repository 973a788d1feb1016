const bare = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

const digestNames = ["sha1", "sha256", "sha512"] as const;
type Pbkdf2Digest = (typeof digestNames)[number];

/** Returns the stored form of a PBKDF2 hash. */
export function pbkdf2Form(
  digest: Pbkdf2Digest,
  iterations: number,
  salt: Buffer,
  key: Buffer,
): string {
  return `$pbkdf2-${digest}$${iterations}$${bare(salt)}$${bare(key)}`;
}

const WERKZEUG_SCRYPT =
  /^scrypt:(\d{1,8}):(\d{1,2}):(\d{1,2})\$([A-Za-z0-9]{1,64})\$([0-9a-f]{32,128})$/;
const WERKZEUG_PBKDF2 =
  /^pbkdf2:(sha1|sha256|sha512):(\d{1,7})\$([A-Za-z0-9]{1,64})\$([0-9a-f]{32,128})$/;

/** Converts a hash of Werkzeug (Flask): its salt is text, its key hexadecimal. Null when it is none. */
export function werkzeugHash(text: string): string | null {
  const scrypt = WERKZEUG_SCRYPT.exec(text);
  if (scrypt) {
    const [, cost, blockSize, lanes, salt = "", key = ""] = scrypt;
    return scryptForm(Number(cost), Number(blockSize), Number(lanes), salt, key);
  }
  const pbkdf2 = WERKZEUG_PBKDF2.exec(text);
  if (!pbkdf2) return null;
  const [, digest, iterations, salt = "", key = ""] = pbkdf2;
  return pbkdf2Form(
    digest as Pbkdf2Digest,
    Number(iterations),
    Buffer.from(salt),
    Buffer.from(key, "hex"),
  );
}

/** Returns scrypt as a PHC string.
 *  @param salt as text
 *  @param key in hexadecimal
 *  @returns null when the cost is no power of two */
function scryptForm(
  cost: number,
  blockSize: number,
  lanes: number,
  salt: string,
  key: string,
): string | null {
  const log = Math.log2(cost);
  if (!Number.isInteger(log)) return null;
  return `$scrypt$ln=${log},r=${blockSize},p=${lanes}$${bare(Buffer.from(salt))}$${bare(Buffer.from(key, "hex"))}`;
}

/** Converts a hash of better-auth: `<salt>:<key>`, both hexadecimal; the salt is used as text. Null when
 *  it is none. */
export function betterAuthHash(text: string): string | null {
  const match = /^([0-9a-f]{32}):([0-9a-f]{128})$/.exec(text);
  return match ? scryptForm(16_384, 16, 1, match[1] ?? "", match[2] ?? "") : null;
}

/** Converts a hash of ASP.NET Core Identity: version 2 has a salt of 16 bytes and 1,000 iterations of
 *  SHA-1, version 3 states its parameters. Null when it is none. */
export function aspNetIdentityHash(text: string): string | null {
  if (!/^[A-Za-z0-9+/]{40,}={0,2}$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  if (bytes[0] === 0 && bytes.length === 49)
    return pbkdf2Form("sha1", 1000, bytes.subarray(1, 17), bytes.subarray(17));
  if (bytes[0] !== 1 || bytes.length < 45) return null;
  const [digest, iterations, saltBytes] = [1, 5, 9].map((at) => bytes.readUInt32BE(at));
  const name = digestNames[digest ?? 0];
  if (!name || saltBytes === undefined || saltBytes < 8 || saltBytes > 64) return null;
  const [salt, key] = [bytes.subarray(13, 13 + saltBytes), bytes.subarray(13 + saltBytes)];
  return key.length < 16 || key.length > 64 ? null : pbkdf2Form(name, iterations ?? 0, salt, key);
}
