import type { AccessDenial, Reason, ServiceError } from "@/lib/kernel/errors";

/** An error of the OAuth plane (RFC 6749 §5.2), with the published code in addition to the standard one. */
export interface OAuthError {
  status: number;
  error: string;
  description: string;
  errorCode?: string;
  retryAfterSeconds?: number;
  /** Accepted encoding of a body, where an encoded one was sent. */
  acceptEncoding?: "identity";
}

interface Rendering {
  status: number;
  error: string;
  /** The reason is also the answer's `error_code`. */
  coded?: true;
  description?: string;
}

const invalidRequest = (status = 400): Rendering => ({ status, error: "invalid_request" });
const invalidGrant: Rendering = { status: 400, error: "invalid_grant", coded: true };
const busy = (status: number): Rendering => ({
  status,
  error: "temporarily_unavailable",
  coded: true,
});
const failed: Rendering = { status: 500, error: "server_error" };

const denials: Record<AccessDenial, Rendering> = {
  app_unknown: invalidGrant,
  app_disabled: invalidGrant,
  organization_unknown: invalidGrant,
  organization_inactive: invalidGrant,
  no_membership: invalidGrant,
  membership_inactive: invalidGrant,
  no_role: invalidGrant,
  role_denied: invalidGrant,
  org_type_denied: invalidGrant,
  package_unassigned: invalidGrant,
  package_inactive: invalidGrant,
  entitlement_missing: invalidGrant,
};

type EnrolmentReason = Extract<
  Reason,
  `enrolment_${string}` | `installation_${string}` | `identity_${string}` | `external_${string}`
>;

/** Status and OAuth error of every reason that can occur on this plane. A missing reason does not compile.
 *  The reasons of enrolment and external identities belong to other planes. */
const renderings: Record<Exclude<Reason, EnrolmentReason>, Rendering> = {
  ...denials,
  malformed: invalidRequest(),
  unauthenticated: { status: 401, error: "invalid_client" },
  forbidden: { status: 400, error: "unauthorized_client" },
  missing: invalidRequest(404),
  method_not_allowed: invalidRequest(405),
  request_timeout: invalidRequest(408),
  conflict: invalidRequest(409),
  payload_too_large: invalidRequest(413),
  unsupported_media_type: invalidRequest(),
  unprocessable: invalidRequest(422),
  internal: failed,
  unavailable: { status: 503, error: "temporarily_unavailable" },
  proof_rejected: { status: 400, error: "invalid_grant" },
  step_up_required: { status: 403, error: "access_denied" },
  invalid_credentials: { ...invalidGrant, description: "invalid credentials" },
  rate_limited: busy(429),
  login_temporarily_locked: busy(429),
  service_overloaded: busy(503),
  revoked: invalidGrant,
  expired: invalidGrant,
  user_disabled: invalidGrant,
  tenant_disabled: invalidGrant,
  not_found: invalidGrant,
  session_activity_invalid: invalidGrant,
  session_idle_timeout: invalidGrant,
  session_activity_expired: invalidGrant,
  organization_selection_required: invalidGrant,
  organization_type_not_resolved: invalidRequest(),
};

/** Every error of a refusal on this plane. */
export const oauthErrors: readonly string[] = [
  ...new Set(Object.values(renderings).map(({ error }) => error)),
];

/** A refusal as an error of this plane. */
export function asOAuthError(error: ServiceError): OAuthError {
  const known: Record<string, Rendering> = renderings;
  const { status, error: code, coded, description } = known[error.reason] ?? failed;
  return {
    status,
    error: code,
    description: description ?? error.detail ?? code,
    ...(coded ? { errorCode: error.reason } : {}),
    ...(error.retryAfterSeconds === undefined
      ? {}
      : { retryAfterSeconds: error.retryAfterSeconds }),
    ...(error.fields.acceptEncoding === "identity" ? { acceptEncoding: "identity" } : {}),
  };
}

/** Response for an OAuth error. Equal errors are equal bytes. */
export function oauthErrorResponse(error: OAuthError): Response {
  const headers = new Headers({ "content-type": "application/json", "cache-control": "no-store" });
  if (error.retryAfterSeconds !== undefined)
    headers.set("retry-after", String(Math.max(1, Math.ceil(error.retryAfterSeconds))));
  if (error.acceptEncoding) headers.set("accept-encoding", error.acceptEncoding);
  // RFC 6749 §5.2 requires the scheme when the client used Basic. It is always sent, so
  // that it reveals nothing.
  if (error.status === 401) headers.set("www-authenticate", 'Basic realm="oauth"');
  const body = {
    error: error.error,
    error_description: error.description,
    ...(error.errorCode ? { error_code: error.errorCode } : {}),
  };
  return new Response(JSON.stringify(body), { status: error.status, headers });
}
