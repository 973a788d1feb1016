import type { Reason } from "@/lib/kernel/errors/catalogue";

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
