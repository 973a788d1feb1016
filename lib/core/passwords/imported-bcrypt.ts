import { compare } from "@node-rs/bcrypt";

/** How bcrypt hashes are written. */
export const BCRYPT = /^\$2[aby]\$(\d{2})\$[./A-Za-z0-9]{53}$/;

/** The cost that a bcrypt hash asks for, or null when it is none. */
export function bcryptCost(hash: string): number | null {
  const cost = Number(BCRYPT.exec(hash)?.[1]);
  return cost >= 4 ? cost : null;
}

/** Whether the hash is this password's. bcrypt looks at the first 72 bytes only, whoever computes it. */
export function verifyBcrypt(hash: string, password: string): Promise<boolean> {
  // $2y$ is what PHP calls the same algorithm.
  return compare(password, hash.replace(/^\$2y\$/, "$2b$"));
}
