import { snakeKeysDeep } from "@/lib/core/contract/names";
import { errorsOfDetail } from "@/lib/core/http/field-errors";
import type { Reason, ServiceError } from "@/lib/kernel/errors";

interface Rendering {
  status: number;
  title: string;
  /** Published code, for reasons that have one. */
  code?: string;
}

const plain = (status: number, title: string): Rendering => ({ status, title });
const coded = (status: number, code: string, title: string): Rendering => ({ status, code, title });
const denied = (code: string) => coded(403, code, "Access denied");
const sessionEnded = (code: string) => coded(401, code, "Session unusable");

/** Status, title and code of every reason on the JSON planes. A missing reason does not compile. */
export const everyRendering: Readonly<Record<Reason, Rendering>> = {
  malformed: plain(400, "Bad Request"),
  unauthenticated: plain(401, "Unauthorized"),
  forbidden: plain(403, "Forbidden"),
  missing: plain(404, "Not Found"),
  method_not_allowed: plain(405, "Method Not Allowed"),
  request_timeout: plain(408, "Request Timeout"),
  conflict: plain(409, "Conflict"),
  payload_too_large: plain(413, "Content Too Large"),
  unsupported_media_type: plain(415, "Unsupported Media Type"),
  unprocessable: plain(422, "Unprocessable Content"),
  internal: plain(500, "Internal Server Error"),
  unavailable: plain(503, "Service Unavailable"),
  proof_rejected: plain(401, "Unauthorized"),
  step_up_required: coded(403, "step_up_required", "Forbidden"),
  invalid_credentials: coded(401, "invalid_credentials", "Unauthorized"),
  rate_limited: coded(429, "rate_limited", "Too Many Requests"),
  login_temporarily_locked: coded(429, "login_temporarily_locked", "Too Many Requests"),
  service_overloaded: coded(503, "service_overloaded", "Service Unavailable"),
  revoked: sessionEnded("revoked"),
  expired: sessionEnded("expired"),
  user_disabled: sessionEnded("user_disabled"),
  tenant_disabled: sessionEnded("tenant_disabled"),
  not_found: sessionEnded("not_found"),
  session_activity_invalid: sessionEnded("session_activity_invalid"),
  session_idle_timeout: sessionEnded("session_idle_timeout"),
  session_activity_expired: sessionEnded("session_activity_expired"),
  app_unknown: denied("app_unknown"),
  app_disabled: denied("app_disabled"),
  organization_unknown: denied("organization_unknown"),
  organization_inactive: denied("organization_inactive"),
  no_membership: denied("no_membership"),
  membership_inactive: denied("membership_inactive"),
  no_role: denied("no_role"),
  role_denied: denied("role_denied"),
  org_type_denied: denied("org_type_denied"),
  package_unassigned: denied("package_unassigned"),
  package_inactive: denied("package_inactive"),
  entitlement_missing: denied("entitlement_missing"),
  organization_selection_required: coded(
    422,
    "organization_selection_required",
    "Unprocessable Content",
  ),
  organization_type_not_resolved: coded(400, "organization_type_not_resolved", "Bad Request"),
  enrolment_token_unknown: coded(401, "enrolment_token_unknown", "Unauthorized"),
  enrolment_token_revoked: coded(403, "enrolment_token_revoked", "Forbidden"),
  enrolment_token_expired: coded(403, "enrolment_token_expired", "Forbidden"),
  enrolment_token_not_yet_valid: coded(403, "enrolment_token_not_yet_valid", "Forbidden"),
  enrolment_token_exhausted: coded(403, "enrolment_token_exhausted", "Forbidden"),
  enrolment_token_rate_limited: coded(429, "enrolment_token_rate_limited", "Too Many Requests"),
  installation_key_duplicate: coded(409, "installation_key_duplicate", "Conflict"),
  installation_limit_reached: coded(409, "installation_limit_reached", "Conflict"),
  enrolment_app_invalid: coded(422, "enrolment_app_invalid", "Unprocessable Content"),
  enrolment_workspace_invalid: coded(422, "enrolment_workspace_invalid", "Unprocessable Content"),
  identity_source_issuer_duplicate: coded(409, "identity_source_issuer_duplicate", "Conflict"),
  external_principal_duplicate: coded(409, "external_principal_duplicate", "Conflict"),
  external_principal_already_claimed: coded(409, "external_principal_already_claimed", "Conflict"),
  identity_source_tenant_invalid: coded(
    422,
    "identity_source_tenant_invalid",
    "Unprocessable Content",
  ),
  external_principal_source_invalid: coded(
    422,
    "external_principal_source_invalid",
    "Unprocessable Content",
  ),
  identity_binding_principal_invalid: coded(
    422,
    "identity_binding_principal_invalid",
    "Unprocessable Content",
  ),
  identity_binding_user_invalid: coded(
    422,
    "identity_binding_user_invalid",
    "Unprocessable Content",
  ),
  installation_limit_above_maximum: coded(
    422,
    "installation_limit_above_maximum",
    "Unprocessable Content",
  ),
  installation_maximum_below_limit: coded(
    422,
    "installation_maximum_below_limit",
    "Unprocessable Content",
  ),
  installation_campaign_changed: coded(409, "installation_campaign_changed", "Conflict"),
};

/** Status of a reason on the JSON planes. */
export function statusOf(reason: Reason): number {
  return everyRendering[reason].status;
}

/** Published code of a reason, if it has one. */
export function codeOf(reason: Reason): string | undefined {
  return everyRendering[reason].code;
}

/** Title of a reason. */
export function titleOf(reason: Reason): string {
  return everyRendering[reason].title;
}

/** Fields that a use case refused, with their errors. */
function namedFields({ detail }: ServiceError, status: number): Record<string, unknown> {
  const errors = status === 422 || status === 409 ? errorsOfDetail(detail) : [];
  return errors.length > 0 ? { errors } : {};
}

/** A refusal as a problem document (RFC 7807). It depends on nothing but the error, so that two refusals that
 *  must look alike are the same bytes. */
export function problemResponse(error: ServiceError): Response {
  const { status, title, code } = everyRendering[error.reason];
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
