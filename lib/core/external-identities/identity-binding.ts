/** A user who is bound to an external principal. A principal has at most one live binding. */
export interface IdentityBinding {
  id: string;
  principalId: string;
  userId: string;
  createdAt: Date;
  /** When a token of the principal was last exchanged through it. */
  lastUsedAt: Date | null;
  /** Once set the principal is free for another claim. */
  releasedAt: Date | null;
}
