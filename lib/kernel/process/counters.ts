import type { Reason } from "@/lib/kernel/errors";
import { newDurationTally, newTally } from "@/lib/kernel/process/metrics";
import { singleton } from "@/lib/kernel/process/singleton";

/** How a sign-in ended, or the stage of one. */
export type SignInOutcome =
  | "succeeded"
  /** Another factor is asked for. */
  | "challenged"
  /** A factor has to be added first. */
  | "enrolment_required"
  | "failed"
  | "locked"
  /** Nothing was judged: the service was overloaded, or something failed. */
  | "not_judged";

/** What somebody signed in with, or tried to. */
export type SignInFactor = "password" | "code" | "totp" | "recovery_code" | "passkey" | "link";

/** How a request at the token endpoint, or for a token through the API, ended. */
export type TokenOutcome = "issued" | "refused" | "failed";

/** What a previous system answered. */
export type PreviousSystemOutcome = "right" | "wrong" | "failed";

/** What became of something in an outbox. */
export type OutboxOutcome = "queued" | "sent" | "retried" | "failed";

// One for all bundles: what one bundle counts the other reads.
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

/** The words of statuses, so that counting a request makes none. */
const statuses = Array.from({ length: 600 }, (_, status) => String(status));

/** Counts a request that was answered.
 *  @param route the pattern of its route, or `pages`; never the path itself, which anybody chooses
 *  @param seconds it took */
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

/** Counts a stage of a sign-in at a tenant that the operator named.
 *  @param tenant the public id */
export function countTenantSignIn(tenant: string, plane: string, outcome: SignInOutcome): void {
  counters.tenantSignIns.add(tenant, plane, outcome);
}

/** Counts a request for a token.
 *  @param grant one of the grants that there are, or `other` */
export function countToken(grant: string, outcome: TokenOutcome): void {
  counters.tokens.add(grant, outcome);
}

/** Counts a refused request. */
export function countRefusal(reason: Reason): void {
  counters.refusals.add(reason);
}

/** Counts a line of the log that could not be written.
 *  @param cause the system's word, such as ENOSPC */
export function countDroppedLines(cause: string): void {
  counters.droppedLines.add(cause);
}

/** Counts a rate limit that held.
 *  @param brake the name of its budget */
export function countBrake(brake: string): void {
  counters.brakes.add(brake);
}

/** Counts what became of a message.
 *  @param cause one of the few of `mailCause`; empty for none */
export function countMail(outcome: OutboxOutcome, cause = ""): void {
  counters.mails.add(outcome, cause);
}

/** Counts what became of a back-channel logout.
 *  @param cause one of the few of `logoutCause`; empty for none */
export function countLogout(outcome: OutboxOutcome, cause = ""): void {
  counters.logouts.add(outcome, cause);
}

/** Counts a password that a previous system was asked for. */
export function countPreviousSystem(outcome: PreviousSystemOutcome): void {
  counters.previousSystem.add(outcome);
}
