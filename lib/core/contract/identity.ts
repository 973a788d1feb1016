import { z } from "zod";
import { id, timestamp, wireTime } from "@/lib/core/contract/names";
import type { Identity } from "@/lib/core/sessions/read-identity";
import { absoluteExpiry, idleExpiry } from "@/lib/core/sessions/session";

const MembershipResource = z
  .object({
    organization: z.object({
      id,
      name: z.string(),
      slug: z.string(),
      status: z.enum(["active", "disabled"]),
      organization_type: z.string().nullable(),
      environment: z.string(),
    }),
    role: z.object({ id, key: z.string(), name: z.string() }).nullable(),
    status: z.enum(["active", "inactive"]),
    package: z.object({ id, key: z.string(), status: z.enum(["active", "inactive"]) }).nullable(),
    app_ids: z.array(id).meta({ description: "The apps that the role reaches." }),
  })
  .meta({ id: "IdentityMembership" });

export const IdentityResource = z
  .object({
    user: z.object({
      id,
      email: z.string(),
      display_name: z.string().nullable(),
      email_verified: z.boolean(),
    }),
    session: z.object({
      id,
      auth_time: timestamp,
      amr: z.array(z.string()),
      idle_expires_at: timestamp,
      absolute_expires_at: timestamp,
    }),
    memberships: z.array(MembershipResource),
    session_activity_token: z.string(),
  })
  .meta({ id: "Identity", description: "Who is signed in, with every membership." });

/** An identity in wire format.
 *  @param environmentKey environment of the caller, which contains every membership */
export function identityResponse(
  { facts, authentication, lastActiveAt, memberships, activityToken }: Identity,
  environmentKey: string,
): z.infer<typeof IdentityResource> {
  const { user, session, policy } = facts;
  return {
    user: {
      id: user.id,
      email: user.email,
      display_name: user.displayName,
      email_verified: user.emailVerified,
    },
    session: {
      id: session.id,
      auth_time: wireTime(authentication.authTime),
      amr: authentication.amr,
      idle_expires_at: wireTime(idleExpiry(session, lastActiveAt, policy)),
      absolute_expires_at: wireTime(absoluteExpiry(session, policy)),
    },
    memberships: memberships.map(({ organization, role, status, package: held, appIds }) => ({
      organization: {
        id: organization.id,
        name: organization.name,
        slug: organization.slug,
        status: organization.status,
        organization_type: organization.organizationType,
        environment: environmentKey,
      },
      role,
      status,
      package: held,
      app_ids: appIds,
    })),
    session_activity_token: activityToken,
  };
}
