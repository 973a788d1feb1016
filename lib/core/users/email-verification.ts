/** Evidence that a user controls an address. The tenant may assert it and withdraw the assertion; proof
 *  the service obtained itself takes precedence and cannot be withdrawn (spec, Email verification
 *  evidence). */
export type EmailVerification =
  | { verified: false }
  | { verified: true; method: EmailVerifiedMethod; at: Date };

export type EmailVerifiedMethod = "tenant_asserted" | "service_otp" | "service_token";

/** Records the tenant's assertion if there is no evidence yet; better evidence stays. */
export function assertedByTenant(current: EmailVerification, at: Date): EmailVerification {
  return current.verified ? current : { verified: true, method: "tenant_asserted", at };
}

/** Withdraws the tenant's assertion, and no other evidence. */
export function withdrawnByTenant(current: EmailVerification): EmailVerification {
  const firstHand = current.verified && current.method !== "tenant_asserted";
  return firstHand ? current : { verified: false };
}

/** Records proof that the service obtained itself: it replaces no evidence or the tenant's assertion;
 *  earlier proof of the service stays. */
export function provenToService(
  current: EmailVerification,
  method: "service_otp" | "service_token",
  at: Date,
): EmailVerification {
  const firstHand = current.verified && current.method !== "tenant_asserted";
  return firstHand ? current : { verified: true, method, at };
}
