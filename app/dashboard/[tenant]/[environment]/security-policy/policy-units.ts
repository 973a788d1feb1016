import type { Words } from "@/app/dashboard/_words/words-of";
import type { PolicyUnit } from "@/lib/core/security-policy/field-kinds";

type T = Words<"settings">["t"];

/** Larger units that are easier to read, largest first, with the number of small units in one. */
const larger: {
  [U in PolicyUnit]?: readonly (readonly [size: number, unit: PolicyUnit | "hours"])[];
} = {
  minutes: [
    [1440, "days"],
    [60, "hours"],
  ],
  seconds: [
    [3600, "hours"],
    [60, "minutes"],
  ],
};

/** Formats a number with its unit, and with a larger one where that is easier to read: "720 minutes (12
 *  hours)". */
export function amount(count: number, unit: PolicyUnit, t: T): string {
  const plain = t(`policy.amount.${unit}`, { count });
  const [size, of] = larger[unit]?.find(([one]) => count >= one && count % one === 0) ?? [];
  if (!size || !of) return plain;
  return t("policy.amountToo", {
    amount: plain,
    larger: t(`policy.amount.${of}`, { count: count / size }),
  });
}
