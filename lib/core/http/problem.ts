import { snakeKeysDeep } from "@/lib/core/contract/names";
import { errorsOfDetail } from "@/lib/core/http/field-errors";
import type { ServiceError } from "@/lib/kernel/errors";
import { type Reason, reasons } from "@/lib/kernel/errors/catalogue";
import { titles } from "@/lib/kernel/errors/row";

/** Status of a reason on the JSON planes. */
export function statusOf(reason: Reason): number {
  return reasons[reason].status;
}

/** Published code of a reason, if it has one: its own name. */
export function codeOf(reason: Reason): string | undefined {
  return reasons[reason].cause === undefined ? undefined : reason;
}

/** Title of a reason. */
export function titleOf(reason: Reason): string {
  const { title, status } = reasons[reason];
  return title ?? titles[status];
}

/** Fields that a use case refused, with their errors. */
function namedFields({ detail }: ServiceError, status: number): Record<string, unknown> {
  const errors = status === 422 || status === 409 ? errorsOfDetail(detail) : [];
  return errors.length > 0 ? { errors } : {};
}

/** A refusal as a problem document (RFC 7807). It depends on nothing but the error, so that two refusals that
 *  must look alike are the same bytes. */
export function problemResponse(error: ServiceError): Response {
  const { reason } = error;
  const [status, title, code] = [statusOf(reason), titleOf(reason), codeOf(reason)];
  const headers = new Headers({
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  });
  if (error.retryAfterSeconds !== undefined)
    headers.set("retry-after", String(Math.max(1, Math.ceil(error.retryAfterSeconds))));
  if (status === 401) headers.set("www-authenticate", "Bearer");
  if (Array.isArray(error.fields.allow)) headers.set("allow", error.fields.allow.join(", "));
  if (error.fields.acceptEncoding === "identity") headers.set("accept-encoding", "identity");
  const {
    allow: _,
    acceptEncoding: __,
    ...fields
  } = { ...namedFields(error, status), ...error.fields };
  const body = {
    status,
    title,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    ...(code === undefined ? {} : { code }),
    ...(snakeKeysDeep(fields) as object),
  };
  return new Response(JSON.stringify(body), { status, headers });
}
