/** Evidence that a user controls an address. The tenant may vouch for it and take its word back; proof the
 *  service obtained itself outranks that word and cannot be withdrawn (spec, Email verification evidence). */
export type EmailVerification =
  | { verified: false }
  | { verified: true; method: EmailVerifiedMethod; at: Date };

export type EmailVerifiedMethod = "tenant_asserted" | "service_otp" | "service_token";

/** The tenant vouches: recorded where there is no evidence yet; better evidence stays. */
export function assertedByTenant(current: EmailVerification, at: Date): EmailVerification {
  return current.verified ? current : { verified: true, method: "tenant_asserted", at };
}

/** The tenant takes its word back: only its own. */
export function withdrawnByTenant(current: EmailVerification): EmailVerification {
  const firstHand = current.verified && current.method !== "tenant_asserted";
  return firstHand ? current : { verified: false };
}

/** The service saw the proof itself: it replaces nothing or the tenant's word, and stays as first seen. */
export function provenToService(
  current: EmailVerification,
  method: "service_otp" | "service_token",
  at: Date,
): EmailVerification {
  const firstHand = current.verified && current.method !== "tenant_asserted";
  return firstHand ? current : { verified: true, method, at };
}
