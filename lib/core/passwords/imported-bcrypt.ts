import { compare } from "@node-rs/bcrypt";

/** Format of bcrypt hashes. */
export const BCRYPT = /^\$2[aby]\$(\d{2})\$[./A-Za-z0-9]{53}$/;

/** Returns the cost of a bcrypt hash, or null when it is none. */
export function bcryptCost(hash: string): number | null {
  const cost = Number(BCRYPT.exec(hash)?.[1]);
  return cost >= 4 ? cost : null;
}

/** Whether the hash is this password's. Every implementation of bcrypt uses only the first 72 bytes. */
export function verifyBcrypt(hash: string, password: string): Promise<boolean> {
  // PHP writes $2y$ for the same algorithm.
  return compare(password, hash.replace(/^\$2y\$/, "$2b$"));
}
