/** The system that an environment's users signed in to before. While it is enabled, and there is a secret to sign with, it is
 *  asked for a password that the service does not have yet. */
export interface PreviousSystem {
  /** Where it is asked. */
  url: string;
  isEnabled: boolean;
  /** The last time that it gave no answer that can be used; to the minute. */
  lastFailure: { at: Date; reason: string } | null;
}

/** A secret that questions are signed with, as it may be shown. */
export interface SigningSecret {
  id: string;
  hint: string;
  createdAt: Date;
}

/** What is known of the previous system, and of the secrets. */
export interface PreviousSystemSettings {
  system: PreviousSystem | null;
  secrets: SigningSecret[];
}

/** How long a question may take, from the look-up of the name to the last byte of the answer. */
export const QUESTION_MS = 5_000;

/** A user as the previous system tells of them, once it has found the password right. What is null changes nothing. */
export interface PreviousUser {
  externalId: string | null;
  displayName: string | null;
  locale: string | null;
  /** Whether the tenant vouches for the address. */
  emailVerified: boolean;
  /** Organizations by id, external id or slug, and roles by id or key. */
  memberships: { organization: string; role: string }[];
}

/** The previous system gave no answer that can be used. The message says why, in words for the tenant's administrators. */
export class PreviousSystemFailed extends Error {
  override name = "PreviousSystemFailed";
}
