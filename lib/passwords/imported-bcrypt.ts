import { compare } from "@node-rs/bcrypt";

const MODULAR = /^\$2[aby]\$(\d{2})\$[./A-Za-z0-9]{53}$/;
/** Cost 14 takes about a second of one core; what asks for more is refused. */
const MAX_COST = 14;

/** Whether this is a bcrypt hash whose cost one sign-in may pay. */
export function isBearableBcrypt(hash: string): boolean {
  const cost = Number(MODULAR.exec(hash)?.[1] ?? 0);
  return cost >= 4 && cost <= MAX_COST;
}

/** Whether the hash is this password's. bcrypt looks at the first 72 bytes only, whoever computes it. */
export function verifyBcrypt(hash: string, password: string): Promise<boolean> {
  // $2y$ is what PHP calls the same algorithm.
  return compare(password, hash.replace(/^\$2y\$/, "$2b$"));
}
