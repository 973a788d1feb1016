/** Cost of a stored password's hash: 19 MiB, two passes, one lane, as OWASP recommends for argon2id. */
export const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const MAX_PASSES = 10;
const MAX_LANES = 8;

/** Format of argon2 hashes: any of the three variants, in version 1.3 or 1.0. */
export const ARGON2 =
  /^\$argon2(?:id|i|d)\$v=(?:19|16)\$((?:[mtp]=\d{1,7},){2}[mtp]=\d{1,7})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,171}$/;

/** Returns the cost of an argon2 PHC string, or null when it is none or its parameters are invalid. */
export function argon2Cost(
  stored: string,
): { memoryCost: number; timeCost: number; parallelism: number } | null {
  const match = ARGON2.exec(stored);
  if (!match) return null;
  // Some builds write the lanes before the passes.
  const cost = Object.fromEntries((match[1] ?? "").split(",").map((part) => part.split("=")));
  const [memoryCost, timeCost, parallelism] = [Number(cost.m), Number(cost.t), Number(cost.p)];
  const isSound =
    memoryCost >= 8 * parallelism &&
    timeCost >= 1 &&
    timeCost <= MAX_PASSES &&
    parallelism >= 1 &&
    parallelism <= MAX_LANES;
  return isSound ? { memoryCost, timeCost, parallelism } : null;
}

/** Whether a hash has today's cost. */
export function isAtTodaysCost(stored: string): boolean {
  const cost = argon2Cost(stored);
  return (
    cost !== null &&
    cost.memoryCost === PARAMETERS.memoryCost &&
    cost.timeCost === PARAMETERS.timeCost &&
    cost.parallelism === PARAMETERS.parallelism
  );
}

/** Whether a hash was made at less than today's cost, or with more lanes, from which only an attacker with
 *  many cores benefits. */
export function needsRehash(stored: string): boolean {
  const cost = argon2Cost(stored);
  if (!cost) return true;
  const { memoryCost, timeCost, parallelism } = PARAMETERS;
  return (
    !stored.startsWith("$argon2id$v=19$") ||
    cost.memoryCost < memoryCost ||
    cost.timeCost < timeCost ||
    cost.parallelism !== parallelism
  );
}
