"use server";

import { z } from "zod";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { operatorAction } from "@/app/dashboard/operator/_request/operator-action";
import { readOperatedTenant } from "@/lib/core/operators/read-operated-tenant";
import { readRetentionDefaults } from "@/lib/features/retention/retention-store";
import {
  changeTenantRetention,
  holdTenant,
  releaseTenant,
} from "@/lib/features/retention/tenant-retention";

const TenantOf = z.object({ id: z.string() });

/** Changes the retention of a tenant's audit events; an empty field follows the operator's default. */
export const changeRetentionAction = operatorAction(
  (t) => TenantOf.extend({ days: daysOrNone(t("tenant.retention.notWhole")) }),
  async ({ by, input: { id, days }, t }) => {
    const { auditEventLeastDays: least, auditEventMostDays: most } = await readRetentionDefaults();
    const outside = t("tenant.retention.outside", { least, most });
    if (days !== null && !(days >= least && days <= most))
      return { problem: outside, problems: { days: outside } };
    const { daysInForce } = await changeTenantRetention(by, id, days);
    return { done: t("tenant.retention.done", { days: daysInForce }) };
  },
);

const daysOrNone = (says: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{0,6}$/, says)
    .transform((typed) => (typed === "" ? null : Number(typed)));

/** Holds everything of a tenant, of any age. */
export const holdTenantAction = operatorAction(
  (t) =>
    TenantOf.extend({
      reason: z.string().trim().min(1, t("tenant.hold.reasonMissing")).max(500),
    }),
  async ({ by, input: { id, reason }, t }) => {
    const { name } = await readOperatedTenant(id);
    await holdTenant(by, id, reason);
    return { done: t("tenant.hold.done", { name }) };
  },
);

/** Ends a hold, after which events past their retention are deleted. */
export const releaseTenantAction = operatorAction(
  () => TenantOf.extend({ confirmation: z.string() }),
  async ({ by, input, t }) => {
    const { name } = await readOperatedTenant(input.id);
    if (!matchesConfirmation(input, name)) return confirmationMismatch;
    await releaseTenant(by, input.id);
    return { done: t("tenant.release.done", { name }) };
  },
);
