import type { Reason } from "@/lib/kernel/errors/catalogue";
import { newDurationTally, newTally } from "@/lib/kernel/process/metrics";

/** Result of a sign-in, or of a stage of one. */
export type SignInOutcome =
  | "succeeded"
  /** Another factor is required. */
  | "challenged"
  /** A factor has to be enrolled first. */
  | "enrolment_required"
  | "failed"
  | "locked"
  /** No decision: the service was overloaded, or an error occurred. */
  | "not_judged";

/** Factor of a sign-in, successful or not. */
export type SignInFactor = "password" | "code" | "totp" | "recovery_code" | "passkey" | "link";

/** Result of a request for a token, at the token endpoint or through the API. */
export type TokenOutcome = "issued" | "refused" | "failed";

/** Result of an attempt in an outbox. */
type OutboxOutcome = "queued" | "sent" | "retried" | "failed";

const countAnswer = newTally<[route: string, method: string, status: string]>(
  "http_requests_total",
  "Requests answered, by route, method and status",
  ["route", "method", "status"],
);

const countDuration = newDurationTally(
  "http_request_duration_seconds",
  "From the first line of a request to the last byte of its answer",
  "route",
);

/** Counts an answered request.
 *  @param route the pattern of its route, or `pages`; never the path itself, which the client chooses
 *  @param seconds its duration */
export function countRequest(route: string, method: string, status: number, seconds: number): void {
  countAnswer(route, method, status < 600 ? String(status) : "other");
  countDuration(route, seconds);
}

/** Counts a job that ran. */
export const countJob = newTally<[queue: string, outcome: "done" | "failed"]>(
  "jobs_total",
  "Jobs run, by queue and outcome (done, failed)",
  ["queue", "outcome"],
);

/** Counts a stage of a sign-in. */
export const countSignIn = newTally<[plane: string, outcome: SignInOutcome, factor: SignInFactor]>(
  "sign_ins_total",
  "Stages of sign-ins, by plane (direct, hosted), outcome and factor",
  ["plane", "outcome", "factor"],
);

/** Counts a stage of a sign-in at a tenant with series of its own. `tenant` is its public id. */
export const countTenantSignIn = newTally<[tenant: string, plane: string, outcome: SignInOutcome]>(
  "tenant_sign_ins_total",
  "Stages of sign-ins of the tenants that ATRIUM_METRICS_TENANTS names, by plane and outcome",
  ["tenant", "plane", "outcome"],
);

/** Counts a request for a token; `grant` is one of the known grants, or `other`. */
export const countToken = newTally<[grant: string, outcome: TokenOutcome]>(
  "tokens_total",
  "Requests for tokens, by grant and outcome",
  ["grant", "outcome"],
);

/** Counts a refused request. */
export const countRefusal = newTally<[reason: Reason]>(
  "refusals_total",
  "Requests that were refused, by reason",
  ["reason"],
);

/** Counts a line of the log that could not be written; `cause` is the system's error code, such as ENOSPC. */
export const countDroppedLines = newTally<[cause: string]>(
  "log_lines_dropped_total",
  "Lines of the log that could not be written, by cause",
  ["cause"],
);

/** Counts a rate limit that rejected a request; `brake` is the name of its budget. */
export const countBrake = newTally<[brake: string]>(
  "brakes_total",
  "Rate limits that held, by their name",
  ["brake"],
);

/** Counts the result of an attempt to send a message; `cause` is one of `mailCause`, empty for none. */
export const countMail = newTally<[outcome: OutboxOutcome, cause: string]>(
  "mails_total",
  "Messages, by what became of them and why",
  ["outcome", "cause"],
);

/** Counts the result of a back-channel logout; `cause` is one of `logoutCause`, empty for none. */
export const countLogout = newTally<[outcome: OutboxOutcome, cause: string]>(
  "logout_deliveries_total",
  "Back-channel logouts, by what became of them and why",
  ["outcome", "cause"],
);

/** Counts a password check by a previous system. */
export const countPreviousSystem = newTally<[outcome: "right" | "wrong" | "failed"]>(
  "previous_system_questions_total",
  "Passwords that previous systems were asked for, by outcome (right, wrong, failed)",
  ["outcome"],
);
