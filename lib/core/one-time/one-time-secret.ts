import type { SecretPrefix } from "@/lib/kernel/crypto/secrets";

/** Purpose for which a one-time secret can be redeemed. */
export type OneTimePurpose =
  | "grant"
  | "set_password"
  | "invitation"
  | "onboarding"
  | "password_reset"
  | "not_me";

const DAY = 24 * 60 * 60;

/** Lifetimes in seconds: grants and resets by contract, invitation and onboarding links seven days (spec,
 *  Limits), the link that disowns an attempt as long as its code. */
export const lifetimeSeconds: Record<OneTimePurpose, number> = {
  grant: 60,
  set_password: DAY,
  invitation: 7 * DAY,
  onboarding: 7 * DAY,
  password_reset: 30 * 60,
  not_me: 10 * 60,
};

/** Returns the prefix that distinguishes a grant from a link's secret, for people and for secret scanners. */
export function prefixOf(purpose: OneTimePurpose): SecretPrefix {
  return purpose === "grant" ? "agr_" : "alk_";
}

/** A one-time secret that is live, or was when it was consumed. */
export interface OneTimeSecret {
  id: string;
  userId: string;
  purpose: OneTimePurpose;
  emailed: boolean;
  payload: Record<string, unknown>;
  createdAt: Date;
  expiresAt: Date;
}
