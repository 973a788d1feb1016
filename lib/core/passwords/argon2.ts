import * as portable from "argon2";
import { PARAMETERS } from "@/lib/core/passwords/argon2-parameters";
import { singleton } from "@/lib/kernel/process/singleton";

interface Argon2 {
  hash(password: string, salt?: Buffer): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

const ARGON2ID = 2;

/** The portable build; the PHC string is put into the order the reference implementation writes. */
const base: Argon2 = {
  hash: async (password, salt) =>
    (
      await portable.hash(password, {
        type: portable.argon2id,
        ...PARAMETERS,
        ...(salt ? { salt } : {}),
      })
    ).replace(/\$m=(\d+),p=(\d+),t=(\d+)\$/, "$m=$1,t=$3,p=$2$"),
  verify: (stored, password) => portable.verify(stored, password),
};

/** Loads a build that is about twice as fast, if there is one for the platform: a defender must not pay
 *  more for a guess than an attacker does. Both builds write and read the same strings. */
async function load(): Promise<Argon2> {
  try {
    const fast = await import("@node-rs/argon2");
    return {
      hash: (password, salt) =>
        fast.hash(password, { algorithm: ARGON2ID, ...PARAMETERS, ...(salt ? { salt } : {}) }),
      verify: (stored, password) => fast.verify(stored, password),
    };
  } catch {
    return base;
  }
}

const engine = singleton("argon2", load);

/** Hashes a password with argon2id at today's cost.
 *  @param salt 16 bytes, when the same value must give the same hash; random when omitted */
export async function argon2Hash(password: string, salt?: Buffer): Promise<string> {
  return (await engine).hash(password, salt);
}

/** Whether an argon2 hash is this password's. */
export async function argon2Verify(stored: string, password: string): Promise<boolean> {
  return (await engine).verify(stored, password);
}
