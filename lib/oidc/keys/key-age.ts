import { algorithms, type SigningPurpose, signingKeyAt } from "@/lib/oidc/keys/signing-key";
import { currentKeys, keyTime } from "@/lib/oidc/keys/signing-keys";

const DAY_SECONDS = 24 * 60 * 60;

/** After so many days a signing key should be replaced (`keys rotate`): a year, the shortest cryptoperiod that NIST SP 800-57
 *  Part 1 (5.3.6) names for keys that sign. Doctor and the alert AtriumKeyDue go by it. */
export const SIGNING_KEY_DUE_DAYS = 365;

/** So many days before, doctor and the alert begin to ask for it. */
export const SIGNING_KEY_NOTICE_DAYS = 14;

/** How old the key is that signs for a purpose. */
export interface KeyAge {
  purpose: SigningPurpose;
  /** Since it signs. */
  ageSeconds: number;
  /** Until it should be replaced; below zero it is overdue. */
  dueSeconds: number;
}

/** How old the keys are that sign now, by PostgreSQL's clock. */
export async function keyAges(): Promise<KeyAge[]> {
  const keys = await currentKeys();
  const at = keyTime();
  return (Object.keys(algorithms) as SigningPurpose[]).map((purpose) => {
    const { activeFrom } = signingKeyAt(keys, purpose, at);
    const ageSeconds = (at.getTime() - activeFrom.getTime()) / 1000;
    return { purpose, ageSeconds, dueSeconds: SIGNING_KEY_DUE_DAYS * DAY_SECONDS - ageSeconds };
  });
}
