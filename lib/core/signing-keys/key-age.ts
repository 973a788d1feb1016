import { SIGNING_KEY_DUE_DAYS } from "@/lib/core/signing-keys/key-due";
import {
  activatedKeys,
  algorithms,
  type SigningPurpose,
} from "@/lib/core/signing-keys/signing-key";
import { currentKeys, keyTime } from "@/lib/core/signing-keys/signing-keys";

const DAY_SECONDS = 24 * 60 * 60;

/** Age of the key that signs for a purpose. */
export interface KeyAge {
  purpose: SigningPurpose;
  /** Time for which it has signed. */
  ageSeconds: number;
  /** Time until it should be replaced; negative when it is overdue. */
  dueSeconds: number;
}

/** Returns the ages of the signing keys, by PostgreSQL's clock. A purpose without one is left out. */
export async function keyAges(): Promise<KeyAge[]> {
  const keys = await currentKeys();
  const at = keyTime();
  return (Object.keys(algorithms) as SigningPurpose[]).flatMap((purpose) => {
    const [key] = activatedKeys(keys, purpose, at);
    if (!key) return [];
    const ageSeconds = (at.getTime() - key.activeFrom.getTime()) / 1000;
    return [{ purpose, ageSeconds, dueSeconds: SIGNING_KEY_DUE_DAYS * DAY_SECONDS - ageSeconds }];
  });
}
