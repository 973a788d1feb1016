"use server";

import { z } from "zod";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { laterIn } from "@/app/dashboard/_words/later";
import { changeAdministratorRole } from "@/lib/core/administrators/change-administrator-role";
import {
  inviteAdministrator,
  inviteAdministratorAgain,
} from "@/lib/core/administrators/invite-administrator";
import {
  readAdministrators,
  type TenantAdministrator,
} from "@/lib/core/administrators/read-administrators";
import { removeAdministrator } from "@/lib/core/administrators/remove-administrator";
import type { Caller } from "@/lib/kernel/caller";
import { missing } from "@/lib/kernel/errors";

const t = laterIn("users");

const demands = { role: "owner", stepUp: true } as const;
const role = z.enum(["owner", "admin", "viewer"], {
  error: t("administrators.roleMissing"),
});
const email = z.string().trim().min(1, t("administrators.emailMissing")).max(254);
const About = z.object({ id: z.uuid() });

/** Invites an administrator of the tenant. */
export const inviteAction = administratorAction(
  z.object({ email, role }),
  demands,
  async ({ caller, input }) => {
    await inviteAdministrator(caller, input);
    return { done: t("administrators.invitationSent", { email: input.email }) };
  },
);

/** Mails the invitation again. */
export const inviteAgainAction = administratorAction(About, demands, async ({ caller, input }) => {
  const { userId, email } = await administratorWith(caller, input.id);
  const sent = await inviteAdministratorAgain(caller, userId);
  return {
    done: sent
      ? t("administrators.invitationSentAgain", { email })
      : t("administrators.alreadyAccepted", { email }),
  };
});

/** Changes an administrator's role. */
export const changeRoleAction = administratorAction(
  About.extend({ role }),
  demands,
  async ({ caller, input, administrator }) => {
    const { userId, email } = await administratorWith(caller, input.id);
    await changeAdministratorRole(caller, userId, input.role);
    const role = t(`administrators.roles.${input.role}`);
    // Administrators who changed their own role may no longer use this page's forms.
    if (userId === administrator.userId)
      return { done: t("administrators.ownRoleChanged", { role }), goTo: "/dashboard" };
    return { done: t("administrators.roleChanged", { email, role }) };
  },
);

/** Removes an administrator from the tenant. */
export const removeAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  demands,
  async ({ caller, input, administrator }) => {
    const { userId, email } = await administratorWith(caller, input.id);
    if (!matchesConfirmation(input, email)) return confirmationMismatch;
    await removeAdministrator(caller, userId);
    const done = t("administrators.removed", { email });
    return userId === administrator.userId ? { done, goTo: "/dashboard" } : { done };
  },
);

/** Returns the administrator that a form is about.
 *  @throws ServiceError `missing` */
async function administratorWith(caller: Caller, id: string): Promise<TenantAdministrator> {
  const found = (await readAdministrators(caller)).find((one) => one.id === id);
  if (!found) throw missing();
  return found;
}
