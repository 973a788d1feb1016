import type { Reason } from "@/lib/kernel/errors/catalogue";
import type texts from "@/messages/dashboard/refusals/en.json";
import type hostedTexts from "@/messages/en.json";

/** Values of the texts of refusals that have any. */
interface RefusalValues {
  packageInUse: { organizations: number };
  roleInUse: { members: number };
  organizationTypeInUse: { organizations: number; apps: number };
  limitAboveMaximum: { maximum: number };
  maximumBelowLimit: { limit: number };
  logoTooLarge: { most: number; size: number };
  outOfBounds: { least: number; most: number };
  tooManyUris: { most: number };
  tooManyOrigins: { most: number };
  originRefused: { origin: string };
  scopesRefused: { scopes: string };
  /** `problem` is the English message of the rule for addresses (lib/core/oidc-clients/oidc-client). */
  uriRefused: { uri: string; problem: string };
}

/** Refusals of the dashboard's forms, by the name of their text and its values. The dashboard renders them in
 *  the reader's language. A name without a text does not compile. */
export type Refusal =
  | { name: Exclude<keyof typeof texts, keyof RefusalValues | "untold"> }
  | { [N in keyof RefusalValues]: { name: N } & RefusalValues[N] }[keyof RefusalValues];

/** Reason for which a password is refused: its text on the hosted pages, and the limit of a length. */
export interface PasswordRefusal {
  why: keyof typeof hostedTexts.passwordRefusal;
  count?: number;
}

interface Particulars {
  /** Describes the problem for people; never parsed, never a secret. */
  detail?: string;
  /** The content of `detail`, for readers of other languages; where `detail` has several parts, one for each,
   *  in order. */
  says?: Refusal | readonly Refusal[];
  /** The content of `detail` where a password is refused. */
  password?: PasswordRefusal;
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
  readonly password: PasswordRefusal | undefined;
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
    this.password = particulars.password;
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
