/** Reason for which a password was refused, as a key of our texts. */
export interface PasswordRefusal {
  why: "too_short" | "too_long" | "unicode" | "regular" | "common" | "context" | "other";
  count?: number;
}

// The policy states its reason in English, for the API; these are the same reasons in the reader's language.
const reasons: [RegExp, PasswordRefusal["why"]][] = [
  [/too short/, "too_short"],
  [/too long/, "too_long"],
  [/Unicode/, "unicode"],
  [/repeats itself|simple sequence/, "regular"],
  [/tried first/, "common"],
  [/too close/, "context"],
];

/** Maps the policy's reason (lib/core/passwords/password-policy.ts) to a key; an unknown one is `other`. */
export function passwordRefusal(detail: string | undefined): PasswordRefusal {
  const found = reasons.find(([pattern]) => pattern.test(detail ?? ""));
  const count = /(\d+) characters/.exec(detail ?? "")?.[1];
  return { why: found?.[1] ?? "other", ...(count ? { count: Number(count) } : {}) };
}
