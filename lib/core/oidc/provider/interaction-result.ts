/** Result of an interaction in the provider's format, with our additional fields. */
export interface InteractionResult {
  login?: { accountId: string; ts: number; amr: string[]; remember: true };
  /** The signed-in user who chose to continue as themselves. */
  continueAs?: string;
  /** The person requested another account than the signed-in one. */
  anotherAccount?: true;
  consent?: { grantId: string };
  /** Organization of the sign-in. */
  organizationId?: string;
  /** Trusted device of the sign-in. */
  trustedDeviceId?: string | null;
  error?: string;
  error_description?: string;
}
