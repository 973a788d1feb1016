import { z } from "zod";
import { bodyId } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime } from "@/lib/core/contract/names";
import type { Member, Membership } from "@/lib/core/memberships/membership";

const status = z.enum(["active", "inactive"]);

export const MembershipResource = z
  .object({ organization_id: id, role_id: id.nullable(), status })
  .meta({ id: "Membership" });

export const MemberResource = z
  .object({
    user_id: id,
    email: z.string(),
    display_name: z.string().nullable(),
    role_id: id.nullable(),
    status,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Member", description: "A user's place in an organization." });

export const MemberList = z.object({ members: z.array(MemberResource) }).meta({ id: "MemberList" });

export const MemberBody = z
  .strictObject({ role_id: bodyId.nullable(), status: status.optional() })
  .meta({
    id: "MemberPlace",
    description:
      "A member without a role is refused with `no_role`. A status that is absent stays as it is; a new member is active.",
  });

/** A membership in wire format, as part of a user. */
export function membershipResponse(membership: Membership): z.infer<typeof MembershipResource> {
  return {
    organization_id: membership.organizationId,
    role_id: membership.roleId,
    status: membership.status,
  };
}

/** A member in wire format, as part of the organization's list. */
export function memberResponse(member: Member): z.infer<typeof MemberResource> {
  return {
    user_id: member.userId,
    email: member.email,
    display_name: member.displayName,
    role_id: member.roleId,
    status: member.status,
    created_at: wireTime(member.createdAt),
    updated_at: wireTime(member.updatedAt),
  };
}
