import type { KeyAge } from "@/lib/core/signing-keys/key-age";
import { SIGNING_KEY_NOTICE_DAYS } from "@/lib/core/signing-keys/key-due";
import { type Check, type Finding, failed, ok, warning } from "./check";

const DAY_SECONDS = 86_400;

/** Checks that the signing keys open with the present master keys, and how long they have signed. */
export const signingKeys: Check = {
  name: "signing keys",
  needs: "database",
  look: async () => {
    const { algorithms } = await import("@/lib/core/signing-keys/signing-key");
    const { keyAges } = await import("@/lib/core/signing-keys/key-age");
    const { openDataKeys } = await import("@/lib/kernel/data-keys/open-data-keys");
    try {
      await openDataKeys();
      const ages = await keyAges();
      const missing = Object.keys(algorithms).filter(
        (purpose) => !ages.some((age) => age.purpose === purpose),
      );
      if (missing.length > 0)
        return failed(
          `no key signs for ${missing.join(", ")}`,
          "Set PostgreSQL's clock, if it is before the keys (`keys list`). Where there are no keys, run db migrate.",
        );
      return keyAgesFinding(ages);
    } catch (error) {
      return failed(
        `the keys can't be used: ${error instanceof Error ? error.message : error}`,
        "Give the service (ATRIUM_MASTER_KEY) the master key that wraps the keys of this database. Where there are no keys, run db migrate.",
      );
    }
  },
};

export function keyAgesFinding(keys: readonly KeyAge[]): Finding {
  const due = keys.filter(({ dueSeconds }) => dueSeconds < SIGNING_KEY_NOTICE_DAYS * DAY_SECONDS);
  const oldest = Math.max(0, ...keys.map(({ ageSeconds }) => ageSeconds));
  if (due.length === 0) return ok(`all open; the oldest has signed for ${inDays(oldest)}`);
  return warning(
    due.map(whenDue).join(", "),
    "Run `keys rotate`: it restarts nothing and invalidates nothing.",
  );
}

function whenDue({ purpose, ageSeconds, dueSeconds }: KeyAge): string {
  const due = dueSeconds > 0 ? `due in ${inDays(dueSeconds)}` : "overdue";
  return `${purpose} has signed for ${inDays(ageSeconds)} and is ${due}`;
}

const inDays = (seconds: number) => `${Math.floor(seconds / DAY_SECONDS)} days`;
