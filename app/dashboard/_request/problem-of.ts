import type { FormState } from "@/app/dashboard/_parts/form-state";
import { asUnavailable } from "@/lib/db-errors";
import { ServiceError } from "@/lib/errors";
import { statusOf, titleOf } from "@/lib/http/problem";
import { logger } from "@/lib/logger";

/** A refusal of a use case as what a person can act on. A detail that starts with a field ("redirect_uris: …")
 *  is also said at that field. A service that can't answer just now says so, and what was typed stays. Whatever is the
 *  service's own fault is thrown on.
 *  @throws what is not a refusal */
export function problemOf(error: unknown): FormState {
  if (isBusy(error)) {
    logger.error({ err: error }, "an action of the dashboard could not be done");
    return { problem: "The service can’t do this just now. Try again in a few seconds." };
  }
  if (!(error instanceof ServiceError) || statusOf(error.reason) >= 500) throw error;
  const [, field, told] = /^([a-z_]+)(?:\.[\w.]+)?: (.+)$/s.exec(error.detail ?? "") ?? [];
  if (field && told) {
    const problem = sentence(told);
    return { problem, problems: { [camelCase(field)]: problem, [field]: problem } };
  }
  return { problem: inWords(error) };
}

function isBusy(error: unknown): boolean {
  if (error instanceof ServiceError)
    return ["unavailable", "service_overloaded"].includes(error.reason);
  return asUnavailable(error) !== null;
}

function inWords({ reason, detail, retryAfterSeconds }: ServiceError): string {
  if (reason === "missing") return "It is not there any more. Reload the page to see what is.";
  if (retryAfterSeconds !== undefined) {
    const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
    return `Too many attempts. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
  }
  return detail ?? titleOf(reason);
}

function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
