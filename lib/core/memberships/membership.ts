/** A user's membership in an organization, in one environment. */
export interface Membership {
  organizationId: string;
  /** Null for a member without a role, for whom the access evaluator denies with `no_role`. */
  roleId: string | null;
  status: MembershipStatus;
}

export type MembershipStatus = "active" | "inactive";

/** A membership as seen from the organization. */
export interface Member {
  userId: string;
  email: string;
  displayName: string | null;
  roleId: string | null;
  status: MembershipStatus;
  createdAt: Date;
  updatedAt: Date;
}
