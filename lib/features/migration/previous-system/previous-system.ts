import type { Profile } from "@/lib/core/users/fields";

/** The system that an environment's users signed in to before. While it is enabled and there is a secret to
 *  sign with, it verifies passwords that the service does not have yet. */
export interface PreviousSystem {
  /** Address for requests. */
  url: string;
  isEnabled: boolean;
  /** Last time without a valid response, to the minute. */
  lastFailure: { at: Date; reason: string } | null;
}

/** Public data of a secret that signs requests. */
export interface SigningSecret {
  id: string;
  hint: string;
  createdAt: Date;
}

/** The previous system and its secrets, for display. */
export interface PreviousSystemSettings {
  system: PreviousSystem | null;
  secrets: SigningSecret[];
}

/** Time limit of a request, from the lookup of the name to the last byte of the response. */
export const REQUEST_TIMEOUT_MS = 5_000;

/** A user according to the previous system, once it has verified the password. Null fields change
 *  nothing. */
export interface PreviousUser extends Profile {
  /** Whether the tenant vouches for the address. */
  emailVerified: boolean;
  /** Organizations by id, external id or slug, and roles by id or key. */
  memberships: { organization: string; role: string }[];
}

/** Error when the previous system gave no valid response. The message is for the tenant's
 *  administrators. */
export class PreviousSystemFailed extends Error {
  override name = "PreviousSystemFailed";
}
