import type { Membership } from "@/lib/core/memberships/membership";
import type { EmailVerifiedMethod } from "@/lib/core/users/email-verification";
import type { Profile } from "@/lib/core/users/fields";

export const userStatuses = ["active", "suspended"] as const;

/** A user as stored, without the memberships. */
export interface User extends Profile {
  id: string;
  email: string;
  passwordHash: string | null;
  status: (typeof userStatuses)[number];
  suspendedAt: Date | null;
  suspendedReason: string | null;
  emailVerifiedMethod: EmailVerifiedMethod | null;
  emailVerifiedAt: Date | null;
  lastSignInAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** The types of the user's factors (lib/core/factors writes them). */
  factorTypes: string[];
  /** Time at which a sign-in first required a factor that the user does not have. */
  factorDueFrom: Date | null;
  /** Time at which a passkey was offered; it is offered once. */
  passkeyOfferedAt: Date | null;
}

/** A user with the memberships in organizations. */
export interface UserRecord extends User {
  memberships: Membership[];
}

/** Fields of a user that the tenant sets. */
export type UserFields = { email: string } & Profile;
