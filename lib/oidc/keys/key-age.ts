import { algorithms, type SigningPurpose, signingKeyAt } from "@/lib/oidc/keys/signing-key";
import { currentKeys, keyTime } from "@/lib/oidc/keys/signing-keys";

/** After so many seconds a signing key should be replaced (`keys rotate`): a year, the cryptoperiod that NIST SP 800-57 Part 1
 *  (5.3.6) names for keys that sign. */
const SIGNING_KEY_DUE_SECONDS = 365 * 24 * 60 * 60;

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
    return { purpose, ageSeconds, dueSeconds: SIGNING_KEY_DUE_SECONDS - ageSeconds };
  });
}
