import type { ProblemFields, ProblemStatus } from "./generated/routes.js";

/** A code that the service publishes. */
export type ProblemCode = keyof ProblemStatus;

/** The codes of failures without an answer of the service. */
export type UnansweredCode = "deadline_exceeded" | "network_error";

/** A failed call: a refusal of the service, or no answer at all. Branch on `code`, as `isAtriumError` types
 *  it. */
export class AtriumFailure extends Error {
  override readonly name = "AtriumError";
  /** The HTTP status; 0 when there was no answer. */
  readonly status!: number;
  /** Null for a refusal that has no published code. */
  readonly code!: string | null;
  readonly title!: string;
  /** For a log. May change. */
  readonly detail!: string | null;
  /** Id of the request in the service's log. */
  readonly request_id!: string | null;
  /** Seconds after which another try makes sense. */
  readonly retry_after!: number | null;
  /** The whole document, for fields of single codes. */
  readonly problem!: Record<string, unknown>;

  constructor(facts: Omit<AtriumFailure, keyof Error>, options?: ErrorOptions) {
    super(`${facts.status} ${facts.code ?? facts.title}: ${facts.detail ?? facts.title}`, options);
    Object.assign(this, facts);
  }
}

type Fields<Code> = Code extends keyof ProblemFields ? ProblemFields[Code] : unknown;

type Coded = {
  [Code in ProblemCode]: AtriumFailure & {
    readonly code: Code;
    readonly status: ProblemStatus[Code];
    readonly problem: Fields<Code>;
  };
}[ProblemCode];

/** Every failure, as a union by `code`. */
export type AtriumError =
  | Coded
  | (AtriumFailure & { readonly code: UnansweredCode; readonly status: 0 })
  | (AtriumFailure & { readonly code: null });

/** Whether a thrown value is a failure of a call; `code` then names its kind.
 *  @example
 *  import { createAtrium, isAtriumError } from "@atrium/client";
 *
 *  const atrium = createAtrium(settings);
 *  try {
 *    await atrium.call("POST /api/v1/auth/session/exchange", { body: { grant: "spent" } });
 *  } catch (error) {
 *    if (!isAtriumError(error)) throw error;
 *    if (error.code === "invalid_credentials") console.log("refused", error.request_id);
 *  }
 */
export function isAtriumError(error: unknown): error is AtriumError {
  return error instanceof AtriumFailure;
}

const sessionEnds = [
  ...(["revoked", "expired", "user_disabled", "tenant_disabled", "not_found"] as const),
  ...(["session_activity_invalid", "session_idle_timeout", "session_activity_expired"] as const),
];

/** A failure that means that a session is over. */
export type SessionEnd = Extract<AtriumError, { readonly code: (typeof sessionEnds)[number] }>;

/** Whether a failure means that the user's session is over: delete it, and have the user sign in again.
 *  @example
 *  import { createAtrium, isSessionOver } from "@atrium/client";
 *
 *  const atrium = createAtrium(settings);
 *  const body = { session_id: crypto.randomUUID(), method: "password", password: "a guess" } as const;
 *  try {
 *    await atrium.call("POST /api/v1/auth/session/reverify", { body });
 *  } catch (error) {
 *    if (!isSessionOver(error)) throw error;
 *    console.log("sign in again");
 *  }
 */
export function isSessionOver(error: unknown): error is SessionEnd {
  return (
    isAtriumError(error) && error.status === 401 && sessionEnds.some((code) => code === error.code)
  );
}

/** Reads the failure in an answer: a problem document or an OAuth error; anything else has no code. */
export async function failureOf(response: Response): Promise<AtriumFailure> {
  const problem = await readObject(response);
  const text = (...names: string[]) =>
    names.map((name) => problem[name]).find((value) => typeof value === "string") ?? null;
  return new AtriumFailure({
    status: response.status,
    code: text("code", "error_code", "error"),
    title: text("title", "error") ?? `HTTP ${response.status}`,
    detail: text("detail", "error_description"),
    request_id: response.headers.get("x-request-id"),
    retry_after: secondsOf(response.headers.get("retry-after")),
    problem,
  });
}

/** Makes the failure of a call without an answer.
 *  @param code whether time ran out or the connection failed */
export function unanswered(code: UnansweredCode, cause: unknown): AtriumFailure {
  const title = code === "network_error" ? "No answer" : "No answer in time";
  const facts = { status: 0, code, title, detail: null, request_id: null, retry_after: null };
  return new AtriumFailure({ ...facts, problem: {} }, { cause });
}

async function readObject(response: Response): Promise<Record<string, unknown>> {
  try {
    const parsed: unknown = await response.json();
    if (parsed && typeof parsed === "object" && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // A proxy's page, or nothing: the status says enough.
  }
  return {};
}

function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null;
}
