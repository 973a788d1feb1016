"use server";

import { z } from "zod";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { operatorAction } from "@/app/dashboard/operator/_request/operator-action";
import { inviteAdministrator } from "@/lib/core/administrators/invite-administrator";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";
import { disableTenant } from "@/lib/core/operators/disable-tenant";
import { enableTenant } from "@/lib/core/operators/enable-tenant";
import { changeHostedPasskeys } from "@/lib/core/operators/hosted-passkeys";
import { openTenant } from "@/lib/core/operators/open-tenant";
import { readOperatedTenant } from "@/lib/core/operators/read-operated-tenant";
import { setInstallationMaximum } from "@/lib/core/operators/set-installation-maximum";

const kinds = ["production", "staging", "development"] as const;
/** First names of the environments. The tenant owns them from then on, in any reader's language. */
const names = { production: "Production", staging: "Staging", development: "Development" };

/** Creates a tenant and redirects to its page. */
export const openTenantAction = operatorAction(
  (t) =>
    z.object({
      name: z
        .string()
        .trim()
        .min(1, t("newTenant.nameMissing"))
        .max(100, t("newTenant.nameTooLong")),
      environments: z.array(z.enum(kinds)).min(1, t("newTenant.environmentMissing")),
    }),
  async ({ by, input: { name, environments: chosen }, t }) => {
    const environments = chosen.map((kind) => ({ key: kind, name: names[kind], kind }));
    const { publicId } = await openTenant(by, { name, environments });
    return {
      done: t("newTenant.done", { name }),
      goTo: `/dashboard/operator/tenants/${publicId}`,
    };
  },
);

const TenantOf = z.object({ id: z.string() });

/** Disables a tenant: everything of it stops at once. */
export const disableTenantAction = operatorAction(
  () =>
    TenantOf.extend({ confirmation: z.string(), reason: z.string().trim().max(500).default("") }),
  async ({ by, input, t }) => {
    const { name } = await readOperatedTenant(input.id);
    if (!matchesConfirmation(input, name)) return confirmationMismatch;
    await disableTenant(by, input.id, input.reason || null);
    return { done: t("tenant.disable.done", { name }) };
  },
);

/** Enables a disabled tenant. */
export const enableTenantAction = operatorAction(
  () => TenantOf.extend({ confirmation: z.string() }),
  async ({ by, input, t }) => {
    const { name } = await readOperatedTenant(input.id);
    if (!matchesConfirmation(input, name)) return confirmationMismatch;
    await enableTenant(by, input.id);
    return { done: t("tenant.enable.done", { name }) };
  },
);

const [LEAST, MOST] = [1, 1_000_000];

/** Sets a tenant's own maximum of installations. */
export const setMaximumAction = operatorAction(
  (t) =>
    TenantOf.extend({
      maximum: z.coerce
        .number({ error: t("tenant.maximum.notWhole") })
        .int(t("tenant.maximum.notWhole"))
        .min(LEAST, t("tenant.maximum.tooSmall", { least: LEAST }))
        .max(MOST, t("tenant.maximum.tooLarge", { most: MOST })),
    }),
  async ({ by, input: { id, maximum }, t }) => {
    await setInstallationMaximum(by, id, maximum);
    return { done: t("tenant.maximum.done", { maximum }) };
  },
);

/** Lets the tenant's own pages use the passkeys of the hosted pages, or ends that. */
export const hostedPasskeysAction = operatorAction(
  () => TenantOf.extend({ allowed: z.enum(["true", "false"]) }),
  async ({ by, input: { id, allowed }, t }) => {
    const at = await changeHostedPasskeys(by, id, allowed === "true");
    return { done: t(at ? "tenant.hostedPasskeys.allowDone" : "tenant.hostedPasskeys.endDone") };
  },
);

/** Invites an administrator of a tenant: usually the first owner. */
export const inviteOwnerAction = operatorAction(
  (t) =>
    TenantOf.extend({
      email: z.string().trim().min(1, t("tenant.invite.emailMissing")).max(254),
    }),
  async ({ by, input: { id, email }, t }) => {
    const { environments } = await readOperatedTenant(id);
    const caller = await callerInTenant(by, id, environments[0]?.key ?? "");
    await inviteAdministrator(caller, { email, role: "owner" });
    return { done: t("tenant.invite.done", { email }) };
  },
);
