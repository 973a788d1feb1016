"use server";

import { z } from "zod";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import type { Caller } from "@/lib/caller";
import { missing } from "@/lib/errors";
import { changeAdministratorRole } from "@/lib/platform/administrators/change-administrator-role";
import {
  inviteAdministrator,
  inviteAdministratorAgain,
} from "@/lib/platform/administrators/invite-administrator";
import {
  readAdministrators,
  type TenantAdministrator,
} from "@/lib/platform/administrators/read-administrators";
import { removeAdministrator } from "@/lib/platform/administrators/remove-administrator";

const demands = { role: "owner", stepUp: true } as const;
const role = z.enum(["owner", "admin", "viewer"], { error: "Choose a role." });
const About = z.object({ id: z.uuid() });

/** Invites somebody to administer the tenant. */
export const inviteAction = administratorAction(
  z.object({ email: z.string().trim().min(1, "Enter an email address.").max(254), role }),
  demands,
  async ({ caller, input }) => {
    await inviteAdministrator(caller, input);
    return { done: `An invitation is on its way to ${input.email}.` };
  },
);

/** Mails the invitation again. */
export const inviteAgainAction = administratorAction(About, demands, async ({ caller, input }) => {
  const { userId } = await memberIn(caller, input.id);
  const sent = await inviteAdministratorAgain(caller, userId);
  return {
    done: sent
      ? "A new invitation is on its way. A link in the one before is worth nothing now."
      : "They have accepted by now.",
  };
});

/** Changes what somebody may do. */
export const changeRoleAction = administratorAction(
  About.extend({ role }),
  demands,
  async ({ caller, input, administrator }) => {
    const { userId, email } = await memberIn(caller, input.id);
    await changeAdministratorRole(caller, userId, input.role);
    // This page's forms are no longer theirs.
    if (userId === administrator.userId)
      return { done: `You are ${input.role} of this tenant now.`, goTo: "/dashboard" };
    return { done: `${email} is ${input.role} from their next page on.` };
  },
);

/** Ends that somebody administers the tenant. */
export const removeAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  demands,
  async ({ caller, input, administrator }) => {
    const member = await memberIn(caller, input.id);
    if (!typedAsAsked(input, member.email)) return notTypedAsAsked;
    await removeAdministrator(caller, member.userId);
    const done = `${member.email} no longer administers this tenant.`;
    return member.userId === administrator.userId ? { done, goTo: "/dashboard" } : { done };
  },
);

/** Whom a form is about.
 *  @throws ServiceError `missing` */
async function memberIn(caller: Caller, id: string): Promise<TenantAdministrator> {
  const member = (await readAdministrators(caller)).find((one) => one.id === id);
  if (!member) throw missing();
  return member;
}
