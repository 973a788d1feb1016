import type { Reason } from "@/lib/kernel/errors/catalogue";
import { newDurationTally, newTally } from "@/lib/kernel/process/metrics";
import { singleton } from "@/lib/kernel/process/singleton";

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

/** Answer of a previous system about a password. */
export type PreviousSystemOutcome = "right" | "wrong" | "failed";

/** Result of an attempt in an outbox. */
export type OutboxOutcome = "queued" | "sent" | "retried" | "failed";

// One for all bundles: each reads what the others count.
const counters = singleton("counters", () => ({
  requests: newTally("http_requests_total", "Requests answered, by route, method and status", [
    "route",
    "method",
    "status",
  ]),
  durations: newDurationTally(
    "http_request_duration_seconds",
    "From the first line of a request to the last byte of its answer",
    "route",
  ),
  jobs: newTally("jobs_total", "Jobs run, by queue and outcome (done, failed)", [
    "queue",
    "outcome",
  ]),
  signIns: newTally(
    "sign_ins_total",
    "Stages of sign-ins, by plane (direct, hosted), outcome and factor",
    ["plane", "outcome", "factor"],
  ),
  tenantSignIns: newTally(
    "tenant_sign_ins_total",
    "Stages of sign-ins of the tenants that ATRIUM_METRICS_TENANTS names, by plane and outcome",
    ["tenant", "plane", "outcome"],
  ),
  tokens: newTally("tokens_total", "Requests for tokens, by grant and outcome", [
    "grant",
    "outcome",
  ]),
  refusals: newTally("refusals_total", "Requests that were refused, by reason", ["reason"]),
  droppedLines: newTally(
    "log_lines_dropped_total",
    "Lines of the log that could not be written, by cause",
    ["cause"],
  ),
  brakes: newTally("brakes_total", "Rate limits that held, by their name", ["brake"]),
  mails: newTally("mails_total", "Messages, by what became of them and why", ["outcome", "cause"]),
  logouts: newTally(
    "logout_deliveries_total",
    "Back-channel logouts, by what became of them and why",
    ["outcome", "cause"],
  ),
  previousSystem: newTally(
    "previous_system_questions_total",
    "Passwords that previous systems were asked for, by outcome (right, wrong, failed)",
    ["outcome"],
  ),
}));

/** Labels of statuses, so that counting a request allocates no string. */
const statuses = Array.from({ length: 600 }, (_, status) => String(status));

/** Counts an answered request.
 *  @param route the pattern of its route, or `pages`; never the path itself, which the client chooses
 *  @param seconds its duration */
export function countRequest(route: string, method: string, status: number, seconds: number): void {
  counters.requests.add(route, method, statuses[status] ?? "other");
  counters.durations.add(route, seconds);
}

/** Counts a job that ran. */
export function countJob(queue: string, outcome: "done" | "failed"): void {
  counters.jobs.add(queue, outcome);
}

/** Counts a stage of a sign-in. */
export function countSignIn(plane: string, outcome: SignInOutcome, factor: SignInFactor): void {
  counters.signIns.add(plane, outcome, factor);
}

/** Counts a stage of a sign-in at a tenant for which the operator enabled series.
 *  @param tenant the public id */
export function countTenantSignIn(tenant: string, plane: string, outcome: SignInOutcome): void {
  counters.tenantSignIns.add(tenant, plane, outcome);
}

/** Counts a request for a token.
 *  @param grant one of the known grants, or `other` */
export function countToken(grant: string, outcome: TokenOutcome): void {
  counters.tokens.add(grant, outcome);
}

/** Counts a refused request. */
export function countRefusal(reason: Reason): void {
  counters.refusals.add(reason);
}

/** Counts a line of the log that could not be written.
 *  @param cause the system's error code, such as ENOSPC */
export function countDroppedLines(cause: string): void {
  counters.droppedLines.add(cause);
}

/** Counts a rate limit that rejected a request.
 *  @param brake the name of its budget */
export function countBrake(brake: string): void {
  counters.brakes.add(brake);
}

/** Counts the result of an attempt to send a message.
 *  @param cause one of the few of `mailCause`; empty for none */
export function countMail(outcome: OutboxOutcome, cause = ""): void {
  counters.mails.add(outcome, cause);
}

/** Counts the result of a back-channel logout.
 *  @param cause one of the few of `logoutCause`; empty for none */
export function countLogout(outcome: OutboxOutcome, cause = ""): void {
  counters.logouts.add(outcome, cause);
}

/** Counts a password check by a previous system. */
export function countPreviousSystem(outcome: PreviousSystemOutcome): void {
  counters.previousSystem.add(outcome);
}
