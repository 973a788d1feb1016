import { z } from "zod";
import { factorType } from "@/lib/core/contract/factor";
import { bodyId, line } from "@/lib/core/contract/fields";
import { typedPassword } from "@/lib/core/contract/login";
import { MembershipResource, membershipResponse } from "@/lib/core/contract/membership";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";
import { IMPORTED_COST_BOUNDS } from "@/lib/core/passwords/imported-cost";
import { IMPORTABLE_HASH } from "@/lib/core/passwords/imported-hash";
import type { CreatedUser } from "@/lib/core/users/create-user";
import { EMAIL, EMAIL_LONGEST, EMAIL_PROBLEM } from "@/lib/core/users/email";
import type { EmailVerification } from "@/lib/core/users/email-verification";
import { eachColumn, type ProfileFieldRule, profileColumns } from "@/lib/core/users/fields";
import { type UserRecord, userStatuses } from "@/lib/core/users/user";

const method = z.enum(["tenant_asserted", "service_otp", "service_token"]);
const timestampOrNull = timestamp.nullable();

/** Email address in a body. Printable ASCII only: with look-alike letters one person could pass for another,
 *  and a line break would reach a mail header. */
export const email = z
  .string()
  .max(EMAIL_LONGEST)
  .regex(EMAIL, EMAIL_PROBLEM)
  .meta({ format: "email" });

/** Schema of a field of the profile in a body. */
export function profileInput({ longest, format, description }: ProfileFieldRule) {
  if (!format) return line(longest);
  const schema = z.string().regex(format.pattern, format.problem).nullable();
  return description ? schema.meta({ description: description.input }) : schema;
}

const profileBody = eachColumn((rule) => profileInput(rule).nullable().optional());
const { display_name, ...details } = eachColumn(({ description }) => {
  const schema = z.string().nullable();
  return description ? schema.meta({ description: description.stored }) : schema;
});

const record = {
  id,
  email: z.string(),
  display_name,
  status: z.enum(userStatuses),
  email_verified: z.boolean(),
  email_verified_method: method.nullable(),
  email_verified_at: timestampOrNull,
  ...details,
  memberships: z.array(MembershipResource),
  factors: z.array(factorType).meta({
    description: "The types of the factors that the user has; empty for a user who has none.",
  }),
  last_sign_in_at: timestampOrNull,
  suspended_at: timestampOrNull,
  locked_until: timestampOrNull.meta({
    description:
      "Until when failed sign-ins lock the account; null when they don't. Unlocking ends the lock at once.",
  }),
  created_at: timestamp,
  updated_at: timestamp,
};

export const UserResource = z.object(record).meta({ id: "User" });

export const UserList = z.object({ users: z.array(UserResource) }).meta({ id: "UserList" });

export const UserListQuery = z.strictObject({
  email: email.optional().meta({ description: "The user with this address, in any case." }),
  external_id: line(255).optional().meta({ description: "The user with this external id." }),
  factor: z
    .enum(["none", ...factorType.options])
    .optional()
    .meta({
      description: "Users who have a factor of this type, or no factor at all.",
    }),
});

export const CreatedUserResource = z
  .object({
    ...record,
    organization_id: id.nullable(),
    role_id: id.nullable(),
    set_password: z.object({ token: z.string(), link: z.string() }).nullable(),
  })
  .meta({ id: "CreatedUser" });

export const NewUserBody = z
  .strictObject({
    email,
    organization_id: bodyId.optional().meta({ description: "Send together with role_id." }),
    role_id: bodyId.optional().meta({ description: "Send together with organization_id." }),
    ...profileBody,
    password: typedPassword.optional(),
    password_hash: z
      .string()
      .max(512)
      .regex(IMPORTABLE_HASH, "is in no format that can be imported")
      .optional()
      .meta({
        description: `From another system: argon2 or scrypt as PHC strings, bcrypt, PBKDF2. The service verifies and upgrades the hash at the first sign-in. A hash whose verification would cost more than about 300 ms of one core is a 422: ${IMPORTED_COST_BOUNDS}.`,
      }),
    email_verified: z.boolean().optional().meta({ description: "Omit to assert nothing." }),
    send_invitation: z.boolean().optional().meta({
      description: "Emails an invitation, whose link is good for seven days.",
    }),
    send_onboarding: z.boolean().optional().meta({
      description:
        "Emails a welcome instead of an invitation, for an account that the user expects. The link is good for seven days.",
    }),
  })
  .meta({ id: "NewUser" });

export const UserChangesBody = z
  .strictObject({
    email: email.optional(),
    ...profileBody,
    organization_id: bodyId.optional(),
    role_id: bodyId.optional(),
  })
  .meta({
    id: "UserChanges",
    description: "Fields that are absent stay as they are; null clears a field.",
  });

export const SuspensionBody = z
  .strictObject({ reason: line(500).optional() })
  .meta({ id: "Suspension" });

export const EmailVerificationBody = z
  .strictObject({ email_verified: z.boolean() })
  .meta({ id: "EmailVerificationChange" });

export const EmailVerificationResource = z
  .object({
    id,
    email_verified: z.boolean(),
    email_verified_method: method.nullable(),
    email_verified_at: timestampOrNull,
  })
  .meta({ id: "EmailVerification" });

/** A user in wire format.
 *  @param lockedUntil end of the lock that failed sign-ins caused (lib/core/login/account-locks) */
export function userResponse(
  user: UserRecord,
  lockedUntil: Date | null,
): z.infer<typeof UserResource> {
  const { display_name, ...details } = profileColumns(user);
  return {
    id: user.id,
    email: user.email,
    display_name,
    status: user.status,
    email_verified: user.emailVerifiedMethod !== null,
    email_verified_method: user.emailVerifiedMethod,
    email_verified_at: wireTimeOrNull(user.emailVerifiedAt),
    ...details,
    memberships: user.memberships.map(membershipResponse),
    factors: factorType.options.filter((type) => user.factorTypes.includes(type)),
    last_sign_in_at: wireTimeOrNull(user.lastSignInAt),
    suspended_at: wireTimeOrNull(user.suspendedAt),
    locked_until: wireTimeOrNull(lockedUntil),
    created_at: wireTime(user.createdAt),
    updated_at: wireTime(user.updatedAt),
  };
}

/** Answer to creating a user: the user, and the fields that the spec adds. */
export function createdUserResponse(
  made: CreatedUser,
  lockedUntil: Date | null,
): z.infer<typeof CreatedUserResource> {
  return {
    ...userResponse(made.user, lockedUntil),
    organization_id: made.membership?.organizationId ?? null,
    role_id: made.membership?.roleId ?? null,
    set_password: made.setPassword,
  };
}

/** Evidence that a user's address is verified, in wire format. */
export function emailVerificationResponse(
  userId: string,
  evidence: EmailVerification,
): z.infer<typeof EmailVerificationResource> {
  return {
    id: userId,
    email_verified: evidence.verified,
    email_verified_method: evidence.verified ? evidence.method : null,
    email_verified_at: evidence.verified ? wireTime(evidence.at) : null,
  };
}
