import { SIGNING_KEY_DUE_DAYS } from "@/lib/core/signing-keys/key-due";
import { algorithms, begunKeys, type SigningPurpose } from "@/lib/core/signing-keys/signing-key";
import { currentKeys, keyTime } from "@/lib/core/signing-keys/signing-keys";

const DAY_SECONDS = 24 * 60 * 60;

/** How old the key is that signs for a purpose. */
export interface KeyAge {
  purpose: SigningPurpose;
  /** Since it signs. */
  ageSeconds: number;
  /** Until it should be replaced; below zero it is overdue. */
  dueSeconds: number;
}

/** How old the keys are that sign now, by PostgreSQL's clock. A purpose that no key signs for is left out. */
export async function keyAges(): Promise<KeyAge[]> {
  const keys = await currentKeys();
  const at = keyTime();
  return (Object.keys(algorithms) as SigningPurpose[]).flatMap((purpose) => {
    const [key] = begunKeys(keys, purpose, at);
    if (!key) return [];
    const ageSeconds = (at.getTime() - key.activeFrom.getTime()) / 1000;
    return [{ purpose, ageSeconds, dueSeconds: SIGNING_KEY_DUE_DAYS * DAY_SECONDS - ageSeconds }];
  });
}
