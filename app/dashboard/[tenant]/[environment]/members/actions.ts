"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import { changeAdministratorRole } from "@/lib/administrators/change-administrator-role";
import {
  inviteAdministrator,
  inviteAdministratorAgain,
} from "@/lib/administrators/invite-administrator";
import { readAdministrators } from "@/lib/administrators/read-administrators";
import { removeAdministrator } from "@/lib/administrators/remove-administrator";
import { missing } from "@/lib/errors";

const demands = { role: "owner", stepUp: true } as const;
const role = z.enum(["owner", "admin", "viewer"], { error: "Choose a role." });
const About = z.object({ id: z.uuid() });

/** Lets somebody administer the tenant, and mails them. */
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
  const sent = await inviteAdministratorAgain(caller, input.id);
  return {
    done: sent
      ? "A new invitation is on its way. The link before is worth nothing now."
      : "They have set a password by now.",
  };
});

/** Changes what somebody may do. */
export const changeRoleAction = administratorAction(
  About.extend({ role }),
  demands,
  async ({ caller, input, administrator }) => {
    await changeAdministratorRole(caller, input.id, input.role);
    // This page's forms are no longer theirs.
    if (input.id === administrator.userId) redirect("/dashboard");
    return { done: "Saved. It holds from their next page on." };
  },
);

/** Ends that somebody administers the tenant. */
export const removeAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  demands,
  async ({ caller, input, administrator }) => {
    const member = (await readAdministrators(caller)).find(({ userId }) => userId === input.id);
    if (!member) throw missing();
    if (!typedAsAsked(input, member.email)) return notTypedAsAsked;
    await removeAdministrator(caller, input.id);
    if (input.id === administrator.userId) redirect("/dashboard");
    return { done: `${member.email} no longer administers this tenant.` };
  },
);
