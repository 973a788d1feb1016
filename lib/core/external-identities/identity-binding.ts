/** A user who is bound to an external principal. A principal has at most one live binding. */
export interface IdentityBinding {
  id: string;
  principalId: string;
  userId: string;
  createdAt: Date;
  /** Time at which a token of the principal was last exchanged through it. */
  lastUsedAt: Date | null;
  /** Once set, another user can claim the principal. */
  releasedAt: Date | null;
}
