"use server";

import { z } from "zod";
import { namingField, optionalId } from "@/app/dashboard/_nouns/fields";
import { organizationTyped } from "@/app/dashboard/_nouns/organization-typed";
import { personName } from "@/app/dashboard/_nouns/person-name";
import { userTyped } from "@/app/dashboard/_nouns/user-typed";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { laterIn } from "@/app/dashboard/_words/later";
import { removeMember } from "@/lib/core/organizations/remove-member";
import { setMember } from "@/lib/core/organizations/set-member";
import { findUser } from "@/lib/core/users/user-store";
import { inTransaction } from "@/lib/kernel/db/transaction";

const t = laterIn("frame");

// A change to a role's members or permissions grants or removes access.
const dangerous = { role: "admin", stepUp: true } as const;
const Pair = z.object({ organizationId: z.uuid(), userId: z.uuid() });
const status = z.enum(["active", "inactive"], {
  error: t("fields.choose"),
});

/** Adds the typed user to an organization. */
export const addMemberAction = administratorAction(
  z.object({ organizationId: z.uuid(), email: namingField, roleId: optionalId }),
  dangerous,
  async ({ caller, input: { organizationId, email, roleId } }) => {
    const user = await userTyped(caller, email);
    if ("problem" in user) return user;
    const { added } = await setMember(caller, organizationId, user.id, { roleId });
    return { done: t(added ? "nouns.memberAdded" : "nouns.memberHasRole", { email: user.email }) };
  },
);

/** Adds a user to the organization whose slug or id is typed. */
export const placeUserAction = administratorAction(
  z.object({ userId: z.uuid(), organization: namingField, roleId: optionalId }),
  dangerous,
  async ({ caller, input: { userId, organization, roleId } }) => {
    const found = await organizationTyped(caller, organization);
    if ("problem" in found) return found;
    const { added, member } = await setMember(caller, found.id, userId, { roleId });
    const words = { name: personName(member), organization: found.name };
    return { done: t(added ? "nouns.memberOf" : "nouns.hasRoleAt", words) };
  },
);

/** Changes a member's role and status. */
export const changeMemberAction = administratorAction(
  Pair.extend({ roleId: optionalId, status }),
  dangerous,
  async ({ caller, input: { organizationId, userId, ...fields } }) => {
    const { member } = await setMember(caller, organizationId, userId, fields);
    return { done: t("nouns.membershipSaved", { name: personName(member) }) };
  },
);

/** Removes a user from an organization. */
export const removeMemberAction = administratorAction(
  Pair,
  dangerous,
  async ({ caller, input: { organizationId, userId } }) => {
    await removeMember(caller, organizationId, userId);
    const user = await inTransaction(caller, (db) => findUser(db, userId));
    const name = user ? personName(user) : t("nouns.theUser");
    return { done: t("nouns.memberRemoved", { name }) };
  },
);
