/** What a person did in an interaction, as the provider takes it, with what we keep beside it. */
export interface InteractionResult {
  login?: { accountId: string; ts: number; amr: string[]; remember: true };
  /** The user who was signed in already, and said to go on as who they are. */
  continueAs?: string;
  /** The person wants to sign in with another account than the one that is signed in. */
  anotherAccount?: true;
  consent?: { grantId: string };
  /** The organization for which the person signs in. */
  organizationId?: string;
  /** The trusted device that the sign-in came from. */
  trustedDeviceId?: string | null;
  error?: string;
  error_description?: string;
}
