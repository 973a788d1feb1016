import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** When everything that is loaded was made: ids begin with it. */
const MOMENT = Date.UTC(2026, 0, 1);

/** The size of what a connection to PostgreSQL draws at its sign-in (SCRAM). How many connections are opened is no matter of the seed. */
const OF_CONNECTION = 18;

/** Runs `work` at a fixed moment, with random bytes that follow from a seed, so that the same fixtures get the same ids and
 *  secrets wherever they are loaded. For secrets that guard nothing: those of a service that is a test's dependency. */
export async function withFixedChance<T>(seed: string, work: () => Promise<T>): Promise<T> {
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
