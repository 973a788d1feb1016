"use server";

import { z } from "zod";
import { namingField, optionalId } from "@/app/dashboard/_nouns/fields";
import { organizationTyped } from "@/app/dashboard/_nouns/organization-typed";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { inTenant } from "@/lib/db";
import { removeMember } from "@/lib/organizations/remove-member";
import { setMember } from "@/lib/organizations/set-member";
import { emailKeyOf } from "@/lib/users/email";
import { findUserByEmail } from "@/lib/users/user-store";

// Who holds which role, and what it allows, is access handed out or taken away.
const dangerous = { role: "admin", stepUp: true } as const;
const Pair = z.object({ organizationId: z.uuid(), userId: z.uuid() });
const status = z.enum(["active", "inactive"], { error: "Choose one of the list." });

/** Puts the user whose address is typed into an organization. */
export const addMemberAction = administratorAction(
  z.object({ organizationId: z.uuid(), email: namingField, roleId: optionalId }),
  dangerous,
  async ({ caller, input: { organizationId, email, roleId } }) => {
    const user = await inTenant(caller, (t) => findUserByEmail(t, emailKeyOf(email)));
    if (!user) {
      const problem = "No user of this environment has this address.";
      return { problem, problems: { email: problem } };
    }
    const { added } = await setMember(caller, organizationId, user.id, { roleId });
    return { done: added ? `${user.email} is a member.` : `${user.email} has this role now.` };
  },
);

/** Puts a user into the organization whose slug or id is typed. */
export const placeUserAction = administratorAction(
  z.object({ userId: z.uuid(), organization: namingField, roleId: optionalId }),
  dangerous,
  async ({ caller, input: { userId, organization, roleId } }) => {
    const found = await organizationTyped(caller, organization);
    if ("problem" in found) return found;
    const { added } = await setMember(caller, found.id, userId, { roleId });
    return { done: added ? `A member of ${found.name}.` : `Has this role at ${found.name} now.` };
  },
);

/** Changes a member's role and status. */
export const changeMemberAction = administratorAction(
  Pair.extend({ roleId: optionalId, status }),
  dangerous,
  async ({ caller, input: { organizationId, userId, ...wanted } }) => {
    await setMember(caller, organizationId, userId, wanted);
    return { done: "Saved. It holds from the next token on." };
  },
);

/** Takes a user out of an organization. */
export const removeMemberAction = administratorAction(
  Pair,
  dangerous,
  async ({ caller, input: { organizationId, userId } }) =>
    removeMember(caller, organizationId, userId),
);
