/** Every reason for which the service rejects a request. The domain names the reason; the file that renders
 *  it for a plane decides status and shape (lib/core/http/problem.ts, lib/core/oidc/http/render-error.ts),
 *  and is typed so that a reason added here does not compile until it is rendered there. */
export type Reason =
  // The shape of the request
  | "malformed"
  | "unauthenticated"
  | "forbidden"
  | "missing"
  | "method_not_allowed"
  | "request_timeout"
  | "conflict"
  | "payload_too_large"
  | "unsupported_media_type"
  | "unprocessable"
  | "internal"
  | "unavailable"
  /** A wrong proof in a step-up or password change: a plain 401 without code (spec, Step-up failures). */
  | "proof_rejected"
  /** A more recent proof, or one of another factor, is required first (contract, Factors). */
  | "step_up_required"
  // Published codes (spec, Code vocabulary)
  | "invalid_credentials"
  | "rate_limited"
  | "login_temporarily_locked"
  | "service_overloaded"
  | SessionEnd
  | ActivityFailure
  | AccessDenial
  | "organization_selection_required"
  | "organization_type_not_resolved"
  | "enrolment_token_unknown"
  | "enrolment_token_revoked"
  | "enrolment_token_expired"
  | "enrolment_token_not_yet_valid"
  | "enrolment_token_exhausted"
  | "enrolment_token_rate_limited"
  | "installation_key_duplicate"
  | "installation_limit_reached"
  | "enrolment_app_invalid"
  | "enrolment_workspace_invalid"
  | "identity_source_issuer_duplicate"
  | "external_principal_duplicate"
  | "external_principal_already_claimed"
  | "identity_source_tenant_invalid"
  | "external_principal_source_invalid"
  | "identity_binding_principal_invalid"
  | "identity_binding_user_invalid"
  | "installation_limit_above_maximum"
  | "installation_maximum_below_limit"
  | "installation_campaign_changed";

/** Reasons for which a session can no longer be used (spec, Direct session terminal reasons). */
export type SessionEnd = "revoked" | "expired" | "user_disabled" | "tenant_disabled" | "not_found";

/** Reasons for which signed activity state was rejected (spec, Session idle and absolute lifetime). */
export type ActivityFailure =
  | "session_activity_invalid"
  | "session_idle_timeout"
  | "session_activity_expired";

/** The layer at which the access evaluator denied, in its order (spec, Code vocabulary). */
export type AccessDenial =
  | "app_unknown"
  | "app_disabled"
  | "organization_unknown"
  | "organization_inactive"
  | "no_membership"
  | "membership_inactive"
  | "no_role"
  | "role_denied"
  | "org_type_denied"
  | "package_unassigned"
  | "package_inactive"
  | "entitlement_missing";

/** Refusals of the dashboard's forms, by a name and the values of its text. The dashboard renders them in the
 *  reader's language (messages/dashboard/refusals), and does not compile while a name has no text. */
export type Refusal =
  | {
      name:
        | "appUnknown"
        | "activeAppUnknown"
        | "organizationUnknown"
        | "activeOrganizationUnknown"
        | "roleUnknown"
        | "packageUnknown"
        | "environmentUnknown"
        | "identitySourceUnknown"
        | "externalPrincipalUnknown"
        | "userUnknown"
        | "organizationTypeUnknown"
        | "appKeyTaken"
        | "roleKeyTaken"
        | "packageKeyTaken"
        | "organizationTypeKeyTaken"
        | "userEmailTaken"
        | "userExternalIdTaken"
        | "userEmailOrExternalIdTaken"
        | "organizationSlugTaken"
        | "organizationExternalIdTaken"
        | "organizationSlugOrExternalIdTaken"
        | "issuerTaken"
        | "subjectTaken"
        | "principalClaimed"
        | "userChanging"
        | "clientHasTwoSecrets"
        | "credentialHasTwoSecrets"
        | "tenantHasTwoSecrets"
        | "publicClientHasNoSecret"
        | "lastCredentialSecret"
        | "scopeNeeded"
        | "logoutUriNeeded"
        | "scopesNeedApp"
        | "ownersOnly"
        | "ownerNeeded"
        | "addressUnusable"
        | "administratorAlready"
        | "invitedAlready"
        | "accountSuspended"
        | "environmentKeysNeeded"
        | "packageIsDefault"
        | "overrideTwice"
        | "systemRole"
        | "expiryPast"
        | "expiryBeforeStart"
        | "campaignCompleted"
        | "campaignNotDraft"
        | "logoNeeded"
        | "logoKind"
        | "logoActive"
        | "lockoutIncomplete"
        | "factorNeeded"
        | "originNeeded"
        | "relyingPartyRefused"
        | "hostedPartyReserved"
        | "previousSystemUrlNeeded"
        | "previousSystemHasTwoSecrets";
    }
  | { name: "packageInUse"; organizations: number }
  | { name: "roleInUse"; members: number }
  | { name: "organizationTypeInUse"; organizations: number; apps: number }
  | { name: "limitAboveMaximum"; maximum: number }
  | { name: "maximumBelowLimit"; limit: number }
  | { name: "logoTooLarge"; most: number; size: number }
  | { name: "outOfBounds"; least: number; most: number }
  | { name: "tooManyUris"; most: number }
  | { name: "noRedirectUri" }
  | { name: "tooManyOrigins"; most: number }
  | { name: "originRefused"; origin: string }
  | { name: "scopesRefused"; scopes: string }
  /** `problem` is the English message of the rule for addresses (lib/core/oidc-clients/oidc-client). */
  | { name: "uriRefused"; uri: string; problem: string };

interface Particulars {
  /** Describes the problem for people; never parsed, never a secret. */
  detail?: string;
  /** The content of `detail`, for readers of other languages; where `detail` has several parts, one for each,
   *  in order. */
  says?: Refusal | readonly Refusal[];
  /** Domain fields of the response, in camelCase here and snake_case on the wire. */
  fields?: Record<string, unknown>;
  /** Value of Retry-After, in whole seconds. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

const BRAND = Symbol.for("atrium.service-error");

/** A request rejected for a reason that the caller may know. */
export class ServiceError extends Error {
  /** Identifies the class across bundles: an error thrown by a part of another bundle
   *  (lib/kernel/process/singleton) is still this error. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  readonly [BRAND] = true;
  readonly detail: string | undefined;
  readonly says: readonly Refusal[];
  readonly fields: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly reason: Reason,
    particulars: Particulars = {},
  ) {
    super(particulars.detail ?? reason, { cause: particulars.cause });
    this.name = "ServiceError";
    this.detail = particulars.detail;
    this.says = [particulars.says ?? []].flat();
    this.fields = particulars.fields ?? {};
    this.retryAfterSeconds = particulars.retryAfterSeconds;
  }
}

/** Returns the one error for an id that names nothing the caller can see. It does not reveal why. */
export function missing(): ServiceError {
  return new ServiceError("missing", { detail: "There is no such resource." });
}

/** An error whose message is for the operator at the terminal. `code` is for programs. */
export abstract class CommandError extends Error {
  abstract readonly code: string;
}
