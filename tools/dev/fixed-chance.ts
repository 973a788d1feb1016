import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** Creation time of everything that is loaded: ids begin with it. */
const MOMENT = Date.UTC(2026, 0, 1);

/** Number of random bytes that a connection to PostgreSQL uses at its sign-in (SCRAM). These stay random: the
 *  number of connections does not depend on the seed. */
const OF_CONNECTION = 18;

/** Runs `work` at a fixed moment, with random bytes that follow from a seed, so that the same fixtures get
 *  the same ids and secrets wherever they are loaded. Only for a service that is a test's dependency, whose
 *  secrets guard nothing. */
export async function withFixedRandomness<T>(seed: string, work: () => Promise<T>): Promise<T> {
  const { randomBytes } = crypto;
  const { getRandomValues } = globalThis.crypto;
  const { now } = Date;
  let turn = 0;
  const fixed = (size: number): Buffer => {
    turn += 1;
    return Buffer.from(crypto.hkdfSync("sha256", seed, "", `atrium dev ${turn}`, size));
  };
  const drawn = (size: number) => (size === OF_CONNECTION ? randomBytes(size) : fixed(size));
  crypto.randomBytes = drawn as typeof randomBytes;
  globalThis.crypto.getRandomValues = <T extends ArrayBufferView | null>(into: T): T => {
    if (into)
      new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(fixed(into.byteLength));
    return into;
  };
  Date.now = () => MOMENT;
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    Object.assign(crypto, { randomBytes });
    Object.assign(globalThis.crypto, { getRandomValues });
    Object.assign(Date, { now });
    syncBuiltinESMExports();
  }
}
