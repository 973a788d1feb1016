import type { AtriumFailure } from "./problems.js";

/** Methods that are safe to repeat: those that HTTP calls idempotent, and PATCH, which is repeatable in this
 *  service. */
const repeatableMethods = new Set(["GET", "HEAD", "PUT", "DELETE", "PATCH"]);

/** POSTs that change nothing, or whose repetition the service recognises. */
const repeatablePosts = new Set([
  ...["/api/v1/audit", "/api/v1/management/access/explain"],
  ...["/access/v1/evaluation", "/access/v1/evaluations"],
  ...["/api/v1/auth/session/validate", "/api/v1/auth/session/invalidate", "/api/v1/auth/token"],
]);

/** Codes of refusals that come before any effect, for every method. */
const refusedBeforeEffect = new Set<string | null>([
  ...["rate_limited", "service_overloaded", "enrolment_token_rate_limited"],
]);

const TRIES = 4;

/** Whether a call may be sent once more although it is unknown whether the first one arrived. */
export function isRepeatable(method: string, path: string): boolean {
  return repeatableMethods.has(method) || (method === "POST" && repeatablePosts.has(path));
}

/** Returns the pause before another try.
 *  @param tried number of tries so far
 *  @param random from 0 up to 1
 *  @returns milliseconds, or null when the failure is final */
export function pauseBefore(
  failure: AtriumFailure,
  { tried, repeatable, random }: { tried: number; repeatable: boolean; random: number },
): number | null {
  if (tried >= TRIES) return null;
  const early = failure.status === 408 || refusedBeforeEffect.has(failure.code);
  const lost = failure.code === "network_error" || failure.status === 503 || failure.status === 429;
  // The user must see a locked account, and no wait of this call would unlock it.
  if (failure.code === "login_temporarily_locked") return null;
  if (!early && !(lost && repeatable)) return null;
  const most = Math.min(5_000, 250 * 2 ** tried);
  if (failure.retry_after === null) return most * (0.5 + random / 2);
  return failure.retry_after * 1000 + most * random;
}
