import type { Membership } from "@/lib/core/memberships/membership";
import type { EmailVerifiedMethod } from "@/lib/core/users/email-verification";

export const userStatuses = ["active", "suspended"] as const;

/** A user as stored, without the memberships. */
export interface User {
  id: string;
  email: string;
  displayName: string | null;
  externalId: string | null;
  passwordHash: string | null;
  status: (typeof userStatuses)[number];
  suspendedAt: Date | null;
  suspendedReason: string | null;
  emailVerifiedMethod: EmailVerifiedMethod | null;
  emailVerifiedAt: Date | null;
  locale: string | null;
  lastSignInAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** The types of the factors that the user has (lib/core/factors writes them). */
  factorTypes: string[];
  /** When a sign-in first asked for a factor that the user has not. */
  factorDueFrom: Date | null;
  /** When a passkey was offered; it is offered once. */
  passkeyOfferedAt: Date | null;
}

/** A user with the places in organizations. */
export interface UserRecord extends User {
  memberships: Membership[];
}

/** What a tenant decides about a user. */
export type UserFields = Pick<User, "email" | "displayName" | "externalId" | "locale">;
