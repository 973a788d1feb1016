import type { FormState } from "@/app/dashboard/_parts/form-state";
import { fallbackWords, refusalWords } from "@/app/dashboard/_request/refusal-words";
import { isNamed, later } from "@/app/dashboard/_words/later";
import { detailParts } from "@/lib/core/http/field-errors";
import { statusOf } from "@/lib/core/http/problem";
import { asUnavailable } from "@/lib/kernel/db/database-errors";
import { ServiceError } from "@/lib/kernel/errors";
import { logger } from "@/lib/kernel/process/logger";

/** Returns a use case's refusal as a form's state that a person can act on. A detail about fields ("slug,
 *  external_id: …; name: …") is also shown at each of them. A service that can't answer just now says so, and
 *  the typed texts stay. A fault of the service itself is thrown on. Our own texts are named, and put into
 *  the reader's language later; a detail without a name (`says`) stays in English.
 *  @throws any error that is no refusal */
export function problemOf(error: unknown): FormState {
  if (isBusy(error)) {
    logger.error({ err: error }, "an action of the dashboard could not be done");
    return { problem: later("frame", "problem.busy") };
  }
  if (!(error instanceof ServiceError) || statusOf(error.reason) >= 500) throw error;
  const parts = partsOf(error.detail ?? "", error.says.map(refusalWords));
  if (!parts) return { problem: inWords(error) };
  const problems: Record<string, string> = {};
  for (const { fields, problem } of parts)
    for (const field of fields.flatMap(namesInForms)) problems[field] ??= problem;
  const problem = summarizeProblems(parts.map((part) => part.problem));
  return Object.keys(problems).length > 0 ? { problem, problems } : { problem };
}

/** Returns several problems as the one line above a form: the first, and the number of the others, which show
 *  at their fields. */
export function summarizeProblems(problems: readonly string[]): string {
  const [first = later("frame", "problem.reload"), ...others] = problems;
  if (others.length === 0) return first;
  return `${first} ${later("frame", "problem.andMore", { count: others.length })}`;
}

/** Splits a detail by field; null when it begins with no field.
 *  @param named names of its parts, in the same order, for those that have one */
function partsOf(
  detail: string,
  named: readonly string[],
): { fields: string[]; problem: string }[] | null {
  const parts = detailParts(detail);
  return (
    parts?.map(({ fields, message: told }, index) => ({
      fields,
      problem: named[index] ?? sentence(told),
    })) ?? null
  );
}

/** Returns the names in the dashboard's forms for a field of the wire. An organization is typed there by its
 *  name, slug or id. The subject of a form is no field of it. */
function namesInForms(field: string): string[] {
  const name = camelCase(field.split(".").at(-1) ?? field);
  if (name === "id") return [];
  return name === "organizationId" ? [name, "organization"] : [name];
}

function isBusy(error: unknown): boolean {
  if (error instanceof ServiceError) return statusOf(error.reason) === 503;
  return asUnavailable(error) !== null;
}

function inWords({ reason, detail, says, retryAfterSeconds }: ServiceError): string {
  if (reason === "missing") return later("frame", "problem.missing");
  if (retryAfterSeconds !== undefined) {
    const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
    return later("frame", "problem.tooMany", { minutes });
  }
  const [named] = says;
  return named ? refusalWords(named) : (detail ?? fallbackWords(statusOf(reason)));
}

function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function sentence(text: string): string {
  if (isNamed(text)) return text;
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
