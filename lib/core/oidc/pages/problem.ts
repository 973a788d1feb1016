import { asServiceError } from "@/lib/core/http/service-error";

/** Reason why a form was refused, for the person. It never reveals whether an account exists. */
export interface Problem {
  kind:
    | "rejected"
    | "codeRejected"
    | "passkeyRejected"
    | "passkeyOver"
    | "notAdded"
    | "locked"
    | "notResent"
    | "notRenewed"
    | "limited"
    | "overloaded"
    | "unavailable"
    | "noFactor"
    | "failed";
  retryAfterSeconds?: number | undefined;
}

/** Converts a refusal to a form's problem.
 *  @param rejected text about credentials that were not accepted
 *  @throws nothing: unexpected errors are logged, and shown as our fault */
export function problemOf(
  error: unknown,
  rejected: "rejected" | "codeRejected" | "passkeyRejected" = "rejected",
): Problem {
  const { reason, retryAfterSeconds: seconds } = asServiceError(error);
  const retryAfterSeconds = seconds && Math.max(1, Math.ceil(seconds));
  switch (reason) {
    case "invalid_credentials":
      return { kind: rejected };
    case "forbidden":
      return { kind: "noFactor" };
    case "proof_rejected":
      return { kind: "codeRejected" };
    case "unprocessable":
    case "conflict":
      return { kind: "notAdded" };
    case "login_temporarily_locked":
      return { kind: "locked", retryAfterSeconds };
    case "rate_limited":
      return { kind: "limited", retryAfterSeconds };
    case "service_overloaded":
      return { kind: "overloaded", retryAfterSeconds };
    case "unavailable":
      return { kind: "unavailable", retryAfterSeconds };
    default:
      return { kind: "failed" };
  }
}

const statuses: Record<Problem["kind"], number> = {
  rejected: 422,
  codeRejected: 422,
  passkeyRejected: 422,
  passkeyOver: 422,
  notAdded: 422,
  locked: 429,
  notResent: 429,
  notRenewed: 422,
  limited: 429,
  overloaded: 503,
  unavailable: 503,
  noFactor: 403,
  failed: 500,
};

/** Status and waiting time of the page that shows a form again. A form with only invalid
 *  fields has no problem. */
export function refusalOf(problem: Problem | undefined): {
  status: number;
  retryAfterSeconds?: number | undefined;
} {
  if (!problem) return { status: 422 };
  const status = statuses[problem.kind];
  const waits = status === 429 || status === 503;
  return { status, ...(waits ? { retryAfterSeconds: problem.retryAfterSeconds ?? 5 } : {}) };
}
