import type { SigningPurpose } from "@/lib/oidc/keys/signing-key";
import { type Check, type Finding, failed, ok, warning } from "./check";

const DAY_MS = 86_400_000;
/** How long a key should sign. No standard names a figure; half a year keeps what a stolen key is worth small, and turning
 *  a key costs nothing. */
export const ROTATE_AFTER_DAYS = 180;

/** Since when a key signs. */
export interface KeyAge {
  purpose: SigningPurpose;
  activeFrom: Date;
}

/** Whether the signing keys open with the master keys at hand, and how long they have signed. */
export const signingKeys: Check = {
  name: "signing keys",
  needs: "database",
  look: async () => {
    const { currentKeys, keyTime } = await import("@/lib/oidc/keys/signing-keys");
    const { algorithms, signingKeyAt } = await import("@/lib/oidc/keys/signing-key");
    const { openDataKeys } = await import("@/lib/crypto/data-keys/open-data-keys");
    try {
      await openDataKeys();
      const keys = await currentKeys();
      const purposes = Object.keys(algorithms) as SigningPurpose[];
      const ages = purposes.map((purpose) => signingKeyAt(keys, purpose, keyTime()));
      return keyAgesFinding(ages, keyTime());
    } catch (error) {
      return failed(
        `the keys can't be used: ${error instanceof Error ? error.message : error}`,
        "Give the service (ATRIUM_MASTER_KEY) the master key that wraps the keys of this database. Where there are no keys, run db migrate.",
      );
    }
  },
};

export function keyAgesFinding(keys: readonly KeyAge[], at: Date): Finding {
  const days = ({ activeFrom }: KeyAge) =>
    Math.floor((at.getTime() - activeFrom.getTime()) / DAY_MS);
  const due = keys.filter((key) => days(key) >= ROTATE_AFTER_DAYS);
  const oldest = Math.max(...keys.map(days));
  if (due.length === 0)
    return ok(`all open; the oldest has signed for ${Math.max(0, oldest)} days`);
  return warning(
    `${due.map((key) => `${key.purpose} has signed for ${days(key)} days`).join(", ")}`,
    "Run `keys rotate`: it restarts nothing and invalidates nothing.",
  );
}
