import type { Problem } from "@/app/_components/problem";
import { asUnavailable } from "@/lib/db-errors";
import { ServiceError } from "@/lib/errors";
import { logger } from "@/lib/logger";

/** A refusal as a form shows it.
 *  @throws nothing: what was not foreseen is logged, and told as our fault */
export function problemOf(
  error: unknown,
  rejected: "rejected" | "codeRejected" = "rejected",
): Problem {
  const at = Date.now();
  if (!(error instanceof ServiceError)) {
    logger.error({ err: error }, "a hosted page failed");
    return { kind: asUnavailable(error) ? "overloaded" : "failed", at };
  }
  const retryAfterSeconds =
    error.retryAfterSeconds && Math.max(1, Math.ceil(error.retryAfterSeconds));
  switch (error.reason) {
    case "invalid_credentials":
      return { kind: rejected, at };
    case "login_temporarily_locked":
      return { kind: "locked", retryAfterSeconds, at };
    case "rate_limited":
      return { kind: "limited", retryAfterSeconds, at };
    case "service_overloaded":
    case "unavailable":
      return { kind: "overloaded", at };
    default:
      return { kind: "failed", at };
  }
}
