/** Cost of a stored password's hash: 19 MiB, two passes, one lane, what OWASP recommends for argon2id. */
export const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// What an imported hash may ask of us: beyond it, one sign-in would be a denial of service.
const MAX_MEMORY_KIB = 262_144;
const MAX_PASSES = 10;
const MAX_LANES = 8;

/** How argon2 hashes are written: any of the three variants, in version 1.3 or 1.0. */
export const ARGON2 =
  /^\$argon2(?:id|i|d)\$v=(?:19|16)\$((?:[mtp]=\d{1,7},){2}[mtp]=\d{1,7})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,171}$/;

/** The cost that an argon2 PHC string asks for, or null when it is none. */
export function argon2Cost(
  stored: string,
): { memoryCost: number; timeCost: number; parallelism: number } | null {
  const match = ARGON2.exec(stored);
  if (!match) return null;
  // Some builds write the lanes before the passes.
  const cost = Object.fromEntries((match[1] ?? "").split(",").map((part) => part.split("=")));
  return { memoryCost: Number(cost.m), timeCost: Number(cost.t), parallelism: Number(cost.p) };
}

/** Whether a hash was made at less than today's cost, or at more lanes, which only an attacker's many
 *  cores would use. */
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

/** Whether an argon2 hash can be verified at a cost that one request may cause. */
export function isBearableArgon2(stored: string): boolean {
  const cost = argon2Cost(stored);
  if (!cost) return false;
  const { memoryCost, timeCost, parallelism } = cost;
  return (
    memoryCost >= 8 * parallelism &&
    memoryCost <= MAX_MEMORY_KIB &&
    timeCost >= 1 &&
    timeCost <= MAX_PASSES &&
    parallelism >= 1 &&
    parallelism <= MAX_LANES
  );
}
