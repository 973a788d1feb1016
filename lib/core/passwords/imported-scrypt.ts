import { type ScryptOptions, scrypt } from "node:crypto";
import { equalHashes } from "@/lib/kernel/crypto/secrets";

export interface ScryptHash {
  cost: number;
  blockSize: number;
  parallelization: number;
  salt: Buffer;
  key: Buffer;
}

/** Format of scrypt hashes. */
export const SCRYPT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{8,128})={0,2}\$([A-Za-z0-9+/]{22,172})={0,2}$/;
/** Maximum memory of one verification: 128 · N · r bytes (RFC 7914 §6). */
const MAX_MEMORY = 128 * 1024 * 1024;

/** Parses a scrypt hash written as a PHC string; null when it is none or costs too much. */
export function parseScrypt(hash: string): ScryptHash | null {
  const match = SCRYPT.exec(hash);
  if (!match) return null;
  const [log, blockSize, parallelization] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (log < 10 || log > 20 || blockSize < 1 || parallelization < 1 || parallelization > 4)
    return null;
  const cost = 2 ** log;
  if (128 * cost * blockSize > MAX_MEMORY) return null;
  const [salt, key] = [
    Buffer.from(match[4] ?? "", "base64"),
    Buffer.from(match[5] ?? "", "base64"),
  ];
  return { cost, blockSize, parallelization, salt, key };
}

/** Whether the hash is this password's. */
export async function verifyScrypt(stored: ScryptHash, password: string): Promise<boolean> {
  const { cost, blockSize, parallelization, salt, key } = stored;
  const options: ScryptOptions = { cost, blockSize, parallelization, maxmem: 2 * MAX_MEMORY };
  const made = await new Promise<Buffer>((resolve, reject) =>
    scrypt(password, salt, key.length, options, (error, result) =>
      error ? reject(error) : resolve(result),
    ),
  );
  return equalHashes(made, key);
}
