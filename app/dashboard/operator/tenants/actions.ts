"use server";

import { z } from "zod";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import { operatorAction } from "@/app/dashboard/operator/_request/operator-action";
import { setInstallationMaximum } from "@/lib/installations/set-installation-maximum";
import { inviteAdministrator } from "@/lib/platform/administrators/invite-administrator";
import { callerInTenant } from "@/lib/platform/operators/caller-in-tenant";
import { disableTenant } from "@/lib/platform/operators/disable-tenant";
import { enableTenant } from "@/lib/platform/operators/enable-tenant";
import { openTenant } from "@/lib/platform/operators/open-tenant";
import { readOperatedTenant } from "@/lib/platform/operators/read-operated-tenant";

const kinds = ["production", "staging", "development"] as const;
const names = { production: "Production", staging: "Staging", development: "Development" };

/** Takes in a tenant and goes on to it. */
export const openTenantAction = operatorAction(
  z.object({
    name: z.string().trim().min(1, "Give it a name.").max(100, "Use at most 100 characters."),
    environments: z.array(z.enum(kinds)).min(1, "Choose at least one environment."),
  }),
  async ({ by, input }) => {
    const environments = input.environments.map((kind) => ({ key: kind, name: names[kind], kind }));
    const { publicId } = await openTenant(by, { name: input.name, environments });
    return {
      done: `${input.name} is made. Invite its first owner next.`,
      goTo: `/dashboard/operator/tenants/${publicId}`,
    };
  },
);

const TenantOf = z.object({ id: z.string() });

/** Stops everything of a tenant at once. */
export const disableTenantAction = operatorAction(
  TenantOf.extend({ confirmation: z.string(), reason: z.string().trim().max(500).default("") }),
  async ({ by, input }) => {
    const tenant = await readOperatedTenant(input.id);
    if (!typedAsAsked(input, tenant.name)) return notTypedAsAsked;
    await disableTenant(by, input.id, input.reason || null);
    return { done: `${tenant.name} is disabled: everything of it stopped.` };
  },
);

/** Lets a disabled tenant work again. */
export const enableTenantAction = operatorAction(
  TenantOf.extend({ confirmation: z.string() }),
  async ({ by, input }) => {
    const tenant = await readOperatedTenant(input.id);
    if (!typedAsAsked(input, tenant.name)) return notTypedAsAsked;
    await enableTenant(by, input.id);
    return { done: `${tenant.name} is enabled again.` };
  },
);

/** Makes an exception of how many installations a tenant may allow itself. */
export const setMaximumAction = operatorAction(
  TenantOf.extend({
    maximum: z.coerce
      .number({ error: "Use a whole number." })
      .int("Use a whole number.")
      .min(1, "At least 1.")
      .max(1_000_000, "At most 1,000,000."),
  }),
  async ({ by, input }) => {
    await setInstallationMaximum(by, input.id, input.maximum);
    return { done: "Saved. The tenant may raise its own limit up to it." };
  },
);

/** Invites somebody to administer a tenant: the first owner, as a rule. */
export const inviteOwnerAction = operatorAction(
  TenantOf.extend({ email: z.string().trim().min(1, "Whom?").max(254) }),
  async ({ by, input }) => {
    const { environments } = await readOperatedTenant(input.id);
    const caller = await callerInTenant(by, input.id, environments[0]?.key ?? "");
    await inviteAdministrator(caller, { email: input.email, role: "owner" });
    return { done: `An invitation is on its way to ${input.email}; accepted, it makes an owner.` };
  },
);
